"""The scaling lab in Chromium: the switch and the width, the published figures, the descent."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from app import palette
from tests import facts
from tests.browser import acts, lab
from tests.browser.conftest import NewPage

ANSWERS_WITHIN = (
    0.5  # seconds in a browser that shares its machine; the server's own part is tested without one
)
CHARTS = ["products", "pick-undivided", "pick-divided", "slope", "loss", "halving"]

# Sets a slider or a switch, and tells how many ms later a part's text is another one.
TIMED = (
    f"([name, value, part]) => {{{lab.SETTING}"
    """
  const input = find(document, `[data-control=${name}]`), told = find(document, `[data-part="${part}"]`)
  const before = told.textContent, start = performance.now()
  set(input, value)
  return new Promise(done => {
    const look = () => {
      if (told.textContent === before) requestAnimationFrame(look)
      else done(performance.now() - start)
    }
    look()
  })
}
"""
)


@pytest.fixture
def page(again: Callable[[str], Page]) -> Page:
    return again("/scaling")


def division(page: Page) -> Locator:
    return acts.switch(page, "Divide scores by √dk")


def width(page: Page) -> Locator:
    return page.get_by_role("slider", name="Width dk")


def set_width(page: Page, power: int) -> None:
    """Choose 2 to some power, as a person with a keyboard does."""
    width(page).press("Home")
    for _ in range(power):
        width(page).press("ArrowRight")
    expect(width(page)).to_have_attribute("aria-valuetext", f"{2**power:,}")
    lab.wait_until(page, lambda: f"√{2**power:,}" in acts.shown(division(page).locator("xpath=..")))


def says(page: Page, chart: str) -> str:
    return acts.shown(lab.part(page, f"chart-{chart}"))


def drawn(page: Page, chart: str, layer: str) -> dict[str, list[float]]:
    """The columns of a chart's layer, as Bokeh draws them."""
    columns: dict[str, list[float]] = page.evaluate(
        """([chart, layer]) => {
          const figure = Bokeh.documents[0].get_model_by_name(`chart:${chart}`)
          const source = [...figure.references()].find(model => model.name === `layer:${layer}`)
          return Object.fromEntries(Object.entries(source.data).map(([name, column]) => [name, [...column]]))
        }""",
        [chart, layer],
    )
    return columns


# --- published figures ---------------------------------------------------------------------------------


def test_the_published_figures_stand_on_the_page_as_it_opens(page: Page) -> None:
    expect(division(page)).not_to_be_checked()
    expect(width(page)).to_have_attribute("aria-valuetext", "128")
    assert lab.texts(page, "steps") == [
        ["1.00", "11.31", "0.997"],
        ["0.50", "5.66", "0.003"],
        ["0.00", "0.00", "0.000"],
        ["−0.50", "−5.66", "0.000"],
    ]
    slopes = lab.matrix(page, "jacobian", 4, 4)
    assert max(abs(float(s or 0)) for row in slopes for s in row) == pytest.approx(0.00348, abs=5e-6)
    assert "71 times less" in acts.shown(lab.part(page, "sentence"))
    share, scaled = lab.value(page, "picks", 0, 0), lab.value(page, "picks", 1, 0)
    assert facts.HARD_PICK_UNSCALED_SHARE[0] <= float(share or 0) <= facts.HARD_PICK_UNSCALED_SHARE[1]
    assert scaled == 0
    assert lab.value(page, "picks", 1, 2) == pytest.approx(0.36, abs=0.005)
    assert "33 at 64, 152 at 128, never at 512; with it 6" in says(page, "halving")


def test_the_switch_changes_all_that_answers_to_it(page: Page) -> None:
    before = {chart: says(page, chart) for chart in ("products", "slope")}
    edges = drawn(page, "products", "random pairs")["left"]
    division(page).check()
    lab.wait_until(page, lambda: lab.texts(page, "steps")[0] == ["1.00", "1.00", "0.455"])
    assert [row[2] for row in lab.texts(page, "steps")] == ["0.455", "0.276", "0.167", "0.102"]
    assert lab.matrix(page, "jacobian", 1, 1) == [[pytest.approx(0.24798, abs=5e-6)]]
    assert [row[0] for row in lab.texts(page, "spread")] == ["1.000"] * 5
    assert says(page, "products") != before["products"]
    assert "about 1" in says(page, "products")
    shrunk = drawn(page, "products", "random pairs")["left"]
    assert shrunk == pytest.approx([edge / 128**0.5 for edge in edges], abs=1e-3)
    assert drawn(page, "slope", "as it is set")["y"] == [pytest.approx(0.248, abs=1e-3)]
    assert acts.shown(lab.part(page, "picks")).startswith("Divided")


@pytest.mark.parametrize("entries", ["normal", "±1"])
def test_every_draw_spreads_as_predicted(page: Page, entries: str) -> None:
    acts.choose(page, "Entries", entries)
    for _ in range(2):
        before = lab.matrix(page, "spread", 5, 3)
        page.get_by_role("button", name="Draw again").click()
        lab.wait_until(page, lambda before=before: lab.matrix(page, "spread", 5, 3) != before)  # type: ignore[misc]
        for d_k, row in zip((2, 8, 64, 128, 512), lab.matrix(page, "spread", 5, 3), strict=True):
            predicted, measured, error = (float(number or 0) for number in row)
            assert predicted == pytest.approx(d_k**0.5)
            assert abs(measured - predicted) <= 5 * error


