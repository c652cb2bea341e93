"""Learning through the softmax, isolated: gradient steps on the scores themselves.

With output o = softmax(s) V and loss L = ½‖o − target‖², the chain rule gives ∂L/∂s = J V (o − target), where
J = diag(w) − w wᵀ is the slope of softmax. Large scores make J vanish, and with it all learning: the reason
that Vaswani et al. (2017), "Attention Is All You Need", section 3.2.1, give for dividing by √d_k.
"""

from __future__ import annotations

import math
import operator
from numbers import Real
from typing import SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from app.attention import softmax, softmax_jacobian

Floats = NDArray[np.float64]

# The exercise: one pattern of four scores, four values around a circle, and the second of them as the target.
# The scores favour the first value, so what has to be learnt is to look elsewhere.
PATTERN = (1.0, 0.5, 0.0, -0.5)
VALUES = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))
TARGET = VALUES[1]
LEARNING_RATE = 0.5
STEPS_LIMIT = 10_000
VALUE_LIMIT = 1e150


def loss(scores: ArrayLike, values: ArrayLike, target: ArrayLike) -> float:
    """½‖softmax(scores) @ values − target‖².

    scores (m,), values (m, d_v), target (d_v,): finite, values and target within ±1e150. Raises ValueError
    for anything else and for shapes that do not fit.
    """
    _, _, miss = _forward(scores, values, target)
    return float(miss @ miss) / 2


def gradient(scores: ArrayLike, values: ArrayLike, target: ArrayLike) -> Floats:
    """∂loss/∂scores = J V (o − target), (m,), with J = diag(w) − w wᵀ; arguments and errors as in `loss`."""
    weights, v, miss = _forward(scores, values, target)
    slope: Floats = softmax_jacobian(weights) @ (v @ miss)
    return slope


@np.errstate(all="ignore")
def step(scores: ArrayLike, values: ArrayLike, target: ArrayLike, lr: float = LEARNING_RATE) -> Floats:
    """The scores after one step of gradient descent, s − lr · ∂loss/∂s, (m,); the given ones stay unchanged.

    lr is positive and finite. Raises ValueError as `loss` does, for any other lr, and for a step that
    overflows.
    """
    rate = _positive("lr", lr)
    moved: Floats = np.asarray(scores, np.float64) - rate * gradient(scores, values, target)
    if not np.isfinite(moved).all():
        raise ValueError(f"lr {rate} is so large that a step overflows float64")
    return moved


@np.errstate(all="ignore")
def descents(
    scores: ArrayLike, values: ArrayLike, target: ArrayLike, steps: SupportsIndex, lr: float = LEARNING_RATE
) -> Floats:
    """The losses of n runs side by side, before the first and after each step: (steps + 1, n).

    scores (n, m) are where the runs start; all else, and the errors, as in `losses` and `loss`. The same as
    one run after the other, in the time of one.
    """
    count, rate = _steps("steps", steps), _positive("lr", lr)
    _forward(np.asarray(scores)[0], values, target)
    here = np.array(scores, np.float64)
    v, aim = np.asarray(values, np.float64), np.asarray(target, np.float64)
    curves = np.empty((count + 1, len(here)))
    for i in range(count + 1):
        weights = softmax(here)
        miss = weights @ v - aim
        curves[i] = (miss * miss).sum(axis=1) / 2
        pull = miss @ v.T
        # J u = w∘u − w (w·u): the slope's product without the slope's n matrices.
        here -= rate * weights * (pull - (weights * pull).sum(axis=1, keepdims=True))
        if not np.isfinite(here).all():
            raise ValueError(f"lr {rate} is so large that a step overflows float64")
    return curves


def halfway(curve: Floats) -> int | None:
    """How many steps it takes a curve of losses to come down to half its start; None where it does not."""
    (halved,) = np.nonzero(curve <= curve[0] / 2)
    return int(halved[0]) if halved.size else None


def losses(stretch: float, steps: SupportsIndex, lr: float = LEARNING_RATE) -> Floats:
    """The loss before the first and after each of `steps` steps, (steps + 1,), from scores PATTERN × stretch.

    stretch and lr are positive and finite, steps is 0 to 10,000. Raises ValueError for anything else.
    """
    count = _steps("steps", steps)
    scores: Floats = np.multiply(PATTERN, _positive("stretch", stretch))
    curve = np.empty(count + 1)
    curve[0] = loss(scores, VALUES, TARGET)
    for i in range(count):
        scores = step(scores, VALUES, TARGET, lr)
        curve[i + 1] = loss(scores, VALUES, TARGET)
    return curve


def steps_until_half(stretch: float, limit: SupportsIndex = 400) -> int | None:
    """How many steps (lr = 0.5) bring the loss down to half its start, or None where `limit` steps do not.

    Arguments and errors as in `losses`.
    """
    return halfway(losses(stretch, _steps("limit", limit)))


def _forward(scores: ArrayLike, values: ArrayLike, target: ArrayLike) -> tuple[Floats, Floats, Floats]:
    """Weights (m,), values (m, d_v) and the miss o − target (d_v,)."""
    weights, v, aim = softmax(scores), np.asarray(values), np.asarray(target)
    if weights.ndim != 1 or v.ndim != 2 or len(v) != len(weights) or v.size == 0 or aim.shape != v.shape[1:]:
        shapes = f"scores {weights.shape}, values {v.shape} and target {aim.shape}"
        raise ValueError(f"{shapes} must have the shapes (m,), (m, d_v) and (d_v,)")
    for name, array in (("values", v), ("target", aim)):
        # Beyond this size the squares could overflow; NaN fails the comparison too.
        if array.dtype.kind not in "fiub" or not np.abs(array).max() <= VALUE_LIMIT:
            raise ValueError(f"{name} of shape {array.shape} must hold real numbers within ±{VALUE_LIMIT:g}")
    return weights, v.astype(np.float64), weights @ v - aim


def _positive(name: str, value: float) -> float:
    try:
        number = float(value) if isinstance(value, Real) and not isinstance(value, bool) else math.nan
    except OverflowError:  # a whole number beyond float64
        number = math.inf
    if not 0.0 < number < math.inf:
        raise ValueError(f"{name} must be a positive finite number, not {value!r:.40}")
    return number


def _steps(name: str, value: SupportsIndex) -> int:
    try:
        count = operator.index(value)
    except TypeError:
        count = -1
    if isinstance(value, bool) or not 0 <= count <= STEPS_LIMIT:
        raise ValueError(f"{name} must be a whole number from 0 to {STEPS_LIMIT}, not {value!r:.40}")
    return count
