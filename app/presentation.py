"""The words of show, hide and lock in an address: a scene's parts, those an embed shows, what can be locked.

Pure data, read by the page (joined into its module), by the command that writes snippets and by the tests. A
published word keeps its meaning.
"""

from __future__ import annotations

THEMES = ("auto", "light", "dark")
ALL = "all"
"""In show, hide and lock: every part, or every lock, of the scene."""

_TOP = ("intro", "view", "plane", "history", "controls", "fields", "sentence")
_TEXTS = ("formula", "tasks", "lesson")
_COMMON = (*_TOP, "steps", "product", "walk", "matrix", *_TEXTS)
_EMBEDDED = ("view", "plane", "history", "controls", "sentence", "steps", "product")
_LOCKS = ("drag", "query", "scale", "mask", "view")

# By a scene's slug; a scene that is not named has what "" has.
PARTS: dict[str, tuple[str, ...]] = {
    "": _COMMON,
    "river-bank": (*_COMMON, "actions", "features"),
    "causal-mask": (*_COMMON, "sides", "grow", "cache"),
    "scaling": (*_TOP, "steps", "product", *_TEXTS, "bar", "products", "picks", "slopes", "descent"),
}
"""Every part that a page of the scene has: the words of show and hide."""
EMBEDDED: dict[str, tuple[str, ...]] = {
    "": _EMBEDDED,
    "causal-mask": ("view", "plane", "history", "controls", "sentence", "sides", "matrix", "grow"),
    "scaling": ("bar", "view", "plane", "history", "controls", "sentence", "steps", "product"),
}
"""The parts that an embed shows unless show and hide say otherwise; without embed=1 all are shown."""
LOCKS: dict[str, tuple[str, ...]] = {
    "": _LOCKS,
    "river-bank": (*_LOCKS, "learn", "table", "tokens"),
    "causal-mask": (*_LOCKS, "tokens"),
    "scaling": ("drag", "scale", "view", "dk", "entries", "draw", "rate", "descent"),
}
"""What can be locked: the words of lock."""
HEIGHTS: dict[str, int] = {"": 510, "river-bank": 560, "causal-mask": 550, "scaling": 550}
"""Height in px that an embed of the default parts needs where it is at least 600 px wide."""


def parts(slug: str) -> tuple[str, ...]:
    """The words that show and hide take in a scene, beside "all"."""
    return PARTS.get(slug, PARTS[""])


def embedded(slug: str) -> tuple[str, ...]:
    """The parts that an embed of a scene shows by itself."""
    return EMBEDDED.get(slug, EMBEDDED[""])


def locks(slug: str) -> tuple[str, ...]:
    """The words that lock takes in a scene, beside "all"."""
    return LOCKS.get(slug, LOCKS[""])


def height(slug: str) -> int:
    """The height in px to reserve for an embed of a scene."""
    return HEIGHTS.get(slug, HEIGHTS[""])
