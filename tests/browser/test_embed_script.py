"""embed.js in pages of another origin: what it makes, what it tells, whose messages it takes."""

import http.client

import pytest
from playwright.sync_api import Page, expect

from tests import facts
from tests.browser import acts, hosting, lab
from tests.browser.hosting import by_script, heard, hosted
from tests.browser.serving import HOST, Server
from tests.browser.watch import Troubles

Q, K = facts.CAT_SAT_Q, facts.CAT_SAT_K
WORD = {"source": "attention-arrows", "type": "host", "theme": "dark", "fits": True}
# Every theme that the page has taken from now on.
KEEP_THEMES = """
root => {
  window.themes = []
  new MutationObserver(() => themes.push(root.dataset.theme)).observe(root, {attributeFilter: ['data-theme']})
}
"""


@pytest.fixture(autouse=True)
def late_paint(troubles: Troubles) -> None:
    """A frame that is out of sight paints late, and that is right."""
    troubles.allow("preloaded using link preload")


def post(page: Page, word: object, n: int = 0) -> None:
    """Let the host page say something to its n-th frame."""
    page.evaluate("([n, word]) => frames[n].postMessage(word, '*')", [n, word])


def test_the_script_is_served_as_a_script_for_every_site(server: Server) -> None:
    connection = http.client.HTTPConnection(HOST, server.port, timeout=10)
    connection.request("GET", "/embed.js")
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    assert answer.status == 200
    assert len(body) < 3000
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert answer.headers["Cache-Control"] == "public, max-age=600"


def test_a_script_before_the_body_stands_at_the_start_of_the_page(server: Server, page: Page) -> None:
    text = f"<!doctype html><meta charset=utf-8><title>Bare</title>{by_script(server.url, scene='cat-sat')}"
    with hosting.Hosted({"/": f'{text}<link rel="icon" href="data:,"><p>after</p>'}) as host:
        page.goto(host.url)
        acts.expect_weights(hosting.frame(page), Q, K)
        assert page.evaluate("document.body.firstElementChild.tagName") == "IFRAME"
        page.goto("about:blank")


def test_an_unknown_scene_is_a_sentence_and_as_high_as_that(
    server: Server, page: Page, troubles: Troubles
) -> None:
    troubles.allow("404")
    with hosted(page, by_script(server.url, scene=f"//127.0.0.1:{server.port + 1}/nonsense")):
        frame = page.frame_locator("iframe")
        told = frame.get_by_text("The pages here are")
        assert lab.box(told)[3] > 15  # to be read, not only to be heard
        expect(frame.get_by_role("link", name="Open the full lab")).to_have_count(0)
        lab.wait_until(page, lambda: lab.box(page.locator("iframe"))[3] < 500)


def test_its_attributes_are_words_of_the_address_and_several_keep_apart(server: Server, page: Page) -> None:
    first = by_script(server.url, scene="cat-sat", mask="on", k_1="1,2", show="matrix", title="One")
    second = by_script(server.url, scene="cat-sat", query="5", show="matrix", height="300")
    with hosted(page, first + second):
        expect(page.locator("script[data-scene]")).to_have_count(0)
        one = hosting.frame(page, 0)
        acts.expect_weights(one, Q, acts.moved(K, 1, (1, 2)), causal=True)
        two = hosting.frame(page, 1)
        acts.expect_weights(two, Q, K)
        expect(lab.handle(two, "q-5")).to_be_visible()
        titles = [page.locator("iframe").nth(n).get_attribute("title") for n in (0, 1)]
        assert titles == ["One", "One query meets six keys"]
        two = hosting.frame(page, 1)
        lab.drag(two, "k-0", (1.0, -2.0))
        lab.wait_until(two, lambda: "k-0=" in two.url)
        two.evaluate("location.reload()")
        one = hosting.frame(page, 0)
        lab.drag(one, "k-2", (-1.0, -1.0))
        lab.wait_until(one, lambda: "k-2=" in one.url)
        two = hosting.frame(page, 1)
        expect(acts.undo(two)).to_be_enabled()  # its own step, not one of its neighbour
        acts.undo(two).click()
        acts.expect_weights(two, Q, K)


