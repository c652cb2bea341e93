"""A page in Firefox, with those of Playwright's words that tests.browser.lab and acts use.

Their helpers serve here too; tests type it as Any, since those say Page and mean no more of it than this.
What a person does is done by the browser itself: its own events, captures and focus are what is tested.
"""

import base64
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self
from urllib.parse import urljoin

from tests.browser.firefox.bidi import Bidi, Event
from tests.browser.firefox.inputs import Keyboard, Pointer
from tests.browser.firefox.locator import Locator
from tests.browser.watch import Troubles

# Runs a test's script, an expression or a function of one argument, and hands its answer back as JSON.
SCRIPT = """
async given => {
  const made = (%s)
  return JSON.stringify(await (typeof made === 'function' ? made(JSON.parse(given)) : made))
}
"""
WATCHED = ["log.entryAdded", "network.beforeRequestSent", "network.fetchError"]


class Firefox:
    """One Firefox; its tabs share a cache, so that a scene opens quickly."""

    def __init__(self, bidi: Bidi) -> None:
        self._bidi = bidi
        self.troubles = Troubles()
        bidi.listen(WATCHED, self._hear)

    def new_page(self, base_url: str, *, width: int = 1280, height: int = 900) -> "FirefoxPage":
        """An empty page of this size; its goto() takes paths of the base."""
        tab = self._bidi.send("browsingContext.create", type="tab")["context"]
        page = FirefoxPage(self._bidi, tab, base_url)
        page.set_viewport_size({"width": width, "height": height})
        return page

    def _hear(self, name: str, event: Event) -> None:
        if name == "log.entryAdded":
            if event["level"] in {"error", "warn"}:
                self.troubles.add(f"console {event['level']}", f"{event['text']} {event.get('stackTrace')}")
        elif name == "network.beforeRequestSent":
            self.troubles.asked(event["request"]["url"])
        elif event["errorText"] != "NS_BINDING_ABORTED":  # the browser gave it up, since the page was left
            self.troubles.add("failed request", f"{event['request']['url']} {event['errorText']}")


class FirefoxPage:
    """A tab, its mouse, keyboard and touch screen."""

    def __init__(self, bidi: Bidi, tab: str, base_url: str) -> None:
        self._bidi, self._tab, self._base_url = bidi, tab, base_url
        self.mouse, self.finger = Pointer(self, "mouse"), Pointer(self, "touch")
        self.keyboard = Keyboard(self)

    @property
    def page(self) -> Self:
        """Itself: whatever lies in a page says which."""
        return self

    def goto(self, path: str) -> None:
        """Open a path and come back when it is loaded."""
        self._send("browsingContext.navigate", url=urljoin(self._base_url, path), wait="complete")

    def reload(self) -> None:
        """Load the page anew and come back when it is loaded."""
        self._send("browsingContext.reload", wait="complete")

    def go_back(self) -> None:
        """Leave for the page before."""
        self._send("browsingContext.traverseHistory", delta=-1)

    def evaluate(self, script: str, argument: Any = None) -> Any:
        """The value of an expression, or of a function of the argument; plain data goes both ways."""
        return self.call(SCRIPT % script, argument)

    def call(self, function: str, argument: Any) -> Any:
        """Have the page run a function of one JSON text that answers with one."""
        answer = self._send(
            "script.callFunction",
            functionDeclaration=function,
            arguments=[{"type": "string", "value": json.dumps(argument)}],
            target={"context": self._tab},
            awaitPromise=True,
        )
        assert answer["type"] == "success", f"{answer['exceptionDetails']['text']}\nin {function}"
        return json.loads(answer["result"].get("value", "null"))

    def act(self, kind: str, device: str, actions: Sequence[Event], **parameters: str) -> None:
        """Have an input device do something, and come back when the page has been told of it."""
        source: Event = {"type": kind, "id": device, "actions": list(actions)}
        if parameters:
            source["parameters"] = parameters
        self._send("input.performActions", actions=[source])

    def locator(self, css: str) -> Locator:
        """What a selector finds, within open shadow roots too."""
        return Locator(self, css)

    def set_viewport_size(self, size: dict[str, int]) -> None:
        """Give the window's inside a width and a height."""
        self._send("browsingContext.setViewport", viewport=size)

    def screenshot(self, path: Path, *, full_page: bool = False) -> None:
        """Save what the page shows."""
        origin = "document" if full_page else "viewport"
        path.write_bytes(
            base64.b64decode(self._send("browsingContext.captureScreenshot", origin=origin)["data"])
        )

    def close(self) -> None:
        """Close the tab; what it stored is forgotten with it, for the next one's sake."""
        self.evaluate("() => { if (location.protocol !== 'about:') localStorage.clear() }")
        self._send("browsingContext.close")

    def _send(self, method: str, **params: Any) -> Any:
        place = {} if "target" in params else {"context": self._tab}
        return self._bidi.send(method, **place, **params)
