"""Parameters of a state that check what they are given: rows of numbers, and tokens."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import param
from numpy.typing import ArrayLike, NDArray

from app.language import told
from app.texts import brief

Floats = NDArray[np.float64]

REACH = 1000.0
"""Largest coordinate, in the plane's units, that may be typed or set."""
MOST_TOKENS = 12
LONGEST_TOKEN = 80
_VECTOR = re.compile(r"[qkv]-(0|[1-9]\d{0,2})", re.ASCII)


class Vectors(param.Parameter[Any]):
    """A read-only float64 array of vectors, one a row: shape (n, width), each entry within ±REACH.

    Lists and integers are welcome; anything else raises ValueError and leaves the old value.
    """

    __slots__ = ["width"]
    _slot_defaults = dict(param.Parameter._slot_defaults, width=2)  # noqa: RUF012 - read by Param's metaclass

    def __init__(self, default: Any, *, width: int | None = 2, **params: Any):
        super().__init__(as_rows(default, "vectors", width), **params)
        self.width = width

    def _validate(self, val: Any) -> None:
        as_rows(val, self.name or "vectors", getattr(self, "width", None))

    def __set__(self, obj: Any, val: Any) -> None:
        super().__set__(obj, as_rows(val, self.name or "vectors", self.width))


def as_rows(values: ArrayLike, name: str, width: int | None) -> Floats:
    """A read-only copy of values as float64 rows of shape (n, width), or ValueError saying what is wrong."""
    try:
        given = np.asarray(values)
    except (TypeError, ValueError, OverflowError):
        given = np.asarray("ragged")
    if given.dtype.kind not in "fiub":
        raise ValueError(f"{name} must be rows of {width or 'as many'} real numbers each; this is not.")
    if given.ndim != 2 or not given.size or (width is not None and given.shape[1] != width):
        raise ValueError(
            f"{name} must have the shape (n, {width or 'f'}), n at least 1; it has {given.shape}."
        )
    rows = given.astype(np.float64) + 0.0  # + 0.0 turns -0.0 into 0.0, so that no text can read "-0"
    if not (np.abs(rows) <= REACH).all():
        raise ValueError(told("refusal.reach", name=name, reach=f"{REACH:g}"))
    rows.flags.writeable = False
    return rows


def as_tokens(tokens: Any) -> tuple[str, ...]:
    """The tokens as a tuple of texts, or ValueError saying what is wrong."""
    if not isinstance(tokens, list | tuple) or not all(isinstance(token, str) for token in tokens):
        raise ValueError(told("refusal.tokens"))
    if not 1 <= len(tokens) <= MOST_TOKENS:
        raise ValueError(told("refusal.token-count", most=MOST_TOKENS, count=len(tokens)))
    if not "".join(tokens).isascii() and any("\ud800" <= sign <= "\udfff" for sign in "".join(tokens)):
        raise ValueError(told("refusal.half-character"))
    if any(len(token) > LONGEST_TOKEN for token in tokens):
        raise ValueError(told("refusal.long-token", most=LONGEST_TOKEN))
    return tuple(tokens)


class Names(param.Parameter[Any]):
    """A set of vectors' names, such as k-1; anything else raises ValueError and leaves the old value."""

    def _validate(self, val: Any) -> None:
        as_names(val)

    def __set__(self, obj: Any, val: Any) -> None:
        super().__set__(obj, as_names(val))


def as_names(names: Any) -> frozenset[str]:
    """The names as a frozenset of texts, or ValueError saying what is wrong."""
    if not isinstance(names, list | tuple | set | frozenset) or not all(isinstance(n, str) for n in names):
        raise ValueError(told("refusal.names"))
    for name in names:
        if not _VECTOR.fullmatch(name):
            raise ValueError(told("refusal.no-vector", name=brief(name)))
    return frozenset(names)


class Tokens(param.Parameter[Any]):
    """The texts that stand for the rows of q, k and v; never markup, and free to repeat or be blank."""

    def _validate(self, val: Any) -> None:
        as_tokens(val)

    def __set__(self, obj: Any, val: Any) -> None:
        super().__set__(obj, as_tokens(val))
