"""Fixtures for tests in Chromium: ask for `page` (or `touch_page`, `new_page`), and use tests.browser.lab.

The browser and the server live as long as this folder's tests run ("package"), not to the end of the whole
run: while Playwright's sync API is on, no other test of the same process could run an asyncio loop.
"""

import re
import shutil
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, sync_playwright

from tests.browser.acts import Kept
from tests.browser.chromium import FLAGS, find
from tests.browser.delay import DelayProxy
from tests.browser.serving import ROOT, Server
from tests.browser.static_site import StaticSite
from tests.browser.watch import Troubles

ACTION = 10_000  # ms; what cannot be pressed by then is not there
RESULTS = ROOT / "test-results"
DESKTOP = {"viewport": {"width": 1280, "height": 900}, "locale": "en-GB", "color_scheme": "light"}
PHONE = {
    **DESKTOP,
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
# What a failing page held, the insides of open shadow roots too.
WHOLE_HTML = """
() => {
  const roots = []
  const walk = node => node.querySelectorAll('*').forEach(e => {
    if (e.shadowRoot) { roots.push(e.shadowRoot); walk(e.shadowRoot) }
  })
  walk(document)
  return document.documentElement.getHTML({shadowRoots: roots})
}
"""
failed = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let the fixtures know of a failure, and put what the servers printed beside it."""
    report = yield
    if report.failed:
        item.stash[failed] = True
        for name, given in getattr(item, "funcargs", {}).items():
            if isinstance(given, Server):
                report.sections.append((f"printed by {name} (the end)", given.log()[-4000:]))
    return report


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def server() -> Iterator[Server]:
    """The server that all tests share."""
    with Server() as server:
        yield server


@pytest.fixture
def own_server() -> Iterator[Server]:
    """A server that a test may stop and restart."""
    with Server() as server:
        yield server


@pytest.fixture(scope="package")
def extra_server() -> Iterator[Server]:
    """A server that has the pages of tests.browser.extra_pages too."""
    with Server(command=(sys.executable, "-m", "tests.browser.extra_pages")) as server:
        yield server


@pytest.fixture(scope="package")
def site() -> Iterator[StaticSite]:
    """The lab as an export with its own runtime, on a plain file server."""
    with StaticSite() as site:
        yield site


@pytest.fixture
def far_server(server: Server) -> Iterator[DelayProxy]:
    """The server as from far away: 50 ms each way; open far_server.url + "/cat-sat"."""
    with DelayProxy(server.port, delay=0.05) as proxy:
        yield proxy


@pytest.fixture
def troubles() -> Troubles:
    """What went wrong in the test's pages; a test that provokes something says so with troubles.allow()."""
    return Troubles()


NewPage = Callable[..., Page]


@pytest.fixture
def new_page(
    browser: Browser, server: Server, troubles: Troubles, request: pytest.FixtureRequest
) -> Iterator[NewPage]:
    """Make a page in its own context: new_page(color_scheme="dark"). The test fails by troubles in it."""
    contexts: list[BrowserContext] = []

    def make(**options: Any) -> Page:
        context = browser.new_context(**{"base_url": server.url, **DESKTOP, **options})
        context.set_default_timeout(ACTION)
        contexts.append(context)
        troubles.watch(context)
        return context.new_page()

    yield make
    found = troubles.unexpected()
    if found or request.node.stash.get(failed, False):
        keep(request.node.nodeid, [page for context in contexts for page in context.pages])
    for context in contexts:
        context.close()
    if found:
        pytest.fail("the page had troubles:\n" + "\n".join(found), pytrace=False)


@pytest.fixture
def page(new_page: NewPage) -> Page:
    """A page as on a desktop."""
    return new_page()


@pytest.fixture
def touch_page(new_page: NewPage) -> Page:
    """A page as on a phone."""
    return new_page(**PHONE)


@pytest.fixture(scope="package")
def kept_page(browser: Browser, server: Server) -> Iterator[Kept]:
    """A page that lives from test to test, see `again`."""
    with browser.new_context(base_url=server.url, **DESKTOP) as context:  # type: ignore[arg-type]
        context.set_default_timeout(ACTION)
        yield Kept(context)


@pytest.fixture
def again(kept_page: Kept, request: pytest.FixtureRequest) -> Iterator[Callable[[str], Page]]:
    """Open a scene by its path, quickly: again("/cat-sat") resets the page where it is open already.

    For tests that need no page of their own. As with new_page, a test fails by troubles in it.
    """
    yield kept_page.open
    take_back(kept_page, request)


def take_back(kept: Kept, request: pytest.FixtureRequest) -> None:
    """After a test: look for troubles in the page that it had, and give up one that may be out of order."""
    found = kept.troubles.unexpected()
    kept.troubles.forget()
    if found or request.node.stash.get(failed, False):
        keep(request.node.nodeid, kept.close())
    if found:
        pytest.fail("the page had troubles:\n" + "\n".join(found), pytrace=False)


def keep(test: str, pages: list[Page]) -> None:
    """Save what the pages of a failing test show and hold."""
    folder = folder_for(test)
    for i, page in enumerate(pages):
        with suppress(Error):  # a page that crashed shows nothing
            page.screenshot(path=folder / f"page-{i}.png")
            Path(folder / f"page-{i}.html").write_text(f"<!-- {page.url} -->\n{page.evaluate(WHOLE_HTML)}")


def folder_for(test: str) -> Path:
    """A new folder for what a test leaves behind."""
    folder = RESULTS / re.sub(r"[^\w.-]+", "-", test.removeprefix("tests/browser/"))[:120]
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder
