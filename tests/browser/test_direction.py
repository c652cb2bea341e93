"""In a language that is written from right to left the page turns over; planes and numbers do not."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from app.scene import Scene
from scenes import SCENES
from tests.browser import acts, lab

TURN_OVER = "document.documentElement.dir = 'rtl'"
KNOB = "input => getComputedStyle(input, '::before').right"


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.slug)
def test_nothing_sticks_out_and_the_plane_is_as_it_was(page: Page, scene: Scene) -> None:
    lab.open_scene(page, f"/{scene.slug}")
    name = f"q-{scene.state().query}"
    before = acts.tip(page, name)
    page.evaluate(TURN_OVER)
    for width in (1280, 768, 360):
        page.set_viewport_size({"width": width, "height": 900})
        acts.expect_overflow_free(page)
        assert acts.tip(page, name) == pytest.approx(before, abs=0.02)


def test_the_page_begins_on_the_right(page: Page) -> None:
    lab.open_scene(page, "/cat-sat")
    page.evaluate(TURN_OVER)
    see, read = (lab.box(page.locator(f".{name}")) for name in ("see", "read"))
    assert see[0] > read[0] + read[2]
    scale = acts.switch(page, "Divide")
    lab.wait_until(page, lambda: scale.evaluate(KNOB) == "18px")
    scale.uncheck()
    lab.wait_until(page, lambda: scale.evaluate(KNOB) == "3px")


def test_a_language_is_offered_for_the_state_that_is_open(again: Callable[[str], Page]) -> None:
    page = again("/cat-sat?k-1=1,-1&scale=off&theme=dark")
    page.get_by_role("link", name="Deutsch").click()
    lab.wait_ready(page)
    assert page.locator("html").get_attribute("lang") == "de"
    assert acts.tip(page, "k-1") == pytest.approx((1, -1), abs=0.02)
    for word in ("k-1=1,-1", "scale=off", "theme=dark", "lang=de"):
        assert word in page.url
    page.locator("nav").get_by_role("link").nth(1).click()  # the next scene, in the same language
    lab.wait_ready(page)
    assert page.locator("html").get_attribute("lang") == "de"
