"""The state: every change is computed once, can be taken back, and is refused whole or not at all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from app.attention import attend
from app.history import MOST_STEPS
from app.state import AttentionState
from tests import facts, oracle

CHOICES = ("query", "view")
VECTORS = ("q", "k", "v")
Change = Callable[[AttentionState], Any]
Snapshot = dict[str, Any]


def cat_sat() -> AttentionState:
    vectors = {"q": facts.CAT_SAT_Q, "k": facts.CAT_SAT_K, "v": facts.CAT_SAT_V}
    return AttentionState(tokens=facts.CAT_SAT_TOKENS, query=facts.CAT_SAT_QUERY, **vectors)


def kept(state: AttentionState) -> Snapshot:
    """The present values as plain Python."""
    values = {name: getattr(state, name) for name in ("tokens", "scale", "causal", *CHOICES)}
    return values | {name: getattr(state, name).tolist() for name in VECTORS}


def assert_computed(state: AttentionState) -> None:
    """The result is that of the present values, by the slow loops."""
    q, k, v = (getattr(state, name).tolist() for name in VECTORS)
    weights, output = oracle.attend(q, k, v, causal=state.causal, scaled=state.scale)
    np.testing.assert_allclose(state.result.weights, weights, rtol=0, atol=1e-12)
    np.testing.assert_allclose(state.result.output, output, rtol=0, atol=1e-9)


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> list[None]:
    """Grows by one whenever attention is computed."""
    calls: list[None] = []

    def counted(*arguments: Any, **named: Any) -> Any:
        calls.append(None)
        return attend(*arguments, **named)

    monkeypatch.setattr("app.state.attend", counted)
    return calls


CHANGES: dict[str, Change] = {
    "a move": lambda state: state.move("k-1", -2, 0.5),
    "a whole array": lambda state: setattr(state, "q", [[1, 2]] * 6),
    "a switch": lambda state: setattr(state, "scale", False),
    "the mask": lambda state: setattr(state, "causal", True),
    "several at once": lambda state: state.update(q=[[1, 2]] * 6, k=[[0, 1]] * 6, causal=True, query=0),
    "other tokens": lambda state: state.update(
        tokens=["a", "b"], query=1, q=[[1, 0]] * 2, k=[[1, 0]] * 2, v=[[1, 0]] * 2
    ),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_change_is_computed_once_and_so_is_going_back_and_forth(
    change: Change, computed: list[None]
) -> None:
    state = cat_sat()
    for act in (change, AttentionState.undo, AttentionState.redo, AttentionState.reset):
        computed.clear()
        act(state)
        assert len(computed) == 1
        assert_computed(state)


def test_looking_elsewhere_is_no_step_and_computed_once_at_most(computed: list[None]) -> None:
    state = cat_sat()
    computed.clear()
    state.query, state.view = 1, "values"
    assert len(computed) <= 1
    assert not state.history.can_undo


FAR: dict[str, Any] = {
    f"{value:g}": [[value, 0]] * 6 for value in (1e200, -1e200, 1e999, -1e999, float("nan"), 1000.001)
}
ROWS: dict[str, Any] = FAR | {
    "five rows": [[1, 2]] * 5,
    "three columns": [[1, 2, 3]] * 6,
    "a flat row": [1, 2],
    "no rows": [],
    "no rows of two": np.zeros((0, 2)),
    "ragged rows": [[1, 2], [3]],
    "a whole number beyond floats": [[10**400, 0]] * 6,
    "text": "abc",
    "texts": [["a", "b"]] * 6,
    "numbers as texts": [["1", "2"]] * 6,
    "complex numbers": np.full((6, 2), 1 + 2j),
    "gaps": [[None, 0]] * 6,
    "nothing": None,
}
TOKENS: list[Any] = [["a"] * 5, ["a"] * 13, [], "abcdef", None, 6, ["a"] * 5 + [6], ["a" * 81, *"bcdef"]]
CHOSEN: list[Snapshot] = [{"query": value} for value in (6, -1, 10**30, 1.5, "2", None)]
CHOSEN += [{"view": value} for value in ("both", None, 1)]
CHOSEN += [{"scale": value} for value in (1, "yes", None)]
SINGLE = (
    [{name: rows} for name in VECTORS for rows in ROWS.values()] + [{"tokens": t} for t in TOKENS] + CHOSEN
)
GOOD = [[1, 1]] * 6
SEVERAL: list[Snapshot] = [
    {"q": GOOD, "k": FAR["nan"]},
    {"k": FAR["nan"], "q": GOOD},
    {"causal": True, "v": [[1, 2]] * 5},
    {"view": "values", "query": 6},
    {"tokens": ["a"] * 7, "q": [[1, 1]] * 7},
    {"tokens": ["a"] * 2, "q": [[1, 1]] * 2, "k": [[1, 1]] * 2, "v": [[1, 1]] * 2},  # the query was row 2
    {"scale": False, "novel": 1},
]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("change", SINGLE + SEVERAL, ids=lambda change: f"{change}"[:40])
def test_what_is_refused_leaves_everything_as_it_was(change: Snapshot) -> None:
    state = cat_sat()
    state.move("v-0", 1, 1)
    before, result = kept(state), state.result
    with pytest.raises(ValueError, match=r"."):
        state.update(**change)
    assert kept(state) == before
    assert state.result is result
    state.move("k-1", -2, 0.5)  # and the next change brings nothing of it along
    assert kept(state) == before | {"k": [*before["k"][:1], [-2, 0.5], *before["k"][2:]]}
    assert_computed(state)
    assert (state.undo(), state.undo(), state.undo()) == (True, True, False)


@pytest.mark.parametrize("change", SINGLE, ids=lambda change: f"{change}"[:40])
def test_it_is_refused_as_an_attribute_too(change: Snapshot) -> None:
    state = cat_sat()
    before = kept(state)
    for name, value in change.items():
        with pytest.raises(ValueError, match=r"."):
            setattr(state, name, value)
    assert kept(state) == before
    assert not state.history.can_undo


UNKNOWN = [
    "",
    "k",
    "k-",
    "k-6",
    "k-99",
    "z-0",
    "k--1",
    "k-1-",
    "k-1.0",
    "k- 1",
    "K-1",
    "k-٣",
    "k-²",
    "k-01",
    "o-1",
]


@pytest.mark.parametrize("name", UNKNOWN)
def test_a_vector_that_is_not_there_is_refused_by_name(name: str) -> None:
    state = cat_sat()
    with pytest.raises(ValueError, match=r"There is no vector '.*' here"):
        state.move(name, 1, 1)
    assert kept(state) == kept(cat_sat())


@pytest.mark.parametrize(("x", "y"), [(float("nan"), 0), (0, float("inf")), (1e200, 0), ("a", 0), (None, 0)])
def test_a_move_to_no_place_is_refused(x: Any, y: Any) -> None:
    state = cat_sat()
    with pytest.raises(ValueError, match=r"."):
        state.move("k-1", x, y)
    assert kept(state) == kept(cat_sat())


def test_all_arrays_are_read_only() -> None:
    state = cat_sat()
    result = state.result
    for array in (state.q, state.k, state.v, result.weights, result.output, result.scores):
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 9


def test_what_was_handed_in_stays_the_callers() -> None:
    given_array, given_list, tokens = np.ones((2, 2)), [[1.0, 2.0], [3.0, 4.0]], ["a", "b"]
    state = AttentionState(tokens=tokens, q=given_array, k=given_list, v=given_list)
    given_array[:] = 9
    given_list[0][0] = 9
    tokens[0] = "z"
    assert (state.q[0, 0], state.k[0, 0], state.tokens) == (1, 1, ("a", "b"))
    assert given_array.flags.writeable


def test_a_state_opened_bare_can_be_moved() -> None:
    state = AttentionState()
    state.move("q-0", 1, 2)
    assert state.q.tolist() == [[1, 2]]
    assert AttentionState().q.tolist() == [[0, 0]]


def test_no_negative_zero_gets_in() -> None:
    state = cat_sat()
    state.update(q=np.full((6, 2), -0.0), k=[[-0.0, 1]] * 6)
    state.move("v-0", -0.0, -0.0)
    assert not any(np.signbit(array).any() for array in (state.q, state.k, state.v[0]))


def test_two_states_share_nothing() -> None:
    one, other = cat_sat(), cat_sat()
    one.param.update(
        tokens=["a"] * 6, q=GOOD, k=GOOD, v=GOOD, scale=False, causal=True, query=0, view="values"
    )
    assert kept(other) == kept(cat_sat())
    assert not other.history.can_undo
    other.reset()
    assert_computed(other)


# --- going back and forth -----------------------------------------------------------------


def test_undo_redo_and_reset_walk_over_the_steps() -> None:
    state = cat_sat()
    opening = kept(state)
    state.move("k-1", 1, 1)
    state.scale = False
    last = kept(state)
    state.reset()
    assert kept(state) == opening
    assert state.undo()
    assert kept(state) == last
    assert state.undo()
    assert state.scale
    assert state.undo()
    assert kept(state) == opening
    assert not state.undo()
    assert [state.redo() for _ in range(4)] == [True, True, True, False]
    assert kept(state) == opening


def test_a_gesture_is_one_step_and_two_gestures_are_two() -> None:
    state = cat_sat()
    for gesture in ("drag-1", "drag-2"):
        for step in range(5):
            with state.gesture(gesture):
                state.move("k-1", step / 10, int(gesture[-1]))
    state.undo()
    assert state.k[1].tolist() == [0.4, 1]
    state.undo()
    assert kept(state) == kept(cat_sat())
    assert not state.history.can_undo


@pytest.mark.parametrize("between", [lambda state: state.move("v-0", 3, 3), lambda state: state.reset()])
def test_a_gesture_ends_where_something_else_happens(between: Change) -> None:
    state = cat_sat()
    with state.gesture("drag"):
        state.move("k-1", 1, 1)
    between(state)
    before = kept(state)
    with state.gesture("drag"):
        state.move("k-1", 2, 2)
    assert sum(iter(state.undo, False)) == 3
    state.redo()
    state.redo()
    assert kept(state) == before


@pytest.mark.parametrize("go", [AttentionState.undo, lambda state: state.undo() and state.redo()])
def test_a_gesture_that_goes_on_after_undo_or_redo_is_a_step_of_its_own(go: Change) -> None:
    state = cat_sat()
    for place in (1, 2):
        with state.gesture(f"drag-{place}"):
            state.move("k-1", place, place)
    go(state)
    before = kept(state)
    with state.gesture("drag-2"):
        state.move("k-1", 3, 3)
    assert not state.history.can_redo
    state.undo()
    assert kept(state) == before


def test_a_new_change_clears_what_was_undone() -> None:
    state = cat_sat()
    state.move("k-1", 1, 1)
    state.undo()
    state.move("k-1", 2, 2)
    assert not state.history.can_redo
    assert not state.redo()
    assert state.k[1].tolist() == [2, 2]


def test_undo_brings_back_what_was_looked_at_then() -> None:
    state = cat_sat()
    state.query, state.view = 4, "values"
    state.move("v-0", 1, 1)
    state.query, state.view = 1, "keys"
    state.undo()
    assert (state.query, state.view) == (4, "values")
    state.redo()
    assert (state.query, state.view) == (1, "keys")


def test_changing_nothing_is_no_step_and_keeps_what_was_undone() -> None:
    state = cat_sat()
    state.move("k-1", 1, 1)
    state.undo()
    state.move("k-1", *facts.CAT_SAT_K[1])
    state.update(q=facts.CAT_SAT_Q, tokens=facts.CAT_SAT_TOKENS, scale=True)
    state.reset()
    assert not state.history.can_undo
    assert state.history.can_redo


def test_the_history_is_bounded() -> None:
    state = cat_sat()
    for step in range(MOST_STEPS + 7):
        state.move("k-1", step, 0)
    assert sum(iter(state.undo, False)) == MOST_STEPS
    assert state.k[1].tolist() == [6, 0]


class Model:
    """The same by the book: whole snapshots on two piles.

    Drags that take turns stay open until another act, and one that comes back to where the last step began
    leaves no step.
    """

    def __init__(self, opening: Snapshot) -> None:
        self.opening = self.now = opening
        self.earlier: list[Snapshot] = []
        self.undone: list[Snapshot] = []
        self.open: set[str] = set()

    def set(self, gesture: str | None, changes: Snapshot) -> None:
        before, self.now = self.now, self.now | changes
        if self.is_now(before):
            return
        if gesture is None or gesture not in self.open:
            self.earlier.append(before)
            self.undone.clear()
            self.open = self.open | {gesture} if gesture else set()
        if gesture and self.is_now(self.earlier[-1]):
            self.earlier.pop()
            self.open = set()

    def is_now(self, snapshot: Snapshot) -> bool:
        return all(snapshot[name] == self.now[name] for name in snapshot if name not in CHOICES)

    def go(self, source: list[Snapshot], target: list[Snapshot]) -> None:
        self.open = set()
        if source:
            target.append(self.now)
            self.now = source.pop()

    def move(self, gesture: str | None, role: str, row: int, x: float, y: float) -> None:
        rows = [*self.now[role]]
        rows[row] = [x, y]
        self.set(gesture, {role: rows})


places = st.integers(-1, 1).map(float)
moves = st.tuples(
    st.sampled_from([None, "drag-1", "drag-2"]), st.sampled_from(VECTORS), st.integers(0, 1), places, places
)
settings_ = st.sampled_from(
    [{"scale": False}, {"scale": True}, {"causal": True}, {"query": 4}, {"view": "values"}, {"query": 0}]
)
acts = st.lists(st.sampled_from(["undo", "redo", "reset", "refused"]) | moves | settings_, max_size=25)


def carry_out(act: Any, state: AttentionState, model: Model) -> None:
    """One act on both, and a refused one on neither."""
    if act in ("undo", "redo"):
        piles = (model.earlier, model.undone) if act == "undo" else (model.undone, model.earlier)
        assert getattr(state, act)() == bool(piles[0])
        model.go(*piles)
    elif act == "reset":
        state.reset()
        model.set(None, model.opening)
    elif act == "refused":
        with pytest.raises(ValueError, match=r"."):
            state.update(scale=False, v=FAR["nan"])
    elif isinstance(act, dict):
        state.update(**act)
        model.set(None, act)
    else:
        gesture, role, row, x, y = act
        with state.gesture(gesture):
            state.move(f"{role}-{row}", x, y)
        model.move(*act)


@settings(max_examples=60, deadline=None)
@given(acts)
@example([("drag-1", "q", 0, 0.0, 0.0), ("drag-2", "q", 0, 0.0, 1.0), ("drag-1", "q", 0, 0.0, 0.0), "undo"])
@example([(None, "k", 0, 0.0, 0.0), ("drag-1", "k", 0, 1.0, 0.0), ("drag-1", "k", 0, 0.0, 0.0), "undo"])
@example([("drag-1", "q", 0, 1.0, 1.0), ("drag-2", "k", 0, 1.0, 0.0), ("drag-1", "q", 0, 0.0, 0.0), "undo"])
def test_any_sequence_of_acts_equals_whole_snapshots_on_two_piles(sequence: list[Any]) -> None:
    state = cat_sat()
    model = Model(kept(state))
    for act in sequence:
        carry_out(act, state, model)
        assert kept(state) == model.now
        assert (state.history.can_undo, state.history.can_redo) == (bool(model.earlier), bool(model.undone))
    assert_computed(state)
