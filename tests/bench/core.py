"""Without a browser or a socket: the core, and a step of a drag as the server computes it."""

import time
from collections.abc import Callable

import numpy as np

from tests.bench import plain
from tests.bench.table import Measure, Row, median

Clock = Callable[[], float]


def timed(work: Callable[[], object], *, rounds: int, each: int, clock: Clock = time.perf_counter) -> float:
    """Seconds a call takes: the median of some rounds."""
    work()
    results = []
    for _ in range(rounds):
        start = clock()
        for _ in range(each):
            work()
        results.append((clock() - start) / each)
    return median(results)


def attend_row(quick: bool) -> Row:
    """The core on six tokens of two numbers."""
    from app.attention import attend
    from tests.facts import CAT_SAT_V

    v = np.array(CAT_SAT_V)
    seconds = timed(lambda: attend(plain.Q, plain.K, v), rounds=20 if quick else 200, each=100)
    return Row("`attend`, 6 tokens, d = 2", [Measure("median", seconds * 1e6, "µs", 60, 40)])


def opened_step(slug: str = "cat-sat", query: str = "", vector: str = plain.VECTOR) -> Callable[[int], str]:
    """A visitor on a scene, and what carries out the n-th move of a drag and gives back the answer's text."""
    import json

    from app.session import Session
    from scenes import SCENES

    session = Session(next(scene for scene in SCENES if scene.slug == slug), query=query)
    session.handle('{"do":"hello"}')
    way = plain.path(plain.MOVES)
    way += way[::-1]

    def step(n: int) -> str:
        x, y = (round(value, 2) for value in way[n % len(way)])
        message = {"do": "move", "vector": vector, "x": x, "y": y, "gesture": "bench", "n": n}
        return session.handle(json.dumps(message))

    return step


def _step_row(what: str, step: Callable[[int], str], quick: bool, must: tuple[float, float | None]) -> Row:
    """The time a step takes the processor, and the answer's size."""
    sizes: list[float] = []
    counter = iter(range(10**9))
    seconds = timed(
        lambda: sizes.append(len(step(next(counter)).encode())),
        rounds=10 if quick else 60,
        each=20,
        clock=time.process_time,
    )
    measures = [
        Measure("CPU", seconds * 1e3, "ms", must[0], 1),
        Measure("largest answer", max(sizes) / 1000, "kB", must[1]),
    ]
    return Row(f"a drag step on the server, all parts, {what} (in process)", measures)


def step_row(quick: bool) -> Row:
    """One step of a drag on cat-sat."""
    return _step_row("6 tokens", opened_step(), quick, (1.5, 3))


def learning_row(quick: bool) -> Row:
    """One step on river-bank, where the matrix learns and other tokens move along."""
    return _step_row("4 tokens and W_K learning", opened_step("river-bank", vector="k-3"), quick, (1.5, 3))


def growing_row(quick: bool) -> Row:
    """One step on the causal scene with a full sentence: matrix, cache, proof and all."""
    tokens = "|".join(f"word{i}" for i in range(12))
    features = "".join(f"&x-{i}={i % 2},{i % 3 % 2},1" for i in range(12))
    step = opened_step("causal-mask", f"tokens={tokens}{features}", "k-4")
    return _step_row("12 tokens with the cache", step, quick, (2, None))
