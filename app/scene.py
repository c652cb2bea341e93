"""A scene is a declaration: what it is called, what it says, the state it opens with, the parts it shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from app.chart import Chart
from app.state import AttentionState


@dataclass(frozen=True)
class Scene:
    """One page of the lab.

    `slug` is its address, `title` its name in the list of scenes, `heading` and `lead` open the
    page. `lesson` holds (heading, paragraph) pairs and `tries` short invitations, all plain text
    in which d_k and q_sat become symbols. `state` makes a fresh state for each visitor. `limit` is
    the plane's half-width in its units, `decimals` those of weights and outputs. `parts` names what
    the page shows beyond what every scene of vectors has: "features" for X and its matrices;
    `charts` are those that its parts fill, and `pulls` says that they draw on the plane where learning would
    move its tips.
    """

    slug: str
    title: str
    heading: str
    lead: str
    state: Callable[[], AttentionState]
    lesson: tuple[tuple[str, str], ...] = ()
    tries: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    charts: tuple[Chart, ...] = ()
    pulls: bool = False
    limit: float = 3.2
    decimals: int = 2
