"""The page that builds a snippet: what is set in it and dragged in its preview is what the code says."""

import functools
import random
from html.parser import HTMLParser
from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.sync_api import Frame, Locator, Page, Route, expect

from app import address
from app.embed import embedding
from app.scene import Scene
from scenes import SCENES
from tests import facts, oracle
from tests.browser import acts, lab
from tests.browser.conftest import NewPage
from tests.browser.hosting import answering
from tests.wandering import wander


class Tags(HTMLParser):
    """The attributes of each element of a snippet."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: dict[str, dict[str, str | None]] = {}
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found[tag] = dict(attrs)


def open_guide(page: Page, query: str = "") -> Frame:
    """The guide, when its preview answers; the preview's frame."""
    page.goto(f"/embed-guide{query}")
    return preview(page)


def preview(page: Page) -> Frame:
    """The frame of the preview, when it answers."""
    return answering(page, page.locator("[data-preview]").element_handle())


def code(page: Page, form: str) -> Locator:
    return page.locator(f"[data-form={form}] textarea")


def source(page: Page) -> str:
    """The address in the iframe form, as a browser reads it; it is the one of the third form."""
    iframe, address = page.locator("[data-form]:not([data-form=script]) textarea").evaluate_all(
        "fields => fields.map(field => field.value)"
    )
    assert not iframe or Tags(iframe).found["iframe"]["src"] == address
    return address


def wait_for_source(page: Page, *parts: str) -> str:
    lab.wait_until(page, lambda: all(part in source(page) for part in parts))
    return source(page)


def is_as_wide(frame: Frame, px: int) -> bool:
    return frame.evaluate("innerWidth") == px


def test_what_is_dragged_in_the_preview_is_what_the_code_opens(page: Page, new_page: NewPage) -> None:
    frame = open_guide(page)
    lab.drag(frame, "k-1", (-1.0, 1.5))
    lab.wait_until(page, lambda: "k-1=" in source(page))
    there = acts.tip(frame, "k-1")
    assert there == pytest.approx((-1.0, 1.5), abs=0.02)
    acts.switch(frame, "Causal mask").click()
    src = wait_for_source(page, "mask=on")
    said = ",".join(f"{number:g}" for number in there)
    assert urlsplit(src).query == f"embed=1&mask=on&k-1={said}"
    tag = Tags(code(page, "script").input_value()).found["script"]
    assert (tag["data-k-1"], tag["data-mask"], tag["data-scene"]) == (said, "on", "cat-sat")

    students = new_page()
    lab.open_scene(students, src)
    assert acts.tip(students, "k-1") == there
    keys = acts.moved(facts.CAT_SAT_K, 1, there)
    weights, _ = oracle.attend(facts.CAT_SAT_Q, keys, facts.CAT_SAT_V, causal=True)
    seen = [[weight] for weight in weights[2][:3]]
    lab.wait_until(
        students, lambda: acts.are_close([row[2:] for row in lab.matrix(students, "steps", 3, 3)], seen)
    )


def test_parts_locks_theme_and_scene_are_what_is_chosen(page: Page) -> None:
    frame = open_guide(page, "?scene=causal-mask")
    lab.drag(frame, "k-3", (1.0, -1.0))
    wait_for_source(page, "k-3=")
    there = acts.tip(frame, "k-3")
    page.get_by_label("Cache", exact=True).check()
    page.get_by_label("Sentence", exact=True).uncheck()
    page.get_by_text("Locked nothing").click()
    page.get_by_role("group", name="Locked").get_by_label("Causal mask").check()
    page.get_by_role("combobox", name="Theme", exact=True).select_option("dark")
    page.get_by_role("combobox", name="Language", exact=True).select_option("de")
    expect(page.get_by_label("Title, for screen readers")).to_have_value("Nur zurückschauen")
    src = wait_for_source(
        page, "show=cache", "hide=sentence", "lock=mask", "theme=dark", "lang=de", "k-3=1,-1"
    )
    assert urlsplit(src).path == "/causal-mask"
    frame = preview(page)
    expect(frame.locator("html")).to_have_attribute("data-theme", "dark")
    expect(lab.part(frame, "sentence").first).to_be_hidden()
    expect(frame.locator("[data-table=cache]").first).to_be_visible()
    expect(acts.switch(frame, "Kausale Maske")).to_be_disabled()
    assert acts.tip(frame, "k-3") == there

    page.get_by_role("combobox", name="Theme", exact=True).select_option("auto")
    expect(frame.locator("html")).not_to_have_attribute("data-theme", "dark")
    page.get_by_role("button", name="Theme").click()
    expect(frame.locator("html")).to_have_attribute("data-theme", "light")
    page.get_by_role("combobox", name="Theme", exact=True).select_option("dark")

    page.get_by_role("button", name="Start over").click()
    lab.wait_until(page, lambda: urlsplit(source(page)).query == "embed=1&theme=dark&lang=de")
    page.get_by_role("combobox", name="Scene", exact=True).select_option("scaling")
    wait_for_source(page, "/scaling?embed=1")


