"""A browser driven by WebDriver BiDi, the standard protocol of https://w3c.github.io/webdriver-bidi/.

Firefox speaks it by itself, on the port that --remote-debugging-port opens, and Tornado, by which the lab is
served, has the WebSocket: so nothing is installed for it but Firefox. What else there is asks for more.
geckodriver comes only as a download; Puppeteer needs Node and tests in JavaScript; Playwright drives a build
of its own or, by a channel that it does not document, the newest Firefox, with commands that older ones lack.
"""

import asyncio
import itertools
import json
import os
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Self

from tornado.websocket import WebSocketClientConnection, websocket_connect

START_SECONDS = 60.0  # a first start on a loaded machine
ANSWER_SECONDS = 30.0
SAID = "WebDriver BiDi listening on "
QUIET = {  # the browser's own requests are none of the page's; nothing may ask or open by itself
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.newtabpage.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "intl.accept_languages": "en-GB, en",
    "layout.css.prefers-color-scheme.content-override": 1,  # light, whatever the system
}
Event = dict[str, Any]


class BidiError(RuntimeError):
    """The browser refused a command, or did not answer."""


class Bidi:
    """One browser and one session with it; `with Bidi(path) as bidi: bidi.send("session.status")`.

    The connection lives in a thread of its own: while Playwright's sync API is on, the main one runs no loop.
    """

    def __init__(self, executable: Path, **preferences: Any) -> None:
        self._preferences = {**QUIET, **preferences}
        self._folder = tempfile.TemporaryDirectory(prefix="attention-arrows-", ignore_cleanup_errors=True)
        self._command = [str(executable), "--headless", "--no-remote", "--profile", self._folder.name]
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[Event]] = {}
        self._hear: Callable[[str, Event], None] = lambda name, event: None

    def __enter__(self) -> Self:
        prefs = [
            f"user_pref({json.dumps(name)}, {json.dumps(value)});"
            for name, value in self._preferences.items()
        ]
        Path(self._folder.name, "user.js").write_text("\n".join(prefs))
        self._output = Path(self._folder.name, "printed.log")
        with self._output.open("wb") as output:
            self._process = subprocess.Popen(
                [*self._command, "--remote-debugging-port", "0"],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env={**os.environ, "HOME": self._folder.name, "MOZ_CRASHREPORTER_DISABLE": "1"},
            )
        self._thread.start()
        try:
            self._socket = self._run(self._connect(self._address()))
            self.send("session.new", capabilities={})
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self.send("browser.close")
        finally:
            self._end()

    def send(self, method: str, **params: Any) -> Any:
        """Send a command; its result, or a BidiError."""
        answer = self._run(self._ask(method, params))
        if answer["type"] == "error":
            raise BidiError(f"{method}: {answer['error']}: {answer['message']}")
        return answer["result"]

    def listen(self, events: list[str], hear: Callable[[str, Event], None]) -> None:
        """Have a function called with each event's name and parameters, in the connection's thread."""
        self._hear = hear
        self.send("session.subscribe", events=events)

    def _address(self) -> str:
        end = time.monotonic() + START_SECONDS
        while True:
            said = self._output.read_text(errors="replace")
            for line in said.splitlines():
                if line.startswith(SAID):
                    return line.removeprefix(SAID) + "/session"
            try:  # the pause between two looks: it is over at once if the process ends
                code = self._process.wait(0.05)
            except subprocess.TimeoutExpired:
                if time.monotonic() < end:
                    continue
                code = None
            raise BidiError(f"{self._command[0]} did not listen (ended with {code}).\n{said}")

    async def _connect(self, address: str) -> WebSocketClientConnection:
        return await websocket_connect(address, on_message_callback=self._answered, max_message_size=2**28)

    async def _ask(self, method: str, params: Event) -> Event:
        number = next(self._numbers)
        self._waiting[number] = asyncio.get_running_loop().create_future()
        await self._socket.write_message(json.dumps({"id": number, "method": method, "params": params}))
        return await self._waiting[number]

    def _answered(self, message: str | bytes | None) -> None:
        if message is None:
            self._fail("the browser closed the connection")
            return
        told = json.loads(message)
        if told["type"] == "event":
            self._hear(told["method"], told["params"])
        elif (waiting := self._waiting.pop(told["id"], None)) and not waiting.done():
            waiting.set_result(told)

    def _fail(self, why: str) -> None:
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(BidiError(why))

    def _run(self, coroutine: Coroutine[Any, Any, Any]) -> Any:
        future = asyncio.run_coroutine_threadsafe(coroutine, self._loop)
        try:
            return future.result(ANSWER_SECONDS)
        except TimeoutError:
            future.cancel()
            raise BidiError(f"no answer in {ANSWER_SECONDS:g} s") from None

    def _end(self) -> None:
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._folder.cleanup()
