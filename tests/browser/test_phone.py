"""A phone: what a finger hits, one column upright, plane and numbers together on its side, two fingers."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from app.scene import Scene
from scenes import SCENES
from tests.browser import acts, lab, touch
from tests.browser.conftest import PHONE, NewPage, take_back
from tests.browser.extra_pages import HOSTILE
from tests.browser.serving import Server

LEAST = 44  # px, for a finger
UPRIGHT = (320, 360, 390, 430)
ON_ITS_SIDE = ((740, 360), (844, 390), (568, 320))
# Everything that can be pressed, by its name, with its size: a label counts for the box that it holds.
TARGETS = """
() => {
  const found = []
  const walk = node => node.querySelectorAll('*').forEach(e => {
    if (e.shadowRoot) walk(e.shadowRoot)
    if (!e.matches('a[href], button, input, select, textarea, summary') || !e.checkVisibility()) return
    if (e.matches('.skip')) return      // shown only to the keyboard
    const {width, height} = (e.closest('label:not(.fields label)') ?? e).getBoundingClientRect()
    const name = e.getAttribute('aria-label') ?? (e.textContent || e.closest('label')?.textContent)
    found.push([`${e.localName} ${name}`, width, height])
  })
  walk(document)
  return found
}
"""
# Scrolls each scroller to its end; where the head of its last row stands then, from the scroller's left edge.
FIRST_CELLS = """
() => {
  const found = []
  const walk = node => node.querySelectorAll('*').forEach(e => {
    if (e.shadowRoot) walk(e.shadowRoot)
    if (!e.matches('.scroller') || !e.checkVisibility() || e.scrollWidth <= e.clientWidth + 1) return
    e.scrollLeft = e.scrollWidth
    const head = [...e.querySelectorAll('tbody th')].at(-1)
    const own = head.getBoundingClientRect(), box = e.getBoundingClientRect()
    found.push([e.getAttribute('aria-label'), own.left - box.left, own.right - box.left, e.scrollLeft])
  })
  walk(document)
  return found
}
"""
# What has to be scrolled sideways to be read.
SCROLLED = """
() => {
  const found = []
  const walk = node => node.querySelectorAll('*').forEach(e => {
    if (e.shadowRoot) walk(e.shadowRoot)
    if (!e.matches('.scroller') || !e.checkVisibility() || e.scrollWidth <= e.clientWidth) return
    found.push(e.getAttribute('aria-label'))
  })
  walk(document)
  return found
}
"""


@pytest.fixture(scope="module")
def phone(browser: Browser, server: Server) -> Iterator[acts.Kept]:
    with browser.new_context(base_url=server.url, **PHONE) as context:  # type: ignore[arg-type]
        yield acts.Kept(context)


@pytest.fixture(params=SCENES, ids=lambda scene: scene.slug)
def page(phone: acts.Kept, request: pytest.FixtureRequest) -> Iterator[Page]:
    scene: Scene = request.param
    page = phone.open(f"/{scene.slug}")
    yield page
    page.set_viewport_size(PHONE["viewport"])  # type: ignore[arg-type]
    take_back(phone, request)


def open_all(page: Page) -> None:
    for details in page.locator("details").all():
        details.evaluate("details => { details.open = true }")
    walk = page.get_by_role("button", name="Walk through the four moves")
    if walk.is_visible():
        walk.click()
        page.get_by_role("button", name="Close").wait_for()


def test_everything_is_large_enough_for_a_finger(page: Page) -> None:
    open_all(page)
    for width in (320, 430):
        page.set_viewport_size({"width": width, "height": 800})
        targets: list[Any] = page.evaluate(TARGETS)
        assert len(targets) > 20
        small = [each for each in targets if min(each[1:]) < LEAST - 0.5]
        assert small == []


def test_upright_the_plane_fills_the_width_with_room_to_scroll_by(page: Page) -> None:
    for width in UPRIGHT:
        page.set_viewport_size({"width": width, "height": 2 * width})
        acts.expect_overflow_free(page)
        left, top, wide, _ = lab.box(page.locator("[data-plane]"))
        assert min(left, width - left - wide) >= 12  # for the finger that scrolls
        assert wide >= width - 40
        assert lab.box(lab.part(page, "sentence"))[1] > top + wide  # one column


def test_on_its_side_plane_and_numbers_are_in_sight_together(page: Page) -> None:
    bar = 52 if page.locator(".scaling-bar").count() else 0
    for width, height in ON_ITS_SIDE:
        page.set_viewport_size({"width": width, "height": height})
        acts.expect_overflow_free(page)
        for part in (lab.part(page, "sentence"), page.locator("[data-table=steps]")):
            part.evaluate("(part, up) => scrollBy(0, part.getBoundingClientRect().top - up)", bar + 8)
            left, top, wide, high = lab.box(page.locator("[data-plane]"))
            assert top >= bar
            assert top + high <= height
            assert high >= 0.7 * height  # as high as the screen, but for the bar above it
            beside, first, _, _ = lab.box(part)
            assert beside >= left + wide  # not under the plane
            assert first < height / 2


def test_two_fingers_zoom_the_page(page: Page) -> None:
    expect(page.locator("meta[name=viewport]")).not_to_have_attribute(
        "content", re.compile("maximum|scalable")
    )
    page.locator("[data-plane]").scroll_into_view_if_needed()
    middle = lab.centre(page.locator("[data-plane]"))
    spots = [lab.aside(middle, (side * 40, 90)) for side in (-1, 1)]  # where no tip is
    with touch.Fingers(page) as fingers:
        fingers.down(*spots)
        for i in range(1, 11):
            fingers.move(lab.aside(spots[0], (-6 * i, 0)), lab.aside(spots[1], (6 * i, 0)))
    lab.wait_until(page, "visualViewport.scale > 1.2")
    page.context.new_cdp_session(page).send("Emulation.resetPageScaleFactor")


def expect_all_in_sight(page: Page) -> None:
    for width in (320, 360, 390, 768):
        page.set_viewport_size({"width": width, "height": 900})
        acts.expect_overflow_free(page)
        assert page.evaluate(SCROLLED) == [], width


def test_as_a_scene_opens_no_table_has_to_be_scrolled(page: Page) -> None:
    expect_all_in_sight(page)


@pytest.mark.parametrize("slug", ["river-bank", "causal-mask", "scaling"])  # those with tables of their own
def test_nor_has_it_in_the_longer_words_of_another_language(slug: str, new_page: NewPage) -> None:
    page = new_page(**PHONE)
    lab.open_scene(page, f"/{slug}?lang=de")
    expect_all_in_sight(page)


def test_each_matrix_stands_beside_what_it_gives_its_rows_named(touch_page: Page) -> None:
    lab.open_scene(touch_page, "/river-bank")
    for role in "qkv":
        tables = [touch_page.locator(f"[data-table={name}]") for name in (f"w{role}", role)]
        (left, top, wide, _), (beside, level, _, _) = map(lab.box, tables)
        assert level == pytest.approx(top, abs=1)
        assert beside >= left + wide
        assert [table.locator("tbody th").all_inner_texts() for table in tables] == [
            ["water", "place noun", "grammar word"],
            ["The", "river", "bank", "flooded"],
        ]


def test_each_move_of_the_walk_shows_the_column_that_it_computes(new_page: NewPage) -> None:
    page = new_page(**{**PHONE, "viewport": {"width": 320, "height": 640}})
    lab.open_scene(page, "/cat-sat?lang=de")
    page.get_by_role("button", name="Die vier Schritte durchgehen").click()
    frame = page.locator(".walk-body .scroller")
    for move, column in enumerate((1, 2, 4, 5)):
        if move:
            page.get_by_role("button", name="Weiter").click()
        cell = page.locator("[data-table=walk] tbody tr").first.locator("th, td").nth(column)
        expect(cell).to_be_visible()
        lab.wait_until(page, lambda cell=cell: is_inside(lab.box(cell), lab.box(frame)))  # type: ignore[misc]


def is_inside(inner: tuple[float, ...], outer: tuple[float, ...]) -> bool:
    return outer[0] <= inner[0] and inner[0] + inner[2] <= outer[0] + outer[2]


def test_tables_scroll_in_themselves_and_their_first_column_stays(
    browser: Browser, extra_server: Server
) -> None:
    with browser.new_context(**{**PHONE, "viewport": {"width": 320, "height": 700}}) as context:  # type: ignore[arg-type]
        page = context.new_page()
        lab.open_scene(page, f"{extra_server.url}/hostile")
        open_all(page)
        acts.expect_overflow_free(page)
        cells: list[Any] = page.evaluate(FIRST_CELLS)
        assert {"All weights"} <= {name for name, *_ in cells}
        for name, left, right, scrolled in cells:
            assert scrolled > 20, name
            assert -1 <= left < right <= 320 * 0.75, name
        assert len(HOSTILE) == 12


def test_long_tokens_with_the_same_start_are_told_apart_on_the_plane(
    browser: Browser, extra_server: Server
) -> None:
    with browser.new_context(**PHONE) as context:  # type: ignore[arg-type]
        page = context.new_page()
        lab.open_scene(page, f"{extra_server.url}/alike")
        labels = [acts.shown(each) for each in page.locator("[data-label^=k]").all()]
        assert len(set(labels)) == len(labels) == 12
        assert all(len(label) <= 13 for label in labels)
