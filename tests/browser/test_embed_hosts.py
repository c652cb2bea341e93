"""A scene in pages of several kinds: strict ones, sandboxes, blocked storage, other names, hostile words."""

from html import escape

import pytest
from playwright.sync_api import Frame, Page, expect

from tests import facts
from tests.browser import acts, hosting, lab
from tests.browser.hosting import by_script, heard, hosted
from tests.browser.serving import Server
from tests.browser.watch import Troubles

Q, K = facts.CAT_SAT_Q, facts.CAT_SAT_K
MARKUP = '<img src=x onerror="top.__xss=1">'
# What a request that was under way has come to has been heard by then.
SETTLED = "fetch('health').catch(() => 0).then(() => new Promise(done => setTimeout(done)))"
HOSTILE = (MARKUP, "a<b<c", "the", "the", "A & B", "{{7*7}}")


@pytest.fixture(autouse=True)
def late_paint(troubles: Troubles) -> None:
    """A frame that is out of sight paints late, and that is right."""
    troubles.allow("preloaded using link preload")


def test_tokens_and_titles_are_text_in_a_frame_too(server: Server, page: Page) -> None:
    tokens = escape("|".join(HOSTILE))
    title = escape(MARKUP)
    with hosted(page, by_script(server.url, scene="cat-sat", tokens=tokens, title=title, show="matrix")):
        frame = hosting.frame(page)
        rows = [acts.shown(row) for row in frame.locator("[data-table=steps] tbody th").all()]
        assert rows == list(HOSTILE)
        acts.expect_weights(frame, Q, K)
        assert page.locator("iframe").get_attribute("title") == MARKUP
        assert frame.locator("main img").count() == 0
        assert page.evaluate("window.__xss ?? null") is None


def test_a_strict_host_that_tells_no_referrer_hears_its_frame_all_the_same(
    server: Server, page: Page
) -> None:
    policy = (
        f"default-src 'none'; img-src data:; script-src 'unsafe-inline' {server.url}; frame-src {server.url}"
    )
    headers = {"Referrer-Policy": "no-referrer", "Content-Security-Policy": policy}
    with hosted(page, by_script(server.url, scene="cat-sat"), headers):
        hosting.frame(page)
        lab.wait_until(page, lambda: len(heard(page, "height")) == 1)
        assert hosting.frame(page).evaluate("document.referrer") == ""


def test_the_lab_under_another_of_its_names_is_another_host_and_works(server: Server, page: Page) -> None:
    name = f"http://localhost:{server.port}"
    with hosted(page, by_script(name, scene="cat-sat", show="matrix")):
        frame = hosting.frame(page)
        assert frame.evaluate("origin") == name
        lab.drag(frame, "k-1", (1.0, 1.0))
        acts.expect_weights(frame, Q, acts.moved(K, 1, acts.tip(frame, "k-1")))


def sandboxed(page: Page) -> Frame:
    handle = page.locator("iframe").element_handle()
    frame = handle.content_frame() if handle else None
    assert frame is not None
    return frame


def test_a_sandbox_without_same_origin_says_what_is_missing(
    server: Server, page: Page, troubles: Troubles
) -> None:
    troubles.allow("from origin 'null'", "ERR_FAILED", "(?i)websocket", "Failed to load Bokeh session")
    page.clock.install()
    frame_of = '<iframe sandbox="{}" src="{}/cat-sat?embed=1" width="640" height="560"></iframe>'.format
    with hosted(page, frame_of("allow-scripts", server.url)):
        told = sandboxed(page).get_by_role("alert").first
        expect(told).to_contain_text('sandbox="allow-scripts allow-same-origin"')
        expect(told).to_be_in_viewport()
        page.clock.fast_forward(60_000)  # and it is not overruled by what a lab says that only does not start
        sandboxed(page).evaluate(SETTLED)
        expect(told).to_contain_text('sandbox="allow-scripts allow-same-origin"')
    page.clock.resume()
    with hosted(page, frame_of("allow-scripts allow-same-origin", server.url)):
        frame = hosting.frame(page)
        lab.drag(frame, "k-1", (1.0, 1.0))
        lab.wait_until(page, lambda: "k-1=" in frame.url)


def test_a_frame_whose_storage_is_blocked_works_all_the_same(server: Server, page: Page) -> None:
    page.add_init_script(
        "for (const name of ['localStorage', 'sessionStorage'])"
        " Object.defineProperty(window, name, {get() { throw new DOMException('blocked') }})"
    )
    with hosted(page, by_script(server.url, scene="cat-sat", show="matrix")):
        frame = hosting.frame(page)
        lab.drag(frame, "k-1", (1.0, 1.0))
        acts.expect_weights(frame, Q, acts.moved(K, 1, acts.tip(frame, "k-1")))
