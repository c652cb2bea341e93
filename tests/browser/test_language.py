"""The pages in German: chosen by browser or address, whole, with commas in numbers and points in code."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from app.scene import Scene
from scenes import SCENES
from tests import facts
from tests.browser import acts, lab
from tests.browser.conftest import NewPage
from tests.browser.watch import Troubles
from tests.test_language import EN

GERMAN: dict[str, Any] = {"locale": "de-AT"}
each_scene = pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.slug)

# Every text of a page and of the attributes that are read out or shown, but no code.
ALL_TEXTS = """
() => {
  const found = [document.title]
  const walk = node => {
    for (const child of node.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) found.push(child.data)
      if (child.nodeType !== Node.ELEMENT_NODE || child.matches('script, style, code')) continue
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext', 'content'])
        if (child.hasAttribute(name)) found.push(child.getAttribute(name))
      if (child.shadowRoot) walk(child.shadowRoot)
      walk(child)
    }
  }
  walk(document)
  return found.map(text => text.trim()).filter(Boolean)
}
"""
# Keeps what is painted on canvases.
PAINTED = """
window.__painted = []
const paint = CanvasRenderingContext2D.prototype.fillText
CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
  window.__painted.push(text)
  return paint.call(this, text, ...place)
}
"""
NAMES = {"Attention Arrows"}
LONGER = 12
"""Letters of a piece of a text that is English and nothing else."""


@pytest.fixture
def german(new_page: NewPage) -> Page:
    return new_page(**GERMAN)


def english_pieces() -> set[str]:
    """Pieces of the English texts, between their places and marks, but no names."""
    cut = r"\{\w+\}|\*+|(?<=\w)_\w+"
    pieces = {piece.strip() for text in EN.values() for piece in re.split(cut, text)}
    return {piece for piece in pieces if len(piece) >= LONGER} - NAMES


def expect_german(page: Page) -> None:
    """No English text of the catalogue is left, and no number has a decimal point."""
    texts: list[str] = page.evaluate(ALL_TEXTS)
    assert len(texts) > 10
    pieces = english_pieces()
    assert [(text, piece) for text in texts for piece in pieces if piece in text] == []
    kept = r"Llama\s3\.1\s8B|Attention Arrows \d\.\d\.\d\."
    assert [text for text in texts if re.search(r"\d\.\d", re.sub(kept, "", text))] == []


def field(page: Page, axis: str) -> Locator:
    return page.get_by_role("textbox", name=axis, exact=True)


def opened_wide(page: Page) -> None:
    """Everything that opens is open."""
    for details in page.locator("details").all():
        details.locator("summary").click()
    walk = page.get_by_role("button", name="Die vier Schritte durchgehen")
    if walk.is_visible():
        walk.click()
        for name in ("Skalieren", "Softmax", "Mischen"):
            page.get_by_role("button", name="Weiter").click()
            expect(page.locator(".moves [aria-current=step]")).to_have_text(name)


# --- which language -------------------------------------------------------------------------------------


def test_a_german_browser_gets_german_and_an_address_can_ask_for_another(german: Page) -> None:
    lab.open_scene(german, "/cat-sat")
    assert german.locator("html").get_attribute("lang") == "de"
    expect(german.get_by_role("heading", level=1)).to_have_text("Eine Query trifft auf sechs Keys")
    lab.open_scene(german, "/cat-sat?lang=en")
    assert german.locator("html").get_attribute("lang") == "en"
    expect(german.get_by_role("heading", level=1)).to_have_text("One query meets six keys")
    expect(lab.part(german, "notices").locator("li")).to_have_count(0)


def test_a_language_that_is_not_there_is_named(page: Page) -> None:
    lab.open_scene(page, "/cat-sat?lang=xx")
    assert page.locator("html").get_attribute("lang") == "en"
    notice = "lang in the address was left out: one of en, de is expected, not “xx”."
    expect(lab.part(page, "notices").locator("li")).to_have_text([notice])


def test_notices_of_an_address_come_in_german(german: Page) -> None:
    lab.open_scene(german, "/cat-sat?scale=x&k-1=2")
    expect(lab.part(german, "notices").locator("li")).to_have_text(
        [
            "scale in der Adresse wurde weggelassen: Erwartet wird on oder off, nicht „x“.",
            "k-1 in der Adresse wurde weggelassen: Erwartet werden 2 Zahlen, mit Dezimalpunkt und durch "
            "Kommas getrennt, nicht „2“.",
        ]
    )


# --- nothing stays English ------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/no-such-page"])
def test_pages_without_a_lab_are_german(german: Page, troubles: Troubles, path: str) -> None:
    troubles.allow("404")
    german.goto(path)
    assert german.locator("html").get_attribute("lang") == "de"
    expect_german(german)


@each_scene
def test_a_scene_is_german_and_its_parts_stand_apart(german: Page, scene: Scene) -> None:
    german.add_init_script(PAINTED)
    lab.open_scene(german, f"/{scene.slug}")
    opened_wide(german)
    expect_german(german)
    for switch in german.get_by_role("switch").all():
        switch.click()
    acts.answered(german)
    expect_german(german)
    painted: set[str] = set(german.evaluate("window.__painted"))
    assert len(painted) > 5
    assert [text for text in painted if re.search(r"\d\.\d", text)] == []
    for width in (1280, 768, 360, 320):
        german.set_viewport_size({"width": width, "height": 900})
        acts.expect_overflow_free(german)


@pytest.mark.parametrize(("code", "ticks"), [("de", ("0,2", "0,4", "0,8")), ("en", ("0.2", "0.4", "0.8"))])
def test_ticks_that_no_chart_names_are_written_as_the_language_does(
    page: Page, code: str, ticks: tuple[str, ...]
) -> None:
    page.add_init_script(PAINTED)
    lab.open_scene(page, f"/scaling?lang={code}")
    page.locator('[data-chart="pick-divided"]').scroll_into_view_if_needed()
    lab.wait_until(page, lambda: set(ticks) <= set(page.evaluate("window.__painted")))
    assert {"−20", "20"} <= set(page.evaluate("window.__painted"))


# --- numbers --------------------------------------------------------------------------------------------


def test_numbers_read_with_a_comma_and_code_and_addresses_keep_the_point(german: Page) -> None:
    lab.open_scene(german, "/cat-sat")
    assert lab.texts(german, "weights") == [
        [f"{weight:.2f}".replace(".", ",") for weight in row] for row in facts.CAT_SAT_WEIGHTS
    ]
    shown = lab.matrix(german, "weights", 6, 6)
    assert acts.are_close(shown, facts.CAT_SAT_WEIGHTS, within=0.005)
    assert "(1,54; 0,48)" in acts.shown(lab.part(german, "sentence"))
    lab.handle(german, "k-1").focus()
    expect(field(german, "x")).to_have_value("2,20")
    field(german, "x").fill("-1,25")
    field(german, "x").press("Enter")
    acts.expect_weights(german, facts.CAT_SAT_Q, acts.moved(facts.CAT_SAT_K, 1, (-1.25, 1.0)))
    lab.wait_until(german, "location.search.includes('k-1=-1.25,1')")
    lab.wait_until(german, lambda: "[-1.25, 1.0]" in acts.code(german))


def test_a_typed_comma_is_a_number_in_german_alone(german: Page, page: Page) -> None:
    for each, read, refusal in (
        (german, "2,50", ""),
        (
            page,
            "2.20",
            "“2,5” is not a number: one such as 1.25 is expected, with a point as the decimal sign.",
        ),
    ):
        lab.open_scene(each, "/cat-sat")
        lab.handle(each, "k-1").focus()
        field(each, "x").fill("2,5")
        field(each, "x").press("Enter")
        expect(field(each, "x")).to_have_value(read)
        expect(lab.part(each, "refusal")).to_have_text(refusal)
    field(german, "x").fill("abc")
    field(german, "x").press("Enter")
    expect(lab.part(german, "refusal")).to_have_text("„abc“ ist keine Zahl: Erwartet wird eine wie 1,25.")


def test_a_typed_token_takes_features_with_a_comma(german: Page) -> None:
    lab.open_scene(german, "/causal-mask")
    german.get_by_text("oder ein eigenes tippen").click()
    german.get_by_role("textbox", name="Ein eigenes Token").fill("Ufer")
    german.get_by_role("textbox", name="Ort", exact=True).fill("1,5")
    german.get_by_role("button", name="Anhängen", exact=True).click()
    expect(lab.part(german, "step")).to_contain_text("Um Ufer zu lesen")
    assert lab.value(german, "cache", 4, 1) == 1.5
    expect(lab.part(german, "growth-refusal")).to_have_text("")