# --- the width ---------------------------------------------------------------------------------------------


def test_the_width_is_chosen_by_keyboard_and_a_slide_can_be_undone(page: Page) -> None:
    width(page).focus()
    for key, text in (("ArrowRight", "256"), ("End", "4,096"), ("ArrowLeft", "2,048"), ("Home", "1")):
        page.keyboard.press(key)
        expect(width(page)).to_have_attribute("aria-valuetext", text)
    lab.wait_until(page, lambda: "1 number" in acts.shown(page.locator("[data-chart=products] h3")))
    acts.undo(page).click()
    expect(width(page)).to_have_attribute("aria-valuetext", "2,048")


@pytest.mark.parametrize(("power", "steps"), [(6, 33), (7, 152), (9, None)])
def test_the_width_changes_all_that_answers_to_it(page: Page, power: int, steps: int | None) -> None:
    set_width(page, power)
    d_k = 2**power
    largest = facts.LARGEST_SLOPE[d_k**0.5]
    lab.wait_until(page, lambda: lab.texts(page, "steps")[0][1] == f"{d_k**0.5:.2f}")
    found = [float(s or 0) for row in lab.matrix(page, "jacobian", 4, 4) for s in row]
    assert max(map(abs, found)) == pytest.approx(largest, rel=2e-3)
    assert (f"after {steps} steps" if steps else "not within 400 steps") in says(page, "loss")
    assert drawn(page, "products", "one standard deviation")["x"] == pytest.approx([-(d_k**0.5), d_k**0.5])
    assert page.locator("[data-table=spread] tr.chosen th").inner_text() == f"{d_k}"


def test_with_the_division_another_width_changes_no_weight(page: Page) -> None:
    division(page).check()
    set_width(page, 6)
    lab.wait_until(page, lambda: "√64 ÷ √64" in acts.shown(page.locator("[data-table=steps] thead")))
    assert lab.texts(page, "steps")[0] == ["1.00", "1.00", "0.455"]
    assert acts.are_close(lab.matrix(page, "steps", 4, 1), [[s] for s in facts.PATTERN])


def test_the_switch_and_every_width_answer_at_once_the_largest_too(page: Page) -> None:
    took: dict[int, list[float]] = {1: [], 9: [], 12: []}
    for _ in range(5):
        for power, times in took.items():
            times.append(page.evaluate(TIMED, ["d_k", power, "chart-products"]) / 1000)
    switched = [page.evaluate(TIMED, ["scale", None, "chart-products"]) / 1000 for _ in range(5)]
    medians = {power: statistics.median(times) for power, times in took.items()}
    assert max(*medians.values(), statistics.median(switched)) <= ANSWERS_WITHIN
    assert max(medians[9], medians[12]) <= 2 * medians[1] + 0.1


# --- how it stands -----------------------------------------------------------------------------------------


def test_every_chart_has_a_title_named_axes_and_a_message_in_words(page: Page) -> None:
    for name in CHARTS:
        figure = page.locator(f"[data-chart={name}]")
        assert figure.locator("h3").inner_text().strip()
        assert figure.locator("figcaption").inner_text().strip().endswith(".")
        assert figure.locator(".chart-canvas").get_attribute("aria-hidden") == "true"
        labels: Any = page.evaluate(
            "name => { const f = Bokeh.documents[0].get_model_by_name(`chart:${name}`);"
            " return [...f.below, ...f.left].map(axis => axis.axis_label) }",
            name,
        )
        assert len(labels) == 2
        assert all(labels)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_chart_takes_its_colours_from_the_theme(new_page: NewPage, theme: str) -> None:
    page = new_page(color_scheme=theme)
    lab.open_scene(page, "/scaling")
    ink = page.evaluate(
        "Bokeh.documents[0].get_model_by_name('chart:products').below[0].axis_label_text_color"
    )
    soft = getattr(palette.SURFACES["soft"], theme)
    assert ink in (soft, f"rgb{tuple(int(soft[i : i + 2], 16) for i in (1, 3, 5))}")


@pytest.mark.parametrize("wide", [320, 360, 768])
def test_nothing_sticks_out_and_the_bar_stays_in_sight(new_page: NewPage, wide: int) -> None:
    page = new_page(viewport={"width": wide, "height": 780})
    lab.open_scene(page, "/scaling")
    assert page.evaluate("document.documentElement.scrollWidth") <= wide
    page.locator("[data-chart=halving]").scroll_into_view_if_needed()
    left, top, across, high = lab.box(page.get_by_role("group", name="Division and width"))
    assert (left >= -0.5, across <= wide + 0.5) == (True, True)
    assert -0.5 <= top <= 1
    assert high <= 130
    division(page).check()
    lab.wait_until(page, lambda: "about 1" in says(page, "products"))