def test_the_host_is_told_when_it_is_ready_its_state_at_rest_and_a_task_that_is_met(
    server: Server, page: Page
) -> None:
    with hosted(page, by_script(server.url, scene="cat-sat", mask="on")):
        frame = hosting.frame(page)
        lab.wait_until(page, lambda: len(heard(page, "height")) == 1)
        ready = {"source": "attention-arrows", "type": "ready", "scene": "cat-sat", "address": "mask=on"}
        assert heard(page, "ready") == [{**ready, "title": "One query meets six keys"}]
        before = len(heard(page, "state"))
        lab.drag(frame, "q-2", (0.0, 2.0), release=False)
        lab.wait_until(page, lambda: lab.value(frame, "steps", 1, 0) == 2.0)  # (0, 2) · (2.2, 1)
        assert len(heard(page, "state")) == before  # it does not rest
        page.mouse.up()
        lab.wait_until(page, lambda: len(heard(page, "state")) > before)
        state = heard(page, "state")[-1]
        assert {**state, "said": ""} == {
            **{"source": "attention-arrows", "type": "state", "scene": "cat-sat", "said": ""},
            "address": "mask=on&q-2=0,2",
        }
        assert str(state["said"]).startswith("sat attends most to sat, ")
        hosting.stand_still(page)
        lab.drag(frame, "k-1", (-2.0, -2.0))  # far from the query: its weight falls below 10 %
        lab.wait_until(page, lambda: heard(page, "task") != [])
        task = {
            "source": "attention-arrows",
            "type": "task",
            "scene": "cat-sat",
            "task": "drain-cat",
            "met": True,
        }
        assert heard(page, "task") == [task]


def test_nobody_but_its_own_frame_sets_a_height(server: Server, page: Page) -> None:
    """Not the page itself, not another frame, and no height that is none."""
    two = by_script(server.url, scene="cat-sat") + by_script(server.url, scene="river-bank", height="411")
    with hosted(page, two):
        hosting.frame(page, 0)
        lab.wait_until(page, lambda: any(each["scene"] == "cat-sat" for each in heard(page, "height")))
        height = lab.box(page.locator("iframe").nth(0))[3]
        page.evaluate("postMessage({source: 'attention-arrows', type: 'height', height: 3333}, '*')")
        second = hosting.frame(page, 1)
        report = "height => parent.postMessage({source: 'attention-arrows', type: 'height', height}, '*')"
        for wrong in ("900", None):
            second.evaluate(report, wrong)
        second.evaluate(report, 1e9)
        lab.wait_until(page, lambda: lab.box(page.locator("iframe").nth(1))[3] == 9999)
        assert lab.box(page.locator("iframe").nth(0))[3] == height


def test_a_frame_takes_its_theme_from_its_host_and_from_no_other_word(server: Server, page: Page) -> None:
    with hosted(page, f'<iframe src="{server.url}/cat-sat?embed=1" width="640" height="560"></iframe>'):
        frame = hosting.frame(page)
        root = frame.locator("html")
        root.evaluate(KEEP_THEMES)
        for wrong in (
            {**WORD, "more": 1},
            {**WORD, "theme": "<b>"},
            {**WORD, "fits": 1},
            {**WORD, "source": "else"},
            {key: value for key, value in WORD.items() if key != "fits"},
            "dark",
            None,
        ):
            post(page, wrong)
        frame.evaluate("word => postMessage(word, '*')", WORD)  # not from its host
        post(page, {**WORD, "theme": "light"})
        expect(root).to_have_attribute("data-theme", "light")
        assert frame.evaluate("window.themes") == ["light"]
        post(page, WORD)
        expect(root).to_have_attribute("data-theme", "dark")
        post(page, {**WORD, "theme": "auto"})
        expect(root).not_to_have_attribute("data-theme", "dark")


@pytest.mark.parametrize(
    ("attribute", "value"),
    [("data-bs-theme", "dark"), ("data-md-color-scheme", "slate"), ("class", "wide dark")],
)
def test_the_usual_ways_of_saying_dark_are_understood(
    server: Server, page: Page, attribute: str, value: str
) -> None:
    with hosted(page, by_script(server.url, scene="cat-sat")):
        root = hosting.frame(page).locator("html")
        page.evaluate("([name, value]) => document.body.setAttribute(name, value)", [attribute, value])
        expect(root).to_have_attribute("data-theme", "dark")
        page.evaluate("name => document.body.removeAttribute(name)", attribute)
        expect(root).not_to_have_attribute("data-theme", "dark")
