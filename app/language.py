"""What the lab says, in the reader's language: every text of the interface stands in `words/`, by its key.

A text may hold places for values, `{name}`; in rich text also `**stress**`, `*symbols*` and indices: `d_k`.
Which language is spoken is set around a request or a message (`speaking`), so that what computes
need not hand it on.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, fields
from functools import cache
from itertools import count, takewhile
from pathlib import Path
from typing import Any

from app.texts import Rich, Segment, legible

WORDS = Path(__file__).parent / "words"
DEFAULT = "en"


@dataclass(frozen=True)
class Language:
    """A language: its texts by key, and how it writes.

    `name` is what its speakers call it, `direction` ltr or rtl; `decimal` and `thousands` are the
    signs in its numbers, `between` stands between the coordinates of a vector.
    """

    code: str
    texts: dict[str, str]
    name: str
    direction: str
    decimal: str
    thousands: str
    between: str


@cache
def codes() -> tuple[str, ...]:
    """The codes of all languages, the default one first."""
    others = sorted(path.stem for path in WORDS.glob("*.toml") if path.stem != DEFAULT)
    return (DEFAULT, *others)


@cache
def language(code: str) -> Language:
    """A language by its code; where it lacks a text, the default language's stands in."""
    own = _flat(tomllib.loads((WORDS / f"{code}.toml").read_text(encoding="utf-8")))
    texts = own if code == DEFAULT else {**language(DEFAULT).texts, **own}
    return Language(code, texts, *(texts[f"language.{field.name}"] for field in fields(Language)[2:]))


def _flat(value: Any, key: str = "") -> dict[str, str]:
    """Tables and lists as one dictionary: `walk.moves.1` is the first of a list."""
    if isinstance(value, str):
        return {key: value}
    items = value.items() if isinstance(value, dict) else enumerate(value, start=1)
    texts: dict[str, str] = {}
    for name, part in items:
        texts.update(_flat(part, f"{key}.{name}" if key else str(name)))
    return texts


# --- which one is spoken --------------------------------------------------------------------------

_spoken: ContextVar[str] = ContextVar("spoken", default=DEFAULT)


def current() -> Language:
    """The language that is spoken now."""
    return language(_spoken.get())


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Speak a language inside."""
    token = _spoken.set(code)
    try:
        yield
    finally:
        _spoken.reset(token)


def preferred(accepted: str) -> str:
    """The first of our languages in a browser's list (`Accept-Language`), else the default."""
    wishes: list[tuple[float, int, str]] = []
    for place, entry in enumerate(accepted[:500].split(",")):
        tag, _, rest = entry.partition(";")
        weight = re.fullmatch(r"\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*", rest)
        if not rest or weight:
            wishes.append((-float(weight[1]) if weight else -1.0, place, tag.strip().lower().split("-")[0]))
    return next((code for weight, _, code in sorted(wishes) if weight and code in codes()), DEFAULT)


# --- saying it --------------------------------------------------------------------------------------


def told(key: str, /, **values: object) -> str:
    """A text by its key, with its values in place; `count` chooses between `.one` and `.other`."""
    return current().texts[_counted(key, values)].format_map(values)


def find(*keys: str) -> str | None:
    """The first text that is there, or None."""
    texts = current().texts
    return next((texts[key] for key in keys if key in texts), None)


def say(key: str, /, **values: Segment | int | Rich) -> Rich:
    """The same as rich text: a value may be a segment or a list of them."""
    rich: Rich = []
    for piece in _pieces(_spoken.get(), _counted(key, values)):
        value = values[piece.name] if isinstance(piece, _Place) else piece
        for part in value if isinstance(value, list) else [value]:
            text = str(part) if isinstance(part, int) else part
            if isinstance(text, str) and rich and isinstance(rich[-1], str):
                rich[-1] += text
            elif text:
                rich.append(text)
    return rich


def feature_name(feature: str) -> str:
    """What a feature of a token is called; one that no catalogue knows keeps its name."""
    return find(f"feature.{feature}") or feature


def lines(section: str) -> list[str]:
    """The texts of a list, in order."""
    texts = current().texts
    return [texts[key] for key in takewhile(texts.__contains__, (f"{section}.{n}" for n in count(1)))]


def _counted(key: str, values: dict[str, Any]) -> str:
    if "count" not in values or f"{key}.one" not in current().texts:
        return key
    return f"{key}.{'one' if values['count'] == 1 else 'other'}"


@dataclass(frozen=True)
class _Place:
    """Where a value goes."""

    name: str


_MARK = re.compile(r"\{(?P<place>\w+)\}|\*\*(?P<strong>.+?)\*\*|\*(?P<em>.+?)\*|(?<=\w)_(?P<sub>\w+)")


@cache
def _pieces(code: str, key: str) -> tuple[Segment | _Place, ...]:
    """A text cut into texts, segments and places."""
    return tuple(cut(language(code).texts[key]))


def cut(text: str) -> Iterator[Segment | _Place]:
    """A text of the catalogue in pieces."""
    last = 0
    for match in _MARK.finditer(text):
        if match.start() > last:
            yield text[last : match.start()]
        kind = str(match.lastgroup)
        yield _Place(match[kind]) if kind == "place" else (kind, match[kind])
        last = match.end()
    if last < len(text):
        yield text[last:]


def listed(names: Sequence[str], kind: str) -> Rich:
    """Names joined as in a sentence: a, b and c."""
    rich: Rich = []
    for position, name in enumerate(names):
        if position:
            rich.append(told("sentence.and" if position == len(names) - 1 else "sentence.comma"))
        rich.append((kind, name))
    return rich


def quoted(text: str) -> str:
    """What somebody typed, within a sentence: in the language's own quotation marks."""
    return told("sentence.quoted", text=legible(text))


def plain(rich: Rich) -> str:
    """The text that a reader hears: symbols are spoken as "q of cat"."""
    return "".join(segment if isinstance(segment, str) else _heard(*segment) for segment in rich)


def _heard(kind: str, text: str) -> str:
    return told("sentence.spoken-symbol", symbol=kind, name=text) if len(kind) == 1 else text
