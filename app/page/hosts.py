"""Sites that take a scene in: how that is known, tried by the tests here or read, and what to write there."""

from __future__ import annotations

from typing import NamedTuple


class Host(NamedTuple):
    """A kind of site. `key` is that of its text, "guide.hosts.KEY"; `version` is what the tests build."""

    key: str
    version: str = ""
    known: str = "read"
    code: str = ""


HOSTS = (
    Host("mkdocs", "MkDocs 1.6", "tried"),
    Host("sphinx", "Sphinx 7.4", "tried", ".. raw:: html\n\n   <iframe …></iframe>"),
    Host(
        "jupyter-book",
        "Jupyter Book 1.0",
        "tried",
        "```{iframe} https://lab.example/…\n```",
    ),
    Host("quarto", code="```{=html}\n<iframe …></iframe>\n```"),
    Host("moodle"),
    Host("canvas", known="allowed"),
    Host("notion"),
    Host("slides", code='<iframe data-src="https://lab.example/…" …></iframe>'),
)
