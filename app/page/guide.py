"""The page that builds a snippet by clicking: what its template and its script need, and the snippets.

The snippets are those of the command line: the page asks for them, and holds no second way to write one.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl

from app import presentation
from app.address import LONGEST_ADDRESS
from app.embed import WordError, as_site, embedding
from app.page.hosts import FORMS, HOSTS
from app.scene import Scene
from scenes import SCENES

PARTS = {
    "intro": "Heading and lead",
    "view": "Choice of the plane",
    "plane": "Plane",
    "history": "Undo, redo, reset",
    "controls": "Query and switches",
    "actions": "Buttons beside the plane",
    "fields": "Number fields",
    "sentence": "Sentence",
    "steps": "Table of steps",
    "product": "Products written out",
    "walk": "Walk through",
    "matrix": "Matrix of weights",
    "formula": "Formula and NumPy",
    "tasks": "Things to try",
    "lesson": "Lesson",
    "features": "Features and matrices",
    "sides": "Mask before and after",
    "grow": "Add next token",
    "cache": "Cache",
    "bar": "Width d_k and draws",
    "products": "Random dot products",
    "picks": "Hard picks",
    "slopes": "Slope of softmax",
    "descent": "Gradient descent",
}
LOCKS = {
    "drag": "Arrows",
    "query": "Choice of the query",
    "scale": "Division by √d_k",
    "mask": "Causal mask",
    "view": "Choice of the plane",
    "learn": "What a drag changes",
    "table": "Numbers in tables",
    "tokens": "Tokens",
    "dk": "Width d_k",
    "entries": "Kind of entries",
    "draw": "New draws",
    "rate": "Learning rate",
    "descent": "Gradient descent",
}


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
    return {
        "choices": {scene.slug: _choices(scene) for scene in SCENES},
        "forms": FORMS,
        "hosts": HOSTS,
    }


def _choices(scene: Scene) -> dict[str, Any]:
    slug = scene.slug
    return {
        "heading": scene.heading,
        "height": presentation.height(slug),
        "parts": [(part, PARTS.get(part, part)) for part in presentation.parts(slug)],
        "embedded": presentation.embedded(slug),
        "locks": [(lock, LOCKS.get(lock, lock)) for lock in presentation.locks(slug)],
    }


def snippets(query: str) -> dict[str, str]:
    """The answer to a query of scene, site and words: the forms, or `refused`, a sentence, and its `word`."""
    if len(query) > 2 * LONGEST_ADDRESS:
        return {"refused": "This is longer than any address can be."}
    try:
        given = parse_qsl(query, keep_blank_values=True, errors="strict", max_num_fields=200)
        texts = dict(given)
        scene = next((scene for scene in SCENES if scene.slug == texts.get("scene")), None)
        if scene is None:
            slugs = ", ".join(scene.slug for scene in SCENES)
            raise WordError("scene", texts.get("scene", ""), f"One of {slugs} is expected as the scene.")
        words = [pair for pair in given if pair[0] not in ("scene", "site")]
        made = embedding(scene, words, as_site(texts.get("site", "")))
    except WordError as fault:
        return {"refused": str(fault), "word": fault.word}
    except ValueError as reason:
        return {"refused": str(reason)}
    return {"iframe": made.iframe, "script": made.script, "source": made.source}
