"""A drag in Chromium: from the pointer's event to the right numbers on the screen.

The mouse moves every 17 ms by the browser's own protocol. A move counts as answered by the first painted
matrix that is right for it or for a later one; what is right is computed by tests.bench.plain.
"""

import asyncio
import time
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from playwright.async_api import CDPSession, Page, async_playwright

from tests.bench import plain
from tests.bench.plain import MOVES, VECTOR, Point
from tests.bench.table import Measure, Row, median, percentile
from tests.browser.chromium import FLAGS, find
from tests.browser.delay import DelayProxy
from tests.browser.serving import Server

PROBE = Path(__file__).with_name("probe.js").read_text(encoding="utf-8")
CADENCE = 0.017
SETTLE_SECONDS = 3.0


@dataclass(frozen=True)
class Plane:
    """Where the plane lies in the page."""

    left: float
    top: float
    width: float
    height: float
    limit: float

    def pixels(self, point: Point) -> Point:
        """A point of the plane in the page's pixels."""
        x, y = (point[0] + self.limit) / (2 * self.limit), (self.limit - point[1]) / (2 * self.limit)
        return self.left + x * self.width, self.top + y * self.height

    def units(self, x: float, y: float) -> Point:
        """The other way."""
        return (
            (x - self.left) / self.width * 2 * self.limit - self.limit,
            self.limit - (y - self.top) / self.height * 2 * self.limit,
        )


@dataclass(frozen=True)
class Drag:
    """What one drag showed; times in ms."""

    answered: int  # how many different positions of the path were painted
    moves: int
    delays: list[float]
    settled: float
    wrong: int
    gaps: list[float]


async def mouse(client: CDPSession, kind: str, point: Point) -> None:
    """One mouse event, as the browser gets it from a device."""
    event = {"type": kind, "x": point[0], "y": point[1], "button": "left", "clickCount": 1}
    await client.send("Input.dispatchMouseEvent", {**event, "buttons": 0 if kind == "mouseReleased" else 1})


async def find_plane(page: Page) -> Plane:
    """Wait for the lab and read where its plane lies."""
    await page.locator('[data-lab="ready"]').first.wait_for(state="attached")
    plane = page.locator("[data-plane]").filter(has=page.locator(f'[data-vector="{VECTOR}"]')).first
    await plane.scroll_into_view_if_needed()
    box, limit = await plane.bounding_box(), await plane.get_attribute("data-limit")
    assert box is not None
    assert limit is not None
    return Plane(box["x"], box["y"], box["width"], box["height"], float(limit))


async def drag_steadily(client: CDPSession, plane: Plane, way: list[Point]) -> None:
    """Press the handle, move at a steady cadence without waiting for answers, let go one beat later."""
    await mouse(client, "mousePressed", plane.pixels(plain.START))
    start, sent = time.perf_counter(), []
    for beat, point in enumerate([*way, None], start=1):
        await asyncio.sleep(start + beat * CADENCE - time.perf_counter())
        kind, at = ("mouseMoved", point) if point else ("mouseReleased", way[-1])
        sent.append(asyncio.ensure_future(mouse(client, kind, plane.pixels(at))))
    await asyncio.gather(*sent)


async def drag_once(page: Page, url: str) -> Drag:
    """Open cat-sat in a page, drag one key along the path, and tell what was seen."""
    await page.goto(url)
    plane, way = await find_plane(page), plain.path(MOVES)
    assert await page.evaluate("__probe.start()"), "the table of weights is not there"
    client = await page.context.new_cdp_session(page)
    await mouse(client, "mouseMoved", plane.pixels(plain.START))
    await page.evaluate("__probe.moves.length = 0")
    await drag_steadily(client, plane, way)
    end = time.monotonic() + SETTLE_SECONDS
    while time.monotonic() < end:
        seen = await page.evaluate(
            "({moves: __probe.moves, releases: __probe.releases, frames: __probe.frames})"
        )
        result = judge(seen, plane, way)
        if result.settled < float("inf"):
            break
    return result


