"""Gradient steps through the softmax: the slope itself, and how a large stretch stops all learning."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from app.learning import (
    PATTERN,
    TARGET,
    VALUES,
    descents,
    gradient,
    halfway,
    loss,
    losses,
    step,
    steps_until_half,
)
from tests import facts, oracle

modest = settings(max_examples=60, deadline=None)


@pytest.fixture(autouse=True)
def no_warnings() -> Iterator[None]:
    with np.errstate(all="raise", under="ignore"):
        yield


def slow_loss(scores, values, target) -> float:
    weights = oracle.softmax(scores)
    output = [oracle.dot(weights, column) for column in zip(*values, strict=True)]
    return math.fsum((o - t) ** 2 for o, t in zip(output, target, strict=True)) / 2


@st.composite
def exercises(draw: st.DrawFn):
    m, d = draw(st.integers(1, 5)), draw(st.integers(1, 3))
    shapes: list[tuple[int, ...]] = [(m,), (m, d), (d,)]
    return tuple(draw(arrays(np.float64, shape, elements=st.floats(-3, 3))) for shape in shapes)


@modest
@given(exercises())
def test_loss_equals_the_slow_way(exercise) -> None:
    scores, values, target = exercise
    expected = slow_loss(scores.tolist(), values.tolist(), target.tolist())
    assert loss(scores, values, target) == pytest.approx(expected, abs=1e-12)


@modest
@given(exercises())
def test_gradient_equals_finite_differences(exercise) -> None:
    scores, values, target = exercise
    h = 1e-5
    slopes = [
        (
            slow_loss((scores + nudge).tolist(), values.tolist(), target.tolist())
            - slow_loss((scores - nudge).tolist(), values.tolist(), target.tolist())
        )
        / (2 * h)
        for nudge in np.eye(len(scores)) * h
    ]
    np.testing.assert_allclose(gradient(scores, values, target), slopes, rtol=0, atol=1e-7)


@modest
@given(exercises(), st.floats(0.001, 2))
def test_a_step_goes_down_the_gradient(exercise, lr: float) -> None:
    scores, values, target = exercise
    before = scores.copy()
    moved = step(scores, values, target, lr)
    np.testing.assert_array_equal(scores, before)
    np.testing.assert_allclose(moved, scores - lr * gradient(scores, values, target), rtol=0, atol=1e-12)
    small = step(scores, values, target, 1e-3)
    assert loss(small, values, target) <= loss(scores, values, target) + 1e-12


def test_the_exercise_is_the_documented_one() -> None:
    assert list(PATTERN) == facts.PATTERN
    assert [list(value) for value in VALUES] == facts.LEARNING_VALUES
    assert list(TARGET) == facts.LEARNING_TARGET


@pytest.mark.parametrize("stretch", facts.STEPS_UNTIL_HALF)
def test_steps_until_the_loss_is_halved(stretch: float) -> None:
    assert steps_until_half(stretch) == facts.STEPS_UNTIL_HALF[stretch]


@pytest.mark.parametrize("stretch", facts.LOSS_AFTER_100_STEPS)
def test_loss_after_a_hundred_steps(stretch: float) -> None:
    expected = facts.LOSS_AFTER_100_STEPS[stretch]
    digits = 0.0005 if expected > 0.1 else 0.00005
    assert losses(stretch, 100)[100] == pytest.approx(expected, abs=digits)


def test_a_large_stretch_never_learns() -> None:
    curve = losses(512**0.5, 400)
    np.testing.assert_allclose(curve, 1.0, rtol=0, atol=0.0005)


def test_shapes_and_the_first_loss() -> None:
    curve = losses(1.0, 3)
    assert curve.shape == (4,)
    assert curve[0] == pytest.approx(slow_loss(facts.PATTERN, facts.LEARNING_VALUES, facts.LEARNING_TARGET))
    assert (np.diff(curve) < 0).all()
    assert losses(1.0, 0).shape == (1,)
    assert gradient(PATTERN, VALUES, TARGET).shape == (4,)
    assert step(PATTERN, VALUES, TARGET).shape == (4,)


def test_limit_and_rate_count() -> None:
    assert steps_until_half(1.0, limit=5) is None
    assert steps_until_half(1.0, limit=6) == 6
    assert losses(1.0, 5, lr=1.0)[5] < losses(1.0, 5)[5]


@pytest.mark.parametrize("bad", [0, -0.5, math.nan, math.inf, 10**400, True, "0.5", None, 1j])
def test_rate_and_stretch_must_be_positive_and_finite(bad) -> None:
    with pytest.raises(ValueError, match="lr must be a positive finite number"):
        step(PATTERN, VALUES, TARGET, bad)
    with pytest.raises(ValueError, match="lr must be"):
        losses(1.0, 1, bad)
    with pytest.raises(ValueError, match="stretch must be"):
        losses(bad, 1)


@pytest.mark.parametrize("bad", [-1, 1.5, 10_001, True, None])
def test_steps_are_a_whole_number_within_limits(bad) -> None:
    with pytest.raises(ValueError, match="steps must be"):
        losses(1.0, bad)
    with pytest.raises(ValueError, match="limit must be"):
        steps_until_half(1.0, bad)


@pytest.mark.parametrize(
    ("scores", "values", "target"),
    [
        ([1, 2, 3], VALUES, TARGET),
        (PATTERN, VALUES, [1, 2, 3]),
        ([PATTERN], VALUES, TARGET),
        (PATTERN, [1, 2, 3, 4], TARGET),
        (PATTERN, np.zeros((4, 0)), []),
        ([math.nan, 0, 0, 0], VALUES, TARGET),
        (PATTERN, [[1, 0], [0, math.inf], [0, 0], [0, 0]], TARGET),
        (PATTERN, VALUES, [math.nan, 0]),
        (PATTERN, VALUES, [1j, 0]),
        (PATTERN, VALUES, ["0", "1"]),
        (PATTERN, VALUES, [1e200, 0]),
    ],
)
def test_bad_arguments_are_refused(scores, values, target) -> None:
    for function in (loss, gradient, step):
        with pytest.raises(ValueError, match=r"must|holds|needs"):
            function(scores, values, target)


def test_a_step_that_overflows_is_refused() -> None:
    with pytest.raises(ValueError, match="overflows"):
        step([0, 0], [[1e150], [-1e150]], [1e150], 1e200)


@pytest.mark.parametrize("lr", [0.1, 0.5, 2.0])
def test_runs_side_by_side_equal_one_after_the_other(lr: float) -> None:
    stretches = [1.0, 8**0.5, 8.0, 128**0.5, 64.0]
    starts = np.outer(stretches, PATTERN)
    before = starts.copy()
    curves = descents(starts, VALUES, TARGET, 60, lr)
    assert curves.shape == (61, len(stretches))
    for curve, stretch in zip(curves.T, stretches, strict=True):
        np.testing.assert_allclose(curve, losses(stretch, 60, lr), rtol=1e-9, atol=1e-15)
    np.testing.assert_array_equal(starts, before)


@pytest.mark.parametrize(("stretch", "steps"), facts.STEPS_UNTIL_HALF.items())
def test_halfway_is_found_on_a_curve(stretch: float, steps: int | None) -> None:
    (curve,) = descents([[stretch * score for score in PATTERN]], VALUES, TARGET, 400).T
    assert halfway(curve) == steps


def test_runs_side_by_side_check_what_they_are_given() -> None:
    with pytest.raises(ValueError, match="must have the shapes"):
        descents([[1.0, 2.0]], VALUES, TARGET, 3)
    with pytest.raises(ValueError, match="steps"):
        descents([PATTERN], VALUES, TARGET, -1)
    with pytest.raises(ValueError, match="lr"):
        descents([PATTERN], VALUES, TARGET, 3, 0)
