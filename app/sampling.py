"""Random dot products, and how often softmax then picks one key outright, drawn exactly and quickly.

Entries of q and k are independent with mean 0 and variance 1, so q·k has mean 0 and variance d_k: the reason
for the √d_k in Vaswani et al. (2017), "Attention Is All You Need", section 3.2.1, footnote 4. Seeing it does
not take d_k numbers a vector, because the distribution of q·k is known:

normal entries  given q, q·k is normal with variance ‖q‖², and ‖q‖² is chi-square with d_k degrees of freedom
signs (±1)      given q, each product of entries is ±1 by a fair coin, so q·k is 2·Binomial(d_k, ½) − d_k

Both are exact, not approximations, and given q the scores of several keys are independent.
"""

from __future__ import annotations

import math
import operator
from dataclasses import dataclass
from typing import Literal, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from app.attention import softmax

Floats = NDArray[np.float64]
Entries = Literal["normal", "signs"]

D_K_LIMIT = 4096
DRAWS_LIMIT = 2_000_000  # scores a call: keeps one visitor from taking the server's memory and time


@dataclass(frozen=True, slots=True)
class Spread:
    """How widely dot products scatter; `predicted_std` is √d_k, `std_error` the sampling error of `std`."""

    mean: float
    std: float
    predicted_std: float
    std_error: float


@dataclass(frozen=True, slots=True)
class Picks:
    """Top weights of many trials, all between 0 and 1.

    `share_over` is the part of the trials with a top weight beyond `threshold`, `share_error` its sampling
    error.
    """

    mean_top: float
    share_over: float
    share_error: float
    threshold: float


def dot_products(d_k: int, pairs: int = 200_000, seed: int = 0, entries: Entries = "normal") -> Floats:
    """q·k of `pairs` random pairs of d_k entries: float64 (pairs,).

    entries: "normal" (standard normal) or "signs" (±1, fair). d_k is 1 to 4096, pairs 1 to 2,000,000, seed a
    whole number of at least 0; the same arguments give the same numbers. Raises ValueError for anything else.
    """
    return _scores(d_k, pairs, 1, seed, entries)[:, 0]


def hard_pick(
    d_k: int, keys: int = 8, trials: int = 20_000, seed: int = 0, *, scaled: bool, entries: Entries = "normal"
) -> Floats:
    """The top softmax weight in each trial of a random query against `keys` random keys: float64 (trials,).

    scaled=True divides the scores by √d_k first. The same seed gives the same scores with and without, so
    the two can be compared trial by trial. Limits and errors as in `dot_products`, with keys × trials up to
    2,000,000.
    """
    if not isinstance(scaled, bool | np.bool_):
        raise ValueError(f"scaled must be True or False, not {scaled!r:.40}")
    scores = _scores(d_k, trials, keys, seed, entries)
    if scaled:
        scores /= math.sqrt(d_k)
    top: Floats = softmax(scores).max(axis=-1)
    return top


def spread(products: Floats, d_k: int) -> Spread:
    """Mean and standard deviation of dot products of width d_k, next to the √d_k that they should have.

    Raises ValueError where `products` is empty or d_k is out of range.
    """
    predicted = math.sqrt(_whole("d_k", d_k, 1, D_K_LIMIT))
    _check_some("products", products)
    mean, std = float(products.mean()), float(products.std())
    if std == 0.0:
        return Spread(mean, std, predicted, 0.0)
    # From the fourth moment: at small d_k the tails are heavier than the normal distribution's.
    squares = ((products - mean) / std) ** 2
    heaviness = float((squares * squares).mean())
    return Spread(mean, std, predicted, std * math.sqrt(max(heaviness - 1, 0) / (4 * products.size)))


def picks(top: Floats, threshold: float = 0.99) -> Picks:
    """Mean top weight, and the share of trials where one key gets more than `threshold` of the weight.

    Raises ValueError where `top` is empty or the threshold is not between 0 and 1.
    """
    if not 0.0 < threshold < 1.0:
        raise ValueError(f"threshold must lie between 0 and 1, not {threshold!r:.40}")
    _check_some("top", top)
    share = float((top > threshold).mean())
    return Picks(float(top.mean()), share, math.sqrt(share * (1 - share) / top.size), threshold)


def _scores(d_k: int, queries: int, keys: int, seed: int, entries: Entries) -> Floats:
    """(queries, keys): every query against keys of its own."""
    d_k = _whole("d_k", d_k, 1, D_K_LIMIT)
    queries = _whole("pairs or trials", queries, 1, DRAWS_LIMIT)
    keys = _whole("keys", keys, 1, DRAWS_LIMIT // queries)
    rng = np.random.default_rng(_whole("seed", seed, 0))
    if entries == "normal":
        scores = rng.standard_normal((queries, keys))
        scores *= np.sqrt(rng.chisquare(d_k, (queries, 1)))
        return scores
    if entries == "signs":
        return np.asarray(2.0 * rng.binomial(d_k, 0.5, (queries, keys)) - d_k, np.float64)
    raise ValueError(f'entries must be "normal" or "signs", not {entries!r:.40}')


def _whole(name: str, value: SupportsIndex, low: int, high: float = math.inf) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        number = low - 1
    if isinstance(value, bool) or not low <= number <= high:
        limits = f"of at least {low}" if high == math.inf else f"from {low} to {high}"
        raise ValueError(f"{name} must be a whole number {limits}, not {value!r:.40}")
    return number


def _check_some(name: str, numbers: Floats) -> None:
    if numbers.size == 0:
        raise ValueError(f"{name} has shape {numbers.shape}, but at least one number is needed")
