"""Attention the slow way: loops over plain Python floats, written to be checked by eye.

It shares nothing with the code under test, NumPy included.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

Row = list[float]
Rows = list[Row]


def dot(a: Sequence[float], b: Sequence[float]) -> float:
    return math.fsum(float(x) * float(y) for x, y in zip(a, b, strict=True))


def softmax(scores: Sequence[float]) -> Row:
    peak = max(scores)
    exponentials = [math.exp(score - peak) for score in scores]
    return [e / math.fsum(exponentials) for e in exponentials]


def entropy(weights: Sequence[float]) -> float:
    """In nats; a weight of 0 adds nothing."""
    return -math.fsum(w * math.log(w) for w in weights if w > 0)


def factor_of(state: object) -> float | None:
    """What a state with a width d_k stretches its scores by; None for one that has none."""
    d_k = getattr(state, "d_k", None)
    return None if d_k is None else 1.0 if getattr(state, "scale", True) else math.sqrt(d_k)


def visible(i: int, j: int, n: int, m: int, keep: Sequence[Sequence[object]] | None, causal: bool) -> bool:
    """May query i of n see key j of m? Causal is aligned so that the last query sees every key."""
    return (keep is None or bool(keep[i][j])) and (not causal or j <= i + m - n)


def attend(
    q: Sequence[Sequence[float]],
    k: Sequence[Sequence[float]],
    v: Sequence[Sequence[float]],
    *,
    keep: Sequence[Sequence[object]] | None = None,
    causal: bool = False,
    scaled: bool = True,
    factor: float | None = None,
) -> tuple[Rows, Rows]:
    """Weights (n, m) and output (n, d_v); a query that sees no key gets zeros.

    A factor, where one is given, stands for the division.
    """
    weights, output = [], []
    for i, query in enumerate(q):
        seen = [j for j in range(len(k)) if visible(i, j, len(q), len(k), keep, causal)]
        row = [0.0] * len(k)
        if seen:
            divisor = (math.sqrt(len(query)) if scaled else 1.0) if factor is None else 1 / factor
            scores = [dot(query, k[j]) / divisor for j in seen]
            for j, weight in zip(seen, softmax(scores), strict=True):
                row[j] = weight
        weights.append(row)
        output.append([dot(row, [value[column] for value in v]) for column in range(len(v[0]))])
    return weights, output
