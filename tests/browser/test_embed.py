"""The embed frame by itself: compact, without scrolling, in the parts that its address names."""

from collections.abc import Callable
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from playwright.sync_api import Page, expect

from app import presentation
from app.scene import Scene
from scenes import SCENES
from tests import facts
from tests.browser import acts, lab

Q, K = facts.CAT_SAT_Q, facts.CAT_SAT_K
CONTENT = "document.body.getBoundingClientRect().height"
MARKUP = '<img src=x onerror="window.__xss=1">'
AROUND = {"intro": ".opening", "lesson": ".story", "tasks": ".tries"}
SCROLLS = """
() => {
  const {scrollWidth, scrollHeight, clientWidth, clientHeight} = document.documentElement
  return [scrollWidth > clientWidth || clientWidth < innerWidth, scrollHeight > clientHeight]
}
"""
# Which of the lab's parts can be seen, by the word of each; a part may be several elements.
SEEN = """
lab => {
  const isSeen = part => [part, ...part.querySelectorAll('*')].some(e => e.getBoundingClientRect().width > 1)
  const parts = [...lab.querySelectorAll('[data-section]')].filter(isSeen)
  return [...new Set(parts.map(part => part.dataset.section))]
}
"""


def seen(page: Page) -> set[str]:
    around = {name for name, place in AROUND.items() if is_seen(page, place)}
    inside: list[str] = page.locator("[data-lab]").evaluate(SEEN)
    return {*around, *inside}


def is_seen(page: Page, place: str) -> bool:
    wide: float = page.locator(place).evaluate("part => part.getBoundingClientRect().width")
    return wide > 1


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.slug)
def test_an_embed_is_whole_at_640_by_560_and_one_column_at_320(page: Page, scene: Scene) -> None:
    page.set_viewport_size({"width": 640, "height": 560})
    lab.open_scene(page, f"/{scene.slug}?embed=1")
    assert page.evaluate(SCROLLS) == [False, False]
    expect(page.locator("header")).to_be_hidden()
    assert seen(page) == set(presentation.embedded(scene.slug))
    left, top, wide, high = lab.box(page.locator("[data-plane]"))
    assert 300 <= wide <= 330
    assert wide == pytest.approx(high, abs=1)
    assert lab.box(lab.part(page, "sentence"))[0] > left + wide
    switch = page.get_by_role("switch").first
    assert lab.box(switch)[1] > top + high or scene.slug == "scaling"  # its switch is for all of the page
    content = page.evaluate(CONTENT)
    for height in (presentation.height(scene.slug), 300, 1500):
        page.set_viewport_size({"width": 640, "height": height})
        assert page.evaluate(SCROLLS) == [False, height == 300]
        assert page.evaluate(CONTENT) == content  # does not follow the frame: reports of it end
    page.set_viewport_size({"width": 320, "height": 560})
    lab.wait_until(page, lambda: lab.box(page.locator("[data-plane]"))[0] == 12)
    assert page.evaluate(SCROLLS)[0] is False
    assert lab.box(page.locator("[data-plane]"))[2] == 320 - 24
    assert lab.box(lab.part(page, "sentence"))[0] == 12


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.slug)
def test_every_part_of_a_scene_has_its_word_and_every_word_its_part(
    again: Callable[[str], Page], scene: Scene
) -> None:
    page = again(f"/{scene.slug}")
    assert seen(page) == set(presentation.parts(scene.slug))
    assert set(presentation.embedded(scene.slug)) <= set(presentation.parts(scene.slug))


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("embed=1&show=matrix,lesson&hide=steps,product", {"+matrix", "+lesson", "-steps", "-product"}),
        ("embed=1&hide=all&show=sentence,matrix", {"sentence", "matrix"}),
        ("embed=1&hide=all&show=plane", {"plane"}),
        ("embed=1&hide=plane", {"-plane", "-view"}),
        ("embed=1&show=all&hide=walk,tasks", {"all", "-walk", "-tasks"}),
    ],
)
def test_show_adds_parts_and_hide_removes_them(page: Page, query: str, wanted: set[str]) -> None:
    page.set_viewport_size({"width": 640, "height": 900})
    lab.open_scene(page, f"/cat-sat?{query}")
    parts = set(presentation.parts("cat-sat") if "all" in wanted else presentation.embedded("cat-sat"))
    parts |= {name[1:] for name in wanted if name[0] == "+"}
    parts -= {name[1:] for name in wanted if name[0] == "-"}
    plain = {name for name in wanted if name[0] not in "+-"} - {"all"}
    assert seen(page) == (plain or parts)
    assert page.evaluate(SCROLLS)[0] is False
    expect(lab.part(page, "notices").locator("li")).to_have_count(0)


