"""Scaled dot-product attention with every step kept.

Attention(Q, K, V) = softmax(Q Kᵀ / √d_k) V: Vaswani et al. (2017), "Attention Is All You Need", eq. 1.
Rows are queries, columns are keys, softmax runs along rows. All is float64, whatever comes in, and no input
is changed. Bad input raises ValueError with one sentence; nothing in here warns.
"""

from __future__ import annotations

import math
import operator
from dataclasses import dataclass
from numbers import Real
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

LOWEST = float(np.finfo(np.float64).min)


@dataclass(frozen=True, slots=True, eq=False)
class Attention:
    """Every step of one attention, as read-only arrays; "..." stands for batch dimensions, if any."""

    scores: Floats  # (..., n, m): raw q·k, of hidden keys too
    scaled: Floats  # (..., n, m): scores × factor; -inf where the key is hidden
    weights: Floats  # (..., n, m): 0 where hidden; a row sums to 1, or to 0 if its query may see no key
    output: Floats  # (..., n, d_v): weights @ v
    mask: Bools  # (..., n, m): True = this query may attend to this key; all True when no mask was given
    factor: float  # what the scores were multiplied by: 1/√d_k, 1 or the caller's own


# Overflow is looked for in the results, so NumPy's own warnings about it would only repeat that.
@np.errstate(all="ignore")
def attend(
    q: ArrayLike, k: ArrayLike, v: ArrayLike, *, scale: bool | float = True, mask: ArrayLike | None = None
) -> Attention:
    """Scaled dot-product attention (Vaswani et al. 2017, "Attention Is All You Need", eq. 1).

    q (..., n, d_k), k (..., m, d_k), v (..., m, d_v): finite real numbers, at least one row and one column
    each; the leading dimensions broadcast.
    scale: True multiplies the scores by 1/√d_k, False by 1, a positive finite number by that number.
    mask: booleans that broadcast to (..., n, m) without growing it, True = may attend; (m,) hides keys from
    all queries. Join masks with &. A query that may see no key gets weights 0 and output 0. Hidden keys and
    values leave no trace in weights and output.
    Raises ValueError for NaN or infinity anywhere (hidden rows too), for scores or outputs that overflow, for
    shapes that do not fit, and for data or masks of the wrong kind.
    """
    q, k, v = _rows("q", q), _rows("k", k), _rows("v", v)
    _check_shapes(q, k, v)
    factor = _factor(scale, q.shape[-1])
    scores = q @ k.mT  # (..., n, d_k) @ (..., d_k, m) -> (..., n, m)
    scaled = scores * factor
    if not (_finite(scores) and _finite(scaled)):
        raise ValueError(f"q {q.shape} and k {k.shape} hold numbers so large that a score overflows float64")
    visible = _visible("mask", mask, scores.shape)
    if mask is not None:
        np.copyto(scaled, -np.inf, where=~visible)
    weights = _softmax(scaled, -1)
    output = weights @ v  # (..., n, m) @ (..., m, d_v) -> (..., n, d_v)
    if not _finite(output):
        raise ValueError(f"v {v.shape} holds numbers so large that their weighted sum overflows float64")
    for array in (scores, scaled, weights, output, visible):
        array.setflags(write=False)
    return Attention(scores, scaled, weights, output, visible, factor)


def causal_mask(n: SupportsIndex, m: SupportsIndex | None = None) -> Bools:
    """Bool (n, m), True = may attend: a token sees itself and all earlier ones. `m` defaults to `n`.

    Aligned bottom-right: with m > n the queries are the last n of m tokens, as when older keys come from a
    cache. With n > m the first n - m queries come before every key and see none. Raises ValueError unless
    both are whole numbers of at least 1.
    """
    rows = _size("n", n)
    columns = rows if m is None else _size("m", m)
    return np.tri(rows, columns, columns - rows, dtype=np.bool_)


@np.errstate(all="ignore")
def softmax(x: ArrayLike, axis: int = -1, where: ArrayLike | None = None) -> Floats:
    """exp(x) / Σ exp(x) along `axis`, in the shape of x; safe at any size: the maximum goes off first.

    where: booleans that broadcast to x's shape. An entry under False counts as absent: it gets exactly 0, and
    it alone may be -inf. Where nothing is left along the axis, the result is 0 throughout.
    Raises ValueError for NaN or infinity, an empty or missing axis, and a `where` that does not fit x's
    shape or is not boolean.
    """
    values = _reals("x", x)
    if axis not in range(-values.ndim, values.ndim) or values.shape[axis] == 0:
        raise ValueError(
            f"x has shape {values.shape}, but softmax needs at least one number along axis {axis}"
        )
    visible = _visible("where", where, values.shape)
    _check_finite("x", np.where(np.isneginf(values) & ~visible, 0.0, values))
    return _softmax(np.where(visible, values, -np.inf), axis)


@np.errstate(all="ignore")
def exponentials(scaled: ArrayLike) -> tuple[Floats, float]:
    """e^(score − shift) of one row of scaled scores (m,), as softmax adds them up, and the shift.

    The shift is 0 while the largest score lies within ±9, where the plain powers are pleasant to read, else
    that largest score: taken off every score it changes no share and keeps the powers from overflowing.
    A hidden key's −inf gives 0. Raises ValueError where scaled is not one row of numbers below infinity.
    """
    row = np.asarray(scaled, dtype=np.float64)
    if row.ndim != 1 or not (row < np.inf).all():
        raise ValueError(f"scaled has shape {row.shape}, but one row of numbers below infinity is expected")
    top = float(row.max(initial=-np.inf))
    shift = top if 9 < abs(top) < np.inf else 0.0
    return np.exp(row - shift), shift


