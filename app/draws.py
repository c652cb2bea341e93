"""What many random draws come to: counted and summed up once for each width, kind of entries and seed.

Only the sums are kept, never the draws themselves: a few kilobytes each, the same for every visitor.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from app.sampling import Entries, Picks, Spread, dot_products, hard_pick, picks, spread

PAIRS = 200_000
TRIALS = 20_000
KEYS = 8
EDGE = 36.0
"""How far from 0 a chart of dot products reaches: three standard deviations at d_k = 128."""
REACH = 5.5
"""How far the bars reach, in standard deviations: beyond it lies less than one pair."""
WIDEST = 6.0
PICK_BARS = 20
KEPT = 512


@dataclass(frozen=True)
class Products:
    """Dot products, counted in bars of one width: `edges` (n + 1) and `heights` (n).

    `peak` is what the normal curve of the same variance reaches at 0. Heights are in a unit of their own in
    which the higher of the fullest bar and that peak is 1, so that only the width tells pictures apart.
    `beyond` is the share of pairs that lie outside ±EDGE.
    """

    edges: tuple[float, ...]
    heights: tuple[float, ...]
    peak: float
    spread: Spread
    beyond: float


@dataclass(frozen=True)
class Tops:
    """Top weights of the trials: their share in each of PICK_BARS bars from 0 to 1, and what they come to."""

    shares: tuple[float, ...]
    picks: Picks


@lru_cache(KEPT)
def products(d_k: int, entries: Entries, seed: int) -> Products:
    """PAIRS dot products of width d_k."""
    drawn = dot_products(d_k, PAIRS, seed, entries)
    width, first, count = _bars(d_k, entries)
    counts, edges = np.histogram(drawn, count, (first, first + width * count))
    normal = PAIRS * width / math.sqrt(2 * math.pi * d_k)
    unit = max(float(counts.max()), normal)
    return Products(
        edges=tuple(edges.tolist()),
        heights=tuple((counts / unit).tolist()),
        peak=normal / unit,
        spread=spread(drawn, d_k),
        beyond=float((np.abs(drawn) > EDGE).mean()),
    )


@lru_cache(KEPT)
def tops(d_k: int, entries: Entries, seed: int, scaled: bool) -> Tops:
    """TRIALS top weights of a query against KEYS keys."""
    drawn = hard_pick(d_k, KEYS, TRIALS, seed, scaled=scaled, entries=entries)
    counts, _ = np.histogram(drawn, PICK_BARS, (0.0, 1.0))
    return Tops(tuple((counts / TRIALS).tolist()), picks(drawn))


def _bars(d_k: int, entries: Entries) -> tuple[float, float, int]:
    """Width, first edge and number of bars, a quarter of a standard deviation each, at most WIDEST.

    Dot products of ±1 entries lie 2 apart: a bar takes in a whole odd number of places, and has its
    edges between two.
    """
    deviation = math.sqrt(d_k)
    width = min(deviation / 4, WIDEST)
    if entries == "signs":
        width = WIDEST if width > WIDEST - 2 else 2.0
    half = math.ceil(REACH * deviation / width)
    if entries == "signs" and d_k % 2:  # places at odd numbers: an edge at 0 lies between two
        return width, -half * width, 2 * half
    return width, -(half + 0.5) * width, 2 * half + 1
