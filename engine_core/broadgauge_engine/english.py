"""Words that labels, events and refusals share."""

from __future__ import annotations

from collections.abc import Iterable

MOVED_TOKENS = {
    "available": "an exchange token into an available one",
    "exchange": "an available token into an exchange one",
}
"""What a token turns into that moves to an area of the charter (P5, P18)."""

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def counted(number: int, thing: str) -> str:
    """``1 share``, ``3 shares``, ``no shares``: the thing agrees with its number."""
    return f"{number or 'no'} {thing if number == 1 else f'{thing}s'}"


def capital(text: str) -> str:
    """A text that begins a sentence; capitals further on stay."""
    return text[:1].upper() + text[1:]


def number(count: int) -> str:
    """``one``, ``two``, up to ``twelve``, then digits: before a name that begins with a digit itself."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def pounds(amount: int) -> str:
    """``£90``, or ``-£90`` for what is owed."""
    return f"£{amount}" if amount >= 0 else f"-£{-amount}"


def listed(things: Iterable[str], joint: str = "and") -> str:
    """``P8``, ``P8 and P10``, ``P2, P8 and P10``."""
    *first, last = things
    return f"{', '.join(first)} {joint} {last}" if first else last


def holder(name: str) -> str:
    """Where trains and shares are: ``the bank``, ``the bank pool``, ``the treasury``, or a company by its id."""
    return {"pool": "the bank pool", "bank": "the bank", "treasury": "the treasury"}.get(name, name)


def terms(shares: int, cash: int) -> str:
    """What a major gives for a minor: shares, and cash, which is negative where its owner pays the difference."""
    given = [counted(shares, "share")] if shares else []
    given += [f"£{cash}"] if cash > 0 else []
    return f"{listed(given)}, receiving £{-cash}" if cash < 0 else listed(given)


def each(count: int, price: int) -> str:
    """The price of so many things, one by one: ``£90``, ``£90 each``."""
    return f"£{price}" if count == 1 else f"£{price} each"


def after_discard(to: str) -> str:
    """What becomes of a train that is given up, to the ``pool`` or out of the ``game``."""
    return {"pool": "it goes to the bank pool", "game": "it leaves the game"}[to]
