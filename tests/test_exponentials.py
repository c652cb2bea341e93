"""The powers of e behind a row of weights: plain while they are pleasant to read, shifted where they grow."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.attention import exponentials
from tests import facts, oracle

modest = settings(max_examples=80, deadline=None)
INF = math.inf
scores = (
    st.floats(-30, 30) | st.floats(-1e300, 1e300) | st.sampled_from([0.0, 9.0, -9.0, 9.01, 1e300, -1e300])
)


@pytest.fixture(autouse=True)
def no_warnings() -> Iterator[None]:
    with np.errstate(all="raise", under="ignore"):
        yield


def test_the_printed_row() -> None:
    powers, shift = exponentials([score / math.sqrt(2) for score in facts.RIVER_BANK_SCORES[2]])
    assert shift == 0
    assert powers.shape == (4,)
    np.testing.assert_allclose(powers, facts.RIVER_BANK_EXPONENTIALS, rtol=0, atol=0.005)
    assert powers.sum() == pytest.approx(facts.RIVER_BANK_TOTAL, abs=0.005)
    np.testing.assert_allclose(powers / powers.sum(), facts.RIVER_BANK_WEIGHTS[2], rtol=0, atol=0.0005)


@pytest.mark.parametrize(
    ("row", "shift"),
    [
        ([9, -40], 0),
        ([-9, -9], 0),
        ([9.01, 0], 9.01),
        ([-9.01, -10], -9.01),
        ([1000, 999], 1000),
        ([-1047, -981, 1891], 1891),
        ([1e300, -1e300], 1e300),
        ([-1e300], -1e300),
        ([-INF, 12], 12),
        ([-INF, 3], 0),
    ],
)
def test_the_largest_score_goes_off_once_it_leaves_nine(row: list[float], shift: float) -> None:
    powers, taken = exponentials(row)
    assert taken == shift
    expected = [0.0 if score == -INF else math.exp(score - shift) for score in row]
    np.testing.assert_allclose(powers, expected, rtol=1e-12, atol=0)


@modest
@given(st.lists(scores, min_size=1, max_size=8))
def test_they_are_finite_and_their_shares_are_the_weights(row: list[float]) -> None:
    powers, shift = exponentials(row)
    assert np.isfinite(powers).all()
    assert math.isfinite(shift)
    assert (powers >= 0).all()
    assert powers.sum() > 0
    np.testing.assert_allclose(powers / powers.sum(), oracle.softmax(row), rtol=0, atol=1e-12)


@modest
@given(st.lists(st.floats(-1000, 1000) | st.just(-INF), min_size=1, max_size=8))
def test_a_hidden_key_has_the_power_zero_and_no_say_in_the_shift(row: list[float]) -> None:
    seen = [score for score in row if score != -INF]
    powers, shift = exponentials(row)
    assert all(power == 0 for power, score in zip(powers, row, strict=True) if score == -INF)
    if seen:
        among, same = exponentials(seen)
        assert shift == same
        np.testing.assert_array_equal(powers[np.array(row) > -INF], among)
    else:
        assert shift == 0


def test_a_row_that_sees_nothing_and_one_without_keys() -> None:
    assert exponentials([-INF, -INF])[0].tolist() == [0, 0]
    powers, shift = exponentials([])
    assert (powers.tolist(), shift) == ([], 0)


def test_whole_numbers_are_welcome_and_inputs_left_alone() -> None:
    row = np.array([20, 10, 0])
    powers, _ = exponentials(row)
    assert powers.dtype == np.float64
    assert row.tolist() == [20, 10, 0]


@pytest.mark.parametrize(
    "row", [1.0, [[1.0, 2.0]], [INF], [math.nan, 0], [0, math.nan], [None], ["a"]], ids=str
)
def test_what_is_no_row_of_numbers_below_infinity_is_refused(row: Any) -> None:
    with pytest.raises(ValueError, match=r"."):
        exponentials(row)
