"""What the parts of a page show: the printed numbers at their place, for every state strict and in accord."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from app import readings
from app.readings import Look
from app.state import AttentionState
from app.texts import Rich
from tests import facts, oracle
from tests.states import states

SAT = facts.CAT_SAT_QUERY


def cat_sat(**changes: Any) -> AttentionState:
    opening = {"q": facts.CAT_SAT_Q, "k": facts.CAT_SAT_K, "v": facts.CAT_SAT_V, "query": SAT}
    return AttentionState(**{"tokens": facts.CAT_SAT_TOKENS, **opening, **changes})


def alike(tokens: list[str], **changes: Any) -> AttentionState:
    """All vectors are zero, so that every key weighs the same."""
    rows = np.zeros((len(tokens), 2))
    return AttentionState(tokens=tokens, **{"q": rows, "k": rows, "v": rows, **changes})


def flat(rich: Rich) -> str:
    """The text as it is seen, a symbol with its token as subscript."""
    return "".join(p if isinstance(p, str) else f"{p[0]}_{p[1]}" if len(p[0]) == 1 else p[1] for p in rich)


def cells(table: dict[str, Any]) -> list[list[str]]:
    return [row.split("|") for row in table["texts"]]


def printed(row: list[float], decimals: int = 2) -> list[str]:
    return [f"{value:.{decimals}f}".replace("-", "−") for value in row]


# --- the printed numbers --------------------------------------------------------------------


def test_all_weights_read_as_printed() -> None:
    table = readings.weights(Look(cat_sat()))
    assert cells(table) == [printed(row) for row in facts.CAT_SAT_WEIGHTS]
    weights, _ = oracle.attend(facts.CAT_SAT_Q, facts.CAT_SAT_K, facts.CAT_SAT_V)
    np.testing.assert_allclose(table["values"], weights, rtol=0, atol=1e-12)


def test_the_steps_of_the_query_read_as_printed() -> None:
    table = readings.steps(Look(cat_sat()))
    columns = (facts.CAT_SAT_SCORES, facts.CAT_SAT_SCALED, facts.CAT_SAT_WEIGHTS[SAT])
    assert [list(column) for column in zip(*cells(table), strict=True)] == [printed(c) for c in columns]
    scores = [row[0] for row in table["values"]]
    np.testing.assert_allclose(scores, facts.CAT_SAT_SCORES, rtol=0, atol=1e-12)


def test_the_sentence_and_the_output_say_the_printed_result() -> None:
    look = Look(cat_sat())
    assert flat(readings.sentence(look)) == "sat attends most to cat, 76\u202f%"
    assert "(1.54, 0.48)" in flat(readings.outcome(look))
    assert flat(readings.output(look)).endswith(" = (1.54, 0.48)")
    assert "76\u202f%" in readings.spoken(look)
    assert "(1.54, 0.48)" in readings.spoken(look)


def test_the_dot_product_is_written_out() -> None:
    assert flat(readings.product(Look(cat_sat()))) == "q_sat · k_cat = 2.40 × 2.20 + 0.60 × 1.00 = 5.88"


def test_the_output_is_written_out() -> None:
    terms = " + ".join(
        f"{weight:.2f} × v_{token}"
        for weight, token in zip(facts.CAT_SAT_WEIGHTS[SAT], facts.CAT_SAT_TOKENS, strict=True)
    )
    assert flat(readings.output(Look(cat_sat()))) == f"o_sat = {terms} = (1.54, 0.48)"


def test_without_the_division_the_row_reads_as_printed() -> None:
    look = Look(cat_sat(scale=False))
    assert cells(readings.weights(look))[SAT] == printed(facts.CAT_SAT_UNSCALED_WEIGHTS)
    steps = cells(readings.steps(look))
    assert [row[1] for row in steps] == [row[0] for row in steps] == printed(facts.CAT_SAT_SCORES)


def test_a_lesson_that_prints_three_decimals_gets_three() -> None:
    rows = {"q": facts.RIVER_BANK_Q, "k": facts.RIVER_BANK_K, "v": facts.RIVER_BANK_V}
    look = Look(
        AttentionState(tokens=facts.RIVER_BANK_TOKENS, query=facts.RIVER_BANK_QUERY, **rows), decimals=3
    )
    assert cells(readings.weights(look)) == [printed(row, 3) for row in facts.RIVER_BANK_WEIGHTS]
    assert flat(readings.output(look)).endswith(" = (0.944, 0.028)")


# --- mask, ties, nothing to see ----------------------------------------------------------------


def test_the_mask_hides_exactly_the_upper_right() -> None:
    look = Look(cat_sat(causal=True, query=1))
    table, steps = readings.weights(look), readings.steps(look)
    later = {(row, key) for row in range(6) for key in range(row + 1, 6)}
    assert {
        (i, j) for i, row in enumerate(cells(table)) for j, text in enumerate(row) if text == "–"
    } == later
    assert {(i, j) for i, row in enumerate(table["values"]) for j, w in enumerate(row) if w is None} == later
    assert [row[1:] for row in cells(steps)][2:] == [["−∞", "–"]] * 4
    assert [row[1:] for row in steps["values"]][2:] == [[None, None]] * 4
    assert [row[0] for row in steps["values"]] == pytest.approx(
        [oracle.dot(facts.CAT_SAT_Q[1], key) for key in facts.CAT_SAT_K], abs=1e-12
    )


def test_a_tiny_weight_is_no_hidden_one() -> None:
    rows = {"q": [[10, 0]] * 3, "k": [[0, 0], [-1, 0], [5, 5]], "v": [[0, 0]] * 3}
    look = Look(AttentionState(tokens=["a", "b", "c"], query=1, scale=False, causal=True, **rows))
    assert cells(readings.weights(look))[1] == ["1.00", "0.00", "–"]
    assert readings.tips(look)[1].split("|") == ["1", "4.54e-05", "masked"]


@pytest.mark.parametrize(
    ("tokens", "sentence"),
    [
        ("a", "a attends most to a, 100\u202f%"),
        ("ab", "a attends most to a and b, 50\u202f% each"),
        ("abc", "a attends equally to all 3 keys, 33\u202f% each"),
        ("abcdef", "a attends equally to all 6 keys, 17\u202f% each"),
    ],
)
def test_ties_are_named(tokens: str, sentence: str) -> None:
    assert flat(readings.sentence(Look(alike(list(tokens))))) == sentence


def test_a_close_second_is_no_tie() -> None:
    state = alike(["a", "b"], q=[[1, 0]] * 2, k=[[1, 0], [0.9, 0]])
    assert flat(readings.sentence(Look(state))) == "a attends most to a, 52\u202f%"


def test_a_tie_of_two_leaves_the_others_out() -> None:
    state = alike(["a", "b", "c"], q=[[1, 0]] * 3, k=[[1, 5], [-9, 0], [1, -5]])
    assert flat(readings.sentence(Look(state))) == "a attends most to a and c, 50\u202f% each"


def test_a_query_that_sees_no_key_is_said_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.state.causal_mask", lambda n: np.arange(n)[:, None] != np.full(n, SAT))
    look = Look(cat_sat(causal=True))
    assert "sat has no visible key" in flat(readings.sentence(look))
    assert cells(readings.weights(look))[SAT] == ["–"] * 6
    assert flat(readings.output(look)) == "o_sat = (0.00, 0.00)"
    json.dumps([part(look) for part in readings.TEXTS.values()], allow_nan=False)


# --- tokens, factors, shapes, formula ------------------------------------------------------------

ODD = [
    '<img src=x onerror="window.__xss=1">',
    "a<b<c",
    "A & B",
    "{{7*7}}",
    "@x",
    "$$x$$",
    "🐈",
    "قطة",
    "x" * 80,
]


@pytest.mark.parametrize("token", [*ODD, "", "cat"])
def test_any_token_keeps_its_row_and_is_only_ever_a_segment(token: str) -> None:
    look = Look(cat_sat(tokens=["The", "cat", token, "on", "the", "mat"]))
    assert readings.frame(look)["tokens"][SAT] == token
    assert cells(readings.weights(look)) == [printed(row) for row in facts.CAT_SAT_WEIGHTS]
    name = readings.frame(look)["names"][SAT]
    for part in readings.TEXTS.values():
        rich = part(look)
        assert not any(name in segment for segment in rich if isinstance(segment, str))
    assert ("q", name) in readings.product(look)


def test_a_negative_factor_stands_in_parentheses() -> None:
    look = Look(cat_sat(query=3), pointed=5)
    assert flat(readings.product(look)) == "q_on · k_mat = 1.50 × 1.80 + (−1.20) × (−0.90) = 3.78"
    tiny = Look(alike(["a"], q=[[-0.001, 1]], k=[[1, -2]]))
    assert flat(readings.product(tiny)) == "q_a · k_a = 0.00 × 1.00 + 1.00 × (−2.00) = −2.00"


def test_the_key_pointed_at_is_written_out_while_it_exists() -> None:
    state = cat_sat()
    assert [Look(state, pointed=pointed).key for pointed in (None, 0, 5, 6)] == [1, 0, 5, 1]


def test_shapes_and_formula_follow_the_state() -> None:
    look = Look(alike(["a", "b", "c"]))
    told = "Q, K and V are 3_×_2. Q Kᵀ and the weights are 3_×_3. The output is 3_×_2."
    assert flat(readings.shapes(look)) == told.replace("_", "\u00a0")
    assert ("on", "/ √dₖ") in readings.formula(look)
    assert not any(segment[1] == "+ mask" for segment in readings.formula(look) if len(segment) == 2)
    look.state.param.update(scale=False, causal=True)
    assert {("off", "/ √dₖ"), ("on", "+ mask")} <= set(readings.formula(look))


# --- for every state ---------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(states())
def test_every_reading_agrees_with_the_slow_loops_and_with_the_others(state: AttentionState) -> None:
    look, row = Look(state), state.query
    table, steps = readings.weights(look), readings.steps(look)
    q, k, v = (rows.tolist() for rows in (state.q, state.k, state.v))
    weights, _ = oracle.attend(q, k, v, causal=state.causal, scaled=state.scale)
    shown = [[0.0 if w is None else w for w in values] for values in table["values"]]
    np.testing.assert_allclose(shown, weights, rtol=0, atol=1e-9)
    assert cells(table)[row] == [texts[2] for texts in cells(steps)]
    assert table["values"][row] == [values[2] for values in steps["values"]]


@settings(max_examples=60, deadline=None)
@given(states())
def test_every_reading_is_strict_json_without_negative_zeros(state: AttentionState) -> None:
    look = Look(state, pointed=0)
    others = (readings.tips, readings.choice, readings.frame)
    parts = (*readings.TABLES.values(), *readings.TEXTS.values(), *others)
    text = json.dumps([part(look) for part in parts], ensure_ascii=False, allow_nan=False)
    assert not any(zero in text for zero in ("−0.00", '"-0"', "nan", "inf"))
