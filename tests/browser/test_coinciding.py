"""Tips that lie in one place: every label reads, every tip can be reached and moved alone."""

from collections.abc import Callable
from itertools import combinations

import pytest
from playwright.sync_api import Page, expect

from tests import facts
from tests.browser import acts, lab
from tests.browser.test_river_bank import Q, expect_table, learn

K, V = facts.RIVER_BANK_K, facts.RIVER_BANK_V


@pytest.fixture
def page(again: Callable[[str], Page]) -> Page:
    return again("/river-bank")


def expect_labels_apart(page: Page) -> None:
    boxes = {each.get_attribute("data-label"): lab.box(each) for each in page.locator("[data-label]").all()}
    plane = lab.box(lab.plane(page, "k-0") if "k-0" in boxes else lab.plane(page, "v-0"))
    assert len(boxes) >= 5
    for (one, a), (two, b) in combinations(boxes.items(), 2):
        assert not overlap(a, b), f"the labels of {one} and {two} overlap"
    for name, (left, top, width, height) in boxes.items():
        assert left >= plane[0] - 1, name
        assert top >= plane[1] - 1, name
        assert left + width <= plane[0] + plane[2] + 1, name
        assert top + height <= plane[1] + plane[3] + 1, name


def overlap(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return all(a[i] + a[i + 2] > b[i] and b[i] + b[i + 2] > a[i] for i in (0, 1))


@pytest.mark.parametrize("width", [1280, 768, 360])
@pytest.mark.parametrize("path", ["/cat-sat", "/river-bank", "/causal-mask"])
def test_labels_stand_apart_and_inside(again: Callable[[str], Page], path: str, width: int) -> None:
    page = again(path)
    page.set_viewport_size({"width": width, "height": 900})
    expect_labels_apart(page)
    acts.choose(page, "Plane", "Values and output")
    expect(lab.handle(page, "v-0")).to_be_visible()
    expect_labels_apart(page)
    page.set_viewport_size({"width": 1280, "height": 900})


def tab_to(page: Page, name: str) -> None:
    page.get_by_role("radio", name="Values and output" if name[0] == "v" else "Query and keys").check()
    first = page.locator("[data-vector]").first
    first.focus()
    for _ in range(6):
        if lab.handle(page, name).evaluate("handle => handle.matches(':focus')"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach {name}")


@pytest.mark.parametrize("name", ["k-0", "k-2", "q-2", "k-1", "v-1", "v-3", "v-0"])
def test_each_tip_can_be_moved_alone(page: Page, name: str) -> None:
    learn(page, alone=True)
    tab_to(page, name)
    lab.drag(page, name, (-2.0, -1.0))
    place = acts.tip(page, name)
    assert place == pytest.approx((-2.0, -1.0), abs=0.01)
    for table, rows in (("q", Q), ("k", K), ("v", V)):
        expect_table(page, table, acts.moved(rows, int(name[2:]), place) if table == name[0] else rows)


def test_labels_stay_apart_while_tips_meet(page: Page) -> None:
    learn(page, alone=True)
    for name in ("k-0", "k-1", "k-2", "k-3"):
        lab.handle(page, name).focus()
        lab.drag(page, name, (-1.0, -1.0))
        acts.answered(page)
        expect_labels_apart(page)
