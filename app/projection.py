"""From token features to vectors and back: x @ w, and the least change of w that moves one token.

Q = X W_Q, K = X W_K and V = X W_V are the projections of Vaswani et al. (2017), "Attention Is All You Need",
section 3.2.2. Everything is computed in float64 and no input is ever changed.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]


class Unmovable(ValueError):  # noqa: N818 - reads as what is wrong: `except Unmovable`
    """A token whose features are all zero: no matrix gives it any vector but zero."""


@np.errstate(all="ignore")
def project(x: ArrayLike, w: ArrayLike) -> Floats:
    """x (n, f) @ w (f, d) -> (n, d): one vector a token, one row of w a feature.

    Raises ValueError for shapes that do not fit, NaN, infinity, anything but real numbers, and overflow.
    """
    x, w = _reals("x", x, 2), _reals("w", w, 2)
    _check_features(x, w)
    return _unless_overflown(x @ w, x, w)  # (n, f) @ (f, d) -> (n, d)


@np.errstate(all="ignore")
def least_change(x_row: ArrayLike, w: ArrayLike, wanted: ArrayLike) -> Floats:
    """The matrix nearest to w (in Frobenius norm) that gives a token the vector `wanted`.

    x_row (f,), w (f, d), wanted (d,) -> w' (f, d) with x_row @ w' = wanted. It is the minimum-norm solution
    of x ΔW = wanted − x w, namely ΔW = xᵀ(wanted − x w)/‖x‖². Only the rows of features that the token has
    change, so other tokens that share a feature move too.
    Raises Unmovable where x_row is zero, ValueError for shapes that do not fit, NaN, infinity and overflow.
    """
    x_row, w, wanted = _reals("x_row", x_row, 1), _reals("w", w, 2), _reals("wanted", wanted, 1)
    _check_features(x_row, w)
    if wanted.shape[0] != w.shape[1]:
        raise ValueError(f"wanted {wanted.shape} and w {w.shape} must have the same number of columns, d")
    size = np.abs(x_row).max()
    if size == 0:
        raise Unmovable(
            f"a token whose {x_row.shape[0]} features are all 0 stays at the zero vector for every matrix"
        )
    unit = x_row / size  # so that ‖x‖² neither overflows nor vanishes
    changed = w
    for _ in range(2):  # the second pass takes out the rounding of the first
        changed = changed + np.outer(unit, (wanted - x_row @ changed) / size) / (unit @ unit)
    return _unless_overflown(changed, x_row, w)


def _reals(name: str, x: ArrayLike, ndim: int) -> Floats:
    """x as a finite float64 array of `ndim` dimensions, none of them empty."""
    try:
        array = np.asarray(x)
    except (ValueError, TypeError, OverflowError):
        raise ValueError(
            f"{name} must be rectangular, with rows of one length, but its rows differ"
        ) from None
    if array.dtype.kind not in "fiub":
        raise ValueError(
            f"{name} has shape {array.shape} and dtype {array.dtype}, but real numbers are expected"
        )
    if array.ndim != ndim or 0 in array.shape:
        raise ValueError(f"{name} has shape {array.shape}, but {ndim} dimension(s), none empty, are expected")
    numbers = array.astype(np.float64, copy=False)
    if not np.isfinite(numbers).all():
        raise ValueError(
            f"{name} of shape {array.shape} holds NaN or infinity, but every number must be finite"
        )
    return numbers


def _check_features(x: Floats, w: Floats) -> None:
    if x.shape[-1] != w.shape[0]:
        raise ValueError(
            f"x has shape {x.shape} and w has shape {w.shape}, but w needs one row for each feature of x"
        )


def _unless_overflown(result: Floats, x: Floats, w: Floats) -> Floats:
    if not np.isfinite(result).all():
        raise ValueError(f"x of shape {x.shape} and w of shape {w.shape} give numbers that overflow float64")
    return result
