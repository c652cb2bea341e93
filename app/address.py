"""A state as the query of an address, both ways, strict and readable: `query=1&scale=off&k-1=-2,0.5`.

Only what differs from the scene's opening state is written. Reading never fails: each part that
cannot be understood is named in a notice, and the scene's own value stands in its place. Numbers
are written as Python prints them, so that a state comes back exactly.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any
from urllib.parse import parse_qsl, quote

import numpy as np

from app.parameters import REACH, as_names, as_tokens
from app.projection import project
from app.state import AttentionState
from app.texts import brief

LONGEST_ADDRESS = 8000
PRESENTATION = ("embed", "theme", "lang", "show", "hide", "lock")
"""Words that say how a page is shown, not what its state is; they are no business of this module."""

_ROWS = {"q": "q", "k": "k", "v": "v", "x": "x", "start": "start"}
_MATRICES = {"wq": "w_q", "wk": "w_k", "wv": "w_v"}
_SWITCHES = {"scale": "scale", "mask": "causal"}
_NAMES = {"view": "view", "drag": "learns", "entries": "entries"}
_COUNTS = {"query": "query", "dk": "d_k", "seed": "seed", "taken": "taken", "rate": "rate"}
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?", re.ASCII | re.IGNORECASE)
_ROW_WORD = re.compile(r"(q|k|v|x|start)-(\d{1,3})", re.ASCII)

Values = dict[str, Any]
Pair = tuple[str, str]


# --- writing ------------------------------------------------------------------------------------


def write(values: Values, opening: Values) -> str:
    """The query of an address for a snapshot, against the snapshot that the scene opens with; "" if equal."""
    pairs = [pair for word in _words(values, opening) for pair in word]
    return "&".join(f"{word}={quote(text, safe=',;:|*~ ').replace(' ', '+')}" for word, text in pairs)


def _words(values: Values, opening: Values) -> Iterator[Iterable[Pair]]:
    if values["tokens"] != opening["tokens"]:
        yield [("tokens", "|".join(map(_escaped, values["tokens"])))]
    for word, name in _SWITCHES.items():
        if values[name] != opening[name]:
            yield [(word, "on" if values[name] else "off")]
    for word, name in {**_NAMES, **_COUNTS}.items():
        if name in values and values[name] != opening[name]:
            yield [(word, f"{values[name]}")]
    for word, name in _MATRICES.items():
        if name in values and not np.array_equal(values[name], opening[name]):
            yield [(word, ";".join(map(_row, values[name].tolist())))]
    if values.get("free"):
        yield [("free", ",".join(sorted(values["free"])))]
    for word, name in _ROWS.items():
        if name in values:
            yield _row_words(word, values[name], opening[name], values)


def _row_words(word: str, rows: Any, opening: Any, values: Values) -> Iterator[Pair]:
    for i, row in enumerate(rows.tolist()):
        if "w_q" in values and word in "qkv" and f"{word}-{i}" not in values["free"]:
            continue  # follows from x and its matrix
        before = opening[i].tolist() if i < len(opening) else [0.0] * len(row)
        if row != before or f"{word}-{i}" in values.get("free", ()):
            yield f"{word}-{i}", _row(row)


def _row(row: list[float]) -> str:
    return ",".join(repr(value).removesuffix(".0") for value in row)


def _escaped(token: str) -> str:
    return token.replace("\\", "\\\\").replace("|", "\\|")


# --- reading ------------------------------------------------------------------------------------


def read(query: str, state: AttentionState) -> list[str]:
    """Bring a freshly opened state to what an address says; the notices for what it could not say."""
    if len(query) > LONGEST_ADDRESS:
        return [f"The address is longer than {LONGEST_ADDRESS} characters, so the scene opened as it is."]
    notices: list[str] = []
    draft = state.snapshot()
    for word, text in sorted(_pairs(query, notices), key=lambda pair: pair[0] != "tokens"):
        try:
            _take(word, text, draft, state)
        except ValueError as reason:
            notices.append(f"{word} in the address was left out: {reason}")
    _settle(draft, state, notices)
    return notices


def _pairs(query: str, notices: list[str]) -> list[Pair]:
    try:
        pairs = parse_qsl(query, keep_blank_values=True, errors="strict", max_num_fields=200)
    except ValueError:
        notices.append("The address could not be read, so the scene opened as it is.")
        return []
    return [pair for pair in dict(pairs).items() if pair[0] not in PRESENTATION]


def _take(word: str, text: str, draft: Values, state: AttentionState) -> None:
    """Put one word's value into the draft, or ValueError."""
    row_word = _ROW_WORD.fullmatch(word)
    if row_word and _ROWS[row_word[1]] in draft:
        _take_row(_ROWS[row_word[1]], int(row_word[2]), text, draft)
        return
    reader = _READERS.get(word)
    name = {**_MATRICES, **_SWITCHES, **_NAMES, **_COUNTS, "tokens": "tokens", "free": "free"}.get(word)
    if reader is None or name not in draft:
        raise ValueError("there is no such word here.")
    value = reader(text, draft)
    if name not in ("tokens", "free"):
        _check(name, value, text, state)
    draft[name] = draft[name] | value if name == "free" else value
    if name == "tokens":
        _resize(draft)