@np.errstate(all="ignore")
def softmax_jacobian(w: ArrayLike) -> Floats:
    """The slopes of softmax at weights w: diag(w) − w wᵀ.

    w (..., n) -> (..., n, n); entry [i, j] is ∂w_i/∂s_j, weight per unit of scaled score. No entry exceeds
    1/4 in size; where the weights sum to 1, rows and columns sum to 0. Raises ValueError unless every weight
    is from 0 to 1.
    """
    weights = _reals("w", w)
    if weights.ndim == 0 or weights.shape[-1] == 0:
        raise ValueError(f"w has shape {weights.shape}, but at least one weight is needed, (..., n)")
    if not ((weights >= 0) & (weights <= 1)).all():
        raise ValueError(f"w of shape {weights.shape} must hold softmax weights, each from 0 to 1")
    jacobian = -weights[..., :, None] * weights[..., None, :]
    diagonal = np.arange(weights.shape[-1])
    jacobian[..., diagonal, diagonal] += weights
    return jacobian


def _softmax(x: Floats, axis: int) -> Floats:
    """Softmax of finite entries and of -inf, which stands for hidden."""
    # A finite floor under the maximum keeps -inf minus -inf (NaN) out of rows that see nothing.
    peak = np.maximum.reduce(x, axis=axis, keepdims=True, initial=LOWEST)
    weights: Floats = np.exp(x - peak)
    total = np.add.reduce(weights, axis=axis, keepdims=True)
    # The peak adds exp(0) = 1, so a row that sees a key totals at least 1; one that sees none becomes 0/1.
    weights /= np.maximum(total, 1.0)
    return weights


def _array(name: str, x: ArrayLike) -> NDArray[Any]:
    if isinstance(x, np.ma.MaskedArray):
        raise ValueError(
            f"{name} is a masked array of shape {x.shape}; plain numbers and a mask= are expected"
        )
    try:
        return np.asarray(x)
    except (ValueError, TypeError, OverflowError):
        raise ValueError(f"{name} must be a rectangular array, with rows of one length") from None


def _reals(name: str, x: ArrayLike) -> Floats:
    """x as float64, not yet checked for NaN and infinity; no copy where it is float64 already."""
    array = x if type(x) is np.ndarray else _array(name, x)
    if array.dtype.kind not in "fiub":
        raise ValueError(f"{name} {array.shape} holds {array.dtype}, but real numbers are expected")
    return array.astype(np.float64, copy=False)


def _rows(name: str, x: ArrayLike) -> Floats:
    """x as finite float64 (..., rows, columns), at least one of each."""
    rows = _reals(name, x)
    if rows.ndim < 2 or 0 in rows.shape[-2:]:
        raise ValueError(
            f"{name} has shape {rows.shape}, but (..., rows, columns), at least (1, 1), is expected"
        )
    _check_finite(name, rows)
    return rows


def _finite(x: Floats) -> bool:
    # A finite sum of squares proves every entry finite and costs half of asking each; it may itself overflow.
    return math.isfinite(np.vdot(x, x)) or bool(np.isfinite(x).all())


def _check_finite(name: str, x: Floats) -> None:
    if not _finite(x):
        place = tuple(int(i) for i in np.argwhere(~np.isfinite(x))[0])
        raise ValueError(f"{name} {x.shape} holds {x[place]} at {place}, but every number must be finite")


def _check_shapes(q: Floats, k: Floats, v: Floats) -> None:
    if q.shape[-1] != k.shape[-1]:
        raise ValueError(f"q {q.shape} and k {k.shape} must have the same number of columns, d_k")
    if k.shape[-2] != v.shape[-2]:
        raise ValueError(
            f"k {k.shape} and v {v.shape} must have the same number of rows, one value for each key"
        )
    if not q.ndim == k.ndim == v.ndim == 2:
        try:
            np.broadcast_shapes(q.shape[:-2], k.shape[:-2], v.shape[:-2])
        except ValueError:
            shapes = f"q {q.shape}, k {k.shape} and v {v.shape}"
            raise ValueError(f"{shapes} must broadcast in the dimensions before the last two") from None


def _factor(scale: object, d_k: int) -> float:
    if isinstance(scale, bool | np.bool_):
        return 1.0 / math.sqrt(d_k) if scale else 1.0
    try:
        factor = float(scale) if isinstance(scale, Real) else math.nan
    except OverflowError:  # a whole number beyond float64
        factor = math.inf
    if not 0.0 < factor < math.inf:
        raise ValueError(f"scale must be True, False or a positive finite number, not {scale!r:.40}")
    return factor


def _visible(name: str, mask: ArrayLike | None, shape: tuple[int, ...]) -> Bools:
    """`mask` spread over `shape` as a new array, all True for None."""
    visible: Bools = np.ones(shape, np.bool_)
    if mask is None:
        return visible
    given = _array(name, mask)
    # NumPy would let a mask with more or longer dimensions grow the result; this one may only be stretched.
    fits = all(have in (1, want) for have, want in zip(given.shape[::-1], shape[::-1], strict=False))
    if given.dtype != np.bool_ or not 0 < given.ndim <= len(shape) or not fits:
        found = f"has shape {given.shape} and holds {given.dtype}"
        raise ValueError(f"{name} {found}, but bool that broadcasts to {shape} is expected")
    visible &= given
    return visible


def _size(name: str, value: SupportsIndex) -> int:
    try:
        size = 0 if isinstance(value, bool) else operator.index(value)
    except TypeError:
        size = 0
    if size < 1:
        raise ValueError(f"{name} must be a whole number of at least 1, not {value!r:.40}")
    return size