def test_a_part_alone_takes_the_room_of_the_rest(page: Page) -> None:
    page.set_viewport_size({"width": 640, "height": 560})
    lab.open_scene(page, "/cat-sat?embed=1&hide=all&show=plane")
    left, _, wide, _ = lab.box(page.locator("[data-plane]"))
    assert left + wide / 2 == pytest.approx(320, abs=1)
    assert wide > 400
    lab.open_scene(page, "/cat-sat?embed=1&hide=all&show=steps")
    assert lab.box(page.locator("[data-table=steps]"))[2] > 600


def test_the_full_lab_leaves_parts_out_too(page: Page) -> None:
    lab.open_scene(page, "/cat-sat?hide=matrix,lesson,walk")
    assert seen(page) == set(presentation.parts("cat-sat")) - {"matrix", "lesson", "walk"}
    expect(page.locator("header")).to_be_visible()


@pytest.mark.parametrize(
    ("query", "unknown", "expected"),
    [
        ("embed=1&show=cache,steps", ["“cache”"], presentation.parts("cat-sat")),
        ("embed=1&hide=foo,bar", ["“foo”, “bar”"], presentation.parts("cat-sat")),
        ("embed=1&lock=table", ["“table”"], presentation.locks("cat-sat")),
        ("embed=yes", ["“yes”"], ("1",)),
        ("embed=1&theme=blue", ["“blue”"], presentation.THEMES),
        (f"embed=1&lock={quote(MARKUP)}", [f"“{MARKUP[:20]}"], ("drag",)),
    ],
)
def test_an_unknown_word_is_named_with_what_is_expected(
    page: Page, query: str, unknown: list[str], expected: tuple[str, ...]
) -> None:
    lab.open_scene(page, f"/cat-sat?{query}&k-1=1,1")
    notices = lab.part(page, "notices").locator("li")
    expect(notices).to_have_count(1)
    for words in (*unknown, ", ".join(expected)):
        expect(notices).to_contain_text(words)
    assert acts.tip(page, "k-1") == (1, 1)
    assert page.evaluate("window.__xss ?? null") is None


def test_a_small_link_opens_the_full_lab_in_the_same_state(page: Page) -> None:
    page.set_viewport_size({"width": 640, "height": 560})
    lab.open_scene(page, "/cat-sat?embed=1&hide=steps&lock=mask&theme=dark&mask=on&lang=en")
    lab.drag(page, "k-1", (-1.0, 1.0))
    lab.wait_until(page, lambda: "k-1=" in page.url)
    place = acts.tip(page, "k-1")
    link = page.get_by_role("link", name="Open the full lab")
    with page.context.expect_page() as opened:
        link.click()
    full = opened.value
    lab.wait_ready(full)
    assert {*parse_qs(urlsplit(full.url).query)} == {"lang", "mask", "k-1"}
    acts.expect_weights(full, Q, acts.moved(K, 1, place), causal=True)
    expect(full.locator("header")).to_be_visible()
    assert full.evaluate("opener") is None


def test_the_whole_state_stays_in_the_address_beside_the_words(page: Page) -> None:
    lab.open_scene(page, "/cat-sat?embed=1&show=matrix&lock=view")
    acts.switch(page, "Causal mask").check()
    acts.choose(page, "Query token", "mat")
    lab.wait_until(page, lambda: page.url.endswith("mask=on&query=5"))
    words = {"embed": ["1"], "show": ["matrix"], "lock": ["view"], "mask": ["on"], "query": ["5"]}
    assert parse_qs(urlsplit(page.url).query) == words
    page.reload()
    lab.wait_ready(page)
    acts.expect_weights(page, Q, K, causal=True)
    expect(lab.handle(page, "q-5")).to_be_visible()
