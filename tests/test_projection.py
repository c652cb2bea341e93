"""From features to vectors, and the least change of a matrix that moves one token."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from app.projection import Unmovable, least_change, project
from tests import facts

modest = settings(max_examples=60, deadline=None)
X, W_Q = np.array(facts.RIVER_BANK_X), np.array(facts.RIVER_BANK_W_Q)


@pytest.fixture(autouse=True)
def no_warnings() -> Iterator[None]:
    with np.errstate(all="raise", under="ignore"):
        yield


@st.composite
def moves(draw: st.DrawFn):
    """A token's features, a matrix and a wanted vector, in steps of 0.01."""
    f, d = draw(st.integers(1, 5)), draw(st.integers(1, 4))
    steps = st.integers(-500, 500)
    shapes: list[tuple[int, ...]] = [(f,), (f, d), (d,)]
    x, w, wanted = (draw(arrays(np.int64, shape, elements=steps)) / 100 for shape in shapes)
    return x, w, wanted


@pytest.mark.parametrize("name", ["Q", "K", "V"])
def test_river_bank_vectors_come_from_the_features(name: str) -> None:
    w, expected = getattr(facts, f"RIVER_BANK_W_{name}"), getattr(facts, f"RIVER_BANK_{name}")
    result = project(facts.RIVER_BANK_X, w)
    np.testing.assert_array_equal(result, expected)
    assert result.dtype == np.float64
    assert result.shape == (4, 2)


def test_shapes() -> None:
    assert project(np.ones((4, 3)), np.ones((3, 2))).shape == (4, 2)
    assert least_change(np.ones(3), np.ones((3, 2)), np.ones(2)).shape == (3, 2)


@modest
@given(moves())
def test_least_change_is_the_minimum_norm_solution(move) -> None:
    x, w, wanted = move
    if not x.any():
        return
    changed = least_change(x, w, wanted)
    by_lstsq = np.linalg.lstsq(x[None, :], (wanted - x @ w)[None, :], rcond=None)[0]
    np.testing.assert_allclose(changed - w, by_lstsq, rtol=1e-9, atol=1e-11)
    np.testing.assert_allclose(x @ changed, wanted, rtol=0, atol=1e-12)


@modest
@given(moves(), st.integers(0, 10_000))
def test_every_other_solution_is_farther_away(move, seed: int) -> None:
    x, w, wanted = move
    if not x.any():
        return
    changed = least_change(x, w, wanted)
    detour = np.random.default_rng(seed).normal(size=w.shape)
    detour -= np.outer(x, x @ detour) / (x @ x)  # leaves this token's vector as it is
    np.testing.assert_allclose(x @ (changed + detour), wanted, rtol=0, atol=1e-10)
    assert np.linalg.norm(changed + detour - w) >= np.linalg.norm(changed - w) - 1e-10


def test_tokens_that_share_a_feature_move_too_and_the_others_stay() -> None:
    flooded = 3  # water and grammar word, as river has the one and The the other
    after = project(X, least_change(X[flooded], W_Q, [2, 3]))
    np.testing.assert_array_equal(after, [[0.5, 2], [1.5, 1], [2, 0], [2, 3]])


@modest
@given(st.integers(0, 2), *[st.integers(-100_000, 100_000)] * 2)
def test_a_token_with_one_feature_gets_exactly_what_was_wanted(feature: int, a: int, b: int) -> None:
    x, wanted = np.eye(3)[feature], np.array([a, b]) / 100
    w = np.array([[0.1, -3.17], [2.03, 0.7], [1e3, 1 / 3]])
    np.testing.assert_array_equal(project(x[None], least_change(x, w, wanted))[0], wanted)


def test_nothing_changes_where_the_vector_is_there_already() -> None:
    np.testing.assert_array_equal(least_change([1, 0, 1], W_Q, [1, 1]), W_Q)


@pytest.mark.parametrize("size", [1e-200, 1e-160, 1e160, 1e200])
def test_features_whose_squares_leave_the_range(size: float) -> None:
    changed = least_change([size, size], np.zeros((2, 1)), [1.0])
    np.testing.assert_allclose(changed, np.full((2, 1), 0.5 / size), rtol=1e-12)


def test_inputs_are_left_alone() -> None:
    x, w, wanted = np.array([1.0, 2.0]), np.eye(2), np.array([3.0, 4.0])
    result = least_change(x, w, wanted)
    assert result is not w
    np.testing.assert_array_equal(w, np.eye(2))
    np.testing.assert_array_equal(x, [1, 2])


def test_a_token_without_features_cannot_be_moved() -> None:
    with pytest.raises(Unmovable, match="all 0"):
        least_change([0, 0, 0], W_Q, [1, 1])
    assert issubclass(Unmovable, ValueError)


@pytest.mark.parametrize(
    ("x", "w", "said"),
    [
        ([[1, 2]], W_Q, r"x has shape \(1, 2\) and w has shape \(3, 2\)"),
        ([1, 2, 3], W_Q, r"x has shape \(3,\)"),
        (X, [1, 2, 3], r"w has shape \(3,\)"),
        (np.zeros((0, 3)), W_Q, r"x has shape \(0, 3\)"),
        ([[1, 2], [3]], W_Q, "x must be rectangular"),
        ([["1", "2", "3"]], W_Q, "real numbers"),
        ([[1j, 0, 0]], W_Q, "real numbers"),
        ([[np.nan, 0, 0]], W_Q, "finite"),
        (X, [[np.inf, 0], [0, 0], [0, 0]], "finite"),
        ([[1e200, 0, 0]], [[1e200, 0], [0, 0], [0, 0]], "overflow"),
    ],
)
def test_project_refuses(x, w, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        project(x, w)


@pytest.mark.parametrize(
    ("x", "w", "wanted", "said"),
    [
        ([1, 2], W_Q, [1, 1], r"\(2,\).*\(3, 2\)"),
        ([1, 2, 3], W_Q, [1, 1, 1], r"\(3,\).*\(3, 2\)"),
        ([[1, 2, 3]], W_Q, [1, 1], r"x_row has shape \(1, 3\)"),
        ([1, 2, 3], W_Q, 1.0, r"wanted has shape \(\)"),
        ([1, 2, 3], W_Q, [np.nan, 0], "wanted .*finite"),
        ([1e-200, 0, 0], W_Q, [1e200, 0], "overflow"),
    ],
)
def test_least_change_refuses(x, w, wanted, said: str) -> None:
    with pytest.raises(ValueError, match=said) as caught:
        least_change(x, w, wanted)
    assert not isinstance(caught.value, Unmovable)