def judge(seen: dict[str, Any], plane: Plane, way: list[Point]) -> Drag:
    """Match what was painted to what was asked for."""
    shown: list[tuple[float, int]] = []
    wrong = 0
    for at, cells in seen["frames"]:
        matrix = plain.painted(cells)
        place = None if matrix is None else plain.place_behind(matrix)
        index = None if place is None else plain.nearest([plain.START, *way], place)
        if index is None:
            wrong += 1
        else:
            shown.append((at, index))
    asked = [(at, plain.nearest([plain.START, *way], plane.units(x, y))) for at, x, y in seen["moves"]]
    delays = [
        min((t - at for t, i in shown if i >= index and t >= at), default=float("inf"))
        for at, index in asked
        if index
    ]
    last = min((t for t, i in shown if i == len(way)), default=float("inf"))
    times = [at for at, _ in asked]
    return Drag(
        answered=len({i for _, i in shown if i}),
        moves=len(way),
        delays=delays,
        settled=max(0.0, last - seen["releases"][-1]) if seen["releases"] else float("inf"),
        wrong=wrong,
        gaps=[b - a for a, b in pairwise(times)],
    )


async def drag_often(url: str, times: int) -> list[Drag]:
    """Drag some times, each in a page of its own; the first, which warms everything up, does not count."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find(), args=FLAGS)
        drags = []
        for _ in range(times + 1):
            page = await browser.new_page(viewport={"width": 1280, "height": 900})
            await page.add_init_script(PROBE)
            drags.append(await drag_once(page, url))
            await page.close()
        await browser.close()
    return drags[1:]


def describe(what: str, drags: list[Drag], *, has_budget: bool) -> Row:
    """The row of some drags: all moves together, of the settling times the middle one."""
    delays = [delay for drag in drags for delay in drag.delays]
    gaps = [gap for drag in drags for gap in drag.gaps]
    updates = 100 * sum(drag.answered for drag in drags) / sum(drag.moves for drag in drags)
    settled = median([drag.settled for drag in drags])
    wrong = sum(drag.wrong for drag in drags)
    must, aim = ((90, 25, 40, 40), (95, 20, 28, 20)) if has_budget else ((None,) * 4, (None,) * 4)
    measures = (
        Measure("updates", updates, "a 100 moves", must[0], aim[0], more_is_better=True),
        Measure("median", median(delays), "ms", must[1], aim[1]),
        Measure("p95", percentile(delays, 0.95), "ms", must[2], aim[2]),
        Measure("settled", settled, "ms", must[3], aim[3]),
        Measure("wrong matrices", wrong, "", 0, 0),
    )
    note = f"{len(drags)} drags, a move every {median(gaps):.1f} ms (p95 {percentile(gaps, 0.95):.1f})"
    return Row(what, measures, note)


def near(quick: bool) -> Row:
    """The drag with the server on the same machine."""
    with Server() as server:
        drags = asyncio.run(drag_often(f"{server.url}/cat-sat", 1 if quick else 5))
    return describe("drag in Chromium: pointer event → right numbers painted", drags, has_budget=True)


def far(quick: bool) -> Row:
    """The same with 50 ms each way between page and server."""
    with Server() as server, DelayProxy(server.port, 0.05) as proxy:
        drags = asyncio.run(drag_often(f"{proxy.url}/cat-sat", 1 if quick else 3))
    return describe("the same, 50 ms each way", drags, has_budget=False)


def river(quick: bool) -> Row:
    """The same numbers on the river-bank page, which shows X, three matrices and three products besides."""
    with Server() as server:
        drags = asyncio.run(
            drag_often(f"{server.url}/river-bank?{plain.as_free_vectors()}", 1 if quick else 5)
        )
    return describe("the same on the river-bank page, 6 tokens", drags, has_budget=True)
