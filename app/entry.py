"""Numbers as people type them: one sentence says what is wrong with a text that is no number.

The decimal sign is that of the language spoken; a point is understood in every language.
"""

from __future__ import annotations

import re

from app.language import current, told
from app.numerals import plain, typed
from app.parameters import REACH

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,4})?", re.ASCII | re.IGNORECASE)
_LONGEST = 40


class EntryError(ValueError):
    """A refusal of one of several fields; `field` says which, as its name or its place among its like."""

    def __init__(self, reason: object, field: str | int) -> None:
        super().__init__(str(reason))
        self.field = field


def coordinates(texts: list[object]) -> tuple[float, ...]:
    """The numbers that texts stand for; EntryError with the place of the first one that is none."""
    found: list[float] = []
    for text in texts:
        try:
            found.append(coordinate(text))
        except ValueError as reason:
            raise EntryError(reason, len(found)) from reason
    return tuple(found)


def coordinate(text: object) -> float:
    """The number that a text stands for, to 0.01 and within ±REACH; ValueError in one sentence otherwise."""
    given = text.strip() if isinstance(text, str) else ""
    shown = _printable(given if len(given) <= _LONGEST else given[:_LONGEST] + "…")
    digits = given.replace("−", "-").replace(current().decimal, ".", 1)
    if not digits:
        raise ValueError(told("typed.nothing", such=typed(1.25)))
    if not _NUMBER.fullmatch(digits):
        is_comma = re.fullmatch(r"[+-]?\d*,\d+", digits)
        raise ValueError(told("typed.comma" if is_comma else "typed.no-number", text=shown, such=typed(1.25)))
    value = float(digits)
    if not abs(value) <= REACH:
        raise ValueError(told("typed.too-far", text=shown, reach=f"{REACH:g}"))
    return snapped(value)


def _printable(text: str) -> str:
    """The text without halves of surrogate pairs, which cannot be sent."""
    return text.encode("utf-8", "replace").decode("utf-8")


def snapped(value: float) -> float:
    """To the nearest 0.01, rounded as it is shown, so that products written out are exact."""
    return float(plain(value))
