"""Where the parts of a page stand: none covers another however far the page is scrolled, none is cut off."""

from collections.abc import Callable
from itertools import combinations

import pytest
from playwright.sync_api import Page

from app.scene import Scene
from scenes import SCENES
from tests.browser import acts, lab

SIZES = ((1280, 900), (1000, 720), (768, 900), (360, 700), (320, 700))
A4 = {"width": 680, "height": 1009}  # in CSS pixels, within the margins of @page
# The parts of the lab that are seen, with their boxes; but no bar that is meant to stay above the rest.
SECTIONS = """
lab => [...lab.children]
  .flatMap(part => getComputedStyle(part).display === 'contents' ? [...part.children] : part)
  .map(part => [part.className, part.getBoundingClientRect(), getComputedStyle(part)])
  .filter(([, box, style]) => box.width > 1 && (style.position !== 'sticky' || box.height > innerHeight / 4))
  .map(([name, {left, top, width, height}]) => [name, [left, top, width, height]])
"""
SCROLLS = "table => getComputedStyle(table.closest('.scroller') ?? table).overflowX === 'auto'"


def overlap(a: list[float], b: list[float]) -> bool:
    return all(min(a[i] + a[i + 2], b[i] + b[i + 2]) - max(a[i], b[i]) > 1 for i in (0, 1))


def expect_nothing_covered(page: Page, height: int) -> None:
    for place in range(0, int(page.evaluate("document.documentElement.scrollHeight")), height // 2):
        page.evaluate("place => scrollTo(0, place)", place)
        parts = page.locator("[data-lab]").evaluate(SECTIONS)
        assert len(parts) >= 2
        for (one, a), (other, b) in combinations(parts, 2):
            assert not overlap(a, b), f"{one} covers {other} at {page.viewport_size}, scrolled by {place}"


def expect_tables_whole(page: Page, width: int) -> None:
    for table in page.locator("table").all():
        if table.is_visible():
            left, _, wide, _ = lab.box(table)
            fits = left + wide <= width + 1 or table.evaluate(SCROLLS)
            assert fits, f"{table.get_attribute('data-table')} is cut off at {width} px"


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.slug)
def test_parts_stand_apart_and_none_sticks_out(again: Callable[[str], Page], scene: Scene) -> None:
    page = again(f"/{scene.slug}")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        acts.expect_overflow_free(page)
        expect_nothing_covered(page, height)
        expect_tables_whole(page, width)
    page.set_viewport_size({"width": 1280, "height": 900})


def test_on_paper_the_tips_stand_where_the_arrows_were_drawn(new_page: Callable[[], Page]) -> None:
    """Nothing is drawn anew for paper, so the plane keeps its size there, only scaled as a whole."""
    page = new_page()
    lab.open_scene(page, "/cat-sat")
    on_screen = lab.box(lab.plane(page, "k-1"))[2]
    page.emulate_media(media="print")
    page.set_viewport_size(A4)  # type: ignore[arg-type]
    left, _, width, _ = lab.box(lab.plane(page, "k-1"))
    assert width == pytest.approx(0.72 * on_screen, abs=1)
    assert left == pytest.approx(A4["width"] - left - width, abs=1)
    assert lab.tip_position(page, "k-1") == pytest.approx((2.2, 1.0), abs=0.02)
