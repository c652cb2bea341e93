"""Fixtures for tests in Firefox: `page` and `new_page` are here what they are for Chromium one folder up."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest

from tests.browser.browsers import FIREFOX, NONE
from tests.browser.conftest import failed, folder_for
from tests.browser.firefox.bidi import Bidi, BidiError
from tests.browser.firefox.page import Firefox, FirefoxPage
from tests.browser.serving import Server


@pytest.fixture(scope="package")
def firefox() -> Iterator[Firefox]:
    """One Firefox for all tests. Without it they fail, except where somebody chose to leave them out."""
    if FIREFOX.is_left_out:
        pytest.skip(f"{FIREFOX.variable}={NONE} leaves the tests in Firefox out")
    with Bidi(FIREFOX.find()) as bidi:
        yield Firefox(bidi)


@pytest.fixture
def new_page(
    firefox: Firefox, server: Server, request: pytest.FixtureRequest
) -> Iterator[Callable[..., Any]]:
    """Make a page: new_page(width=360, height=740). The test fails by troubles in it."""
    pages: list[FirefoxPage] = []

    def make(**options: int) -> FirefoxPage:
        pages.append(firefox.new_page(server.url, **options))
        return pages[-1]

    yield make
    for page in pages:
        page.evaluate("0")  # events come before the answer to this
    found = firefox.troubles.unexpected()
    firefox.troubles.forget()
    if found or request.node.stash.get(failed, False):
        keep(request.node.nodeid, pages)
    for page in pages:
        page.close()
    if found:
        pytest.fail("the page had troubles:\n" + "\n".join(found), pytrace=False)


@pytest.fixture
def page(new_page: Callable[..., Any]) -> Any:
    """A page as on a desktop."""
    return new_page()


def keep(test: str, pages: list[FirefoxPage]) -> None:
    """Save what the pages of a failing test show."""
    folder = folder_for(test)
    for i, page in enumerate(pages):
        with suppress(BidiError):  # a page that crashed shows nothing
            page.screenshot(folder / f"page-{i}.png")
