"""The scaling lab: how long the switch and the width take, on the server alone and until it is painted.

What is right is told by the root alone: the first key's score is the stretch, √d_k, or 1 with the division.
"""

import json
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from tests.bench.opening import chromium
from tests.bench.table import Measure, Row, median
from tests.browser import lab
from tests.browser.serving import Server

WIDTHS = (2, 512, 4096)
MUST, AIM = 100, 50

# Sets a control and tells how many ms later the frame was painted in which the first key's score is right
# and the chart of dot products says something new.
PROBE = (
    f"([name, value, score]) => {{{lab.SETTING}"
    """
  const input = find(document, `[data-control=${name}]`), cell = find(document, '[data-cell="steps-0-1"]')
  const told = find(document, '[data-part="chart-products"]'), before = told.textContent
  const start = performance.now(), painted = new MessageChannel()
  set(input, value)
  return new Promise(done => {
    painted.port1.onmessage = () => done(performance.now() - start)
    const look = () => {
      const isRight = Math.abs(cell.dataset.value - score) < 1e-6 && told.textContent !== before
      if (isRight) painted.port2.postMessage(0)
      else if (performance.now() - start > 5000) done(Infinity)
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}
"""
)


def visitor() -> Callable[..., float]:
    """Somebody on the scaling page: carries out a message and tells how many ms that took."""
    from app.session import Session
    from scenes import SCENES

    session = Session(next(scene for scene in SCENES if scene.slug == "scaling"))
    session.handle('{"do":"hello"}')

    def ask(**message: Any) -> float:
        text = json.dumps(message)
        start = time.perf_counter()
        assert "refused" not in json.loads(session.handle(text))
        return (time.perf_counter() - start) * 1000

    return ask


def answer_row(quick: bool) -> Row:
    """In process. Nothing is kept from one round to the next, so each has the draws of a first visitor."""
    from app import draws

    switch: list[float] = []
    again: list[float] = []
    widths: dict[int, list[float]] = {width: [] for width in WIDTHS}
    for _ in range(3 if quick else 15):
        draws.products.cache_clear()
        draws.tops.cache_clear()
        ask = visitor()
        switch += [ask(do="set", name="scale", value=value) for value in (True, False)]
        for width, times in widths.items():
            times.append(ask(do="set", name="d_k", value=width))
        again.append(ask(do="act", name="draw"))
    measures = [Measure("switch", median(switch), "ms", MUST, AIM)]
    measures += [Measure(f"width {width}", median(times), "ms", MUST, AIM) for width, times in widths.items()]
    measures.append(Measure("draw again", median(again), "ms", 200, 100))
    return Row("scaling: switch, width and draw on the server (in process)", measures)


def opened(page: Page, url: str) -> Callable[[str, int, float], float]:
    """A page that is ready, and what sets a control and tells the ms until the right score was painted."""
    lab.open_scene(page, url)

    def ask(name: str, value: int, score: float) -> float:
        return float(page.evaluate(PROBE, [name, value, score]))

    return ask


def painted_row(quick: bool) -> Row:
    """In Chromium. The first visitor of each width pays for its draw, here as with people."""
    switch, widths = [], []
    powers = [*range(1, 7), *range(8, 13)]
    with Server() as server, chromium() as browser:
        ask = opened(browser.new_page(viewport={"width": 1280, "height": 900}), f"{server.url}/scaling")
        for _ in range(1 if quick else 4):
            widths += [ask("d_k", power, 2 ** (power / 2)) for power in powers]
            switch += [ask("scale", 0, score) for score in (1.0, 2 ** (powers[-1] / 2))]
    measures = [
        Measure("switch", median(switch), "ms", MUST, AIM),
        Measure("width", median(widths), "ms", MUST, AIM),
    ]
    return Row("scaling in Chromium: switch or width → right numbers painted", measures)
