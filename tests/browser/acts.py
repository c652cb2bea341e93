"""What a person does on a page beyond dragging, what must then stand there, and how to wait for it."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page

from tests import oracle
from tests.browser import lab
from tests.browser.lab import Point, Scope
from tests.browser.watch import Troubles

Rows = Sequence[Sequence[float]]

EXACT = 1e-9  # the page's numbers against those of tests.oracle

# Every number of the page, and which rows and options are chosen; a walk-through once closed does not matter.
STANDING = """
() => {
  const found = []
  const walk = node => node.querySelectorAll('*').forEach(e => {
    if (e.dataset.cell && !e.closest('[data-table=walk]')) found.push(`${e.dataset.cell}=${e.dataset.value}`)
    if (e.getAttribute('aria-pressed') === 'true') found.push(e.getAttribute('aria-label'))
    if (e.checked) found.push(`${e.dataset.control ?? ''}${e.value}`)
    if (e.shadowRoot) walk(e.shadowRoot)
  })
  walk(document)
  return found.join()
}
"""
# Keeps every state of the matrix from now on, painted or not: [time, [[data-value, text], ...]].
RECORD = """
table => {
  const log = (window.__states = [])
  const read = () => [...table.querySelectorAll('td')].map(cell => [cell.dataset.value, cell.textContent])
  addEventListener('pointerup', event => { window.__released = event.timeStamp }, true)
  new MutationObserver(() => log.push([performance.now(), read()]))
    .observe(table, {subtree: true, childList: true, characterData: true, attributeFilter: ['data-value']})
}
"""

# Points at a key that is not the one written out, in one go; its button's name.
POINT_ELSEWHERE = """
body => {
  const button = [...body.querySelectorAll('button[aria-pressed=false]')].at(-1)
  button.click()
  return button.getAttribute('aria-label')
}
"""


class Kept:
    """One page of a context that lives from test to test; a scene that is open already is only reset."""

    def __init__(self, context: BrowserContext) -> None:
        self._context = context
        self.troubles = Troubles()
        self.troubles.watch(context)
        self._page: Page | None = None
        self._path = self._standing = ""

    def open(self, path: str) -> Page:
        """The page, as if the path had just been opened."""
        if self._page is None:
            self._page, self._path = self._context.new_page(), ""
        if path != self._path or not self._reset(self._page):
            lab.open_scene(self._page, path)
            self._path, self._standing = path, self._page.evaluate(STANDING)
        return self._page

    def close(self) -> list[Page]:
        """Give the page up, since a test failed; the next one gets a new one."""
        page, self._page = self._page, None
        return [page] if page else []

    def _reset(self, page: Page) -> bool:
        page.mouse.up()
        page.mouse.move(1, 1)
        answered(page)  # its answer to Reset is then seen by the key that is pointed at
        page.get_by_role("button", name="Reset", exact=True).evaluate("button => button.click()")
        page.evaluate("scrollTo(0, 0)")
        with suppress(AssertionError):  # what Reset does not bring back, a new page does
            lab.wait_until(page, lambda: page.evaluate(STANDING) == self._standing, timeout=2.0)
            return True
        return False


def tip(scope: Scope, name: str) -> Point:
    """Where a handle lies, to the 0.01 that places snap to."""
    x, y = lab.tip_position(scope, name)
    return round(x, 2), round(y, 2)


def answered(scope: Scope) -> None:
    """Come back when the server has answered all that was sent until now. It points at another key."""
    name = scope.locator("[data-table=steps] tbody").evaluate(POINT_ELSEWHERE)
    pressed = scope.locator(f"[data-table=steps] button[aria-pressed=true][aria-label={quoted(name)}]")
    pressed.wait_for(state="attached")


def quoted(text: str | None) -> str:
    """A text as a selector takes it."""
    return '"' + (text or "").replace("\\", "\\\\").replace('"', '\\"') + '"'


def expect_weights(scope: Scope, q: Rows, k: Rows, v: Rows | None = None, **options: Any) -> None:
    """Come back when the matrix shows what an independent computation gives for these vectors."""
    weights, _ = oracle.attend(q, k, v or k, **options)
    n = len(q)
    hidden = [[bool(options.get("causal")) and j > i for j in range(n)] for i in range(n)]
    wanted = [
        ["hidden" if h else w for w, h in zip(*rows, strict=True)]
        for rows in zip(weights, hidden, strict=True)
    ]
    lab.wait_until(scope, lambda: are_close(lab.matrix(scope, "weights", n, n), wanted))


def are_close(shown: Sequence[Sequence[Any]], wanted: Sequence[Sequence[Any]], within: float = EXACT) -> bool:
    """Whether two tables of numbers agree, their hidden cells too."""
    pairs = [pair for rows in zip(shown, wanted, strict=True) for pair in zip(*rows, strict=True)]
    return all(
        a == b if isinstance(b, str) or not isinstance(a, float) else abs(a - b) <= within for a, b in pairs
    )


def moved(rows: Rows, row: int, place: Point) -> list[list[float]]:
    """The same vectors with one of them at another place."""
    return [list(place) if i == row else list(each) for i, each in enumerate(rows)]


def record(scope: Scope) -> None:
    """Keep every state of the matrix from now on, for states()."""
    scope.locator("[data-table=weights]").evaluate(RECORD)


def states(scope: Scope) -> list[tuple[float, list[tuple[str, str]]]]:
    """The recorded states: when, and value and text of every cell, row after row."""
    found: list[tuple[float, list[tuple[str, str]]]] = lab.page_of(scope).evaluate("window.__states")
    return found


def shown(locator: Locator) -> str:
    """What an element reads, with plain blanks."""
    return " ".join((locator.text_content() or "").split())


def drawn(page: Page, name: str) -> dict[str, list[Any]]:
    """The columns of one of the plane's sources, as Bokeh draws them."""
    columns: dict[str, list[Any]] = page.evaluate(
        "name => Object.fromEntries(Object.entries(Bokeh.documents[0].get_model_by_name(name).data)"
        ".map(([name, column]) => [name, [...column]]))",
        name,
    )
    return columns


def code(page: Page) -> str:
    """The text of the NumPy snippet."""
    return page.locator("[data-part=numpy]").text_content() or ""


def expect_overflow_free(page: Page) -> None:
    """Come back when the page is no wider than its window."""
    lab.wait_until(page, "document.documentElement.scrollWidth <= innerWidth")


def undo(scope: Scope) -> Locator:
    """The button that takes a step back."""
    return scope.get_by_role("button", name="Undo")


def choose(scope: Scope, group: str, option: str) -> None:
    """Choose one option of a group of radio buttons."""
    scope.get_by_role("group", name=group, exact=True).get_by_role("radio", name=option, exact=True).check()


def switch(scope: Scope, name: str) -> Locator:
    """A switch by the beginning of its label."""
    return scope.get_by_role("switch", name=name)
