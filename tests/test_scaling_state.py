"""One pattern of scores at every width, and gradient descent on it."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.language import plain
from app.scaling_state import MOST_STEPS, RATES, WIDTHS, ScalingState
from scenes import scaling
from tests import facts, oracle

Scores = list[float]


def opened(**changes: object) -> ScalingState:
    """The scene's state as if it had opened with these values."""
    values = {
        name: value for name, value in scaling.state().opening.items() if name not in ("start", "taken")
    }
    return ScalingState(**{**values, **changes})


def slow_slope(weights: Scores) -> list[Scores]:
    n = range(len(weights))
    return [[weights[i] * ((i == j) - weights[j]) for j in n] for i in n]


def slow_step(scores: Scores, rate: float) -> Scores:
    """s − rate · J V (o − v₂), written out."""
    weights, values = oracle.softmax(scores), facts.LEARNING_VALUES
    miss = [
        oracle.dot(weights, column) - t
        for column, t in zip(zip(*values, strict=True), facts.LEARNING_TARGET, strict=True)
    ]
    pull = [oracle.dot(value, miss) for value in values]
    return [s - rate * oracle.dot(row, pull) for s, row in zip(scores, slow_slope(weights), strict=True)]


def slow_loss(scores: Scores) -> float:
    weights = oracle.softmax(scores)
    output = [oracle.dot(weights, column) for column in zip(*facts.LEARNING_VALUES, strict=True)]
    return math.fsum((o - t) ** 2 for o, t in zip(output, facts.LEARNING_TARGET, strict=True)) / 2


def scores_of(state: ScalingState) -> Scores:
    row: Scores = state.result.scaled[state.query].tolist()
    return row


# --- the pattern -----------------------------------------------------------------------------------


def test_the_keys_reach_the_pattern_along_the_query() -> None:
    state = opened()
    assert [oracle.dot(state.q[0], key) for key in state.k] == pytest.approx(facts.PATTERN, abs=1e-12)
    assert oracle.dot(state.q[0], state.q[0]) == pytest.approx(1)  # so that a score is a length on the plane
    assert state.v.tolist() == facts.LEARNING_VALUES
    assert state.d_k == 128


@pytest.mark.parametrize("d_k", [1, 64, 128, 512])
def test_without_the_division_the_pattern_is_stretched_by_the_root(d_k: int) -> None:
    state = opened(d_k=d_k, scale=False)
    assert scores_of(state) == pytest.approx([math.sqrt(d_k) * s for s in facts.PATTERN], abs=1e-12)
    np.testing.assert_allclose(state.result.weights[0], facts.STRETCHED_WEIGHTS[math.sqrt(d_k)], atol=5.1e-4)


@pytest.mark.parametrize("d_k", WIDTHS)
def test_with_the_division_every_width_gives_the_same(d_k: int) -> None:
    state = opened(d_k=d_k, scale=True)
    assert scores_of(state) == pytest.approx(facts.PATTERN, abs=1e-12)
    np.testing.assert_allclose(state.result.weights[0], facts.STRETCHED_WEIGHTS[1.0], atol=5.1e-4)


@pytest.mark.parametrize(
    ("d_k", "label"), [(64, "√64 = 8"), (128, "√128 ≈ 11.3"), (2, "√2 ≈ 1.41"), (4096, "√4,096 = 64")]
)
def test_the_switch_names_the_chosen_root(d_k: int, label: str) -> None:
    state = opened()
    state.d_k = d_k
    assert plain(state.label("scale")) == f"Divide scores by √dk ({label})"
    state.undo()
    assert "√128" in plain(state.label("scale"))
    assert "√2 ≈" in plain(opened(d_k=2).label("scale"))  # the name is of this state alone


def test_widths_are_the_powers_of_two() -> None:
    assert tuple(2**n for n in range(13)) == WIDTHS
    with pytest.raises(ValueError, match="d_k"):
        opened().update(d_k=3)


# --- the descent --------------------------------------------------------------------------------------


@pytest.mark.parametrize("scale", [True, False])
@pytest.mark.parametrize("d_k", [1, 8, 32, 64, 128, 512])
def test_half_of_the_loss_is_reached_when_the_lesson_says(d_k: int, scale: bool) -> None:
    state = opened(d_k=d_k, scale=scale)
    expected = facts.STEPS_UNTIL_HALF[1.0 if scale else math.sqrt(d_k)]
    half = slow_loss(scores_of(state)) / 2
    for step in range(1, (expected or MOST_STEPS) + 1):
        state.learn()
        assert (slow_loss(scores_of(state)) <= half) is (step == expected)


@pytest.mark.parametrize("scale", [True, False])
@pytest.mark.parametrize("rate", RATES)
def test_steps_equal_the_slow_way_one_by_one_and_ten_at_once(rate: float, scale: bool) -> None:
    state, other, slow = opened(scale=scale, rate=rate), opened(scale=scale, rate=rate), facts.PATTERN
    slow = [s * (1.0 if scale else math.sqrt(128)) for s in slow]
    for _ in range(10):
        state.learn()
        slow = slow_step(slow, rate)
    other.learn(10)
    assert scores_of(state) == pytest.approx(slow, abs=1e-9)
    assert scores_of(other) == pytest.approx(slow, abs=1e-9)
    assert state.taken == other.taken == 10


