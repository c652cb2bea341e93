"""The plane itself: as wide as high in its own units at every size, with the handles on the drawn tips."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests import facts
from tests.browser import acts, lab

# Where Bokeh draws the origin and (1, 1), in the page's pixels.
DRAWN = """
() => {
  const found = []
  const walk = view => {
    if (view.frame) {
      const {x_scale, y_scale} = view.frame, box = view.canvas_view.el.getBoundingClientRect()
      for (const at of [0, 1]) found.push([box.left + x_scale.compute(at), box.top + y_scale.compute(at)])
    }
    for (const child of view.children?.() ?? []) walk(child)
  }
  for (const view of Bokeh.index.roots) walk(view)
  return found
}
"""


def expect_true(page: Page) -> None:
    """A unit is as long both ways, and what the handles stand on is where Bokeh draws it."""

    def is_true() -> bool:
        (x0, y0), (x1, y1) = page.evaluate(DRAWN)
        ours = [lab.to_pixels(page, "k-1", place) for place in ((0, 0), (1, 1))]
        is_square = abs((x1 - x0) / (y0 - y1) - 1) < 0.01
        return is_square and acts.are_close([[x0, y0], [x1, y1]], ours, within=1.0) and x1 - x0 > 30

    lab.wait_until(page, is_true)


@pytest.mark.parametrize("width", [320, 768, 1400])
def test_a_unit_is_as_wide_as_high(new_page: Callable[..., Page], width: int) -> None:
    page = new_page(viewport={"width": width, "height": 900})
    lab.open_scene(page, "/cat-sat")
    expect_true(page)
    for other in {320, 768, 1400} - {width}:
        page.set_viewport_size({"width": other, "height": 700})
        expect_true(page)
    assert acts.tip(page, "k-1") == tuple(facts.CAT_SAT_K[1])


def test_dragging_is_true_after_a_resize(again: Callable[[str], Page]) -> None:
    page = again("/cat-sat")
    size = page.viewport_size
    page.set_viewport_size({"width": 400, "height": 800})
    expect_true(page)
    lab.drag(page, "k-1", (-2.0, 1.5))
    place = acts.tip(page, "k-1")
    assert place == pytest.approx((-2.0, 1.5), abs=0.02)
    acts.expect_weights(page, facts.CAT_SAT_Q, acts.moved(facts.CAT_SAT_K, 1, place))
    page.set_viewport_size(size or {"width": 1280, "height": 900})
    expect_true(page)


def test_the_wheel_over_the_plane_scrolls_the_page(again: Callable[[str], Page]) -> None:
    page = again("/cat-sat")
    page.mouse.move(*lab.to_pixels(page, "k-1", (-2.6, -2.6)))
    page.mouse.wheel(0, 200)
    lab.wait_until(page, "scrollY > 100")
    page.mouse.move(*lab.centre(lab.handle(page, "k-1")))
    page.mouse.wheel(0, -200)
    lab.wait_until(page, "scrollY === 0")
    assert acts.tip(page, "k-1") == tuple(facts.CAT_SAT_K[1])