def test_the_preview_is_a_phone_or_a_desktop_and_fits_the_page(page: Page) -> None:
    frame = open_guide(page)
    for width in (1280, 768, 360, 320):
        page.set_viewport_size({"width": width, "height": 900})
        for name, px in (("Phone", 360), ("Desktop", 800)):
            page.get_by_label(name).check()
            lab.wait_until(page, functools.partial(is_as_wide, frame, px))
            acts.expect_overflow_free(page)
    lab.drag(frame, "k-1", (-1.0, 1.0))  # scaled down: the pointer still lands where the arrow is
    wait_for_source(page, "k-1=-")
    assert acts.tip(frame, "k-1") == pytest.approx((-1.0, 1.0), abs=0.06)


def test_the_preview_makes_no_steps_of_the_browser_s_back(page: Page) -> None:
    open_guide(page, "?scene=causal-mask")
    before = page.evaluate("history.length")
    for name, word in (("Cache", "show=cache"), ("Lesson", "show=lesson%2Ccache")):
        page.get_by_label(name, exact=True).check()
        preview(page)
        lab.wait_until(page, lambda word=word: set(word[5:].split("%2C")) <= shown_words(page))  # type: ignore[misc]
    assert page.evaluate("history.length") == before


def shown_words(page: Page) -> set[str]:
    words = dict(parse_qsl(urlsplit(source(page)).query))
    return set(words.get("show", "").split(","))


def test_while_the_code_is_asked_for_none_can_be_copied(page: Page) -> None:
    open_guide(page)
    copy = page.locator("[data-form=iframe] [data-copy]")
    expect(copy).to_be_enabled()
    held: list[Route] = []
    page.route("**/snippets?*", lambda route: held.append(route))
    page.get_by_label("Walk-through", exact=True).check()
    lab.wait_until(page, lambda: len(held) > 0)
    expect(copy).to_be_disabled()
    held[-1].continue_()
    page.unroute("**/snippets?*")
    wait_for_source(page, "show=walk")
    expect(copy).to_be_enabled()


def test_a_height_that_is_refused_is_not_the_preview_s(page: Page) -> None:
    frame = open_guide(page)
    lab.wait_until(page, lambda: frame.evaluate("innerHeight") == 510)
    field = page.get_by_label("Height of the iframe")
    for wrong in ("99999", "500.5", "119", "1e3", ""):
        field.fill(wrong)
        expect(field).to_have_attribute("aria-invalid", "true")
        assert frame.evaluate("innerHeight") == 510
    field.fill("600")
    lab.wait_until(page, lambda: frame.evaluate("innerHeight") == 600)


def test_a_height_that_is_offered_is_one_that_is_taken(page: Page) -> None:
    open_guide(page)
    boxes = page.get_by_role("group", name="Shown").get_by_role("checkbox", checked=True)
    for _ in range(boxes.count()):
        boxes.first.uncheck()
    fit = page.get_by_role("button", name="Make it 120 px")
    fit.click()
    wait_for_source(page, "hide=")
    lab.wait_until(page, lambda: 'height="120"' in code(page, "iframe").input_value())
    expect(page.locator("[data-refused]")).to_be_hidden()


def test_the_height_can_be_what_the_content_needs(page: Page) -> None:
    frame = open_guide(page)
    page.get_by_label("Phone").check()
    expect(page.get_by_text("as an iframe it scrolls")).to_be_visible()
    page.get_by_role("button", name="Make it").click()
    expect(page.get_by_role("button", name="Make it")).to_be_hidden()
    lab.wait_until(page, lambda: frame.evaluate("document.documentElement.scrollHeight === innerHeight"))
    height = frame.evaluate("innerHeight")
    lab.wait_until(page, lambda: f'height="{height}"' in code(page, "iframe").input_value())
    assert height > 560


