"""A session that expires in mid-work, or a line that goes dead: the page says so and goes on where it was."""

import json
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, Route, expect

from app.server import USUAL
from tests import facts
from tests.browser import acts, lab
from tests.browser.conftest import NewPage
from tests.browser.delay import DelayProxy
from tests.browser.serving import Server
from tests.browser.test_connection import allow_the_loss, drag_to, press, stands
from tests.browser.watch import Troubles

SCRIPT = "**/bokeh.min.js*"
TOKEN_SECONDS = 4  # a loaded machine needs a while to open a page
UNUSED_SECONDS = 0.5
FAR_TOO_LONG = 3600.0


@pytest.fixture(scope="module")
def hasty_server() -> Iterator[Server]:
    """A real server that keeps sessions, and lets them be connected to, for a moment only."""
    times = ("--token-seconds", str(TOKEN_SECONDS), "--unused-seconds", str(UNUSED_SECONDS))
    with Server(times, command=(sys.executable, "-m", "tests.browser.extra_pages")) as server:
        yield server


@contextmanager
def held_back(page: Page) -> Iterator[list[Route]]:
    """Keep the toolkit's script from the page, as a slow line does, until the block ends."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(SCRIPT, hold)
    yield held
    for route in held:
        route.continue_()
    page.unroute(SCRIPT)


def sessions(server: Server) -> int:
    with urllib.request.urlopen(f"{server.url}/health", timeout=10) as answer:
        return int(json.load(answer)["sessions"])


def reload_slowly(page: Page, until: Callable[[float], bool]) -> None:
    """Reload, and let the script come only when something has happened since the page was sent."""
    with held_back(page) as held:
        page.reload(wait_until="commit")
        sent = time.time()
        lab.wait_until(page, lambda: len(held) > 0 and until(sent))


def test_a_page_that_rests_behind_a_proxy_that_cuts_silent_lines_stays_connected(page: Page) -> None:
    cuts_after, ping = 60, USUAL.ping  # seconds; so proxies do by themselves
    faster = 30
    times = ("--ping-seconds", str(ping / faster))
    extra = (sys.executable, "-m", "tests.browser.extra_pages")
    with (
        Server(times, command=extra) as server,
        DelayProxy(server.port, delay=0, rest=cuts_after / faster) as proxy,
    ):
        lab.open_scene(page, f"{proxy.url}/cat-sat")
        page.evaluate("window.stayed = true")
        opened = time.monotonic()
        lab.wait_until(page, lambda: time.monotonic() > opened + 2.5 * cuts_after / faster)
        place = (-1.5, 1.0)
        lab.drag(page, "k-1", place)
        acts.expect_weights(page, facts.CAT_SAT_Q, acts.moved(facts.CAT_SAT_K, 1, place))
        assert page.evaluate("stayed")
        page.goto("about:blank")


def test_a_page_that_comes_after_its_token_expired_says_so_and_opens_anew(
    page: Page, hasty_server: Server, troubles: Troubles
) -> None:
    troubles.allow("Lost websocket connection", "preload")
    lab.open_scene(page, f"{hasty_server.url}/cat-sat")
    drag_to(page, "k-1", (1, 1), "?k-1=1,1")
    reload_slowly(page, lambda sent: time.time() > sent + TOKEN_SECONDS)
    expect(page.get_by_role("alert").filter(has_text="session has expired")).to_be_visible()
    lab.wait_ready(page)
    expect(page.locator("[data-trouble]")).to_be_hidden()
    assert stands(page, "k-1", (1, 1))
    press(page, "Undo", "/cat-sat")


def test_a_page_whose_session_is_gone_before_its_scripts_came_is_the_same(
    page: Page, own_sessions: Server
) -> None:
    lab.open_scene(page, f"{own_sessions.url}/cat-sat?mask=on")
    drag_to(page, "k-1", (1, 1), "?mask=on&k-1=1,1")
    reload_slowly(page, lambda _: sessions(own_sessions) == 0)
    lab.wait_ready(page)  # a file asked of another host would be one of the page's troubles
    assert stands(page, "k-1", (1, 1))
    press(page, "Undo", "?mask=on")
    assert lab.box(lab.plane(page, "k-1"))[2] > 400  # its own stylesheet has come too


def test_such_a_page_goes_on_in_its_own_language(new_page: NewPage, own_sessions: Server) -> None:
    page = new_page(locale="de-DE")
    lab.open_scene(page, f"{own_sessions.url}/cat-sat")
    reload_slowly(page, lambda _: sessions(own_sessions) == 0)
    lab.wait_ready(page)
    assert "0,76" in lab.cell(page, "weights", 2, 1).inner_text()
    lab.drag(page, "k-1", (1, 1))
    lab.wait_until(page, lambda: "1,00" in page.locator("[data-axis=x]").input_value())


@pytest.fixture(scope="module")
def own_sessions() -> Iterator[Server]:
    """A real server that forgets a session which no page holds at once, but takes late pages."""
    times = ("--unused-seconds", str(UNUSED_SECONDS))
    with Server(times, command=(sys.executable, "-m", "tests.browser.extra_pages")) as server:
        yield server


def goes_on(page: Page, *, address: str) -> None:
    """The page has come back by itself, says so, and holds the first drag and the second."""
    lab.wait_ready(page)
    expect(lab.part(page, "connection")).to_contain_text("was lost and is back")
    lab.wait_until(page, lambda: page.url.endswith(address))
    assert stands(page, "k-1", (1, 1))
    assert stands(page, "k-2", (-2, -2))
    press(page, "Undo", "?k-1=1,1")
    press(page, "Undo", "/cat-sat")


def test_a_session_that_the_server_has_discarded_in_mid_work(
    page: Page, own_sessions: Server, troubles: Troubles
) -> None:
    allow_the_loss(troubles)
    with DelayProxy(own_sessions.port, delay=0.0) as line:
        lab.open_scene(page, f"{line.url}/cat-sat")
        drag_to(page, "k-1", (1, 1), "?k-1=1,1")
        line.cut()
        expect(lab.part(page, "connection")).to_contain_text("connection to the server was lost")
        lab.wait_until(page, lambda: sessions(own_sessions) == 0)
        lab.drag(page, "k-2", (-2, -2))
        with page.expect_navigation():
            line.restore()
        goes_on(page, address="?k-1=1,1&k-2=-2,-2")


def test_a_line_that_goes_dead_without_a_word(page: Page, server: Server, troubles: Troubles) -> None:
    allow_the_loss(troubles)
    with DelayProxy(server.port, delay=0.0) as line:
        lab.open_scene(page, f"{line.url}/cat-sat")
        drag_to(page, "k-1", (1, 1), "?k-1=1,1")
        line.delay = FAR_TOO_LONG
        lab.drag(page, "k-2", (-2, -2))
        expect(lab.part(page, "connection")).to_contain_text("has not answered", timeout=8000)
        assert stands(page, "k-2", (-2, -2))
        with page.expect_navigation(timeout=15_000):
            line.delay = 0.0
        goes_on(page, address="?k-1=1,1&k-2=-2,-2")


def test_a_server_that_is_only_slow_is_waited_for(page: Page, server: Server, troubles: Troubles) -> None:
    allow_the_loss(troubles)
    with DelayProxy(server.port, delay=0.0) as line:
        lab.open_scene(page, f"{line.url}/cat-sat")
        line.delay = 3.0  # each way: an answer after six seconds
        lab.drag(page, "k-2", (-2, -2))
        said = lab.part(page, "connection")
        expect(said).to_contain_text("has not answered", timeout=8000)
        expect(said).to_be_hidden(timeout=15_000)
        assert stands(page, "k-2", (-2, -2))
        lab.wait_until(page, lambda: page.url.endswith("?k-2=-2,-2"))


def test_a_place_is_kept_over_a_reload_that_nobody_asked_for(
    page: Page, far_server: DelayProxy, troubles: Troubles
) -> None:
    allow_the_loss(troubles)
    lab.open_scene(page, f"{far_server.url}/cat-sat")
    lab.handle(page, "k-3").focus()
    page.evaluate("scrollTo(0, 300)")
    far_server.cut()
    expect(lab.part(page, "connection")).to_be_visible()
    with page.expect_navigation():
        far_server.restore()
    lab.wait_ready(page)
    lab.wait_until(page, "scrollY === 300")
    expect(lab.handle(page, "k-3")).to_be_focused()
    expect(lab.part(page, "connection")).to_contain_text("is back")
    expect(lab.part(page, "connection")).to_be_hidden()
