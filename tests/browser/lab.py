"""The lab as a test sees it: tables, handles, texts, found by their hooks; drags in the plane's own units.

`scope` is a page, a frame of it, or a locator (one of two labs on a page). Nothing here waits for time.
"""

import time
from collections.abc import Callable
from typing import Any, Literal

from playwright.sync_api import Frame, Locator, Page

Scope = Page | Frame | Locator
Number = float | Literal["hidden"]
Point = tuple[float, float]

WAIT = 10.0  # seconds; a condition that takes so long will not come

# querySelectorAll through open shadow roots, which each Panel component is.
READ_ALL = """
(root, [prefix]) => {
  const found = {}
  const walk = node => {
    for (const e of node.querySelectorAll('*')) {
      if (e.dataset?.cell?.startsWith(prefix))
        found[e.dataset.cell] = [e.dataset.value ?? null, e.querySelector('input')?.value ?? e.textContent]
      if (e.shadowRoot) walk(e.shadowRoot)
    }
  }
  if (root.shadowRoot) walk(root.shadowRoot)
  walk(root)
  return found
}
"""
# For scripts that time a control: find() looks through shadow roots, set() moves a slider or flips a switch.
SETTING = """
  const find = (node, wanted) => {
    for (const e of node.querySelectorAll('*')) {
      if (e.matches(wanted)) return e
      const found = e.shadowRoot && find(e.shadowRoot, wanted)
      if (found) return found
    }
  }
  const set = (input, value) => {
    if (input.type !== 'range') return input.click()
    input.value = value
    input.dispatchEvent(new Event('input', {bubbles: true}))
    input.dispatchEvent(new Event('change', {bubbles: true}))
  }
"""
# The middle of a handle in the units of its plane.
TIP = """
handle => {
  let plane = handle
  while (!plane.matches('[data-plane]')) plane = plane.parentElement ?? plane.getRootNode().host
  const box = plane.getBoundingClientRect(), own = handle.getBoundingClientRect()
  const limit = Number(plane.dataset.limit)
  const x = own.left + own.width / 2 - box.left, y = own.top + own.height / 2 - box.top
  return [x / box.width * 2 * limit - limit, limit - y / box.height * 2 * limit]
}
"""


def page_of(scope: Scope) -> Page:
    """The page that a scope lies in."""
    return scope if isinstance(scope, Page) else scope.page


def open_scene(page: Page, path: str, *, timeout: float = 20.0) -> None:
    """Open a path (or a whole address) and come back when its lab answers."""
    page.goto(path)
    wait_ready(page, timeout=timeout)


def wait_ready(scope: Scope, *, timeout: float = 20.0) -> None:
    """Come back when a lab in the scope answers."""
    scope.locator('[data-lab="ready"]').first.wait_for(state="attached", timeout=timeout * 1000)


def cell(scope: Scope, name: str, row: int, col: int) -> Locator:
    """One cell of a table: cell(page, "weights", 2, 1)."""
    return scope.locator(f'[data-cell="{name}-{row}-{col}"]')


def part(scope: Scope, name: str) -> Locator:
    """One text: part(page, "sentence")."""
    return scope.locator(f'[data-part="{name}"]')


def number(text: str | None) -> Number | None:
    """A data-value as what it says: a float, "hidden", or None where nothing is told."""
    return float(text) if text not in (None, "hidden") else text  # type: ignore[return-value]


def value(scope: Scope, name: str, row: int, col: int) -> Number | None:
    """The number behind one cell; waits for the cell to be there."""
    return number(cell(scope, name, row, col).get_attribute("data-value"))


def matrix(scope: Scope, name: str, rows: int, cols: int) -> list[list[Number | None]]:
    """All cells of a table as they stand at one moment; None for a cell that is missing or tells nothing."""
    found = cells(scope, name)
    return [[number(found.get(f"{name}-{r}-{c}", (None, ""))[0]) for c in range(cols)] for r in range(rows)]


