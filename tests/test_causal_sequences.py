"""A growing sentence with vectors that were dragged: nothing stale is left, whatever is done in between."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from app.causal_state import CausalState
from tests import facts
from tests.projected import ARRAYS, VOCABULARY, assert_sound, growing, kept

places = st.integers(-300, 300).map(lambda n: n / 100)
offered = st.sampled_from(sorted(VOCABULARY)).map(lambda token: {"token": token})
typed = st.builds(
    lambda features: {"token": "mud", "features": [f"{value}" for value in features]},
    st.lists(places, min_size=3, max_size=3),
)
acts = st.one_of(
    st.tuples(st.just("act"), st.just("add"), offered | typed | st.just({"token": ""})),
    st.tuples(st.just("act"), st.just("remove")),
    st.tuples(
        st.just("move"), st.builds("{}-{}".format, st.sampled_from("qkv"), st.integers(0, 6)), places, places
    ),
    st.tuples(st.just("write"), st.sampled_from(["x", "wk"]), st.integers(0, 5), st.integers(0, 2), places),
    st.sampled_from([("undo",), ("redo",), ("reset",)]),
)


def carry_out(act: tuple[Any, ...], state: CausalState) -> None:
    before = kept(state)
    try:
        getattr(state, act[0])(*act[1:])
    except ValueError:
        assert kept(state) == before


@settings(max_examples=60, deadline=None)
@given(st.lists(acts, max_size=12), typed)
def test_after_any_sequence_a_new_token_changes_no_earlier_row(
    sequence: list[tuple[Any, ...]], word: dict[str, Any]
) -> None:
    state = growing()
    for act in sequence:
        carry_out(act, state)
        assert_sound(state)
    before, n = state.result, len(state.tokens)
    rows = {role: getattr(state, role).tolist() for role in ("q", "k", "v")}
    if n < 12:
        state.act("add", word)
        np.testing.assert_allclose(state.result.weights[:n, :n], before.weights, rtol=0, atol=1e-12)
        np.testing.assert_allclose(state.result.output[:n], before.output, rtol=0, atol=1e-12)
        assert (state.result.weights[:n, n] == 0).all()
        for role, earlier in rows.items():
            assert getattr(state, role)[:n].tolist() == earlier
        assert_sound(state)
    state.reset()
    assert kept(state) == kept(growing())


def test_a_dragged_key_is_free_and_its_matrix_stays() -> None:
    state = growing()
    state.move("k-1", 0.25, -1)
    assert state.free == {"k-1"}
    assert state.k.tolist() == [[0, 1], [0.25, -1], [0, 1], [2, 1]]
    assert state.w_k.tolist() == facts.RIVER_BANK_W_K


def test_a_dragged_vector_stays_when_tokens_come_and_goes_with_its_own() -> None:
    state = growing()
    state.move("k-1", 0.25, -1)
    state.act("add", {"token": "rose"})
    state.move("v-4", 3, 3)
    state.act("add", {"token": "and"})
    assert state.free == {"k-1", "v-4"}
    assert state.k[1].tolist() == [0.25, -1]
    state.act("remove")
    state.act("remove")
    assert state.free == {"k-1"}
    state.act("add", {"token": "rose"})
    assert state.v[4].tolist() == [1, 0]
    assert_sound(state)


def test_reset_and_undo_leave_nothing_stale() -> None:
    state = growing()
    state.act("add", {"token": "rose"})
    state.move("k-2", -1, -1)
    state.act("add", {"token": "shore"})
    last = kept(state)
    state.reset()
    assert kept(state) == kept(growing())
    state.act("add", {"token": "and"})
    assert state.k.tolist() == [*facts.RIVER_BANK_K, [0, 1]]
    assert (state.undo(), state.undo()) == (True, True)
    assert kept(state) == last


def test_another_sentence_replaces_all_rows() -> None:
    state = growing()
    state.move("k-3", 1, 1)
    state.update(tokens=["a", "b"], x=[[1, 1, 0], [0, 0, 1]], query=1)
    assert (state.k.tolist(), state.free) == ([[2, 1], [0, 1]], frozenset())
    assert_sound(state)


def test_the_division_never_touches_keys_and_values() -> None:
    state = growing()
    state.move("k-1", 0.25, -1)
    before = {name: getattr(state, name).tolist() for name in ARRAYS}
    for scale in (False, True):
        state.scale = scale
        assert {name: getattr(state, name).tolist() for name in ARRAYS} == before


def test_removing_a_token_keeps_the_chosen_query_while_it_exists() -> None:
    state = growing()
    state.act("remove")
    assert state.query == facts.RIVER_BANK_QUERY
    state.act("remove")
    assert state.query == 1
    assert state.undo()
    assert state.query == facts.RIVER_BANK_QUERY
