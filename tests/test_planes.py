"""The plane's columns: whole, finite and geometrically true."""

from __future__ import annotations

from itertools import pairwise
from math import dist, hypot, isfinite
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app import planes
from app.readings import Look
from app.state import AttentionState
from tests import facts, oracle

modest = settings(max_examples=80, deadline=None)
near = st.integers(-320, 320).map(lambda n: n / 100)
coordinates = near | st.sampled_from([0.0, 1000.0, -1000.0, 0.01]) | st.floats(-1000, 1000)
Point = tuple[float, float]


def cat_sat(**changes: Any) -> AttentionState:
    opening = {"q": facts.CAT_SAT_Q, "k": facts.CAT_SAT_K, "v": facts.CAT_SAT_V, "query": facts.CAT_SAT_QUERY}
    return AttentionState(**{"tokens": facts.CAT_SAT_TOKENS, **opening, **changes})


@st.composite
def states(
    draw: st.DrawFn, view: str = "keys", numbers: st.SearchStrategy[float] = coordinates
) -> AttentionState:
    n = draw(st.integers(1, 7))
    rows = st.lists(st.tuples(numbers, numbers), min_size=n, max_size=n)
    vectors = {name: draw(rows) for name in ("q", "k", "v")}
    query, causal = draw(st.integers(0, n - 1)), draw(st.booleans())
    return AttentionState(tokens=["a"] * n, query=query, causal=causal, view=view, **vectors)


def points(columns: dict[str, Any], x: str = "x", y: str = "y") -> list[Point]:
    return list(zip(columns[x], columns[y], strict=True))


# --- whole and finite -----------------------------------------------------------------------


@modest
@given(st.sampled_from(["keys", "values"]).flatmap(states))
def test_columns_are_of_one_length_and_hold_finite_numbers(state: AttentionState) -> None:
    for columns in planes.plane(Look(state)).values():
        assert len({len(column) for column in columns.values()}) == 1
        for column in columns.values():
            assert all(isinstance(entry, str) or isfinite(entry) for entry in column)


@pytest.mark.parametrize("far", [0.0, 1000.0, -1000.0])
@pytest.mark.parametrize("view", ["keys", "values"])
def test_all_vectors_zero_or_as_far_out_as_they_go(far: float, view: str) -> None:
    rows = [[far, far]] * 6
    shown = planes.plane(Look(cat_sat(q=rows, k=rows, v=rows, view=view)))
    drawn = shown["key" if view == "keys" else "value"]
    assert points(drawn) == [(far, far)] * 6
    assert drawn["strength"] == [0.167] * 6
    assert shown["foot"]["x0"] == []


def test_each_view_shows_its_own_arrows_and_no_others() -> None:
    keys, values = (planes.plane(Look(cat_sat(view=view))) for view in ("keys", "values"))
    assert points(keys["key"]) == [tuple(row) for row in facts.CAT_SAT_K]
    assert points(keys["query"]) == [tuple(facts.CAT_SAT_Q[facts.CAT_SAT_QUERY])]
    assert points(values["value"]) == [tuple(row) for row in facts.CAT_SAT_V]
    assert [round(c, 2) for c in points(values["output"])[0]] == facts.CAT_SAT_OUTPUT
    for shown, absent in ((keys, ("value", "output", "hull")), (values, ("key", "query", "iso", "foot"))):
        assert not any(any(shown[name].values()) for name in absent)
    assert keys.keys() == values.keys()


def test_an_arrow_is_as_strong_as_its_weight() -> None:
    strengths = planes.plane(Look(cat_sat()))["key"]["strength"]
    assert [round(s, 2) for s in strengths] == facts.CAT_SAT_WEIGHTS[facts.CAT_SAT_QUERY]


@pytest.mark.parametrize(("view", "role"), [("keys", "key"), ("values", "value")])
def test_what_the_mask_hides_is_marked(view: str, role: str) -> None:
    masked = planes.plane(Look(cat_sat(causal=True, view=view)))[role]
    assert masked["hidden"] == [False, False, False, True, True, True]
    assert not any(planes.plane(Look(cat_sat(view=view)))[role].get("hidden", []))


# --- lines of equal score, and the projection ----------------------------------------------------


@modest
@given(states())
def test_every_line_is_square_to_the_query_and_has_the_score_it_is_labelled_with(
    state: AttentionState,
) -> None:
    query = state.q[state.query].tolist()
    iso, slack = planes.plane(Look(state))["iso"], 0.0015 * hypot(*query)
    tips = [points(iso, *names) for names in (("x0", "y0"), ("x1", "y1"), ("tx", "ty"))]
    for *line, text in zip(*tips, iso["text"], strict=True):
        scores = [oracle.dot(query, point) for point in line]
        wanted = float(text.replace("−", "-")) if text else scores[0]
        assert scores == pytest.approx([wanted] * 3, abs=slack)


