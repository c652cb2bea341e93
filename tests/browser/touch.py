"""What fingers do: down, moved, lifted, by the browser's own protocol."""

from collections.abc import Sequence
from typing import Self

from playwright.sync_api import Page

from tests.browser import lab
from tests.browser.lab import Point, Scope


class Fingers:
    """One finger or more on a touch screen; `with Fingers(page) as fingers:` lifts them at the end."""

    def __init__(self, page: Page) -> None:
        self._client = page.context.new_cdp_session(page)

    def down(self, *points: Point) -> None:
        """Put a finger on each point."""
        self._send("touchStart", points)

    def move(self, *points: Point) -> None:
        """Where the fingers that are down are now."""
        self._send("touchMove", points)

    def _send(self, kind: str, points: Sequence[Point]) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        self._client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._send("touchEnd", ())
        self._client.detach()


def swipe(page: Page, start: Point, end: Point, steps: int = 8) -> None:
    """Put one finger down, move it, lift it."""
    with Fingers(page) as finger:
        finger.down(start)
        for i in range(1, steps + 1):
            finger.move(lab.aside(start, ((end[0] - start[0]) * i / steps, (end[1] - start[1]) * i / steps)))


def drag(scope: Scope, name: str, to: Point, *, steps: int = 8, grip: Point = (0, 0)) -> None:
    """Drag a tip with one finger, as lab.drag() does with the mouse."""
    lab.handle(scope, name).scroll_into_view_if_needed()
    swipe(
        lab.page_of(scope),
        lab.aside(lab.centre(lab.handle(scope, name)), grip),
        lab.aside(lab.to_pixels(scope, name, to), grip),
        steps,
    )