def _check(name: str, value: Any, text: str, state: AttentionState) -> None:
    """Whether a parameter takes a value; its refusal in this page's words, not in Param's."""
    try:
        state.param[name]._validate(value)
    except ValueError:
        raise ValueError(f"{brief(text)} is not one of its values.") from None


def _take_row(name: str, row: int, text: str, draft: Values) -> None:
    rows = draft[name].copy()
    if row >= len(rows):
        raise ValueError(f"rows from 0 to {len(rows) - 1} are there.")
    rows[row] = _numbers(text, rows.shape[1])
    draft[name] = rows
    if "w_q" in draft and name in "qkv":
        draft["free"] |= {f"{name}-{row}"}  # it no longer follows from x and its matrix


def _numbers(text: str, count: int) -> list[float]:
    parts = text.split(",")
    if len(parts) != count or not all(_NUMBER.fullmatch(part) for part in parts):
        raise ValueError(f"{count} numbers joined by commas are expected, not {brief(text)}.")
    numbers = [float(part) for part in parts]
    if not all(abs(number) <= REACH for number in numbers):
        raise ValueError(f"numbers from −{REACH:g} to {REACH:g} are expected, not {brief(text)}.")
    return numbers


def _resize(draft: Values) -> None:
    """As many rows as tokens: new ones are zero, and nothing stays free that is gone."""
    n = len(draft["tokens"])
    for name in {"q", "k", "v", "x", "start"} & draft.keys():
        rows = np.zeros((n, draft[name].shape[1]))
        kept = min(n, len(draft[name]))
        rows[:kept] = draft[name][:kept]
        draft[name] = rows
    draft["query"] = min(draft["query"], n - 1)


def _tokens(text: str, draft: Values) -> tuple[str, ...]:
    parts = [""]
    signs = iter(text)
    for sign in signs:
        if sign == "|":
            parts.append("")
        else:
            parts[-1] += next(signs, "") if sign == "\\" else sign
    return as_tokens(parts)


def _switch(text: str, draft: Values) -> bool:
    if text not in ("on", "off"):
        raise ValueError(f"on or off is expected, not {brief(text)}.")
    return text == "on"


def _count(text: str, draft: Values) -> float:
    if not _NUMBER.fullmatch(text) or len(text) > 12:
        raise ValueError(f"a number is expected, not {brief(text)}.")
    return int(text) if re.fullmatch(r"[+-]?\d+", text, re.ASCII) else float(text)


def _query(text: str, draft: Values) -> int:
    row = _count(text, draft)
    if row not in range(len(draft["tokens"])):
        raise ValueError(f"a row from 0 to {len(draft['tokens']) - 1} is expected, not {brief(text)}.")
    return int(row)


def _matrix(name: str) -> Callable[[str, Values], Any]:
    def matrix(text: str, draft: Values) -> Any:
        rows = text.split(";")
        if len(rows) != len(draft[name]):
            raise ValueError(f"{len(draft[name])} rows joined by semicolons are expected, not {brief(text)}.")
        return np.array([_numbers(row, draft[name].shape[1]) for row in rows])

    return matrix


def _free(text: str, draft: Values) -> frozenset[str]:
    names = as_names(text.split(","))
    if not all(int(name[2:]) < len(draft["tokens"]) for name in names):
        raise ValueError(f"names of vectors that are there are expected, not {brief(text)}.")
    return names


_READERS: dict[str, Callable[[str, Values], Any]] = {
    "tokens": _tokens,
    "free": _free,
    **dict.fromkeys(_SWITCHES, _switch),
    **dict.fromkeys(_NAMES, lambda text, draft: text),
    **dict.fromkeys(_COUNTS, _count),
    "query": _query,
    **{word: _matrix(name) for word, name in _MATRICES.items()},
}


def _settle(draft: Values, state: AttentionState, notices: list[str]) -> None:
    """Give the state what was understood; all of it or, where the parts do not fit, none."""
    before = state.snapshot()
    try:
        if "w_q" in draft:
            _derive(draft)
        changed = {name: value for name, value in draft.items() if not np.array_equal(value, before[name])}
        with state.history.held():
            state.update(**changed)
    except ValueError as reason:
        notices.append(f"The address asks for what cannot be, so the scene opened as it is: {reason}")


def _derive(draft: Values) -> None:
    """Vectors follow from x and the matrices, all but the free ones."""
    for role, matrix in zip("qkv", _MATRICES.values(), strict=True):
        rows = project(draft["x"], draft[matrix])
        for name in draft["free"]:
            if name[0] == role:
                rows[int(name[2:])] = draft[role][int(name[2:])]
        draft[role] = rows
