"""Numbers as people type them: one sentence says what is wrong with a text that is no number."""

from __future__ import annotations

import re

from app.numerals import plain
from app.parameters import REACH

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,4})?", re.ASCII | re.IGNORECASE)
_LONGEST = 40


def coordinate(text: object) -> float:
    """The number that a text stands for, to 0.01 and within ±REACH; ValueError in one sentence otherwise."""
    given = text.strip() if isinstance(text, str) else ""
    shown = _printable(given if len(given) <= _LONGEST else given[:_LONGEST] + "…")
    typed = given.replace("−", "-")
    if not typed:
        raise ValueError("Nothing was typed: a number such as 1.25 is expected.")
    if not _NUMBER.fullmatch(typed):
        hint = ", with a point as the decimal sign" if re.fullmatch(r"[+-]?\d*,\d+", typed) else ""
        raise ValueError(f"“{shown}” is not a number: one such as 1.25 is expected{hint}.")
    value = float(typed)
    if not abs(value) <= REACH:
        raise ValueError(f"“{shown}” is too far out: a number from −{REACH:g} to {REACH:g} is expected.")
    return snapped(value)


def _printable(text: str) -> str:
    """The text without halves of surrogate pairs, which cannot be sent."""
    return text.encode("utf-8", "replace").decode("utf-8")


def snapped(value: float) -> float:
    """To the nearest 0.01, rounded as it is shown, so that products written out are exact."""
    return float(plain(value))
