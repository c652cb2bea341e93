"""The templates of our pages and what they need: header, lesson and footer around a scene, lists, notices."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, Template
from markupsafe import Markup, escape

from app import __version__
from app.language import codes, current, cut, language, lines, told
from app.page.assets import STATIC, spoken, url
from app.page.sketch import sketch
from app.scene import Scene
from scenes import SCENES

_ENVIRONMENT = Environment(
    loader=FileSystemLoader(STATIC), autoescape=True, trim_blocks=True, lstrip_blocks=True
)


def lesson_text(text: str) -> Markup:
    """Lesson text with its indices set lower: d_k and q_sat become symbols."""
    return Markup("").join(
        Markup("<sub>{}</sub>").format(part[1]) if isinstance(part, tuple) else escape(part)
        for part in cut(text)
    )


def needed(scripts: str) -> str:
    """Bokeh's script tags without the bundle for WebGL, which no figure here uses."""
    return _UNUSED.sub("", scripts)


_UNUSED = re.compile(r"<script[^>]*/bokeh-gl(\.min)?\.js[^>]*></script>\n?")
_ENVIRONMENT.filters["lesson"] = lesson_text
_ENVIRONMENT.filters["needed"] = needed
_ENVIRONMENT.filters["sketch"] = sketch
_ENVIRONMENT.globals.update(told=told, lines=lines, language=current, url=url, spoken=spoken)


@cache
def template(name: str) -> Template:
    """A page's template from the static folder."""
    return _ENVIRONMENT.get_template(name)


def variables(scene: Scene | None, asked: str = "") -> dict[str, Any]:
    """What the templates need: the scene, its neighbours, and the language that the address `asked` for."""
    return {
        "scene": scene,
        "scenes": SCENES,
        "asked": f"?lang={asked}" if asked else "",
        "languages": [(code, language(code).name) for code in codes()],
        "version": __version__,
        "app_favicon": url("icon.svg"),
        "home": "./",
        "ending": "",
    }