@pytest.mark.parametrize(("stretch", "loss"), facts.LOSS_AFTER_100_STEPS.items())
def test_the_loss_after_100_steps_is_the_one_told(stretch: float, loss: float) -> None:
    state = opened(d_k=round(stretch**2), scale=False)
    state.learn(100)
    assert slow_loss(scores_of(state)) == pytest.approx(loss, abs=5.1e-4)


places = st.integers(-320, 320).map(lambda n: n / 100)


@settings(max_examples=40, deadline=None)
@given(
    st.tuples(places, places).filter(lambda q: max(map(abs, q)) > 0.1), st.sampled_from(WIDTHS), st.booleans()
)
def test_a_step_moves_keys_along_the_query_only(q: tuple[float, float], d_k: int, scale: bool) -> None:
    state = opened(d_k=d_k, scale=scale)
    state.move("q-0", *q)
    before, scores = state.k, scores_of(state)
    state.learn()
    across = np.array([-q[1], q[0]])
    np.testing.assert_allclose((state.k - before) @ across, 0, atol=1e-9)
    assert scores_of(state) == pytest.approx(slow_step(scores, 0.5), abs=1e-7, rel=1e-9)


def test_steps_end_where_the_chart_does_and_say_so() -> None:
    state = opened()
    state.learn(MOST_STEPS - 3)
    state.act("learn", 10)
    assert state.taken == MOST_STEPS
    with pytest.raises(ValueError, match="restart"):
        state.learn()
    state.act("restart")
    assert state.taken == 0
    assert state.k.tolist() == [list(key) for key in scaling.K]


def test_a_zero_query_learns_nothing_and_says_why() -> None:
    state = opened()
    state.move("q-0", 0, 0)
    with pytest.raises(ValueError, match="The query is zero"):
        state.learn()
    assert state.taken == 0


@pytest.mark.parametrize("on", [None, 0, -1, 401, 1.0, "1", True, [1]])
def test_steps_are_a_whole_number(on: object) -> None:
    with pytest.raises(ValueError, match="whole number"):
        opened().act("learn", on)


@pytest.mark.parametrize("change", [{"scale": True}, {"d_k": 64}, {"rate": 1}])
def test_another_setting_begins_the_same_descent_anew(change: dict[str, object]) -> None:
    state = opened()
    start = state.k.tolist()
    state.learn(20)
    learnt = state.k.tolist()
    state.update(**change)
    assert (state.taken, state.k.tolist()) == (0, start)
    state.undo()
    assert (state.taken, state.k.tolist(), state.start.tolist()) == (20, learnt, start)


@pytest.mark.parametrize("change", [{"seed": 9}, {"entries": "signs"}, {"view": "values"}])
def test_what_has_nothing_to_do_with_learning_leaves_it_alone(change: dict[str, object]) -> None:
    state = opened()
    state.learn(20)
    state.update(**change)
    assert state.taken == 20


def test_a_drag_is_a_new_start() -> None:
    state = opened()
    state.learn(20)
    state.move("k-2", 1, 1)
    assert (state.taken, state.start.tolist()) == (0, state.k.tolist())
    state.undo()
    assert state.taken == 20
    assert state.start.tolist() == [list(key) for key in scaling.K]


def test_a_play_is_one_step_of_the_history() -> None:
    state = opened()
    opening = state.snapshot()
    for _ in range(30):
        with state.gesture("learn-1"):
            state.act("learn", 1)
    learnt = state.k.tolist()
    state.undo()
    assert (state.taken, state.k.tolist()) == (0, opening["k"].tolist())
    assert not state.history.can_undo
    state.redo()
    assert (state.taken, state.k.tolist()) == (30, learnt)
    state.reset()
    assert state.taken == 0
    state.undo()
    assert state.taken == 30


def test_drawing_again_is_another_seed_and_can_be_undone() -> None:
    state = opened()
    seed = state.seed
    state.act("draw")
    assert state.seed != seed
    state.undo()
    assert state.seed == seed


@pytest.mark.parametrize(("d_k", "is_lower"), [(64, True), (256, True), (512, True), (1024, False)])
def test_steps_on_the_keys_would_hide_it_as_the_page_admits(d_k: int, is_lower: bool) -> None:
    """The gradient for a key's projection is √d_k times that of its score, where the division is left out."""
    ends = []
    for factor in (1.0, math.sqrt(d_k)):
        reach = facts.PATTERN
        for _ in range(200):
            moved = slow_step([factor * r for r in reach], 0.5 * factor * factor)
            reach = [score / factor for score in moved]
        ends.append(slow_loss([factor * r for r in reach]))
    assert (ends[1] < ends[0]) is is_lower
