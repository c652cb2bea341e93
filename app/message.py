"""Messages of a page as they come in: JSON from outside, so everything in them is checked."""

from __future__ import annotations

import json
from typing import Any

LONGEST_MESSAGE = 64_000
Message = dict[str, Any]


def parse(text: object) -> Message:
    """The message that a text stands for, or ValueError in one sentence, as from everything here."""
    if not isinstance(text, str) or len(text) > LONGEST_MESSAGE:
        raise ValueError(f"A message must be a text of at most {LONGEST_MESSAGE} characters.")
    try:
        message = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise ValueError("A message must be JSON.") from None
    if not isinstance(message, dict):
        raise ValueError("A message must be a JSON object.")
    return message


def gesture(message: Message) -> str | None:
    """The name under which several changes are one step of the history, or None."""
    name = message.get("gesture")
    return name[:40] if isinstance(name, str) else None


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON.")


def number(value: object) -> float:
    """One number of a position."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e9:
        raise ValueError("A position must be two numbers.")
    return float(value)


def cell(message: Message) -> tuple[str, int, int]:
    """Table, row and column that a cell's name such as "wq-1-0" stands for."""
    table, *place = text(message, "cell").split("-")
    if len(place) != 2 or not all(part.isascii() and part.isdecimal() and len(part) < 4 for part in place):
        raise ValueError("A cell is named by its table, row and column, such as wq-1-0.")
    return table, int(place[0]), int(place[1])


def text(message: Message, name: str) -> str:
    """What the message says under a name, which must be a text."""
    value = message.get(name)
    if not isinstance(value, str):
        raise ValueError(f"The message must name its {name}.")
    return value