@modest
@given(states(numbers=near))
def test_lines_stand_apart_cross_the_plane_and_are_labelled_inside(state: AttentionState) -> None:
    look = Look(state)
    query = state.q[state.query].tolist()
    iso, length = planes.plane(look)["iso"], hypot(*query)
    away = [oracle.dot(query, point) / length for point in points(iso, "x0", "y0")]
    assert all(0.7 < second - first < 2.01 for first, second in pairwise(away))
    assert all(max(map(abs, place)) <= look.limit for place in points(iso, "tx", "ty"))
    ends = zip(points(iso, "x0", "y0"), points(iso, "x1", "y1"), strict=True)
    assert all(dist(*line) > 2 * look.limit for line in ends)
    assert bool(away) == (length >= 0.05)


@modest
@given(states(numbers=near), st.integers(0, 6))
def test_the_foot_is_the_projection_of_the_key_onto_the_query(state: AttentionState, pointed: int) -> None:
    look = Look(state, pointed=pointed)
    foot, query = planes.plane(look)["foot"], state.q[state.query].tolist()
    for (x0, y0), (x1, y1) in zip(points(foot, "x0", "y0"), points(foot, "x1", "y1"), strict=True):
        assert [x0, y0] == state.k[look.key].tolist()
        assert oracle.dot(query, (x0 - x1, y0 - y1)) == pytest.approx(0, abs=1e-9)
        assert x1 * query[1] - y1 * query[0] == pytest.approx(0, abs=1e-9)


def test_the_foot_needs_a_key_on_the_plane() -> None:
    assert planes.plane(Look(cat_sat(), pointed=1))["foot"]["x0"] == [2.2]
    assert planes.plane(Look(cat_sat(k=[[3.3, 0]] * 6), pointed=1))["foot"]["x0"] == []


# --- the hull ------------------------------------------------------------------------------------


def left_of(start: Point, end: Point, point: Point) -> float:
    """How far the point lies to the left of the line from start to end."""
    (ax, ay), (bx, by), (px, py) = start, end, point
    return ((bx - ax) * (py - ay) - (by - ay) * (px - ax)) / (dist(start, end) or 1.0)


def outside(hull: list[Point], point: Point) -> float:
    """How far the point lies outside a counter-clockwise convex polygon, a segment or a point."""
    if len(hull) < 3:
        a, b = hull[0], hull[-1]
        return dist(a, point) + dist(point, b) - dist(a, b)
    return max(-left_of(a, b, point) for a, b in pairwise([*hull, hull[0]]))


@modest
@given(states("values") | states("values", near) | states("values", st.integers(-1, 1).map(float)))
def test_the_hull_is_convex_and_holds_the_output_and_all_values_in_sight(state: AttentionState) -> None:
    shown = planes.plane(Look(state))
    hull, seen = points(shown["hull"]), state.query + 1 if state.causal else len(state.tokens)
    assert len(set(hull)) == len(hull)
    turns = [left_of(a, b, c) for a, b, c in zip(hull, hull[1:] + hull[:1], hull[2:] + hull[:2], strict=True)]
    assert len(hull) < 3 or min(turns) >= -1e-9
    values = [tuple(row) for row in state.v.tolist()[:seen]]
    assert set(hull) <= set(values)
    for point in (*values, *points(shown["output"])):
        assert outside(hull, point) <= 1e-6


# --- in words --------------------------------------------------------------------------------------


def test_a_handle_says_what_where_and_how_much_it_weighs() -> None:
    names = planes.handle_names(Look(cat_sat(causal=True)))
    assert names.keys() == {"q-2", "k-0", "k-1", "k-2", "k-3", "k-4", "k-5"}
    assert names["q-2"] == "Query of sat at (2.40, 0.60)"
    assert names["k-3"] == "Key of on at (−0.80, 1.60), hidden from sat"
    assert planes.handle_names(Look(cat_sat()))["k-1"] == "Key of cat at (2.20, 1.00), 76\u202f% of sat"
    assert "76\u202f% of sat" in ". ".join(planes.handle_names(Look(cat_sat())).values())
    values = planes.handle_names(Look(cat_sat(view="values")))
    assert list(values) == [f"v-{row}" for row in range(6)]
    assert values["v-1"] == "Value of cat at (1.80, 0.60), 76\u202f% of sat"


@pytest.mark.parametrize("view", ["keys", "values"])
def test_each_tip_that_is_shown_has_its_place(view: str) -> None:
    look = Look(cat_sat(view=view))
    places = planes.places(look)
    output = {"place:o-2": "1.54|0.48"} if view == "values" else {}  # shown, though nobody can drag it
    assert list(places) == [*(f"place:{name}" for name in planes.handle_names(look)), *output]
    assert {name: places.pop(name) for name in output} == output
    rows = {"q": facts.CAT_SAT_Q, "k": facts.CAT_SAT_K, "v": facts.CAT_SAT_V}
    for name, text in places.items():
        role, row = name.removeprefix("place:").split("-")
        assert text == "|".join(f"{number:.2f}" for number in rows[role][int(row)])
