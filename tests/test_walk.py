"""The four moves of attention, one after the other, with the numbers that one writes on paper."""

from __future__ import annotations

from math import exp, sqrt
from typing import Any

import pytest

from app.language import lines
from app.readings import Look
from app.state import AttentionState
from app.texts import Rich
from app.walk import MOVES, walk_parts
from tests import facts
from tests.projected import growing, river_bank

SCORE, SCALE, SOFTMAX, MIX = range(4)


def flat(rich: Rich) -> str:
    return "".join(p if isinstance(p, str) else f"{p[0]}_{p[1]}" if len(p[0]) == 1 else p[1] for p in rich)


def table(state: AttentionState) -> dict[str, Any]:
    found: dict[str, Any] = walk_parts(Look(state, decimals=3), MIX)["table:walk"]
    return found


def columns(state: AttentionState) -> list[list[str]]:
    """The table's texts, column by column."""
    return [list(column) for column in zip(*(row.split("|") for row in table(state)["texts"]), strict=True)]


def words(state: AttentionState, move: int, pointed: int | None = None) -> str:
    return flat(walk_parts(Look(state, decimals=3, pointed=pointed), move)["text:walk"])


def printed(row: list[float], decimals: int = 2) -> list[str]:
    return [f"{value:.{decimals}f}".replace("-", "−") for value in row]


# --- the printed walk ----------------------------------------------------------------------------


def test_the_printed_numbers_stand_in_their_columns() -> None:
    scores, scaled, powers, weights, weighted = columns(river_bank())
    assert scores == printed(facts.RIVER_BANK_SCORES[2])
    assert scaled == printed(facts.RIVER_BANK_SCALED)
    assert powers == printed(facts.RIVER_BANK_EXPONENTIALS)
    assert weights == printed(facts.RIVER_BANK_WEIGHTS[2], 3)
    assert weighted == ["(0.000, 0.000)", "(0.472, 0.000)", "(0.000, 0.028)", "(0.472, 0.000)"]


def test_the_printed_total_and_output_stand_beneath() -> None:
    shown = table(river_bank())
    assert shown["total"] == f"{facts.RIVER_BANK_TOTAL:.2f}"
    assert shown["output"] == "(0.944, 0.028)"
    assert shown["shifted"] is False


@pytest.mark.parametrize("row", range(4))
def test_each_query_can_be_walked(row: int) -> None:
    state = river_bank(query=row)
    scores, _, _, weights, _ = columns(state)
    assert scores == printed(facts.RIVER_BANK_SCORES[row])
    assert weights == printed(facts.RIVER_BANK_WEIGHTS[row], 3)
    assert table(state)["output"] == f"({', '.join(printed(facts.RIVER_BANK_OUTPUT[row], 3))})"


@pytest.mark.parametrize(
    ("move", "said"),
    [
        (SCORE, "q_bank · k_river = 2.00 × 2.00 + 0.00 × 0.00 = 4.00."),
        (SCALE, "4.00 ÷ √2 = 2.83."),
        (SOFTMAX, "e2.83 ≈ 16.92; 16.92 ÷ 35.84 = 0.472."),
        (
            MIX,
            "0.028 × (0.00, 0.00) + 0.472 × (1.00, 0.00) + 0.028 × (0.00, 1.00) + 0.472 × (1.00, 0.00) "
            "= (0.944, 0.028).",
        ),
    ],
)
def test_each_move_is_told_with_the_real_numbers(move: int, said: str) -> None:
    assert words(river_bank(), move).endswith(f" {said}")


def test_the_key_pointed_at_is_the_one_that_is_told() -> None:
    assert "q_bank · k_The = 2.00 × 0.00 + 0.00 × 1.00 = 0.00." in words(river_bank(), SCORE, pointed=0)
    assert words(river_bank(), SOFTMAX, pointed=0).endswith("e0.00 ≈ 1.00; 1.00 ÷ 35.84 = 0.028.")


def test_a_walk_knows_its_moves_and_where_it_is() -> None:
    assert MOVES == 4
    assert lines("walk.moves") == ["Score", "Scale", "Softmax", "Mix"]
    for move in range(4):
        parts = walk_parts(Look(river_bank(), decimals=3), move)
        assert parts.keys() == {"walk", "table:walk", "text:walk"}
        assert parts["walk"]["move"] == move
        assert list(parts["walk"]["names"]) == lines("walk.moves")


# --- without the division, under the mask, with large scores ---------------------------------------


def test_without_the_division_scores_stay_as_they_are() -> None:
    state = river_bank(scale=False)
    scores, scaled, powers, _, _ = columns(state)
    assert scaled == scores == printed(facts.RIVER_BANK_SCORES[2])
    assert powers == printed([1, exp(4), 1, exp(4)])
    assert table(state)["total"] == f"{2 + 2 * exp(4):.2f}"
    assert "÷" not in words(state, SCALE)
    assert "switched off" in words(state, SCALE)


def test_a_hidden_key_has_no_scaled_score_no_weight_and_no_share() -> None:
    state = growing()
    scores, scaled, powers, weights, weighted = columns(state)
    assert scores == printed(facts.RIVER_BANK_SCORES[2])
    assert scaled == [*printed(facts.RIVER_BANK_SCALED[:3]), "−∞"]
    assert powers == [*printed(facts.RIVER_BANK_EXPONENTIALS[:3]), "0.00"]
    assert weights == [*printed(facts.RIVER_BANK_CAUSAL_WEIGHTS[2][:3], 3), "–"]
    assert weighted[3] == "–"
    assert table(state)["values"][3] == [4, None, 0, None, None]
    assert table(state)["total"] == f"{2 + exp(4 / sqrt(2)):.2f}"
    assert table(state)["output"] == f"({', '.join(printed(facts.RIVER_BANK_CAUSAL_OUTPUT[2], 3))})"


def test_a_hidden_key_is_told_to_be_hidden() -> None:
    state = growing()
    assert words(state, SCALE, pointed=3).endswith("hides flooded: its score becomes −∞.")
    assert "flooded gets no weight" in words(state, SOFTMAX, pointed=3)
    assert "4.00 ÷ √2 = 2.83" in words(state, SCALE, pointed=1)
    assert words(state, MIX).count("×") == 3


LARGE = {"tokens": ["a", "b", "c"], "v": [[1, 0], [0, 1], [1, 1]], "k": [[1, 0], [0.999, 0], [0, 0]]}


def test_large_scores_are_taken_off_and_it_is_said() -> None:
    state = AttentionState(q=[[1000, 0]] * 3, scale=False, **LARGE)
    scores, scaled, powers, weights, _ = columns(state)
    assert scores == scaled == ["1000.00", "999.00", "0.00"]
    assert powers == printed([1, exp(-1), 0])
    assert weights == printed([1 / (1 + exp(-1)), exp(-1) / (1 + exp(-1)), 0], 3)
    assert table(state)["shifted"] is True
    assert table(state)["total"] == f"{1 + exp(-1):.2f}"
    assert "less the largest one" in words(state, SOFTMAX)
    assert words(state, SOFTMAX, pointed=1).endswith("e999.00 − 1000.00 ≈ 0.37; 0.37 ÷ 1.37 = 0.269.")


def test_a_negative_score_that_is_taken_off_stands_in_parentheses() -> None:
    state = AttentionState(q=[[-20, 0]] * 3, **{**LARGE, "k": [[1, 0], [2, 0], [3, 0]]})
    assert table(state)["shifted"] is True
    assert "e−14.14 − (−14.14) ≈ 1.00" in words(state, SOFTMAX)
