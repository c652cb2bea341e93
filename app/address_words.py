"""What each word of an address stands for, and how its text is read: strictly, or with one sentence."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import param

from app.language import quoted, told
from app.parameters import REACH, as_names, as_tokens
from app.state import AttentionState

Values = dict[str, Any]

ROWS = {"q": "q", "k": "k", "v": "v", "x": "x", "start": "start"}
MATRICES = {"wq": "w_q", "wk": "w_k", "wv": "w_v"}
SWITCHES = {"scale": "scale", "mask": "causal"}
NAMES = {"view": "view", "drag": "learns", "entries": "entries"}
COUNTS = {"query": "query", "dk": "d_k", "seed": "seed", "taken": "taken", "rate": "rate"}
_ALONE = {"tokens": "tokens", **SWITCHES, **NAMES, **COUNTS, **MATRICES, "free": "free"}
"""Each word that stands for a whole value, with the value's name; those of ROWS stand for a row of one."""
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?", re.ASCII | re.IGNORECASE)
_ROW_WORD = re.compile(r"(q|k|v|x|start)-(\d{1,3})", re.ASCII)


def known(values: Values) -> list[str]:
    """The words that an address of such values may have; k-i stands for k-0, k-1 and so on."""
    return [
        *(word for word, name in _ALONE.items() if name in values),
        *(f"{row}-i" for row in ROWS if row in values),
    ]


def take(word: str, text: str, draft: Values, state: AttentionState) -> None:
    """Put one word's value into the draft, or ValueError."""
    row_word = _ROW_WORD.fullmatch(word)
    if row_word and ROWS[row_word[1]] in draft:
        _take_row(ROWS[row_word[1]], int(row_word[2]), text, draft)
        return
    name = _ALONE.get(word)
    if name not in draft:
        raise ValueError(told("address.no-word"))
    value = _READERS[word](text, draft)
    if name not in ("tokens", "free"):
        value = _checked(name, value, text, state)
    draft[name] = draft[name] | value if name == "free" else value
    if name == "tokens":
        _resize(draft)


def _checked(name: str, value: Any, text: str, state: AttentionState) -> Any:
    """What a parameter takes for a value, 64 for 64.0; its refusal in this page's words, not in Param's."""
    parameter = state.param[name]
    try:
        parameter._validate(value)
    except ValueError:
        raise ValueError(_expected(parameter, text)) from None
    if isinstance(parameter, param.Selector):
        return next(option for option in parameter.objects if option == value)
    return value


def _expected(parameter: Any, text: str) -> str:
    """A sentence on what a parameter takes: one of a few values, or a number within bounds."""
    if isinstance(parameter, param.Selector):
        return told("address.choice", choices=", ".join(map(str, parameter.objects)), text=quoted(text))
    low, high = parameter.bounds
    return told("address.bounds", low=low, high=high, text=quoted(text))


def _take_row(name: str, row: int, text: str, draft: Values) -> None:
    rows = draft[name].copy()
    if row >= len(rows):
        raise ValueError(told("address.rows", last=len(rows) - 1))
    rows[row] = _numbers(text, rows.shape[1])
    draft[name] = rows
    if "w_q" in draft and name in "qkv":
        draft["free"] |= {f"{name}-{row}"}  # it no longer follows from x and its matrix


def _numbers(text: str, count: int) -> list[float]:
    parts = text.split(",")
    if len(parts) != count or not all(_NUMBER.fullmatch(part) for part in parts):
        raise ValueError(told("address.numbers", count=count, text=quoted(text)))
    numbers = [float(part) for part in parts]
    if not all(abs(number) <= REACH for number in numbers):
        raise ValueError(told("address.reach", reach=f"{REACH:g}", text=quoted(text)))
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
        raise ValueError(told("address.switch", text=quoted(text)))
    return text == "on"


def _count(text: str, draft: Values) -> float:
    if not _NUMBER.fullmatch(text) or len(text) > 12:
        raise ValueError(told("address.number", text=quoted(text)))
    return int(text) if re.fullmatch(r"[+-]?\d+", text, re.ASCII) else float(text)


def _query(text: str, draft: Values) -> int:
    row = _count(text, draft)
    if row not in range(len(draft["tokens"])):
        raise ValueError(told("address.row", last=len(draft["tokens"]) - 1, text=quoted(text)))
    return int(row)


def _matrix(name: str) -> Callable[[str, Values], Any]:
    def matrix(text: str, draft: Values) -> Any:
        rows = text.split(";")
        if len(rows) != len(draft[name]):
            raise ValueError(told("address.matrix", count=len(draft[name]), text=quoted(text)))
        return np.array([_numbers(row, draft[name].shape[1]) for row in rows])

    return matrix


def _free(text: str, draft: Values) -> frozenset[str]:
    names = as_names(text.split(","))
    if not all(int(name[2:]) < len(draft["tokens"]) for name in names):
        raise ValueError(told("address.free", text=quoted(text)))
    return names


_READERS: dict[str, Callable[[str, Values], Any]] = {
    "tokens": _tokens,
    "free": _free,
    **dict.fromkeys(SWITCHES, _switch),
    **dict.fromkeys(NAMES, lambda text, draft: text),
    **dict.fromkeys(COUNTS, _count),
    "query": _query,
    **{word: _matrix(name) for word, name in MATRICES.items()},
}
