"""The page that builds a snippet by clicking: what its template and its script need, and the snippets.

The snippets are those of the command line: the page asks for them, and holds no second way to write one.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl

from app import presentation
from app.address import LONGEST_ADDRESS
from app.embed import HEIGHTS_ALLOWED, WordError, as_site, embedding
from app.language import DEFAULT, codes, find, speaking, told
from app.page.hosts import HOSTS
from app.scene import Scene
from scenes import SCENES, named

MOST = 2 * LONGEST_ADDRESS
"""Characters of a query that are read."""


def routes(page: Any) -> list[tuple[str, Any]]:
    """The guide's addresses with their handlers; `page` is the server's handler of a page of its own."""

    class Guide(page):
        """The page itself."""

        def get(self) -> None:
            """Answer with the page."""
            with speaking(self.code):
                self.show("guide.html", **guide_variables())

    class Snippets(page):
        """The snippets for what the page is set to."""

        def get(self) -> None:
            """Answer with the forms, or with one sentence on what is wrong."""
            self.set_header("Cache-Control", "no-store")
            self.write(snippets(self.request.query))

    return [("/embed-guide", Guide), ("/embed-guide/snippets", Snippets)]


def guide_variables() -> dict[str, Any]:
    """What the template needs beyond what every page has."""
    choices = {scene.slug: _choices(scene) for scene in SCENES}
    return {"choices_by_scene": choices, "hosts": HOSTS, "heights": HEIGHTS_ALLOWED}


def _choices(scene: Scene) -> dict[str, Any]:
    slug = scene.slug
    return {
        "headings": {"": scene.heading, **{code: _heading(scene, code) for code in codes()}},
        "height": presentation.height(slug),
        "parts": [(part, find(f"guide.parts.{part}") or part) for part in presentation.parts(slug)],
        "embedded": presentation.embedded(slug),
        "locks": [(lock, find(f"guide.locks.{lock}") or lock) for lock in presentation.locks(slug)],
    }


def _heading(scene: Scene, code: str) -> str:
    with speaking(code):
        return scene.heading


def snippets(query: str) -> dict[str, str]:
    """The answer to a query: the forms, or `refused`, a sentence, and the `word` that it is about.

    It holds scene, site and words as the command line takes them, and `in`, the language to answer in.
    """
    try:
        given = parse_qsl(query[:MOST], keep_blank_values=True, errors="strict", max_num_fields=200)
    except ValueError:  # so it does not say either in which language
        return {"refused": told("embed.unreadable")}
    asked = {name: text for name, text in given if name in ("scene", "site", "in")}
    words = [pair for pair in given if pair[0] not in asked]
    with speaking(asked["in"] if asked.get("in") in codes() else DEFAULT):
        try:
            made = embedding(named(asked.get("scene", "")), words, as_site(asked.get("site", "")))
        except WordError as fault:
            return {"refused": str(fault), "word": fault.word}
        except ValueError as reason:
            return {"refused": str(reason)}
    return {"iframe": made.iframe, "script": made.script, "source": made.source}
