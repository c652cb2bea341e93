"""Vectors set by hand among those that follow from features, and going back and forth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from app.projected import ProjectedState
from tests import facts
from tests.projected import alone, assert_sound, kept, river_bank

Change = Callable[[ProjectedState], Any]
LOOKS = ("query", "view", "learns")


# --- this vector alone -------------------------------------------------------------------------


def test_a_vector_moved_alone_is_free_and_nothing_else_changes() -> None:
    before = kept(river_bank(learns="vector"))
    k = [*before["k"][:3], [1.5, -0.5]]
    assert kept(alone()) == before | {"k": k, "free": {"k-3"}}
    assert_sound(alone())


def test_it_stays_where_it_was_put_while_its_matrix_and_features_change() -> None:
    state = alone()
    state.write("wk", 0, 0, 3)
    state.write("x", 3, 1, 1)
    assert state.k.tolist() == [[0, 1], [3, 0], [0, 1], [1.5, -0.5]]
    assert_sound(state)


def test_it_still_moves_by_itself_when_the_matrix_learns_again() -> None:
    state = alone()
    state.learns = "matrix"
    state.move("k-3", -1, -1)
    assert state.k[3].tolist() == [-1, -1]
    assert state.w_k.tolist() == facts.RIVER_BANK_W_K
    state.move("k-1", 1, 1)
    assert state.k.tolist() == [[0, 1], [1, 1], [0, 1], [-1, -1]]
    assert state.free == {"k-3"}


@pytest.mark.parametrize("attach", [lambda s: s.attach("k-3"), lambda s: s.act("attach", "k-3")])
def test_attached_again_it_follows_again(attach: Change) -> None:
    state = alone()
    state.write("wk", 0, 0, 3)
    attach(state)
    assert state.free == frozenset()
    assert state.k.tolist() == [[0, 1], [3, 0], [0, 1], [3, 1]]
    assert state.undo()
    assert state.k[3].tolist() == [1.5, -0.5]
    assert state.free == {"k-3"}


def test_attaching_one_leaves_the_others_free() -> None:
    state = alone()
    state.move("q-3", 0, 2)
    state.attach("q-3")
    assert state.free == {"k-3"}
    assert state.k[3].tolist() == [1.5, -0.5]
    assert_sound(state)


def test_attaching_what_is_not_free_is_no_step() -> None:
    state = river_bank()
    state.attach("k-3")
    assert kept(state) == kept(river_bank())
    assert not state.history.can_undo


@pytest.mark.parametrize("on", ["k-4", "z-0", "", None, 3, ["k-3"], {"vector": "k-3"}])
def test_attaching_what_is_not_there_is_refused(on: Any) -> None:
    state = alone()
    with pytest.raises(ValueError, match=r"^There is no .*\.$"):
        state.act("attach", on)
    assert kept(state) == kept(alone())


def test_rows_set_directly_are_free_where_they_differ() -> None:
    state = river_bank()
    state.k = [[0, 1], [2, 0.5], [0, 1], [2, 1]]
    assert state.free == {"k-1"}
    state.update(q=[[0, 1], [1, 0], [2, 0], [1, 1]], v=[[0, 0], [1, 0], [9, 9], [9, 9]])
    assert state.free == {"k-1", "v-2", "v-3"}
    assert_sound(state)
    state.k = facts.RIVER_BANK_K
    assert state.k.tolist() == facts.RIVER_BANK_K
    assert_sound(state)


# --- going back and forth ------------------------------------------------------------------------


def moved_alone(state: ProjectedState) -> None:
    state.learns = "vector"
    state.move("v-2", 0.1, 0.7)


CHANGES: dict[str, Change] = {
    "a matrix learns": lambda s: s.move("q-3", 2, 0.1),
    "thirds": lambda s: s.update(x=[[1 / 3, 0.1, 0.7]] * 4, w_q=[[1 / 3, 0.2], [0.1, 0.3], [0.7, 1 / 7]]),
    "a vector alone": moved_alone,
    "a typed feature": lambda s: s.write("x", 1, 2, 0.3),
    "a typed weight": lambda s: s.write("wv", 0, 1, 0.3),
    "rows set directly": lambda s: setattr(s, "k", [[0.1, 0.2]] * 4),
    "another order": lambda s: s.shuffle([2, 0, 3, 1]),
    "a free vector attached": lambda s: s.attach("k-0"),
    "fewer tokens": lambda s: s.update(tokens=["a", "b"], x=[[0, 1, 1]] * 2, query=1),
    "the mask": lambda s: setattr(s, "causal", True),
    "reset": ProjectedState.reset,
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_each_change_is_one_step_and_comes_back_to_the_last_bit(change: Change) -> None:
    state = river_bank()
    state.move("q-1", 0.1, 0.7)
    state.k = [[0.3, 0.3], *facts.RIVER_BANK_K[1:]]
    before = kept(state)
    change(state)
    after = kept(state)
    assert {name for name in before if before[name] != after[name]} - {*LOOKS}
    assert_sound(state)
    assert state.undo()
    assert kept(state) == before | {name: kept(state)[name] for name in LOOKS}
    assert_sound(state)
    assert state.redo()
    assert kept(state) == after
    assert sum(iter(state.undo, False)) == 3


def test_reset_brings_all_back_and_can_be_undone() -> None:
    state = alone()
    state.move("q-0", 1, 1)
    state.shuffle([1, 0, 3, 2])
    last = kept(state)
    state.reset()
    assert kept(state) == kept(river_bank(learns="vector"))
    assert state.undo()
    assert kept(state) == last


def test_a_drag_is_one_step_whatever_it_means() -> None:
    for learns in ("matrix", "vector"):
        state = river_bank(learns=learns)
        for step in range(5):
            with state.gesture("drag"):
                state.move("q-3", step / 10, 2)
        assert state.undo()
        assert kept(state) == kept(river_bank(learns=learns))
        assert not state.history.can_undo
