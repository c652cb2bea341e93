"""What the page shows of mask and cache: hidden cells, and what the last token changed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.cache_readings import cache_parts
from app.causal_state import CausalState
from app.readings import Look
from app.texts import Rich
from scenes import causal_mask
from tests import facts, oracle
from tests.projected import VOCABULARY, assert_strict, growing, sentences

modest = settings(max_examples=30, deadline=None)
VECTORS = ("q", "k", "v")


def parts(state: CausalState, resting: bool = True) -> dict[str, Any]:
    return cache_parts(Look(state, decimals=3), resting)


def flat(rich: Rich) -> str:
    return "".join(part if isinstance(part, str) else part[1] for part in rich)


def cells(table: dict[str, Any]) -> list[list[str]]:
    return [row.split("|") for row in table["texts"]]


def slowly(state: CausalState, n: int | None = None, causal: bool | None = None) -> tuple[Any, Any]:
    """Weights and output of the first n tokens by the slow loops."""
    q, k, v = (getattr(state, name).tolist()[:n] for name in VECTORS)
    causal = state.causal if causal is None else causal
    return oracle.attend(q, k, v, causal=causal, scaled=state.scale)


# --- the mask ------------------------------------------------------------------------------------


def test_hidden_scores_are_minus_infinity_and_hidden_weights_none() -> None:
    shown = parts(growing())
    later = {(row, key) for row in range(4) for key in range(row + 1, 4)}
    for name, sign in (("table:scaled", "−∞"), ("table:weights", "–")):
        found = cells(shown[name])
        assert {(i, j) for i, row in enumerate(found) for j, text in enumerate(row) if text == sign} == later
        values = shown[name]["values"]
        assert {
            (i, j) for i, row in enumerate(values) for j, value in enumerate(row) if value is None
        } == later
    printed = [[f"{w:.3f}" if w else "–" for w in row] for row in facts.RIVER_BANK_CAUSAL_WEIGHTS]
    assert cells(shown["table:weights"]) == printed
    assert cells(shown["table:scaled"])[2] == ["0.00", "2.83", "0.00", "−∞"]
    assert cells(shown["table:output"]) == [
        [f"{x:.3f}" for x in row] for row in facts.RIVER_BANK_CAUSAL_OUTPUT
    ]


@pytest.mark.parametrize("causal", [True, False])
def test_the_chosen_row_is_shown_with_and_without_the_mask(causal: bool) -> None:
    masked, free = cells(parts(growing(causal=causal))["table:sides"])
    assert masked == ["0.053", "0.894", "0.053", "–"]
    assert free == [f"{w:.3f}" for w in facts.RIVER_BANK_WEIGHTS[2]]


@modest
@given(sentences(), st.data())
def test_the_two_sides_are_those_of_the_slow_loops(state: CausalState, data: st.DataObject) -> None:
    state.query = data.draw(st.integers(0, len(state.tokens) - 1))
    masked, free = parts(state)["table:sides"]["values"]
    with_mask, without = (slowly(state, causal=causal)[0][state.query] for causal in (True, False))
    np.testing.assert_allclose([w or 0.0 for w in masked], with_mask, rtol=0, atol=1e-9)
    np.testing.assert_allclose(free, without, rtol=0, atol=1e-9)
    assert [w is None for w in masked] == [key > state.query for key in range(len(state.tokens))]


# --- what the last token changed ---------------------------------------------------------------------


@modest
@given(sentences(causal=True))
def test_under_the_mask_no_cell_is_marked(state: CausalState) -> None:
    shown = parts(state)
    assert shown["table:weights"]["changed"] == shown["table:output"]["changed"] == []
    assert "nothing earlier changes" in flat(shown["text:mask"])


@pytest.mark.parametrize("word", [None, *VOCABULARY])
def test_without_it_the_changed_cells_of_each_earlier_row_are(word: str | None) -> None:
    state = growing(causal=False)
    if word:
        state.act("add", {"token": word})
    n = len(state.tokens) - 1
    for name, before, now in zip(("weights", "output"), slowly(state, n), slowly(state), strict=True):
        marked = parts(state)[f"table:{name}"]["changed"]
        assert marked == [
            [row, column]
            for row in range(n)
            for column in range(len(before[row]))
            if abs(before[row][column] - now[row][column]) > 1e-9
        ]
        assert {row for row, _ in marked} == {*range(n)}
    assert "The cache would now be wrong" in flat(parts(state)["text:mask"])


def test_a_lone_token_has_changed_nothing_yet() -> None:
    state = growing(causal=False)
    for _ in range(3):
        state.act("remove")
    shown = parts(state)
    assert shown["table:weights"]["changed"] == shown["table:output"]["changed"] == []
    assert "wrong" not in flat(shown["text:mask"])


# --- any state -----------------------------------------------------------------------------------


@modest
@given(sentences(), st.booleans())
def test_every_part_is_strict_json_without_negative_zeros(state: CausalState, resting: bool) -> None:
    assert_strict(parts(state, resting))


def test_a_drag_brings_tables_and_proof_and_rest_brings_the_words() -> None:
    quick, slow = (parts(growing(), resting) for resting in (False, True))
    tables = {"table:scaled", "table:output", "table:weights", "table:sides", "table:cache", "table:proof"}
    assert quick.keys() == tables | {"text:proof"}
    assert slow.keys() - quick.keys() >= {"chart:work", "table:work", "text:step", "text:mask", "text:size"}
    assert slow["grow"] == {
        "offered": [*VOCABULARY],
        "features": facts.RIVER_BANK_FEATURES,
        "full": False,
        "last": False,
    }
    assert [chart.name for chart in causal_mask.SCENE.charts] == ["work"]
