"""Tokens in another order: each keeps its weights and its output, for attention alone knows no order."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from app.session import Session
from scenes.river_bank import SCENE
from tests import facts
from tests.projected import assert_sound, kept, river_bank

THE, RIVER, BANK, FLOODED = range(4)


@pytest.mark.parametrize("order", list(permutations(range(4))), ids=str)
def test_in_another_order_each_token_keeps_its_weights_and_output(order: tuple[int, ...]) -> None:
    state = river_bank(learns="vector")
    state.move("k-3", 1.5, -0.5)
    state.move("q-0", -1, 0.25)
    before, result, rows = kept(state), state.result, list(order)
    state.shuffle(rows)
    now = kept(state)
    assert now["tokens"] == tuple(before["tokens"][row] for row in rows)
    assert now["free"] == {f"k-{rows.index(FLOODED)}", f"q-{rows.index(THE)}"}
    assert now["query"] == rows.index(BANK)
    assert now["x"] == [before["x"][row] for row in rows]
    assert all(now[name] == before[name] for name in ("w_q", "w_k", "w_v"))
    np.testing.assert_allclose(state.result.weights, result.weights[np.ix_(rows, rows)], rtol=0, atol=1e-12)
    np.testing.assert_allclose(state.result.output, result.output[rows], rtol=0, atol=1e-12)
    assert_sound(state)
    state.attach(f"k-{rows.index(FLOODED)}")
    assert state.k[rows.index(FLOODED)].tolist() == facts.RIVER_BANK_K[FLOODED]


@pytest.mark.parametrize("order", [[], [0, 1, 2], [0, 1, 2, 2], [1, 2, 3, 4], [-1, 0, 1, 2], [0, 1, 2, 3, 3]])
def test_what_is_no_order_of_all_rows_is_refused(order: list[int]) -> None:
    state = river_bank()
    with pytest.raises(ValueError, match="every row once"):
        state.shuffle(order)
    assert kept(state) == kept(river_bank())


def test_under_the_mask_where_order_counts_nothing_is_said_to_be_kept() -> None:
    state = river_bank(causal=True)
    assert "kept exactly" not in (state.act("shuffle") or "")


def test_a_lone_token_has_no_other_order() -> None:
    state = river_bank(tokens=["a"], x=[[1, 0, 0]], query=0)
    assert "order changed" not in (state.act("shuffle") or "")


def test_home_brings_a_token_that_was_shuffled_to_its_own_opening_place() -> None:
    state = river_bank(learns="vector")
    session = Session(SCENE, state)
    state.shuffle([3, 2, 1, 0])
    state.move("k-0", 3, 3)  # flooded
    session.handle('{"do": "home", "vector": "k-0"}')
    assert state.k[0].tolist() == facts.RIVER_BANK_K[FLOODED]


def test_shuffling_always_finds_another_order_and_says_what_it_shows() -> None:
    state = river_bank()
    for _ in range(20):
        before = state.tokens
        said = state.act("shuffle")
        assert said is not None
        assert "order" in said
        assert state.tokens != before
        assert sorted(state.tokens) == sorted(before)
        assert state.tokens[state.query] == "bank"
        assert_sound(state)
