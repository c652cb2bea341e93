"""All that a page of a scene shows, gathered into parts by name: what a session sends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app import planes, readings
from app.cache_readings import cache_parts
from app.controls import controls
from app.feature_readings import feature_parts
from app.readings import Look
from app.scaling_readings import scaling_parts
from app.snippet import snippet
from app.walk import walk_parts

Parts = dict[str, Any]

EXTRA: dict[str, Callable[[Look, bool], Parts]] = {
    "features": feature_parts,
    "cache": cache_parts,
    "scaling": scaling_parts,
}
"""What a scene may name in `parts`: a look and whether it is at rest -> parts."""


def gather(look: Look, extra: tuple[str, ...], *, resting: bool, walk: int | None = None) -> Parts:
    """Every part that belongs to a scene; the slower ones only once the arrows rest.

    Where a scene has a table or a text in words of its own, the common one is not computed at all.
    """
    own: Parts = {}
    for name in extra:
        own.update(EXTRA[name](look, resting))
    parts: Parts = {"choice": readings.choice(look), **planes.places(look)}
    parts.update((f"plane:{name}", columns) for name, columns in planes.plane(look).items())
    parts.update((name, make(look)) for name, make in _COMMON.items() if name not in own)
    if resting:
        parts.update(_resting(look))
    parts.update({"walk": None} if walk is None else walk_parts(look, walk))
    return {**parts, **own}


_COMMON: dict[str, Callable[[Look], Any]] = {
    **{f"table:{name}": table for name, table in readings.TABLES.items()},
    **{f"text:{name}": text for name, text in readings.TEXTS.items()},
}


def _resting(look: Look) -> Parts:
    state = look.state
    return {
        "frame": readings.frame(look),
        "heads": readings.heads(look),
        "controls": controls(state, state.choices + state.switches),
        "actions": state.actions,
        "tips": readings.tips(look),
        "handles": planes.handle_names(look),
        "spoken": readings.spoken(look),
        "snippet": snippet(look),
    }