def test_code_is_copied_or_selected_by_a_key(new_page: NewPage) -> None:
    for allowed in (True, False):
        page = new_page(permissions=["clipboard-read", "clipboard-write"] if allowed else [])
        if not allowed:
            page.add_init_script("delete Navigator.prototype.clipboard")
        open_guide(page)
        card = page.locator("[data-form=script]")
        card.get_by_role("button", name="Copy").focus()
        page.keyboard.press("Enter")
        expect(card.get_by_role("status")).to_have_text("Copied." if allowed else page_says_selected())
        wanted = code(page, "script").input_value()
        if allowed:
            assert page.evaluate("navigator.clipboard.readText()") == wanted
        else:
            assert page.evaluate("getSelection().toString()") == wanted


def page_says_selected() -> str:
    return "This browser does not let the page copy: the code is selected, press Ctrl+C (⌘C)."


HOSTILE = "\"><img src=x onerror='window.__xss=1'> &amp; שלום 🦉"


def test_what_is_typed_is_text_and_what_is_wrong_is_said(page: Page) -> None:
    open_guide(page)
    page.get_by_label("Title, for screen readers").fill(HOSTILE)
    lab.wait_until(page, lambda: "🦉" in code(page, "iframe").input_value())
    for form, tag, name in (("iframe", "iframe", "title"), ("script", "script", "data-title")):
        assert Tags(code(page, form).input_value()).found[tag][name] == HOSTILE
    assert page.evaluate("window.__xss") is None

    alert = page.get_by_role("alert").filter(has_text="is expected")
    copy = page.get_by_role("button", name="Copy", exact=True).first
    for label, bad, good in (
        ("Height of the iframe", "tall", "700"),
        ("Where your lab is served", "lab", "https://lab.example/"),
    ):
        page.get_by_label(label).fill(bad)
        expect(alert).to_contain_text(label if bad == "tall" else "“lab” is not where a lab can be")
        expect(copy).to_be_disabled()
        expect(page.get_by_label(label)).to_have_attribute("aria-invalid", "true")
        page.get_by_label(label).fill(good)
        expect(alert).to_be_hidden()
        expect(copy).to_be_enabled()
    assert source(page).startswith("https://lab.example/cat-sat?embed=1")
    assert 'height="700"' in code(page, "iframe").input_value()


# What a browser takes from a snippet, as embed.js takes it.
PARSED = """
html => [...new DOMParser().parseFromString(html, 'text/html').querySelectorAll('iframe, script')]
  .map(element => [element.getAttribute('src'), {...element.dataset}])
"""


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.slug)
def test_a_browser_takes_any_state_from_a_snippet_as_it_was(page: Page, scene: Scene) -> None:
    for seed in range(12):
        state = scene.state()
        opening = state.snapshot()
        wander(state, random.Random(seed))
        words = parse_qsl(address.write(state.snapshot(), opening), keep_blank_values=True)
        made = embedding(scene, words, "https://lab.example")
        (src, _), (_, data) = page.evaluate(PARSED, f"{made.iframe}\n{made.script}")
        assert src == made.source
        frame = {"scene": scene.slug, "title": scene.heading, "height": str(made.height)}
        assert data == {**dict(words), **frame}


def test_without_scripts_the_page_names_the_command(new_page: NewPage) -> None:
    page = new_page(java_script_enabled=False)
    page.goto("/embed-guide")
    note = page.locator("noscript p")
    expect(note).to_be_visible()
    expect(note).to_contain_text("attention-arrows embed cat-sat")
    expect(page.locator("[data-guide]")).to_be_hidden()
    expect(page.get_by_role("heading", name="MkDocs")).to_be_visible()


def test_every_page_leads_here(page: Page) -> None:
    for scene in SCENES:
        for query, wanted in (("", "?"), ("?lang=de", "?lang=de&amp;")):
            text = page.request.get(f"/{scene.slug}{query}").text()
            assert f'<a href="embed-guide{wanted}scene={scene.slug}">' in text
    page.goto("/")
    page.get_by_role("contentinfo").get_by_role("link", name="Put it in your course page").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("In your course page")
    preview(page)
