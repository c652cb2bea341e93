"""The real server with pages that only tests need: two labs in one document, tokens that try to break out.

`python -m tests.browser.extra_pages --port 5007`, started as the real one by tests.browser.serving.Server.
"""

import argparse
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import panel as pn

from app.page.frame import template, variables
from app.page.stage import open_stage
from app.scene import Scene
from app.server import USUAL, Times, make_server, page
from app.state import AttentionState
from scenes import cat_sat

# Markup, templates, mathematics, repeated and blank tokens, signs from beyond ASCII, and a long one.
HOSTILE = (
    '<img src=x onerror="window.__xss=1">',
    "a<b<c",
    "the",
    "the",
    "The",
    "A & B",
    "{{7*7}}",
    "$$x$$",
    "🦉👩‍🚀",
    "שלום العربية",
    " ",
    "Donaudampfschifffahrtselektrizitätenhaup",
)
SPREAD = tuple((round(0.4 * i - 2.2, 1), round((0.7 * i) % 4 - 2, 1)) for i in range(len(HOSTILE)))


def hostile_state() -> AttentionState:
    """Twelve tokens, each of which could break a page that is careless with text."""
    return AttentionState(tokens=HOSTILE, q=SPREAD[::-1], k=SPREAD, v=SPREAD)


# Long, and alike for as much as a label has room for: some differ at the end, some only in the middle.
ALIKE = tuple(f"Wirtschaftswunder{end}" for end in ("jahr", "land", "kind", "haus", "zeit", "volk")) + tuple(
    f"Wirtschaftsminist{number}enkonferenz" for number in range(6)
)


def alike_state() -> AttentionState:
    """Twelve long tokens that begin alike."""
    return AttentionState(tokens=ALIKE, q=SPREAD[::-1], k=SPREAD, v=SPREAD)


HOSTILE_SCENE = Scene(slug="hostile", state=hostile_state)
ALIKE_SCENE = replace(HOSTILE_SCENE, slug="alike", state=alike_state)


def two_labs() -> Any:
    """Two labs of the same scene in one document."""
    document = pn.state.curdoc
    document.template = template("scene.html")
    document.template_variables.update(variables(cat_sat.SCENE))
    return pn.Column(open_stage(cat_sat.SCENE), open_stage(cat_sat.SCENE))


PAGES: dict[str, Callable[[], Any]] = {
    "two-labs": two_labs,
    "hostile": page(HOSTILE_SCENE),
    "alike": page(ALIKE_SCENE),
}


def main() -> None:
    """Serve until ended."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--no-open", action="store_true", help="taken and ignored, as nothing is opened")
    parser.add_argument("--token-seconds", type=int, default=USUAL.token)
    parser.add_argument("--unused-seconds", type=float, default=USUAL.unused)
    parser.add_argument("--ping-seconds", type=float, default=USUAL.ping)
    options = parser.parse_args()
    times = Times(options.token_seconds, options.unused_seconds, options.ping_seconds)
    server = make_server(options.host, options.port, pages=PAGES, times=times)
    server.start()
    server.io_loop.start()


if __name__ == "__main__":
    main()
