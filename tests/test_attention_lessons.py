"""What the lessons print, number by number, and what they say about it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from app.attention import attend, causal_mask, softmax, softmax_jacobian
from tests import facts, oracle


@pytest.fixture(autouse=True)
def no_warnings() -> Iterator[None]:
    with np.errstate(all="raise", under="ignore"):
        yield


def test_cat_sat_as_published() -> None:
    result = attend(facts.CAT_SAT_Q, facts.CAT_SAT_K, facts.CAT_SAT_V)
    row = facts.CAT_SAT_QUERY
    np.testing.assert_allclose(result.scores[row], facts.CAT_SAT_SCORES, atol=1e-12)
    np.testing.assert_allclose(result.scaled[row], facts.CAT_SAT_SCALED, rtol=0, atol=0.005)
    np.testing.assert_allclose(result.weights, facts.CAT_SAT_WEIGHTS, rtol=0, atol=0.005)
    np.testing.assert_allclose(result.output[row], facts.CAT_SAT_OUTPUT, rtol=0, atol=0.005)
    plain = attend(facts.CAT_SAT_Q, facts.CAT_SAT_K, facts.CAT_SAT_V, scale=False)
    np.testing.assert_allclose(plain.weights[row], facts.CAT_SAT_UNSCALED_WEIGHTS, rtol=0, atol=0.005)


def test_cat_sat_key_on_the_far_side_drains_and_a_longer_query_decides() -> None:
    q, k = np.array(facts.CAT_SAT_Q), np.array(facts.CAT_SAT_K)
    k[1] = -k[1]
    row = facts.CAT_SAT_QUERY
    assert attend(q, k, facts.CAT_SAT_V).weights[row, 1] < 0.005
    shorter, same, longer = (
        oracle.entropy(attend(q * size, facts.CAT_SAT_K, facts.CAT_SAT_V).weights[row])
        for size in (0.25, 1.0, 3.0)
    )
    assert shorter > same > longer


def test_river_bank_as_published() -> None:
    result = attend(facts.RIVER_BANK_Q, facts.RIVER_BANK_K, facts.RIVER_BANK_V)
    np.testing.assert_array_equal(result.scores, facts.RIVER_BANK_SCORES)
    np.testing.assert_allclose(result.scaled[2], facts.RIVER_BANK_SCALED, rtol=0, atol=0.005)
    np.testing.assert_allclose(result.weights, facts.RIVER_BANK_WEIGHTS, rtol=0, atol=0.0005)
    np.testing.assert_allclose(result.output, facts.RIVER_BANK_OUTPUT, rtol=0, atol=0.0005)
    exponentials = np.exp(result.scaled[2])
    np.testing.assert_allclose(exponentials, facts.RIVER_BANK_EXPONENTIALS, rtol=0, atol=0.005)
    assert exponentials.sum() == pytest.approx(facts.RIVER_BANK_TOTAL, abs=0.005)


def test_river_bank_under_the_causal_mask() -> None:
    rows = facts.RIVER_BANK_Q, facts.RIVER_BANK_K, facts.RIVER_BANK_V
    masked, full = attend(*rows, mask=causal_mask(4)), attend(*rows)
    np.testing.assert_allclose(masked.weights, facts.RIVER_BANK_CAUSAL_WEIGHTS, rtol=0, atol=0.0005)
    np.testing.assert_allclose(masked.output, facts.RIVER_BANK_CAUSAL_OUTPUT, rtol=0, atol=0.0005)
    assert np.isneginf(masked.scaled[~masked.mask]).all()
    np.testing.assert_array_equal(masked.scores, facts.RIVER_BANK_SCORES)
    np.testing.assert_allclose(masked.weights[3], full.weights[3], atol=1e-12)
    assert full.weights[2, 3] == pytest.approx(0.47, abs=0.005)


def test_a_fifth_token_changes_earlier_rows_only_without_the_mask() -> None:
    rows = [np.array(r) for r in (facts.RIVER_BANK_Q, facts.RIVER_BANK_K, facts.RIVER_BANK_V)]
    longer = [np.vstack([r, [1, 2]]) for r in rows]
    old, new = attend(*rows, mask=causal_mask(4)), attend(*longer, mask=causal_mask(5))
    np.testing.assert_allclose(new.output[:4], old.output, rtol=0, atol=1e-12)
    assert not new.weights[:4, 4].any()
    assert (np.abs(attend(*longer).output[:4] - attend(*rows).output).max(axis=1) > 0.01).all()


@pytest.mark.parametrize("stretch", facts.STRETCHED_WEIGHTS)
def test_stretched_pattern_flattens_the_slopes(stretch: float) -> None:
    weights = softmax(np.multiply(facts.PATTERN, stretch))
    slope = np.abs(softmax_jacobian(weights)).max()
    np.testing.assert_allclose(weights, facts.STRETCHED_WEIGHTS[stretch], rtol=0, atol=0.0005)
    assert slope == pytest.approx(facts.LARGEST_SLOPE[stretch], rel=0.005)
    if stretch in facts.SLOPE_RATIO:
        assert facts.LARGEST_SLOPE[1.0] / slope == pytest.approx(facts.SLOPE_RATIO[stretch], abs=0.05)
