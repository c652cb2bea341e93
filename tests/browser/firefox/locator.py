"""An element of a page in Firefox, looked for anew each time it is asked."""

from typing import Any, Literal, Self

from tests.browser import lab

# Runs a function of an element, which is looked for in open shadow roots too, and an argument.
ON_ELEMENT = """
async given => {
  const [css, index, argument] = JSON.parse(given), found = []
  const walk = node => {
    found.push(...node.querySelectorAll(css))
    node.querySelectorAll('*').forEach(e => { if (e.shadowRoot) walk(e.shadowRoot) })
  }
  walk(document)
  if (index === null) return JSON.stringify(found.length)
  if (!found[index]) throw new Error(`there is no ${css} (${index})`)
  return JSON.stringify(await (%s)(found[index], argument))
}
"""
BOX = """
element => {
  const {x, y, width, height} = element.getBoundingClientRect()
  return {x, y, width, height}
}
"""
INTO_VIEW = """
element => {
  const {top, bottom} = element.getBoundingClientRect()
  if (top < 0 || bottom > innerHeight) element.scrollIntoView({block: 'center', behavior: 'instant'})
}
"""


class Locator:
    """The first element, or the one with an index, that a selector finds; looked for anew each time."""

    def __init__(self, page: Any, css: str, index: int = 0) -> None:
        self.page, self._css, self._index = page, css, index

    @property
    def first(self) -> Self:
        """The first of them."""
        return self

    def nth(self, index: int) -> "Locator":
        """One of them."""
        return Locator(self.page, self._css, index)

    def evaluate(self, function: str, argument: Any = None) -> Any:
        """What a function of the element and the argument gives."""
        return self.page.call(ON_ELEMENT % function, [self._css, self._index, argument])

    def count(self) -> int:
        """How many there are."""
        return int(self.page.call(ON_ELEMENT % "null", [self._css, None, None]))

    def wait_for(self, *, state: Literal["attached"], timeout: float = 10_000) -> None:
        """Come back when there is one, in so many milliseconds."""
        lab.wait_until(self.page, self.count, timeout=timeout / 1000)

    def get_attribute(self, name: str) -> Any:
        """An attribute's text, or None."""
        return self.evaluate("(element, name) => element.getAttribute(name)", name)

    def text_content(self) -> str:
        """All text within."""
        return str(self.evaluate("element => element.textContent"))

    def input_value(self) -> str:
        """What stands in a field."""
        return str(self.evaluate("element => element.value"))

    def is_checked(self) -> bool:
        """Whether a switch is on."""
        return bool(self.evaluate("element => element.checked"))

    def bounding_box(self) -> Any:
        """Where it is in the window."""
        return self.evaluate(BOX)

    def scroll_into_view_if_needed(self) -> None:
        """Scroll the page where the element is not wholly in the window."""
        self.evaluate(INTO_VIEW)

    def focus(self) -> None:
        """Give it the focus."""
        self.evaluate("element => element.focus()")

    def click(self) -> None:
        """Press the mouse in its middle."""
        itself: Any = self
        self.scroll_into_view_if_needed()
        self.page.mouse.move(*lab.centre(itself))
        self.page.mouse.down()
        self.page.mouse.up()
