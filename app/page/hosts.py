"""What sites that take a scene in allow, and how that is known: tried by the tests here, or read."""

from __future__ import annotations

from typing import NamedTuple


class Host(NamedTuple):
    """A kind of site: what to do there, an example, and whether the tests of this project build one."""

    name: str
    text: str
    known: str
    tried: bool = False
    code: str = ""


HOSTS = (
    Host(
        "MkDocs",
        "Takes both forms: paste one into the Markdown, on a line of its own.",
        "tried here, MkDocs 1.6",
        tried=True,
    ),
    Host(
        "Sphinx",
        "Takes both forms in a raw directive; mind the indent.",
        "tried here, Sphinx 7.4",
        tried=True,
        code=".. raw:: html\n\n   <iframe …></iframe>",
    ),
    Host(
        "Jupyter Book",
        "Version 1 takes both forms in its Markdown, on a line of their own. Version 2, another "
        "program, was not tried; it has a directive that takes the address.",
        "tried here, Jupyter Book 1.0",
        tried=True,
        code="```{iframe} https://lab.example/…\n```",
    ),
    Host(
        "Quarto",
        "Takes both forms in a raw block, in pages and in slides. Its command line was not at hand "
        "for the tests.",
        "from its documentation",
        code="```{=html}\n<iframe …></iframe>\n```",
    ),
    Host(
        "Moodle",
        "Takes the iframe in a Page or a Label: open the editor’s HTML view and paste it. Texts "
        "that students may write are cleaned of frames and scripts, and on some sites those of "
        "teachers are too; there, use the URL resource with the address.",
        "from its documentation",
    ),
    Host(
        "Canvas",
        "Takes the iframe in the HTML view of its editor and removes scripts. Canvas is served over"
        " https, so your lab must be too.",
        "from its list of allowed elements",
    ),
    Host(
        "Notion",
        "Takes the address alone: type /embed and paste it, then drag the block’s edge to the "
        "height. The lab must be reachable from everywhere over https.",
        "from its documentation",
    ),
    Host(
        "Slides",
        "reveal.js and what builds on it take the iframe; with data-src it loads when its slide is "
        "shown. PowerPoint and Google Slides show no page by themselves: put the address there as a"
        " link.",
        "from its documentation",
        code='<iframe data-src="https://lab.example/…" …></iframe>',
    ),
)
FORMS = (
    ("iframe", "As an iframe", "Good wherever HTML is. Its height stays as it is set."),
    ("script", "As a script", "Grows and shrinks with what it shows, and follows the look of your site."),
    ("source", "As an address", "For sites that take no HTML, such as Notion."),
)
"""The forms on the page: name, heading and what it is for."""
