"""Paper, the system's own colours, reduced motion: the page as the reader's system asks for it."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from app.scene import Scene
from scenes import SCENES
from tests.browser import acts, lab
from tests.browser.conftest import DESKTOP
from tests.browser.serving import Server

A4 = {"width": 680, "height": 1009}  # 180 × 267 mm: what the margins leave, in CSS pixels
MOST_PAGES = {"cat-sat": 3, "river-bank": 4, "scaling": 7, "causal-mask": 5}
# Lightness from 0 to 1 of the page's ground and of its text, as they are computed.
GROUND_AND_INK = """
() => {
  const paint = document.createElement('canvas').getContext('2d')
  const style = getComputedStyle(document.body)
  return [style.backgroundColor, style.color].map(colour => {
    paint.fillStyle = '#fff'
    paint.fillRect(0, 0, 1, 1)
    paint.fillStyle = colour
    paint.fillRect(0, 0, 1, 1)
    return [...paint.getImageData(0, 0, 1, 1).data].slice(0, 3).reduce((a, b) => a + b) / 765
  })
}
"""
WIDTHS = """
() => {
  const found = []
  const walk = node => node.querySelectorAll('*').forEach(e => {
    if (e.shadowRoot) walk(e.shadowRoot)
    if (!e.matches('table') || !e.checkVisibility()) return
    found.push([e.dataset.table, e.getBoundingClientRect().right])
  })
  walk(document)
  return found
}
"""
# What is pressed or typed into and would be printed: but what stands in a table is a number or a row's name.
PRESSED = """
() => {
  const found = []
  const walk = node => node.querySelectorAll('*').forEach(e => {
    if (e.shadowRoot) walk(e.shadowRoot)
    const isFree = e.matches('button, input') && !e.closest('table, .layer')
    if (isFree && e.checkVisibility()) found.push(e.outerHTML)
  })
  walk(document)
  return found
}
"""
# Every transition or animation that is not over within a thousandth of a second.
MOVING = """
() => {
  const found = []
  const walk = node => node.querySelectorAll('*').forEach(e => {
    if (e.shadowRoot) walk(e.shadowRoot)
    for (const part of [null, '::before', '::after']) {
      const style = getComputedStyle(e, part)
      const times = [style.transitionDuration, style.animationDuration].join().split(',').map(parseFloat)
      if (times.some(time => time > 0.001)) found.push(e.className)
    }
  })
  walk(document)
  return found
}
"""


@pytest.fixture(params=SCENES, ids=lambda scene: scene.slug)
def scene(request: pytest.FixtureRequest) -> Scene:
    chosen: Scene = request.param
    return chosen


@pytest.fixture(scope="module")
def dark_page(browser: Browser, server: Server) -> Iterator[Page]:
    """One page for all, for readers in the dark who want nothing to move."""
    options: dict[str, Any] = {**DESKTOP, "color_scheme": "dark", "reduced_motion": "reduce"}
    with browser.new_context(base_url=server.url, **options) as context:
        yield context.new_page()


def test_a_page_prints_its_numbers_light_on_a4_with_nothing_to_press(dark_page: Page, scene: Scene) -> None:
    page = dark_page
    page.set_viewport_size(DESKTOP["viewport"])  # type: ignore[arg-type]
    page.emulate_media(media="screen", forced_colors="none")
    lab.open_scene(page, f"/{scene.slug}")
    ground, ink = page.evaluate(GROUND_AND_INK)
    assert ground < 0.2 < 0.7 < ink
    tables = {name: lab.texts(page, name) for name in ("steps", "weights")}
    drawn = lab.box(page.locator("[data-plane]"))[2]
    page.emulate_media(media="print")
    page.set_viewport_size(A4)  # type: ignore[arg-type]
    ground, ink = page.evaluate(GROUND_AND_INK)
    assert ink < 0.4 < 0.9 < ground
    assert {name: lab.texts(page, name) for name in tables} == tables
    # On paper nothing is drawn anew: the frame keeps the drawing's size, only smaller.
    assert lab.box(page.locator("[data-plane]"))[2] == pytest.approx(0.72 * drawn, abs=2)
    expect(lab.part(page, "sentence")).to_be_visible()
    wide = page.evaluate(WIDTHS)
    assert {"steps"} <= {name for name, _ in wide}
    assert [each for each in wide if each[1] > A4["width"] + 1] == []
    assert page.evaluate(PRESSED) == []
    sheet = page.pdf(format="A4", prefer_css_page_size=True)
    assert 1 <= len(re.findall(rb"/Type\s*/Page\b", sheet)) <= MOST_PAGES[scene.slug]


def test_in_forced_colours_what_is_chosen_and_what_is_hidden_is_still_told(dark_page: Page) -> None:
    page = dark_page
    page.set_viewport_size(DESKTOP["viewport"])  # type: ignore[arg-type]
    page.emulate_media(media="screen", forced_colors="active")
    lab.open_scene(page, "/causal-mask")
    style = "(element, [part, name]) => getComputedStyle(element, part)[name]"
    chosen, other = (
        page.get_by_role("radio", name=name, exact=True).locator("+ bdi") for name in ("bank", "river")
    )
    assert chosen.evaluate(style, [None, "outlineStyle"]) == "solid"
    assert other.evaluate(style, [None, "outlineStyle"]) == "none"
    seen, hidden = (lab.cell(page, "weights", 2, column) for column in (1, 3))
    assert seen.evaluate(style, [None, "borderLeftStyle"]) == "solid"
    assert hidden.evaluate(style, [None, "borderLeftStyle"]) == "dashed"
    switch = acts.switch(page, "Causal mask")
    on = switch.evaluate(style, [None, "backgroundColor"])
    switch.uncheck()
    assert switch.evaluate(style, [None, "backgroundColor"]) != on
    handle = lab.handle(page, "k-1")
    assert handle.evaluate(style, ["::before", "borderTopColor"]) != "rgba(0, 0, 0, 0)"  # a tip is a ring


def test_with_reduced_motion_nothing_moves_by_itself(dark_page: Page, scene: Scene) -> None:
    page = dark_page
    page.emulate_media(media="screen", forced_colors="none", reduced_motion="reduce")
    lab.open_scene(page, f"/{scene.slug}")
    assert page.evaluate(MOVING) == []
    if scene.slug == "scaling":
        expect(page.get_by_role("button", name="Play")).to_be_hidden()
        expect(page.get_by_role("button", name="Step", exact=True)).to_be_visible()
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate(MOVING) != []  # the switches slide
