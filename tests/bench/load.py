"""One server process under many visitors: building pages, memory, and a class that drags at the same time."""

import asyncio
import http.client
import json
import os
import subprocess
import time
from collections.abc import Sequence

from tornado.httpclient import AsyncHTTPClient

from tests.bench.table import Measure, Row, median, percentile
from tests.bench.visitor import Visitor
from tests.browser.serving import HOST, Server

AT_ONCE = 8  # pages opened at the same time
WAVE = 25  # pages opened before they are closed again
FLAT_MB = 10.0  # a leak of 14 kB a session shows as more, over 750 sessions


def build_row(quick: bool) -> Row:
    """GET a scene's page: a session is made, its document built, the HTML written and compressed."""
    times = []
    with Server() as server:
        connection = http.client.HTTPConnection(HOST, server.port, timeout=60)
        for _ in range(10 if quick else 60):
            start = time.perf_counter()
            connection.request("GET", "/cat-sat", headers={"Accept-Encoding": "gzip"})
            answer = connection.getresponse()
            assert answer.status == 200
            answer.read()
            times.append((time.perf_counter() - start) * 1000)
        connection.close()
    first, rest = times[0], times[5:]
    return Row(
        "building a page on the server",
        [Measure("median", median(rest), "ms", 120, 60)],
        f"GET, gzip; the first one {first:.0f} ms",
    )


def resident(pid: int) -> float:
    """The memory of a process in MB."""
    told = subprocess.run(["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, text=True, check=True)
    return int(told.stdout) / 1024


def open_sessions(server: Server) -> int | None:
    """How many sessions /health says there are; None where it does not say."""
    connection = http.client.HTTPConnection(HOST, server.port, timeout=10)
    connection.request("GET", "/health")
    told = json.loads(connection.getresponse().read())
    connection.close()
    count = told.get("sessions")
    return count if isinstance(count, int) else None


async def open_many(server: Server, count: int) -> list[Visitor]:
    """Open pages, a few at once."""
    turn = asyncio.Semaphore(AT_ONCE)

    async def one() -> Visitor:
        async with turn:
            return await Visitor.open(f"{server.url}/cat-sat")

    return list(await asyncio.gather(*(one() for _ in range(count))))


async def close_all(server: Server, visitors: Sequence[Visitor]) -> None:
    """Leave all pages and wait until the server has let go of them."""
    for visitor in visitors:
        visitor.close()
    end = time.monotonic() + 45  # Bokeh looks every 17 s for sessions that have been alone for 15 s
    while time.monotonic() < end and open_sessions(server) != 0:
        await asyncio.sleep(0.5)


async def hold(server: Server, few: int, many: int) -> float:
    """MB a session: what the process takes with many open pages more than with few, by their number.

    In a fresh process: one that has freed memory fills that first, and sessions would seem to cost nothing.
    """
    visitors = await open_many(server, few)
    before = resident(server.pid)
    visitors += await open_many(server, many - few)
    each = (resident(server.pid) - before) / (many - few)
    await close_all(server, visitors)
    return each


async def pass_by(server: Server, count: int) -> float:
    """MB that the process takes after so many pages were opened and closed."""
    for _ in range(count // WAVE):
        for visitor in await open_many(server, WAVE):
            visitor.close()
    await close_all(server, [])
    return resident(server.pid)


async def remember(server: Server, held: int, passing: int) -> tuple[float, float]:
    """Memory a session, and by how much memory grows from the first to the last quarter of many."""
    each = await hold(server, held // 5, held)
    quarters = [await pass_by(server, passing // 4) for _ in range(4)]
    return each, quarters[-1] - quarters[0]


def memory_row(quick: bool) -> Row:
    """What a session takes, and whether it is given back."""
    held, passing = (50, 200) if quick else (120, 1000)
    with Server() as server:
        each, grown = asyncio.run(remember(server, held, passing))
    measures = [Measure("each", each, "MB", 1.0, 0.5), Measure("growth", grown, "MB", FLAT_MB, FLAT_MB)]
    note = f"{held} held at once; growth from the first to the last quarter of {passing:,} opened and closed"
    return Row("memory a session", measures, note)


async def crowd(server: Server, pages: int, dragging: int, seconds: float) -> tuple[list[Visitor], float]:
    """Open pages, drag in some at 30 Hz; the visitors that dragged, and the server's share of a core."""
    visitors = await open_many(server, pages)
    active = visitors[:dragging]
    start, used = time.perf_counter(), processor_seconds(server.pid)

    async def one(number: int, visitor: Visitor) -> None:
        await asyncio.sleep(number / 30 / dragging)  # people do not move in step
        await visitor.drag(30, seconds)

    await asyncio.gather(*(one(number, visitor) for number, visitor in enumerate(active)))
    share = (processor_seconds(server.pid) - used) / (time.perf_counter() - start)
    for visitor in visitors:
        visitor.close()
    return active, share


def processor_seconds(pid: int) -> float:
    """The time a process has had; 0 where the system does not say it like Linux."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            fields = file.read().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / float(os.sysconf("SC_CLK_TCK"))


def crowd_row(quick: bool) -> Row:
    """200 open pages, 20 of them dragging."""
    AsyncHTTPClient.configure(None, max_clients=AT_ONCE)
    with Server() as server:
        active, share = asyncio.run(crowd(server, 200, 20, 3 if quick else 15))
    delays = [delay for visitor in active for delay in visitor.delays]
    measures = [
        Measure("p95", percentile(delays, 0.95), "ms", 100, 50),
        Measure("wrong answers", sum(visitor.wrong for visitor in active), "", 0, 0),
    ]
    note = f"median {median(delays):.1f} ms of {len(delays)} moves; server at {share:.0%} of a core"
    return Row("one process, 200 open pages, 20 of them dragging at 30 Hz", measures, note)
