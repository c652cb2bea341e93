"""The plane's other view: values as strong as their weight, their hull, and the output that stays inside."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests import facts, oracle
from tests.browser import acts, lab

Q, K, V = facts.CAT_SAT_Q, facts.CAT_SAT_K, facts.CAT_SAT_V
SAT = facts.CAT_SAT_QUERY
HULL = {
    (-1.0, -0.6),
    (-0.8, -1.2),
    (0.6, -0.4),
    (1.8, 0.6),
    (1.4, 1.5),
    (-1.4, 1.0),
}  # by eye: all six are corners


@pytest.fixture
def page(again: Callable[[str], Page]) -> Page:
    page = again("/cat-sat")
    acts.choose(page, "Plane", "Values and output")
    expect(lab.handle(page, "v-0")).to_be_visible()
    return page


def expect_output(page: Page, v: acts.Rows, row: int = SAT) -> None:
    wanted = oracle.attend(Q, K, v)[1][row]
    lab.wait_until(page, lambda: output(page) == pytest.approx(wanted, abs=acts.EXACT))
    text = ", ".join(f"{number:.2f}" for number in wanted).replace("-", "−")
    expect(lab.part(page, "output")).to_contain_text(f"= ({text})")


def output(page: Page) -> list[float]:
    columns = acts.drawn(page, "output")
    return [columns[axis][0] for axis in "xy"]


def test_values_hull_and_output_are_drawn_and_queries_and_keys_are_not(page: Page) -> None:
    expect(page.locator("[data-vector]")).to_have_count(6)
    assert [acts.tip(page, f"v-{i}") for i in range(6)] == [tuple(value) for value in V]
    expect_output(page, V)
    assert set(corners(page)) == HULL
    expect(page.locator('[data-label="o-2"]')).to_have_text("outputsat")
    assert acts.drawn(page, "key")["x"] == acts.drawn(page, "query")["x"] == []
    acts.choose(page, "Plane", "Query and keys")
    expect(lab.handle(page, "k-0")).to_be_visible()
    assert acts.drawn(page, "value")["x"] == acts.drawn(page, "hull")["x"] == []


def corners(page: Page) -> list[lab.Point]:
    hull = acts.drawn(page, "hull")
    return list(zip(hull["x"], hull["y"], strict=True))


def test_a_dragged_value_moves_the_output_and_no_weight(page: Page) -> None:
    lab.drag(page, "v-1", (-2.4, -2.4))
    v = acts.moved(V, 1, acts.tip(page, "v-1"))
    expect_output(page, v)
    acts.expect_weights(page, Q, K)
    assert acts.tip(page, "v-1") in corners(page)
    lab.drag(page, "v-1", (0.0, 0.0))  # inside: the hull lets it go
    expect_output(page, acts.moved(V, 1, (0, 0)))
    assert set(corners(page)) == HULL - {(1.8, 0.6)}


def is_inside(point: list[float], hull: list[lab.Point]) -> bool:
    sides = zip(hull, [*hull[1:], hull[0]], strict=True)
    turns = [(bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax) for (ax, ay), (bx, by) in sides]
    return all(turn >= -1e-9 for turn in turns) or all(turn <= 1e-9 for turn in turns)


def test_the_output_never_leaves_the_hull(page: Page) -> None:
    for vector, place in [("v-1", (3.1, -3.1)), ("v-4", (-3.1, 3.1)), ("v-0", (3.0, 3.0))]:
        lab.drag(page, vector, place)
        acts.answered(page)
        assert acts.tip(page, vector) in corners(page)
        assert is_inside(output(page), corners(page))


def test_the_other_queries_have_outputs_of_their_own(page: Page) -> None:
    page.get_by_role("button", name="Choose the query mat", exact=True).click()
    expect(page.locator('[data-label="o-5"]')).to_be_visible()
    expect_output(page, V, row=5)


def test_the_hull_is_that_of_the_visible_values(page: Page) -> None:
    acts.switch(page, "Causal mask").check()
    lab.wait_until(page, lambda: len(corners(page)) == 3)
    assert set(corners(page)) == {(-1.0, -0.6), (1.8, 0.6), (1.4, 1.5)}
    hidden = lab.handle(page, "v-5")
    expect(hidden).to_contain_class("masked")
    expect(hidden).to_have_attribute("aria-label", "Value of mat at (0.60, −0.40), hidden from sat")


def test_an_output_beyond_the_plane_is_named_where_it_is(page: Page) -> None:
    lab.handle(page, "v-1").focus()
    field = page.locator("[data-axis=x]")
    field.fill("9")
    field.press("Enter")
    wanted = oracle.attend(Q, K, acts.moved(V, 1, (9.0, 0.6)))[1][SAT]
    place = ", ".join(f"{number:.2f}" for number in wanted)
    expect(page.locator("[data-label=o-2]")).to_contain_text(f"({place})")
    page.reload()
    lab.wait_ready(page)
    expect(page.locator("[data-label=o-2]")).to_contain_text(f"({place})")
