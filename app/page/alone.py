"""A scene's page that needs no server: its text, its figures and its opening readings, in one file."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bokeh.document import Document
from bokeh.embed.util import standalone_docs_json

from app.language import DEFAULT, codes, current
from app.page.charts import chart_figure
from app.page.frame import template, variables
from app.page.plane import plane_figure
from app.page.stage import facts
from app.scene import Scene
from app.session import Session

POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "worker-src 'self'",
        "object-src 'none'",
        "base-uri 'self'",
    )
)
"""What a page may load. It asks no outside host: where one is asked, its worker does that."""


def figures(scene: Scene) -> dict[str, Any]:
    """The scene's plane and charts as BokehJS reads a document; the same for every call.

    Left out are definitions of models by other code in this process, which no figure here uses.
    """
    document = Document()
    for plot in (plane_figure(scene.limit, pulls=scene.pulls), *map(chart_figure, scene.charts)):
        document.add_root(plot)
    document.config.notifications = None
    (content,) = standalone_docs_json([document]).values()
    return _renamed({name: part for name, part in content.items() if name != "defs"})


def _renamed(content: dict[str, Any]) -> dict[str, Any]:
    """The same with its models counted from 1: Bokeh counts them from the start of the process."""
    text = json.dumps(content)
    names: dict[str, str] = {}
    for found in re.findall(r'"id": "(p\d+)"', text):
        names.setdefault(found, f"m{len(names) + 1}")
    renamed: dict[str, Any] = json.loads(re.sub(r'"(p\d+)"', lambda m: f'"{names.get(m[1], m[1])}"', text))
    return renamed


def scene_page(scene: Scene, scenes: Sequence[Scene], files: Mapping[str, Any]) -> str:
    """The HTML of a scene's page in the language that is spoken.

    `scenes` are those that it links to. `files` names by relative address what it loads: `page.css` and
    so on, as the templates ask for them, and `alone.CODE.js`, `bokeh.js`, `worker.js`, `sw.js`; `runtime`
    lists what the worker fetches, and `host` is the outside host that it asks, or None.
    """
    data = {
        "slug": scene.slug,
        "worker": files["worker.js"],
        "offline": files["sw.js"],
        "files": files["runtime"],
        "host": files["host"],
        "styles": files["lab.css"],
        "lab": json.dumps({**facts(scene), "addressed": True}),
        "first": json.dumps(_first(scene), ensure_ascii=False),
        "figures": figures(scene),
    }
    page = {
        "data": _inline(data),
        "script": files[f"alone.{current().code}.js"],
        "bokeh": files["bokeh.js"],
        "styles": files["lab.css"],
    }
    return template("alone.html").render(**_variables(scene, scenes, files), page=page, roots=())


def index_page(scenes: Sequence[Scene], files: Mapping[str, Any]) -> str:
    """The HTML of the list of scenes in the language that is spoken."""
    return template("index.html").render(**_variables(None, scenes, files))


def _variables(scene: Scene | None, scenes: Sequence[Scene], files: Mapping[str, Any]) -> dict[str, Any]:
    own = {"scenes": scenes, "url": files.__getitem__, "home": "index.html", "ending": ".html"}
    code = current().code
    folders = {other: folder(other, code) for other in codes() if other != code}
    alone = json.dumps({"folders": folders, "isFirst": code == DEFAULT})
    return {**variables(scene), **own, "spoken": _spoken(files), "alone": alone, "policy": POLICY}


def folder(code: str, start: str = DEFAULT) -> str:
    """Where the pages of a language lie, as seen from those of another: the default one's lie at the root."""
    back = "" if start == DEFAULT else "../"
    return back + ("" if code == DEFAULT else f"{code}/") or "./"


def _spoken(files: Mapping[str, Any]) -> Callable[[str], str]:
    """The address of a script in the language that is spoken, as `spoken` of app.page.assets."""

    def address(name: str) -> str:
        stem, _, ending = name.rpartition(".")
        return str(files[f"{stem}.{current().code}.{ending}"])

    return address


def _first(scene: Scene) -> dict[str, Any]:
    """All that a page shows, until its own Python has answered it."""
    parts: dict[str, Any] = json.loads(Session(scene).answer(resting=True))["parts"]
    return parts


def _inline(data: object) -> str:
    """JSON that may stand in a script element, whatever texts are in it."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
