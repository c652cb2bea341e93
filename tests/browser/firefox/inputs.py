"""The hands on a page in Firefox: mouse, keyboard and finger, each moved by the browser itself."""

from collections.abc import Sequence
from typing import Any, Protocol

from tests.browser.lab import Point

Action = dict[str, Any]

# The protocol's names for keys that write no character.
KEYS = {
    "Backspace": "\ue003",
    "Tab": "\ue004",
    "Enter": "\ue007",
    "Shift": "\ue008",
    "Control": "\ue009",
    "Escape": "\ue00c",
    "End": "\ue010",
    "Home": "\ue011",
    "ArrowLeft": "\ue012",
    "ArrowUp": "\ue013",
    "ArrowRight": "\ue014",
    "ArrowDown": "\ue015",
}


class Acts(Protocol):
    """A page that has input devices."""

    def act(self, kind: str, device: str, actions: Sequence[Action], **parameters: str) -> None:
        """Have a device do something, and come back when the page has been told of it."""


class Pointer:
    """A mouse, or one finger on a touch screen."""

    def __init__(self, page: Acts, kind: str) -> None:
        self._page, self._kind = page, kind
        self._at: Point = (0.0, 0.0)

    def move(self, x: float, y: float, *, steps: int = 1) -> None:
        """Move in equal steps."""
        (left, top), self._at = self._at, (x, y)
        parts = [i / steps for i in range(1, steps + 1)]
        places = [(left + (x - left) * part, top + (y - top) * part) for part in parts]
        self._act(*({"type": "pointerMove", "x": x, "y": y, "duration": 0} for x, y in places))

    def down(self) -> None:
        """Press the left button, or put the finger down."""
        self._act({"type": "pointerDown", "button": 0})

    def up(self) -> None:
        """Let go."""
        self._act({"type": "pointerUp", "button": 0})

    def _act(self, *actions: Action) -> None:
        self._page.act("pointer", self._kind, actions, pointerType=self._kind)


class Keyboard:
    """The page's keyboard."""

    def __init__(self, page: Acts) -> None:
        self._page = page

    def press(self, keys: str) -> None:
        """Press a key, or several together: press("Shift+ArrowUp")."""
        values = [KEYS.get(key, key) for key in keys.split("+")]
        down = [{"type": "keyDown", "value": value} for value in values]
        up = [{"type": "keyUp", "value": value} for value in reversed(values)]
        self._page.act("key", "keyboard", [*down, *up])

    def type(self, text: str) -> None:
        """Press the keys of a text, one after another."""
        for letter in text:
            self.press(letter)
