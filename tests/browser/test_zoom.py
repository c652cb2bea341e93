"""Twice as large: the page zoomed to 200 %, or only the text, by the browser's own setting for its size."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from app.scene import Scene
from scenes import SCENES
from tests.browser import acts, lab
from tests.browser.conftest import DESKTOP
from tests.browser.serving import Server
from tests.browser.test_layout import expect_nothing_covered, expect_tables_whole, overlap

WIDTHS = (1280, 768)
HEIGHT = 900
# Everything that is pressed or typed into, with its box as far as it shows; a label counts for what it holds.
CONTROLS = """
() => {
  const found = []
  const wanted = 'a[href], button:not(.handle), input, summary'
  const walk = node => node.querySelectorAll('*').forEach(e => {
    if (e.shadowRoot) walk(e.shadowRoot)
    if (!e.matches(wanted) || e.matches('.skip') || !e.checkVisibility()) return
    let {left, top, right, bottom} = (e.closest('label:not(.fields label)') ?? e).getBoundingClientRect()
    const around = e.closest('nav, .scroller')?.getBoundingClientRect()  // what scrolls shows a part of it
    if (around) [left, right] = [Math.max(left, around.left), Math.min(right, around.right)]
    const name = e.getAttribute('aria-label') ?? (e.textContent || e.closest('label')?.textContent)
    if (right > left) found.push([name, [left, top, right - left, bottom - top]])
  })
  walk(document)
  return found
}
"""
# Texts of which a part cannot be seen: their box clips them, without an ellipsis and without scrolling.
CUT = """
() => {
  const found = []
  const walk = node => node.querySelectorAll('*').forEach(e => {
    if (e.shadowRoot) walk(e.shadowRoot)
    const style = getComputedStyle(e)
    if (!e.checkVisibility() || e.clientWidth < 2 || e.closest('.hidden-text, .handles')) return
    const clips = way => ['hidden', 'clip'].includes(style[`overflow${way}`])
    const isCut = (clips('X') && style.textOverflow !== 'ellipsis' && e.scrollWidth > e.clientWidth + 1)
      || (clips('Y') && e.scrollHeight > e.clientHeight + 4)
      || (e.matches('td') && !clips('X') && e.scrollWidth > e.clientWidth + 1)
    if (isCut && e.textContent.trim()) found.push(`${e.className}: ${e.textContent.slice(0, 60)}`)
  })
  walk(document)
  return found
}
"""


@contextmanager
def zoomed(browser: Browser, server: Server, width: int, *, text_only: bool) -> Iterator[Page]:
    """A page as at 200 %: of everything, or of the text alone."""
    part = 1 if text_only else 2
    viewport = {"width": width // part, "height": HEIGHT // part}
    options: dict[str, Any] = {**DESKTOP, "viewport": viewport, "device_scale_factor": part}
    with browser.new_context(base_url=server.url, **options) as context:
        page = context.new_page()
        if text_only:  # as in the browser's settings, where 16 is what it comes with
            sizes = {"fontSizes": {"standard": 32, "fixed": 26}}
            context.new_cdp_session(page).send("Page.setFontSizes", sizes)
        yield page


@pytest.mark.parametrize("text_only", [False, True], ids=["page", "text"])
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.slug)
def test_nothing_is_cut_covered_or_pushed_out(
    browser: Browser, server: Server, scene: Scene, text_only: bool
) -> None:
    for width in WIDTHS:
        with zoomed(browser, server, width, text_only=text_only) as page:
            lab.open_scene(page, f"/{scene.slug}")
            size = page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")
            assert size * page.evaluate("devicePixelRatio") == 32
            acts.expect_overflow_free(page)
            expect_nothing_covered(page, page.evaluate("innerHeight"))
            expect_tables_whole(page, page.evaluate("innerWidth"))
            page.evaluate("scrollTo(0, 0)")
            assert page.evaluate(CUT) == []
            for (one, a), (other, b) in combinations(page.evaluate(CONTROLS), 2):
                assert not overlap(a, b), f"{one} covers {other} at {width} px"
