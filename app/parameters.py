"""Parameters of a state that check what they are given: rows of numbers, and tokens."""

from __future__ import annotations

from typing import Any

import numpy as np
import param
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

REACH = 1000.0
"""Largest coordinate, in the plane's units, that may be typed or set."""
MOST_TOKENS = 12
LONGEST_TOKEN = 80


class Vectors(param.Parameter[Any]):
    """A read-only float64 array of vectors, one a row: shape (n, width), each entry within ±REACH.

    Lists and integers are welcome; anything else raises ValueError and leaves the old value.
    """

    __slots__ = ["width"]
    _slot_defaults = dict(param.Parameter._slot_defaults, width=2)  # noqa: RUF012 - read by Param's metaclass

    def __init__(self, default: Any = param.Undefined, *, width: Any = param.Undefined, **params: Any):
        super().__init__(default, **params)
        self.width = width

    def __set__(self, obj: Any, val: Any) -> None:
        super().__set__(obj, as_rows(val, self.name or "vectors", self.width))


def as_rows(values: ArrayLike, name: str, width: int | None) -> Floats:
    """A read-only copy of values as float64 rows of shape (n, width), or ValueError saying what is wrong."""
    try:
        rows = np.array(values, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name} must be rows of {width or 'as many'} numbers each; this is not.") from None
    if rows.ndim != 2 or not rows.size or (width is not None and rows.shape[1] != width):
        raise ValueError(
            f"{name} must have the shape (n, {width or 'f'}), n at least 1; it has {rows.shape}."
        )
    if not (np.abs(rows) <= REACH).all():
        raise ValueError(f"{name} must hold numbers from {-REACH:g} to {REACH:g}.")
    rows += 0.0  # turns -0.0 into 0.0, so that no text can read "-0"
    rows.flags.writeable = False
    return rows


def as_tokens(tokens: Any) -> tuple[str, ...]:
    """The tokens as a tuple of texts, or ValueError saying what is wrong."""
    if isinstance(tokens, str) or not all(isinstance(token, str) for token in tokens):
        raise ValueError("tokens must be a list of texts.")
    if not 1 <= len(tokens) <= MOST_TOKENS:
        raise ValueError(f"There must be 1 to {MOST_TOKENS} tokens, not {len(tokens)}.")
    if any(len(token) > LONGEST_TOKEN for token in tokens):
        raise ValueError(f"A token may have {LONGEST_TOKEN} characters at most.")
    return tuple(tokens)


class Tokens(param.Parameter[Any]):
    """The texts that stand for the rows of q, k and v; never markup, and free to repeat or be blank."""

    def __set__(self, obj: Any, val: Any) -> None:
        super().__set__(obj, as_tokens(val))
