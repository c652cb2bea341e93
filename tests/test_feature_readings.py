"""What a page shows of features and matrices: tables, and the sums behind a vector."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.feature_readings import feature_parts, projection
from app.projected import ProjectedState
from app.readings import Look
from app.state import AttentionState
from app.texts import Rich
from tests import facts
from tests.projected import assert_strict, kept, river_bank

modest = settings(max_examples=50, deadline=None)
TABLES = {"x": "x", "wq": "w_q", "wk": "w_k", "wv": "w_v", "q": "q", "k": "k", "v": "v"}
FLOODED = 3
tenths = st.integers(-30, 30).map(lambda n: n / 10)


def look(state: AttentionState) -> Look:
    return Look(state, decimals=3)


def flat(rich: Rich) -> str:
    return "".join(p if isinstance(p, str) else f"{p[0]}_{p[1]}" if len(p[0]) == 1 else p[1] for p in rich)


@st.composite
def states(draw: st.DrawFn) -> ProjectedState:
    """Features and matrices in tenths, so that their products show all of their digits."""
    n = draw(st.integers(1, 3))
    numbers = {"x": st.lists(st.lists(tenths, min_size=3, max_size=3), min_size=n, max_size=n)}
    for name in ("w_q", "w_k", "w_v"):
        numbers[name] = st.lists(st.lists(tenths, min_size=2, max_size=2), min_size=3, max_size=3)
    rows = {name: draw(values) for name, values in numbers.items()}
    return river_bank(tokens=["a"] * n, query=draw(st.integers(0, n - 1)), **rows)


# --- tables -------------------------------------------------------------------------------------


def test_each_table_shows_its_numbers() -> None:
    parts = feature_parts(look(river_bank()), True)
    for table, name in TABLES.items():
        expected = kept(river_bank())[name]
        assert parts[f"table:{table}"]["values"] == expected
        assert parts[f"table:{table}"]["texts"] == ["|".join(f"{x:.2f}" for x in row) for row in expected]
    assert parts["features"] == facts.RIVER_BANK_FEATURES
    assert parts["free"] == []
    assert parts["feature-tips"]["wk"] == ["2|0", "0|1", "0|1"]


def test_the_slower_parts_come_at_rest_alone() -> None:
    quick, slow = (feature_parts(look(river_bank()), resting) for resting in (False, True))
    assert slow.keys() - quick.keys() == {"features", "feature-tips"}
    assert {f"table:{name}" for name in TABLES} <= quick.keys()


def test_a_tooltip_tells_what_two_decimals_hide() -> None:
    state = river_bank(w_q=[[1 / 3, -2.00049], [0, 0], [0, 0]])
    parts = feature_parts(look(state), True)
    assert parts["table:wq"]["texts"][0] == "0.33|−2.00"
    assert parts["feature-tips"]["wq"][0] == "0.3333|−2"


def test_free_vectors_are_named_in_order() -> None:
    state = river_bank(learns="vector")
    for name in ("v-1", "k-3", "k-0"):
        state.move(name, 1, -1)
    assert feature_parts(look(state), False)["free"] == ["k-0", "k-3", "v-1"]


# --- a vector as the weighted sum that it is ------------------------------------------------------


@pytest.mark.parametrize(
    ("role", "text"),
    [
        ("q", "q_flooded = water (1.00, 0.00) + grammar word (0.00, 1.00) = (1.00, 1.00)"),
        ("k", "k_flooded = water (2.00, 0.00) + grammar word (0.00, 1.00) = (2.00, 1.00)"),
        ("v", "v_flooded = water (1.00, 0.00) + grammar word (0.00, 0.00) = (1.00, 0.00)"),
    ],
)
def test_flooded_is_its_water_row_plus_its_grammar_row(role: str, text: str) -> None:
    assert flat(projection(look(river_bank(query=FLOODED)), role)) == text


def test_a_feature_that_is_not_one_is_written_as_a_factor() -> None:
    state = river_bank(x=[[0.5, -1, 0], [1, 0, 0], [0, 1, 0], [1, 0, 1]], query=0)
    expected = "q_The = 0.50 × water (1.00, 0.00) + (−1.00) × place noun (2.00, 0.00) = (−1.50, 0.00)"
    assert flat(projection(look(state), "q")) == expected


def test_what_is_set_by_hand_is_no_sum() -> None:
    state = river_bank(learns="vector")
    state.move("q-2", 1, -1)
    assert flat(projection(look(state), "q")) == "q_bank = (1.00, −1.00), set by hand"
    assert flat(projection(look(state), "k")).startswith("k_bank = place noun")


def test_without_features_it_is_said_to_be_zero() -> None:
    state = river_bank(x=[[0, 0, 1], [1, 0, 0], [0, 0, 0], [1, 0, 1]])
    assert "q_bank = (0.00, 0.00): a token without features" in flat(projection(look(state), "q"))


@modest
@given(states(), st.sampled_from("qkv"))
def test_the_sum_that_is_written_out_comes_to_the_vector(state: ProjectedState, role: str) -> None:
    text = flat(projection(look(state), role)).replace("−", "-")
    terms = re.findall(r"(?:\(?(-?[\d.]+)\)? × )?(?:water|place noun|grammar word) \((\S+), (\S+)\)", text)
    assert len(terms) == sum(map(bool, kept(state)["x"][state.query]))
    for axis in (1, 2):
        total = sum(float(term[0] or 1) * float(term[axis]) for term in terms)
        assert total == pytest.approx(getattr(state, role)[state.query, axis - 1], abs=1e-9)


@pytest.mark.parametrize("token", ["<b>x</b>", "a|b", "{{7*7}}", "", "قطة"])
def test_a_token_is_only_ever_a_segment(token: str) -> None:
    state = river_bank(tokens=["The", "river", token, "flooded"])
    for role in ("q", "k", "v"):
        rich = projection(look(state), role)
        assert rich[0] == (role, token or "␣")
        assert not any(token and token in segment for segment in rich[1:] if isinstance(segment, str))


@modest
@given(states(), st.data())
def test_every_part_is_strict_json_without_negative_zeros(state: ProjectedState, data: st.DataObject) -> None:
    moves: dict[str, Any] = {"matrix": "k-0", "vector": "q-0"}
    state.learns = data.draw(st.sampled_from(sorted(moves)))
    if state.x[0].any() or state.learns == "vector":
        state.move(moves[state.learns], data.draw(tenths), -0.0)
    assert_strict(feature_parts(look(state), True))
