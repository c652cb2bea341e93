"""The draws behind the histograms are counted as they fall."""

from __future__ import annotations

import math

import numpy as np
import pytest

from app.draws import EDGE, PAIRS, PICK_BARS, TRIALS, products, tops
from app.sampling import Entries, dot_products, hard_pick
from scenes import scaling

KINDS: list[Entries] = ["normal", "signs"]


@pytest.mark.parametrize("entries", KINDS)
@pytest.mark.parametrize("seed", [scaling.SEED, 0])
@pytest.mark.parametrize("d_k", [1, 2, 64, 128, 512, 4096])
def test_bars_count_the_draws_that_lie_in_them(d_k: int, seed: int, entries: Entries) -> None:
    found, drawn = products(d_k, entries, seed), dot_products(d_k, PAIRS, seed, entries)
    counts = np.array(
        [((a <= drawn) & (drawn < b)).sum() for a, b in zip(found.edges, found.edges[1:], strict=False)]
    )
    heights = np.array(found.heights)
    np.testing.assert_allclose(heights * counts.sum(), counts * heights.sum(), rtol=1e-9)
    assert counts.sum() >= PAIRS * 0.998  # the tails of few numbers are heavy
    assert max(heights.max(), found.peak) == pytest.approx(1)
    assert found.beyond == (np.abs(drawn) > EDGE).mean()


@pytest.mark.parametrize("entries", KINDS)
@pytest.mark.parametrize("d_k", [16, 64, 128, 512, 4096])
def test_the_normal_curve_lies_over_the_bars(d_k: int, entries: Entries) -> None:
    found = products(d_k, entries, 1)
    for left, right, height in zip(found.edges, found.edges[1:], found.heights, strict=False):
        middle = (left + right) / 2
        curve = found.peak * math.exp(-(middle**2) / (2 * d_k))
        share = height / sum(found.heights)
        error = 5 * math.sqrt(share * (1 - share) / PAIRS) * sum(found.heights)
        # Few numbers are not quite normal, and a bar is as high as the curve's mean over it, not its middle.
        assert abs(height - curve) <= error + 0.8 / d_k + 0.02


@pytest.mark.parametrize("scaled", [True, False])
@pytest.mark.parametrize("seed", [scaling.SEED, 0])
def test_top_weights_are_counted_whole(seed: int, scaled: bool) -> None:
    found = tops(128, "normal", seed, scaled)
    drawn = hard_pick(128, 8, TRIALS, seed, scaled=scaled)
    assert sum(found.shares) == pytest.approx(1)
    assert found.shares[-1] == pytest.approx((drawn >= 1 - 1 / PICK_BARS).mean(), abs=1e-9)
    assert found.picks.mean_top == pytest.approx(drawn.mean())
