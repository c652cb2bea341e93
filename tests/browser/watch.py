"""Collects what goes wrong in a page without anyone looking, so that a test fails by it."""

import contextlib
import re
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Error, Page, Request

THIS_MACHINE = {"127.0.0.1", "localhost", "::1"}
WORDS_OF_NO_HOST = {"data", "blob", "about"}


class Troubles:
    """Console errors and warnings, uncaught errors, failed requests and requests to an outside host."""

    def __init__(self) -> None:
        self._found: list[str] = []
        self._allowed: list[re.Pattern[str]] = []
        self._contexts: list[BrowserContext] = []

    def allow(self, *patterns: str) -> None:
        """Say that this test provokes troubles that match one of these regular expressions; "" allows all."""
        self._allowed += [re.compile(pattern) for pattern in patterns]

    def watch(self, context: BrowserContext) -> None:
        """Listen to all pages of a context: also the frames in them and the windows that they open."""
        self._contexts.append(context)
        context.on("console", self._console)
        context.on("weberror", lambda error: self.add("uncaught", error.error.stack or str(error.error)))
        context.on("request", lambda request: self.asked(request.url))
        context.on("requestfailed", self._failed)
        context.on("page", self._page)

    def unexpected(self) -> list[str]:
        """All that came up until now and was not allowed."""
        for context in self._contexts:
            for page in context.pages:
                with contextlib.suppress(Error):  # a page that crashed or closed has told all it had to tell
                    page.evaluate("0")  # events come before the answer to this
        return [each for each in self._found if not any(allowed.search(each) for allowed in self._allowed)]

    def forget(self) -> None:
        """Start anew: what came up until now was told, and nothing is allowed any more."""
        self._found.clear()
        self._allowed.clear()

    def add(self, kind: str, what: str) -> None:
        """Note one, of a kind such as "uncaught"."""
        self._found.append(f"{kind}: {what}")

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            where = message.location
            self.add(f"console {message.type}", f"{message.text} ({where['url']}:{where['lineNumber']})")

    def _failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # the browser itself gave it up, since the page was left
            self.add("failed request", f"{request.url} {request.failure}")

    def _page(self, page: Page) -> None:
        page.on("websocket", lambda socket: self.asked(socket.url))
        page.on("crash", lambda _: self.add("crash", page.url))

    def asked(self, url: str) -> None:
        """Note a request, where it goes to an outside host."""
        address = urlsplit(url)
        if address.scheme not in WORDS_OF_NO_HOST and address.hostname not in THIS_MACHINE:
            self.add("outside host", url)
