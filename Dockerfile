# The server and nothing else. Both images can be replaced by others that have the same Python.
ARG BUILD_IMAGE=python:3.11
ARG RUNTIME_IMAGE=python:3.11-slim

FROM ${BUILD_IMAGE} AS build
WORKDIR /source
COPY pyproject.toml setup.py README.md LICENSE NOTICE ./
COPY proto ./proto
COPY engine_core ./engine_core
COPY server ./server
COPY clients ./clients
RUN python -m venv /opt/broadgauge \
    && /opt/broadgauge/bin/python -m pip install --no-cache-dir '.[server]'

FROM ${RUNTIME_IMAGE}
LABEL org.opencontainers.image.title="broadgauge" \
      org.opencontainers.image.description="A rules engine for the board game 1822, offered as a gRPC service." \
      org.opencontainers.image.licenses="MIT"
COPY --from=build /opt/broadgauge /opt/broadgauge
ENV PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1
USER 65532:65532
EXPOSE 50822
ENTRYPOINT ["/opt/broadgauge/bin/python", "-m", "broadgauge_server"]
