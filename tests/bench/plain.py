"""The numbers that must be shown, by a plain formula of the bench's own: the app is not asked what is right.

All here is about cat-sat, with one key moved and everything else as it opens.
"""

import re
from collections.abc import Sequence
from math import atan2, cos, hypot, sin

import numpy as np
from numpy.typing import NDArray

from tests.facts import CAT_SAT_K, CAT_SAT_Q

Point = tuple[float, float]
Matrix = NDArray[np.float64]

Q, K = np.array(CAT_SAT_Q), np.array(CAT_SAT_K)
MOVED = 1  # the key of "cat"
MOVES = 120
VECTOR = f"k-{MOVED}"
START: Point = (float(K[MOVED, 0]), float(K[MOVED, 1]))
STEP = 0.064  # five pixels on a plane 500 px wide; well above what two positions are told apart by
NEAR = 0.02  # a pixel and the rounding to 0.01
ROUNDING = 0.0051  # numbers are painted with two decimals


def weights(moved: Point) -> Matrix:
    """softmax(q kᵀ / √2), row by row, with the moved key at a place."""
    keys = K.copy()
    keys[MOVED] = moved
    scores = Q @ keys.T / np.sqrt(2)
    powers: Matrix = np.exp(scores - scores.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def place_behind(shown: Matrix) -> Point | None:
    """Where the key must lie for these weights, or None where no place gives them.

    ln(w_moved / w_other) = q · (k_moved − k_other) / √2: six equations in two unknowns; then all 36 are
    compared.
    """
    if shown.shape != (6, 6) or not np.all(shown > 0):
        return None
    other = 0
    logs = np.log(shown[:, MOVED] / shown[:, other]) * np.sqrt(2) + Q @ K[other]
    x, y = np.linalg.lstsq(Q, logs, rcond=None)[0].tolist()
    return (x, y) if np.allclose(weights((x, y)), shown, rtol=0, atol=1e-9) else None


def painted(cells: Sequence[Sequence[str]]) -> Matrix | None:
    """The weights of 36 (data-value, text) cells; None where a text says another number than its value."""
    try:
        values = np.array([float(value) for value, _ in cells])
        texts = np.array([float(re.search(r"\d+(\.\d+)?", text)[0]) for _, text in cells])  # type: ignore[index]
    except (TypeError, ValueError):
        return None
    if values.shape != (36,) or not np.all(np.abs(values - texts) <= ROUNDING):
        return None
    return values.reshape(6, 6)


def path(moves: int) -> list[Point]:
    """A half circle about the origin from where the key opens, in even steps, over other tips on its way."""
    radius, opening = hypot(*START), atan2(START[1], START[0])
    turns = [i * STEP / radius for i in range(1, moves + 1)]
    return [(radius * cos(opening + turn), radius * sin(opening + turn)) for turn in turns]


def nearest(points: Sequence[Point], place: Point, near: float = NEAR) -> int | None:
    """The number of the point that a place stands for; None where it is near none."""
    gaps = [hypot(x - place[0], y - place[1]) for x, y in points]
    best = min(range(len(gaps)), key=gaps.__getitem__)
    return best if gaps[best] <= near else None


def as_free_vectors() -> str:
    """The address words that give a scene with features these tokens, queries and keys, set by hand."""
    names = [f"{role}-{row}" for role in "qk" for row in range(len(K))]
    places = [f"{x},{y}" for x, y in [*Q.tolist(), *K.tolist()]]
    words = [f"{name}={place}" for name, place in zip(names, places, strict=True)]
    return "&".join(["tokens=The|cat|sat|on|the|mat", "query=2", f"free={','.join(names)}", *words])
