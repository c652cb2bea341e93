"""Static pages: how soon they are painted and answer, how quick a drag is, what the folder weighs."""

import asyncio
import gzip

from playwright.sync_api import Browser, BrowserContext

from tests.bench.drag import describe, drag_often
from tests.bench.opening import chromium, seconds_until_answered
from tests.bench.table import Measure, Row, median
from tests.browser import lab
from tests.browser.static_site import StaticSite

VIEW = {"width": 1280, "height": 900}
PAINTED = """
() => new Promise(done => new PerformanceObserver(list => {
  const entry = list.getEntries().find(({name}) => name === 'first-contentful-paint')
  if (entry) done(entry.startTime / 1000)
}).observe({type: 'paint', buffered: true}))
"""


def first_paint(browser: Browser, url: str) -> float:
    """Seconds until something of the page is painted, with an empty cache, while Python starts beside it."""
    with browser.new_context(viewport=VIEW) as context:  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(url)
        return float(page.evaluate(PAINTED))


def keep_offline(context: BrowserContext, url: str) -> None:
    """Come back when the browser keeps all files of the site: none is fetched beside a second visit."""
    page = context.new_page()
    lab.open_scene(page, url, timeout=60)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.close()


def opening_row(quick: bool) -> Row:
    """Cold is an empty browser cache, warm a visit when the browser has kept the files."""
    painted, cold, warm = [], [], []
    with StaticSite() as site, chromium() as browser:
        url = f"{site.url}/cat-sat.html"
        for _ in range(1 if quick else 7):
            painted.append(first_paint(browser, url))
            with browser.new_context(viewport=VIEW) as context:  # type: ignore[arg-type]
                cold.append(seconds_until_answered(context, url))
                keep_offline(context, url)
                warm.append(seconds_until_answered(context, url))
    measures = [
        Measure("first paint", median(painted), "s", 1.0),
        Measure("answered, cold", median(cold), "s", 6.0, 4.0),
        Measure("answered, warm", median(warm), "s", 4.0, 3.0),
    ]
    return Row("static page until a drag is answered by its own Python", measures, f"median of {len(warm)}")


def drag_row(quick: bool) -> Row:
    """The drag on a static page: no network in between, but Python is slower in WebAssembly."""
    with StaticSite() as site:
        drags = asyncio.run(drag_often(f"{site.url}/cat-sat.html", 1 if quick else 3))
    return describe("the drag on a static page", drags, has_budget=False)


def weight_row(quick: bool) -> Row:
    """All files of a site with its own runtime, each compressed where that helps."""
    with StaticSite() as site:
        bodies = [path.read_bytes() for path in site.folder.rglob("*") if path.is_file()]
    packed = sum(min(len(body), len(gzip.compress(body, 9))) for body in bodies)
    note = f"{len(bodies)} files, {sum(map(len, bodies)) / 1e6:.1f} MB as they lie"
    return Row("folder of a static site, gzip", [Measure("", packed / 1e6, "MB", 12.0)], note)
