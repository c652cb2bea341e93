"""A scene in a browser's worker: the same session as on a server, opened by the name of its scene."""

from __future__ import annotations

from collections.abc import Callable

from app.language import speaking
from app.session import Session
from scenes import named


def open_scene(slug: str, query: str, language: str) -> Callable[[str], str]:
    """What answers a page in a language, in the state that a query asks for: as Session.handle."""
    with speaking(language):
        return Session(named(slug), query=query).handle
