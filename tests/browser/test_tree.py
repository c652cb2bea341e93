"""What a screen reader is handed on each scene: names, roles, values and states of all that acts."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from app.scene import Scene
from scenes import SCENES
from tests import facts, oracle
from tests.browser import acts, lab
from tests.browser.conftest import NewPage
from tests.browser.offered import CONTROLS, TABLES
from tests.browser.tree import Node, tree

OPERABLE = (
    "link",
    "button",
    "radio",
    "switch",
    "slider",
    "textbox",
    "combobox",
    "checkbox",
    "DisclosureTriangle",
)
LANDMARKS = ("banner", "navigation", "main", "region", "contentinfo")


@pytest.fixture(params=SCENES, ids=lambda scene: scene.slug)
def scene(request: pytest.FixtureRequest) -> Scene:
    chosen: Scene = request.param
    return chosen


@pytest.fixture(scope="module")
def trees() -> dict[str, Node]:
    return {}


@pytest.fixture
def root(new_page: NewPage, scene: Scene, trees: dict[str, Node]) -> Node:
    """The tree of a scene as it opens, read once: these tests only look at it."""
    if scene.slug not in trees:
        page = new_page()
        lab.open_scene(page, f"/{scene.slug}")
        acts.answered(page)
        trees[scene.slug] = tree(page)
    return trees[scene.slug]


def state(node: Node) -> object:
    if "checked" in node.states:
        return node.states["checked"] == "true"
    return "disabled" if node.states.get("disabled") else None


def test_everything_that_can_be_acted_on_has_a_name(root: Node) -> None:
    found = root.all(*OPERABLE)
    assert len(found) > 20
    assert [node for node in found if not node.name.strip()] == []
    assert [node for node in root.all("img", "image", "Canvas") if not node.name] == []


def test_the_controls_are_these_in_this_order(root: Node, scene: Scene) -> None:
    found = [(n.role, n.name, state(n)) for n in root.one("region", "Plane and controls").all(*OPERABLE)]
    wanted = CONTROLS[scene.slug]
    assert [(role, is_what) for role, _, is_what in found] == [(role, is_what) for role, _, is_what in wanted]
    assert [
        name for (_, name, _), (_, start, _) in zip(found, wanted, strict=True) if not name.startswith(start)
    ] == []


def test_fields_and_tips_tell_their_values(root: Node) -> None:
    see = root.one("region", "Plane and controls")
    x, y = see.one("textbox", "x").value, see.one("textbox", "y").value
    tips = [node for node in see.all("button") if node.name.startswith(("Query", "Key"))]
    assert f"({x}, {y})".replace("-", "−") in tips[0].name  # the query is the chosen one
    assert all("Arrow keys move it" in tip.description for tip in tips)
    figure = see.one("figure", "Arrows on a plane")
    assert all(" ".join(tip.name.split()) in figure.text for tip in tips)  # the plane in words


def test_landmarks_are_named_and_headings_in_order(root: Node, scene: Scene) -> None:
    for role in ("banner", "main", "contentinfo"):
        assert len(root.all(role)) == 1, role
    assert root.names("navigation") == ["Scenes"]
    regions = root.names("region")
    assert all(regions)
    assert len(set(regions)) == len(regions)
    headings = root.all("heading")
    levels = [node.states["level"] for node in headings]
    assert levels.count(1) == 1
    assert headings[0].name == scene.heading
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    outside = [n for child in root.children if child.role not in LANDMARKS for n in child.all(*OPERABLE)]
    assert [node.name for node in outside] == ["Skip to the lab"]


def test_tables_are_tables_with_heads_on_both_sides(root: Node, scene: Scene) -> None:
    found = root.all("table")
    wanted = TABLES[scene.slug]
    assert len(found) == len(wanted)
    for table, (start, (rows, columns)) in zip(found, wanted.items(), strict=True):
        assert table.name.startswith(start)
        assert all(name.strip() for name in table.names("columnheader"))
        assert len(table.all("columnheader")) in (columns, columns + 1)  # the corner may have a name too
        assert len(table.all("rowheader")) == rows
        body = [row.all("cell") for row in table.all("row") if row.all("rowheader")]
        assert [len(cells) for cells in body] == [columns] * rows
        assert all(cell.name.strip() or cell.all("textbox") for cells in body for cell in cells)


def test_there_is_one_polite_live_region_and_no_alert_at_rest(root: Node) -> None:
    live = [node for node in root.walk() if node.states.get("live") == "polite"]
    assert [node.role for node in live] == ["status"]
    assert [node.text for node in root.all("alert") if node.text] == []


def test_the_weights_are_read_as_they_are(again: Callable[[str], Page]) -> None:
    root = tree(again("/cat-sat"))
    table = next(table for table in root.all("table") if table.name.startswith("Weights"))
    weights, _ = oracle.attend(facts.CAT_SAT_Q, facts.CAT_SAT_K, facts.CAT_SAT_K)
    rows = [row for row in table.all("row") if row.all("rowheader")]
    assert [row.names("rowheader") for row in rows] == [[token] for token in facts.CAT_SAT_TOKENS]
    assert table.names("columnheader") == list(facts.CAT_SAT_TOKENS)
    for row, exact in zip(rows, weights, strict=True):
        assert [float(name) for name in row.names("cell")] == pytest.approx(exact, abs=0.00501)
    chosen = [node.name for node in table.all("button") if node.states.get("pressed") == "true"]
    assert chosen == ["Choose the query sat"]


def test_states_follow_what_is_done(again: Callable[[str], Page]) -> None:
    page = again("/causal-mask")
    acts.switch(page, "Causal mask").uncheck()
    acts.choose(page, "Plane", "Values and output")
    expect(lab.handle(page, "v-0")).to_be_visible()
    page.get_by_text("Show as NumPy").click()
    acts.answered(page)
    root = tree(page)
    assert state(root.one("switch", "Causal mask")) is False
    assert state(root.one("radio", "Values and output")) is True
    assert state(root.one("button", "Undo")) is None
    assert root.one("DisclosureTriangle", "Show as NumPy").states["expanded"] is True
    assert root.one("DisclosureTriangle", "or type one").states["expanded"] is False
    assert any(name.startswith("Value of river at (1.00, 0.00)") for name in root.names("button"))
    page.get_by_text("Show as NumPy").click()


def test_sliders_say_what_their_stops_mean(again: Callable[[str], Page]) -> None:
    page = again("/scaling")
    width = page.get_by_role("slider", name="Width dk")
    expect(width).to_have_attribute("aria-valuetext", "128")
    width.press("ArrowRight")
    expect(width).to_have_attribute("aria-valuetext", "256")
    node = tree(page).one("slider", "Width dk")
    assert node.value == 8  # the ninth stop: 2 to the power of 8


def test_the_list_of_keys_is_a_named_dialog_and_the_rest_is_out_of_reach(
    again: Callable[[str], Page],
) -> None:
    page = again("/cat-sat")
    page.keyboard.press("?")
    root = tree(page)
    dialog = root.one("dialog", "Keyboard and touch")
    assert dialog.names("button") == ["Close"]
    assert {"Home", "Esc", "?"} <= set(dialog.text.split())
    assert root.all("slider", "switch", "radio") == []  # a modal dialog hides what is behind it
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
