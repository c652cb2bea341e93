"""Firefox with the system's own colours, as people choose them who see little contrast."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser import lab
from tests.browser.browsers import FIREFOX
from tests.browser.firefox.bidi import Bidi
from tests.browser.firefox.page import Firefox
from tests.browser.serving import Server

ALWAYS = 2  # of Firefox's setting for when a page's colours give way to the system's
READABLE = 4.5  # WCAG 2.2, 1.4.3
# The contrast of the text in each cell of a table with what lies behind it.
CONTRASTS = """
table => {
  const paint = document.createElement('canvas').getContext('2d', {willReadFrequently: true})
  const light = colour => {
    paint.fillStyle = 'white'
    paint.fillRect(0, 0, 1, 1)
    paint.fillStyle = colour
    paint.fillRect(0, 0, 1, 1)
    const linear = value => value <= .04045 ? value / 12.92 : ((value + .055) / 1.055) ** 2.4
    const [r, g, b] = [...paint.getImageData(0, 0, 1, 1).data].map(value => linear(value / 255))
    return .2126 * r + .7152 * g + .0722 * b
  }
  return [...table.querySelectorAll('td')].map(cell => {
    const {color, backgroundColor} = getComputedStyle(cell)
    const [less, more] = [light(color), light(backgroundColor)].sort((a, b) => a - b)
    return (more + .05) / (less + .05)
  })
}
"""


@pytest.fixture
def page(firefox: Firefox, server: Server) -> Iterator[Any]:
    with Bidi(FIREFOX.find(), **{"browser.display.document_color_use": ALWAYS}) as bidi:
        yield Firefox(bidi).new_page(server.url)


def test_every_weight_can_be_read_in_the_systems_colours(page: Any) -> None:
    lab.open_scene(page, "/cat-sat")
    assert page.evaluate("matchMedia('(forced-colors: active)').matches")
    contrasts = page.locator("[data-table=weights]").evaluate(CONTRASTS)
    assert len(contrasts) == 36
    assert min(contrasts) >= READABLE
