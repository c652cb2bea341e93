"""Static pages compute what the server computes: every scene, from a plain file server alone."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from scenes import SCENES
from tests.browser import lab
from tests.browser.acts import answered, expect_weights, moved, shown, switch
from tests.browser.conftest import NewPage
from tests.browser.hosting import answering, by_script, heard, hosted
from tests.browser.serving import Server
from tests.browser.static_site import StaticSite
from tests.browser.test_axe import violations
from tests.browser.test_tasks import ticked
from tests.browser.watch import Troubles
from tests.facts import CAT_SAT_K, CAT_SAT_Q, CAT_SAT_V

EXACT = 1e-12
PATIENCE = 90.0  # seconds for Python to start, on a loaded machine
SLUGS = [scene.slug for scene in SCENES]


def open_static(page: Page, address: str) -> None:
    lab.open_scene(page, address, timeout=PATIENCE)


def assert_same_numbers(here: Page, there: Page) -> None:
    """All cells of all tables: the same cells with the same texts, numbers equal to 1e-12; the same ticks."""
    answered(here)
    answered(there)
    ours, theirs = (page.locator(":root").evaluate(lab.READ_ALL, [""]) for page in (here, there))
    assert ours.keys() == theirs.keys()
    assert len(ours) > 20
    for name, (value, text) in theirs.items():
        assert ours[name][1] == text, name
        number = lab.number(value)
        if isinstance(number, float):  # NaN on one side or on both fails
            assert abs(float(str(ours[name][0])) - number) <= EXACT, name
        else:
            assert ours[name][0] == value, name
    assert ticked(here) == ticked(there)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_drag_a_switch_and_reset_give_the_server_s_numbers(
    slug: str, site: StaticSite, server: Server, new_page: NewPage
) -> None:
    here, there = new_page(), new_page()
    open_static(here, f"{site.url}/{slug}.html")
    lab.open_scene(there, f"{server.url}/{slug}")
    assert_same_numbers(here, there)
    for page in (here, there):
        lab.drag(page, "k-1", (-1.5, -1.0))
    assert_same_numbers(here, there)
    for page in (here, there):
        page.get_by_role("switch").first.click()
    assert_same_numbers(here, there)
    assert here.evaluate("location.search") == there.evaluate("location.search") != ""
    for page in (here, there):
        page.get_by_role("button", name="Reset", exact=True).click()
    assert_same_numbers(here, there)
    expect(here.locator("[data-part=python]")).to_be_hidden()


class Held:
    """Requests for one file wait until they are let go."""

    def __init__(self, page: Page, pattern: str) -> None:
        self._waiting: list[Route] = []
        self._page = page
        page.context.route(pattern, lambda route: self._waiting.append(route))

    def release(self) -> None:
        lab.wait_until(self._page, lambda: self._waiting)
        self._waiting.pop().continue_()


def test_what_is_dragged_before_python_is_ready_is_kept_and_answered(site: StaticSite, page: Page) -> None:
    held = Held(page, "**/numpy-*.whl")
    page.goto(f"{site.url}/cat-sat.html")
    expect(page.locator("[data-part=python]")).to_contain_text("Starting Python")
    expect_weights(page, CAT_SAT_Q, CAT_SAT_K)  # as it was computed when the page was made
    assert violations(page) == []
    lab.drag(page, "k-1", (-1.5, -1.0))
    lab.drag(page, "k-2", (0.5, 0.5))
    switch(page, "Causal").click()
    assert lab.tip_position(page, "k-1") == pytest.approx((-1.5, -1.0), abs=0.02)
    progress = page.locator("[data-part=python] progress")
    lab.wait_until(page, lambda: float(progress.evaluate("bar => bar.value")) > 0.3)
    held.release()
    keys = moved(moved(CAT_SAT_K, 1, (-1.5, -1.0)), 2, (0.5, 0.5))
    lab.wait_ready(page, timeout=PATIENCE)
    expect_weights(page, CAT_SAT_Q, keys, causal=True)
    expect(page.locator("[data-part=python]")).to_be_hidden()


def test_another_state_is_waited_for_under_a_veil(site: StaticSite, page: Page) -> None:
    held = Held(page, "**/numpy-*.whl")
    page.goto(f"{site.url}/cat-sat.html?query=1&scale=off&k-1=-2,0.5&theme=dark")
    expect(page.locator("[data-part=python]")).to_contain_text("to show the state of this link")
    veiled = page.locator(".veiled")
    expect(veiled).to_have_js_property("inert", True)
    assert violations(page) == []
    held.release()
    lab.wait_ready(page, timeout=PATIENCE)
    expect_weights(page, CAT_SAT_Q, moved(CAT_SAT_K, 1, (-2, 0.5)), CAT_SAT_V, scaled=False)
    expect(veiled).to_have_count(0)
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert page.get_by_role("radio", name="cat", exact=True).is_checked()
    assert ticked(page) == []  # the link drains cat's weight, nobody did


def test_a_page_that_shows_its_opening_state_wears_no_veil(site: StaticSite, page: Page) -> None:
    Held(page, "**/numpy-*.whl")  # for good
    page.goto(f"{site.url}/cat-sat.html?theme=light")
    expect(page.locator("[data-part=python]")).to_be_visible()
    expect(page.locator(".veiled")).to_have_count(0)


def test_each_language_has_its_pages_and_its_python(site: StaticSite, new_page: NewPage) -> None:
    page = new_page(locale="de-DE")
    page.goto(f"{site.url}/cat-sat.html?k-1=1,1")
    page.wait_for_url("**/de/cat-sat.html?k-1=1,1")
    lab.wait_ready(page, timeout=PATIENCE)
    expect(lab.handle(page, "k-1")).to_have_accessible_name(re.compile(r"1,00; 1,00"))
    page.get_by_role("link", name="English").click()
    page.wait_for_url("**/lab/cat-sat.html?*lang=en*")
    page.get_by_role("link", name="River bank").click()  # in the language that was asked for
    page.wait_for_url("**/lab/river-bank.html?lang=en")
    assert page.evaluate("document.documentElement.lang") == "en"


def test_another_site_s_page_frames_it_by_the_script(
    site: StaticSite, page: Page, troubles: Troubles
) -> None:
    troubles.allow("preloaded using link preload")
    script = by_script(site.url, scene="cat-sat", k_1="1,2", show="plane,matrix", theme="dark")
    with hosted(page, script):
        frame = answering(page, page.locator("iframe").element_handle(), timeout=PATIENCE)
        assert "/course/lab/cat-sat.html?embed=1&" in frame.url
        expect_weights(frame, CAT_SAT_Q, moved(CAT_SAT_K, 1, (1, 2)))
        expect(frame.locator("header.top")).to_be_hidden()
        assert frame.evaluate("document.documentElement.dataset.theme") == "dark"
        lab.wait_until(page, lambda: heard(page, "ready") and heard(page, "height"))


MARKUP = '<img src=x onerror="window.__xss=1">'


def test_tokens_are_data_twice_the_same_and_markup_too(site: StaticSite, page: Page) -> None:
    tokens = ["the", MARKUP, "the", "The", "{{7*7}}", "A & B"]
    page.goto("about:blank")
    query = page.evaluate("tokens => new URLSearchParams({tokens: tokens.join('|')}).toString()", tokens)
    open_static(page, f"{site.url}/cat-sat.html?{query}")
    lab.wait_until(page, lambda: len(lab.cells(page, "weights")) == 36)
    assert [shown(head) for head in page.locator("[data-table=weights] tbody th").all()] == tokens
    for row, name in enumerate(["the #1", MARKUP, "the #3", "The", "{{7*7}}", "A & B"]):
        expect(lab.handle(page, f"k-{row}")).to_have_accessible_name(re.compile(f"Key of {re.escape(name)} "))
    assert page.evaluate("window.__xss") is None


def test_a_second_visit_needs_no_network(new_page: NewPage, troubles: Troubles) -> None:
    with StaticSite() as site:
        page = new_page()
        open_static(page, f"{site.url}/cat-sat.html")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        site.stop()
        troubles.allow("ERR_CONNECTION_REFUSED")
        for slug in ("cat-sat", "causal-mask"):
            open_static(page, f"{site.url}/{slug}.html")
            lab.drag(page, "k-1", (-1.5, -1.0))
            lab.wait_until(page, lambda: "?" in page.url)
        page.goto(f"{site.url}/")
        expect(page.get_by_role("link", name="Why divide")).to_be_visible()