def texts(scope: Scope, name: str) -> list[list[str]]:
    """What the cells of a table read, row by row; what stands in a field counts as its text."""
    rows: dict[int, dict[int, str]] = {}
    for place, (_, text) in cells(scope, name).items():
        row, _, col = place.removeprefix(f"{name}-").partition("-")
        if row.isdecimal():  # a total has a name of its own
            rows.setdefault(int(row), {})[int(col)] = text
    return [[text for _, text in sorted(rows[row].items())] for row in sorted(rows)]


def cells(scope: Scope, name: str) -> dict[str, tuple[str | None, str]]:
    """Value and text of every cell of a table as they stand at one moment, by the cell's name."""
    root = scope if isinstance(scope, Locator) else scope.locator(":root")
    found: dict[str, tuple[str | None, str]] = root.evaluate(READ_ALL, [f"{name}-"])
    return {place: (value, text) for place, (value, text) in found.items()}


def handle(scope: Scope, name: str) -> Locator:
    """The handle of a vector: handle(page, "k-1")."""
    return scope.locator(handle_css(name))


def plane(scope: Scope, name: str) -> Locator:
    """The plane that holds the handle of a vector."""
    planes = scope.locator("[data-plane]")
    return planes if planes.count() == 1 else planes.filter(has=page_of(scope).locator(handle_css(name)))


def handle_css(name: str) -> str:
    """The selector of a handle."""
    return f'[data-vector="{name}"]'


def box(locator: Locator) -> tuple[float, float, float, float]:
    """Left, top, width and height in the page's own pixels, in a frame too."""
    found = locator.bounding_box()
    assert found is not None, f"{locator} cannot be seen"
    return found["x"], found["y"], found["width"], found["height"]


def centre(locator: Locator) -> Point:
    """The middle of an element, in pixels."""
    left, top, width, height = box(locator)
    return left + width / 2, top + height / 2


def limit(scope: Scope, name: str) -> float:
    """The plane shows −limit … +limit both ways."""
    return float(plane(scope, name).get_attribute("data-limit") or "nan")


def to_pixels(scope: Scope, name: str, point: Point) -> Point:
    """Where a point of the plane lies in the page."""
    left, top, width, height = box(plane(scope, name))
    most = limit(scope, name)
    return left + (point[0] + most) / (2 * most) * width, top + (most - point[1]) / (2 * most) * height


def tip_position(scope: Scope, name: str) -> Point:
    """Where the middle of a handle lies, in the plane's units; read at one moment, so the page may scroll."""
    x, y = handle(scope, name).evaluate(TIP)
    return x, y


def drag(
    scope: Scope, name: str, to: Point, *, steps: int = 8, release: bool = True, grip: Point = (0, 0)
) -> None:
    """Drag a tip with the mouse to a point of the plane, held `grip` pixels from its middle."""
    handle(scope, name).scroll_into_view_if_needed()
    mouse = page_of(scope).mouse
    mouse.move(*aside(centre(handle(scope, name)), grip))
    mouse.down()
    mouse.move(*aside(to_pixels(scope, name, to), grip), steps=steps)
    if release:
        mouse.up()


def aside(point: Point, by: Point) -> Point:
    """A point so many pixels to the right and down of another."""
    return point[0] + by[0], point[1] + by[1]


def wait_until(scope: Scope, what: str | Callable[[], Any], *, timeout: float = WAIT) -> None:
    """Come back when a JavaScript expression or a Python function says yes; asked once a frame.

    Playwright's wait_for_function would do for JavaScript, but not where a page forbids eval.
    """
    page = page_of(scope)
    end = time.monotonic() + timeout
    ask = (lambda: page.evaluate(what)) if isinstance(what, str) else what
    while not ask():
        assert time.monotonic() < end, f"this did not come true in {timeout:g} s: {what}"
        page.evaluate("new Promise(done => requestAnimationFrame(() => done()))")
