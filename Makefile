# One entry for everything; each target does its own set-up in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
SOURCES := pyproject.toml setup.py $(wildcard proto/broadgauge/v1/*.proto) \
	$(wildcard engine_core/broadgauge_engine/routes/csrc/*.[ch]) \
	$(wildcard engine_core/broadgauge_engine/routes/csrc/*/*.[ch])
PYTEST_FLAGS ?= -n 2

.PHONY: help demo test lint pages build clean

help: ## Show the targets.
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/'

$(INSTALLED): $(SOURCES)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.11")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

demo: $(INSTALLED) ## Start a server and let four bots play a game through the API, in less than a minute.
	$(BIN)/broadgauge demo

test: $(INSTALLED) ## Run all tests.
	$(BIN)/python -m pytest -rs $(PYTEST_FLAGS)

lint: $(INSTALLED) ## Check format, style, types, protos and generated pages.
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/buf lint proto
	$(BIN)/buf breaking proto --against proto/baseline.binpb
	$(BIN)/python -m tools.generate --check

pages: $(INSTALLED) ## Write the generated pages and tables of docs/ and helm/.
	$(BIN)/python -m tools.generate

build: $(INSTALLED) ## Build a wheel and a source distribution in dist/.
	$(BIN)/python -m pip install --quiet --disable-pip-version-check build
	$(BIN)/python -m build

clean: ## Remove everything that was built.
	rm -rf $(VENV) build dist *.egg-info
	find proto -name '*_pb2*' -delete
	find engine_core -name '*.so' -delete
