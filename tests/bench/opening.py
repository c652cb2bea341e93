"""Opening a page in Chromium: what comes over the wire, and how long it takes until a drag is answered."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.bench import plain
from tests.bench.drag import PROBE, Plane
from tests.bench.table import Measure, Row, median
from tests.browser import lab
from tests.browser.chromium import FLAGS, find
from tests.browser.delay import DelayProxy
from tests.browser.serving import Server, get


@contextmanager
def chromium() -> Iterator[Browser]:
    """A Chromium of the bench's own."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=FLAGS)
        yield browser
        browser.close()


class Traffic:
    """What the browser says it received: files as they came over the wire, and the socket's messages."""

    def __init__(self, page: Page) -> None:
        self.files = self.frames = 0
        client = page.context.new_cdp_session(page)
        client.on("Network.loadingFinished", self._file)
        client.on("Network.webSocketFrameReceived", self._frame)
        client.send("Network.enable")

    def _file(self, event: dict[str, Any]) -> None:
        self.files += int(event["encodedDataLength"])

    def _frame(self, event: dict[str, Any]) -> None:
        self.frames += len(event["response"]["payloadData"].encode())


def visit(context: BrowserContext, proxy: DelayProxy) -> tuple[int, Traffic]:
    """Open cat-sat; the bytes that came from the server, counted on the wire, and the browser's own count."""
    before = proxy.down
    page = context.new_page()
    traffic = Traffic(page)
    lab.open_scene(page, f"{proxy.url}/cat-sat")
    lab.wait_until(page, "document.readyState === 'complete'")
    page.close()  # no byte of this page comes later
    return proxy.down - before, traffic


def weight_row(quick: bool) -> Row:
    """The first visit with an empty cache, then a second one: all on the wire, headers and socket too."""
    with Server() as server, DelayProxy(server.port, delay=0) as proxy, chromium() as browser:
        context = browser.new_context()
        first, seen_first = visit(context, proxy)
        second, seen_second = visit(context, proxy)
    note = "; ".join(
        f"{name}: files {seen.files / 1000:.1f} kB, socket {seen.frames / 1000:.1f} kB before compression"
        for name, seen in (("first", seen_first), ("after", seen_second))
    )
    measures = [
        Measure("first visit", first / 1e6, "MB", 1.0, 0.75),
        Measure("after", second / 1e3, "kB", 40),
    ]
    return Row("page over the wire, gzip on", measures, note)


ANSWERED = """
() => {
  const place = ([, cells]) => cells.map(([value]) => value).join()
  const changed = __probe.frames.find(frame => place(frame) !== place(__probe.frames[0]))
  return changed ?? null
}
"""


# As soon as the lab says that it answers: where its plane lies, and its limit. One question, so that what
# is measured is the page and not the talk between the bench and the browser.
READY = """
() => new Promise(done => {
  const find = node => {
    for (const e of node.querySelectorAll('*')) {
      const found = e.matches('[data-plane]') ? e : e.shadowRoot && find(e.shadowRoot)
      if (found) return found
    }
  }
  const tell = () => {
    __probe.start()
    const plane = find(document), {x, y, width, height} = plane.getBoundingClientRect()
    done([x, y, width, height, Number(plane.dataset.limit)])
  }
  const isReady = () => find(document)?.closest('[data-lab]').dataset.lab === 'ready'
  if (isReady()) tell()
  else addEventListener('attention-arrows:ready', tell, {once: true})
})
"""


def seconds_until_answered(context: BrowserContext, url: str) -> float:
    """From the start of the navigation until the matrix is painted that is right for a dragged key."""
    page = context.new_page()
    page.add_init_script(PROBE)
    page.goto(url, wait_until="commit")
    plane = Plane(*page.evaluate(READY))
    page.mouse.move(*plane.pixels(plain.START))
    page.mouse.down()
    page.mouse.move(*plane.pixels((-1.5, -1.0)))
    lab.wait_until(page, f"({ANSWERED})() !== null")
    at, cells = page.evaluate(ANSWERED)
    page.mouse.up()
    page.close()
    matrix = plain.painted(cells)
    assert matrix is not None, "texts were painted that are not their numbers"
    assert plain.place_behind(matrix) is not None, "wrong numbers were painted"
    return float(at) / 1000


def opening_row(quick: bool) -> Row:
    """Cold is an empty browser cache, warm a second opening; the server has served the page before."""
    cold, warm = [], []
    with Server() as server, chromium() as browser:
        url = f"{server.url}/cat-sat"
        assert get(server.port, "/cat-sat") == 200
        for _ in range(1 if quick else 7):
            with browser.new_context(viewport={"width": 1280, "height": 900}) as context:
                cold.append(seconds_until_answered(context, url))
                warm.append(seconds_until_answered(context, url))
    measures = [Measure("warm", median(warm), "s", 1.0, 0.7), Measure("cold", median(cold), "s", 1.6, 1.2)]
    return Row("opening a scene until a drag is answered", measures, f"median of {len(warm)}")
