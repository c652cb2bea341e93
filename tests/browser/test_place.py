"""Where a person was on the page, and what is under their hand, stays."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import acts, lab, touch
from tests.browser.conftest import DESKTOP, NewPage

LOW = {**DESKTOP, "viewport": {"width": 1280, "height": 720}}
TOP = "() => document.querySelector('dialog').scrollTop"


def scrolled(page: Page, scene: str, place: int) -> int:
    """Open a scene and scroll; where the page then stands, whatever grew or shrank above meanwhile."""
    lab.open_scene(page, f"/{scene}")
    acts.answered(page)
    page.evaluate("place => scrollTo(0, place)", place)
    lab.wait_until(page, "history.state?.scroll > 500")
    return int(page.evaluate("Math.round(scrollY)"))


@pytest.mark.parametrize("scene", ["cat-sat", "scaling"])
def test_a_reload_comes_back_to_the_place_on_the_page(touch_page: Page, scene: str) -> None:
    place = scrolled(touch_page, scene, 1500)
    touch_page.reload()
    lab.wait_ready(touch_page)
    lab.wait_until(touch_page, f"Math.abs(scrollY - {place}) < 3")


def test_the_way_back_leads_to_the_place_on_the_page(touch_page: Page) -> None:
    place = scrolled(touch_page, "cat-sat", 1200)
    lab.open_scene(touch_page, "/river-bank")
    assert touch_page.evaluate("scrollY") == 0
    touch_page.go_back()
    lab.wait_ready(touch_page)
    lab.wait_until(touch_page, f"Math.abs(scrollY - {place}) < 150")  # what grew above it since, included


@pytest.mark.parametrize("scene", ["cat-sat", "river-bank", "scaling"])
def test_what_stands_under_the_plane_is_seen_in_a_low_window(new_page: NewPage, scene: str) -> None:
    page = new_page(**LOW)
    lab.open_scene(page, f"/{scene}")
    field = page.locator("[data-axis=y]")
    field.focus()
    lab.wait_until(page, lambda: lab.box(field)[1] + lab.box(field)[3] <= 720)
    assert lab.box(field)[1] >= 0


def test_help_opens_at_its_beginning_on_a_phone_on_its_side(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 740, "height": 360}, has_touch=True, is_mobile=True)
    lab.open_scene(page, "/cat-sat")
    page.get_by_role("button", name="Help").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert page.evaluate(TOP) == 0
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_a_finger_that_scrolls_from_a_slider_moves_no_value(touch_page: Page) -> None:
    lab.open_scene(touch_page, "/scaling")
    slider = touch_page.locator("input[data-control=d_k]")
    x, y, wide, high = lab.box(slider)
    start = (x + wide * 0.9, y + high / 2)
    before = touch_page.evaluate("scrollY")
    touch.swipe(touch_page, start, (start[0], start[1] - 200))
    lab.wait_until(touch_page, f"scrollY > {before + 50}")
    acts.answered(touch_page)
    assert slider.get_attribute("aria-valuetext") == "128"
    assert "dk=" not in touch_page.url


def test_a_width_that_a_slider_only_passes_meets_no_task(page: Page) -> None:
    lab.open_scene(page, "/scaling")
    slider = page.locator("input[data-control=d_k]")
    slider.scroll_into_view_if_needed()
    for power in (7, 6, 5, 4, 3):
        x, y, wide, high = lab.box(slider)
        page.mouse.move(x + 10 + (wide - 20) * power / 12, y + high / 2)
        page.mouse.down()
        expect(slider).to_have_attribute("aria-valuetext", str(2**power))
        acts.answered(page)
    page.mouse.up()
    lab.wait_until(page, lambda: "dk=8" in page.url)
    acts.answered(page)
    assert page.locator("[data-met]").count() == 0
