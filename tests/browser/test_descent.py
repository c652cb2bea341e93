"""Gradient descent in Chromium: played, paused, stepped through, undone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser import acts, lab
from tests.browser.conftest import NewPage
from tests.browser.test_scaling import division, drawn, says


@pytest.fixture
def page(again: Callable[[str], Page]) -> Page:
    return again("/scaling")


def test_keys_are_dragged_and_typed(page: Page) -> None:
    division(page).check()
    lab.drag(page, "k-1", (0.2, 1.4))
    lab.wait_until(page, lambda: lab.texts(page, "steps")[1][0] == lab.texts(page, "steps")[0][0] == "1.00")
    x = page.locator("[data-axis=x]")
    x.fill("1.45")
    x.press("Enter")
    lab.wait_until(page, lambda: lab.texts(page, "steps")[1][0] == "2.00")
    lab.wait_until(page, lambda: says(page, "loss") != "")


def taken(page: Page) -> int:
    return int(acts.shown(lab.part(page, "descent")).split(":")[0].removeprefix("Step "))


def test_the_descent_plays_pauses_and_is_undone_in_one_step(page: Page) -> None:
    division(page).check()
    start = lab.tip_position(page, "k-1")
    page.get_by_role("button", name="Play").click()
    lab.wait_until(page, lambda: taken(page) >= 8)
    page.get_by_role("button", name="Pause").click()
    acts.answered(page)
    count, place = taken(page), lab.tip_position(page, "k-1")
    assert count >= 8
    along = place[0] - start[0], place[1] - start[1]
    assert along[0] > 0.3
    assert along[1] / along[0] == pytest.approx(0.75, abs=0.05)  # the query's direction
    assert drawn(page, "loss", "where it stands")["x"] == [count]
    acts.undo(page).click()
    lab.wait_until(page, lambda: taken(page) == 0)
    page.get_by_role("button", name="Redo").click()
    lab.wait_until(page, lambda: taken(page) == count)


def test_the_descent_goes_step_by_step_and_starts_again(page: Page) -> None:
    division(page).check()
    lab.wait_until(page, lambda: "0.382" in acts.shown(lab.part(page, "descent")))
    page.get_by_role("button", name="Step", exact=True).click()
    lab.wait_until(page, lambda: taken(page) == 1)
    page.get_by_role("button", name="10 steps").click()
    lab.wait_until(page, lambda: taken(page) == 11)
    page.get_by_role("slider", name="Learning rate").press("ArrowRight")
    lab.wait_until(page, lambda: taken(page) == 0)
    assert page.get_by_role("button", name="Restart").is_disabled()
    lab.wait_until(page, lambda: "with it 3" in says(page, "halving"))


def test_the_descent_stops_when_the_page_is_hidden(page: Page) -> None:
    page.get_by_role("button", name="Play").click()
    lab.wait_until(page, lambda: taken(page) >= 2)
    page.evaluate(
        "Object.defineProperty(document, 'hidden', {configurable: true, get: () => true});"
        "document.dispatchEvent(new Event('visibilitychange')); delete document.hidden"
    )
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_whoever_wants_less_motion_steps(new_page: NewPage) -> None:
    page = new_page(reduced_motion="reduce")
    lab.open_scene(page, "/scaling")
    expect(page.locator("[data-action=play]")).to_be_hidden()
    page.get_by_role("button", name="10 steps").click()
    lab.wait_until(page, lambda: taken(page) == 10)
