"""Changes refused whole where vectors follow from features: nothing of them is left."""

from __future__ import annotations

from typing import Any

import pytest

from tests.projected import Snapshot, alone, assert_sound, kept, river_bank

GOOD = [[1, 1], [1, 1], [1, 1]]
REFUSED: dict[str, Snapshot] = {
    "a feature too few": {"x": [[1, 0]] * 4},
    "a feature too many": {"x": [[1, 0, 0, 0]] * 4},
    "a token's features missing": {"x": [[1, 0, 0]] * 3},
    "features of nobody": {"x": [[1, 0, 0]] * 5},
    "tokens without features": {"tokens": ["a"] * 5},
    "fewer tokens than features": {"tokens": ["a"] * 3},
    "a matrix row too few": {"w_q": [[1, 0]] * 2},
    "a matrix row too many": {"w_k": [[1, 0]] * 4},
    "a matrix of three columns": {"w_v": [[1, 0, 0]] * 3},
    "no number": {"w_q": [[1, 0], [0, float("nan")], [0, 0]]},
    "ragged": {"x": [[1, 0, 0], [1]]},
    "texts": {"x": [["1", "0", "0"]] * 4},
    "a vector beyond the reach": {"w_q": [[600, 0], [0, 0], [600, 0]]},
    "features that lead beyond": {"x": [[0, 0, 1], [501, 0, 0], [0, 1, 0], [1, 0, 1]]},
    "good before bad": {"w_q": GOOD, "x": [[1, 0]] * 4},
    "bad before good": {"w_k": [[1, 0]] * 2, "w_q": GOOD},
    "good and a row beyond": {"w_q": GOOD, "query": 4},
    "no way to learn": {"learns": "both"},
    "nothing of ours": {"w_o": GOOD},
}


@pytest.mark.parametrize("change", REFUSED.values(), ids=REFUSED)
def test_what_is_refused_leaves_everything_as_it_was(change: Snapshot) -> None:
    state = alone()
    before, result = kept(state), state.result
    with pytest.raises(ValueError, match=r"."):
        state.update(**change)
    assert kept(state) == before
    assert state.result is result
    state.write("wq", 0, 0, 2)  # and the next change brings nothing of it along
    assert_sound(state)
    assert (state.undo(), kept(state) == before, state.undo(), state.undo()) == (True, True, True, False)


@pytest.mark.parametrize("role", ["q", "k", "v"])
@pytest.mark.parametrize("n", [1, 3, 5])
def test_vectors_for_other_tokens_than_there_are_are_refused(role: str, n: int) -> None:
    state = alone()
    with pytest.raises(ValueError, match="one row a token"):
        state.update(**{role: [[1, 1]] * n})
    assert kept(state) == kept(alone())


@pytest.mark.parametrize("free", [5, None, "k-3", ["k"], ["abc"], ["z-0"], ["k--1"], ["k-01"], [5]], ids=str)
def test_free_names_that_name_no_vector_are_refused(free: Any) -> None:
    state = alone()
    with pytest.raises(ValueError, match=r"^(?!invalid literal)[^\n]+\.$"):
        state.update(free=free)
    assert kept(state) == kept(alone())
    state.move("k-3", 1, 1)


FAR: list[tuple[str, float, float]] = [("q-2", 1000.5, 0), ("q-2", float("nan"), 0), ("q-2", 0, float("inf"))]
FAR += [("q-4", 1, 1), ("z-0", 1, 1), ("v-3", 1000, 1e300)]


@pytest.mark.parametrize("move", FAR, ids=str)
@pytest.mark.parametrize("learns", ["matrix", "vector"])
def test_a_move_to_no_place_is_refused(move: tuple[str, float, float], learns: str) -> None:
    state = river_bank(learns=learns)
    with pytest.raises(ValueError, match=r"."):
        state.move(*move)
    assert kept(state) == kept(river_bank(learns=learns))
    assert not state.history.can_undo


def test_a_move_that_would_carry_another_vector_too_far_is_refused() -> None:
    state = river_bank(x=[[0, 0, 1], [1, 0, 0], [0, 1, 0], [5, 0, 1]])
    before = kept(state)
    with pytest.raises(ValueError, match="from −1000 to 1000"):
        state.move("q-1", 300, 0)
    assert kept(state) == before
    assert not state.history.can_undo


def test_two_states_share_nothing() -> None:
    one, other = river_bank(), river_bank()
    one.move("q-3", 2, 2)
    one.learns = "vector"
    one.move("k-0", 3, 3)
    one.write("x", 0, 0, 7)
    one.shuffle([3, 2, 1, 0])
    assert kept(other) == kept(river_bank())
    assert not other.history.can_undo
    assert_sound(other)
