"""One action of a game file, read field by field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Json = Mapping[str, Any]


class GameFileError(ValueError):
    """A game file is not usable.

    ``action`` is the number of the effective action concerned, if any, and ``id`` the one that the file gives it.
    """

    def __init__(self, text: str, action: int | None = None, id: int | None = None) -> None:
        super().__init__(text if action is None else f"action {action}: {text}")
        self.action = action
        self.id = id


@dataclass(frozen=True, slots=True)
class Entry:
    """An action that took effect: its number among those, and its fields; ``fault`` says why it cannot be read.

    ``id`` is that of its line in the file, which automatic actions share with the one that they follow.
    Every field is asked for with the type that it must have; a `GameFileError` names what is missing or wrong.
    """

    number: int
    data: Json = field(default_factory=dict)
    fault: str = ""
    id: int | None = None

    @property
    def kind(self) -> str:
        """The type of the action, such as ``lay_tile``."""
        return str(self.data.get("type", ""))

    @property
    def actor(self) -> str:
        """What kind of actor: ``player``, ``corporation`` or ``company``."""
        return str(self.data.get("entity_type", ""))

    @property
    def entity(self) -> str:
        """The id of the actor."""
        return self.text("entity")

    def same_actor(self, other: Entry) -> bool:
        """Whether both actions are by the same actor."""
        return (str(self.data.get("entity")), self.actor) == (str(other.data.get("entity")), other.actor)

    def fail(self, text: str) -> GameFileError:
        """The error that this action cannot be used, and why."""
        return GameFileError(f"{self.kind or 'action'} by {self.data.get('entity')}: {text}", self.number, self.id)

    def has(self, key: str) -> bool:
        """Whether a field is there and says something."""
        return self.data.get(key) not in (None, False, "", [])

    def text(self, key: str) -> str:
        """A field as text; numbers are taken as well."""
        value = self._value(key)
        if not isinstance(value, str | int) or isinstance(value, bool):
            raise self.fail(f"{key} is {value!r}, not a text")
        return str(value)

    def whole(self, key: str) -> int:
        """A field as a whole number."""
        return whole(self._value(key), key, self)

    def texts(self, key: str) -> list[str]:
        """A field as a list of texts."""
        value = self._value(key)
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.fail(f"{key} is {value!r}, not a list of texts")
        return value

    def shares(self) -> tuple[str, list[int]]:
        """The company and the numbers of the shares that an action lists."""
        listed = [share.rpartition("_") for share in self.texts("shares")]
        companies = {company for company, _, _ in listed}
        if len(companies) != 1 or not all(number.isascii() and number.isdecimal() for _, _, number in listed):
            raise self.fail(f"shares {self.data['shares']!r} are not numbered shares of one company")
        return companies.pop(), [int(number) for _, _, number in listed]

    def choice(self, key: str, known: Mapping[str, Any]) -> Any:
        """What a field's word stands for."""
        word = self.text(key)
        if word not in known:
            raise self.fail(f"{key} {word!r} is not one of {', '.join(known)}")
        return known[word]

    def _value(self, key: str) -> Any:
        if self.data.get(key) is None:
            raise self.fail(f"it has no {key}")
        return self.data[key]


def whole(value: Any, name: str, entry: Entry) -> int:
    """A whole number out of a file, also one written as text."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < 20:
        return int(value)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    raise entry.fail(f"{name} is {value!r}, not a whole number")


def objects(value: Any) -> bool:
    """Whether a value is a list of JSON objects."""
    return isinstance(value, Sequence) and not isinstance(value, str) and all(isinstance(v, Mapping) for v in value)
