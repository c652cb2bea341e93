"""Vectors that follow from features: what a drag, a typed number do to them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from app.projected import ProjectedState
from tests import facts
from tests.projected import ARRAYS, assert_sound, kept, river_bank

THE, RIVER, BANK, FLOODED = range(4)
modest = settings(max_examples=60, deadline=None)
whole = st.integers(-3, 3)
places = st.integers(-320, 320).map(lambda n: n / 100)


@st.composite
def states(draw: st.DrawFn) -> ProjectedState:
    """One to five tokens with one to four small features."""
    n, f = draw(st.integers(1, 5)), draw(st.integers(1, 4))
    matrices = {name: draw(arrays(np.int64, (f, 2), elements=whole)) / 2 for name in ("w_q", "w_k", "w_v")}
    features = tuple(f"feature {column}" for column in range(f))
    x = draw(arrays(np.int64, (n, f), elements=whole))
    return ProjectedState(features=features, tokens=["a"] * n, x=x, **matrices)


# --- the printed numbers ----------------------------------------------------------------------


def test_the_printed_vectors_weights_and_outputs_come_out() -> None:
    state = river_bank()
    for role in ("q", "k", "v"):
        assert getattr(state, role).tolist() == getattr(facts, f"RIVER_BANK_{role.upper()}")
    assert state.result.scores.tolist() == facts.RIVER_BANK_SCORES
    np.testing.assert_allclose(state.result.scaled[BANK], facts.RIVER_BANK_SCALED, rtol=0, atol=0.005)
    np.testing.assert_allclose(state.result.weights, facts.RIVER_BANK_WEIGHTS, rtol=0, atol=0.0005)
    np.testing.assert_allclose(state.result.output, facts.RIVER_BANK_OUTPUT, rtol=0, atol=0.0005)
    assert_sound(state, atol=1e-12)


def test_shapes_and_read_only_arrays() -> None:
    state = river_bank()
    shapes = {name: getattr(state, name).shape for name in ARRAYS}
    assert shapes == {"x": (4, 3)} | dict.fromkeys(("w_q", "w_k", "w_v"), (3, 2)) | dict.fromkeys(
        "qkv", (4, 2)
    )
    for name in ARRAYS:
        with pytest.raises(ValueError, match="read-only"):
            getattr(state, name)[0, 0] = 9


@modest
@given(states())
def test_whatever_it_opens_with_the_vectors_follow(state: ProjectedState) -> None:
    assert_sound(state)
    assert state.free == frozenset()
    assert not state.history.can_undo


# --- the matrix learns it -----------------------------------------------------------------------


def test_a_feature_that_nobody_shares_moves_nobody_else() -> None:
    state = river_bank()
    state.move("q-2", 1, 1)
    assert state.w_q.tolist() == [[1, 0], [1, 1], [0, 1]]
    assert state.q.tolist() == [[0, 1], [1, 0], [1, 1], [1, 1]]
    assert_sound(state, atol=1e-12)


def test_features_that_others_share_move_them_along() -> None:
    state = river_bank()
    state.move("q-3", 2, 2)
    assert state.w_q.tolist() == [[1.5, 0.5], [2, 0], [0.5, 1.5]]
    assert state.q.tolist() == [[0.5, 1.5], [1.5, 0.5], [2, 0], [2, 2]]
    assert_sound(state, atol=1e-12)
    assert state.undo()
    assert kept(state) == kept(river_bank())
    assert not state.history.can_undo


@pytest.mark.parametrize("role", ["q", "k", "v"])
def test_only_the_matrix_of_the_vector_that_is_moved_learns(role: str) -> None:
    state, before = river_bank(), kept(river_bank())
    state.move(f"{role}-1", -1, 2)
    changed = {name for name, value in kept(state).items() if value != before[name]}
    assert changed == {role, f"w_{role}"}
    assert state.free == frozenset()


@modest
@given(states(), st.sampled_from("qkv"), st.data(), places, places)
def test_a_drag_is_the_change_of_minimum_norm(
    state: ProjectedState, role: str, data: st.DataObject, x: float, y: float
) -> None:
    row = data.draw(st.integers(0, len(state.tokens) - 1))
    features, w, before = state.x[row], getattr(state, f"w_{role}"), getattr(state, role)
    assume(features.any())
    state.move(f"{role}-{row}", x, y)
    change = np.linalg.lstsq(features[None], ([x, y] - before[row])[None], rcond=None)[0]
    np.testing.assert_allclose(getattr(state, f"w_{role}") - w, change, rtol=0, atol=1e-11)
    np.testing.assert_allclose(getattr(state, role)[row], [x, y], rtol=0, atol=1e-12)
    np.testing.assert_allclose(getattr(state, role) - before, state.x @ change, rtol=0, atol=1e-10)
    assert_sound(state)


def test_a_token_without_features_is_refused_by_its_name_and_nothing_changes() -> None:
    state = river_bank(x=[[0, 0, 1], [1, 0, 0], [0, 0, 0], [1, 0, 1]])
    before, result = kept(state), state.result
    for name in ("q-2", "k-2", "v-2"):
        with pytest.raises(ValueError, match=r"^bank has no features[^.\n]*\.$"):
            state.move(name, 1, 1)
    assert kept(state) == before
    assert state.result is result
    assert not state.history.can_undo
    state.learns = "vector"
    state.move("q-2", 1, 1)
    assert state.q[BANK].tolist() == [1, 1]


# --- numbers that are typed into x and the matrices ----------------------------------------------

TYPED = {"x": "x", "wq": "w_q", "wk": "w_k", "wv": "w_v"}


@pytest.mark.parametrize(("table", "name"), TYPED.items())
def test_every_cell_of_a_table_is_read_and_written(table: str, name: str) -> None:
    for row, values in enumerate(kept(river_bank())[name]):
        for column, value in enumerate(values):
            state, expected = river_bank(), kept(river_bank())[name]
            assert state.read(table, row, column) == value
            state.write(table, row, column, -1.25)
            expected[row][column] = -1.25
            assert getattr(state, name).tolist() == expected
            assert state.read(table, row, column) == -1.25
            assert_sound(state)
            assert state.undo()
            assert kept(state) == kept(river_bank())


NO_CELLS = [
    ("x", 4, 0),
    ("x", 0, 3),
    ("wq", 3, 0),
    ("wk", 0, 2),
    ("wv", 10**9, 0),
    ("q", 0, 0),
    ("w_q", 0, 0),
]
NO_CELLS += [("", 0, 0), ("tokens", 0, 0), ("weights", 0, 0), ("X", 0, 0), ("x" * 900, 0, 0)]


@pytest.mark.parametrize("cell", NO_CELLS, ids=lambda cell: f"{cell}"[:30])
def test_a_cell_that_is_not_there_is_refused(cell: tuple[str, int, int]) -> None:
    state = river_bank()
    with pytest.raises(ValueError, match=r"^There is no cell .{1,60} to type into\.$"):
        state.read(*cell)
    with pytest.raises(ValueError, match=r"^There is no cell"):
        state.write(*cell, 1.0)
    assert kept(state) == kept(river_bank())


@pytest.mark.parametrize("value", [1000.01, -1e200, float("inf"), float("-inf"), float("nan")])
@pytest.mark.parametrize("table", TYPED)
def test_a_number_too_far_out_is_refused_and_the_one_before_stays(table: str, value: float) -> None:
    state = river_bank()
    with pytest.raises(ValueError, match="from −1000 to 1000"):
        state.write(table, 0, 0, value)
    assert kept(state) == kept(river_bank())
    assert not state.history.can_undo
