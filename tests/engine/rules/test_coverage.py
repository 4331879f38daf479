"""The page docs/rules-coverage.md and the marks of the rule tests."""

from tests.engine.rules.coverage import PAGE, SECTIONS, UNTESTED, page, proofs, statements

TOTAL, TESTED = 274, 263


def test_the_page_is_up_to_date() -> None:
    """The committed page is what the generator writes: python -m tests.engine.rules.coverage."""
    assert PAGE.read_text(encoding="utf-8") == page()


def test_nearly_all_statements_have_a_test() -> None:
    """Of 274 statements at least 263 have a test, and the others a reason why not."""
    ids = [entry.id for entry in statements()]
    found = proofs()
    assert len(ids) == len(set(ids)) == TOTAL
    assert sum(name in found for name in ids) >= TESTED
    assert {name for name in ids if name not in found} == set(UNTESTED)


def test_marks_name_statements() -> None:
    """Every mark names a statement that exists, and every statement belongs to a section."""
    ids = {entry.id for entry in statements()}
    assert set(proofs()) <= ids
    assert {name[:2] for name in ids} == set(SECTIONS)
