"""A scene is a declaration: the state it opens with, the parts it shows, its tasks. Its words: words/."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count, takewhile

from app.chart import Chart
from app.language import find, lines
from app.state import AttentionState
from app.tasks import Task


@dataclass(frozen=True)
class Scene:
    """One page of the lab.

    `slug` is its address; its texts stand in the catalogue's section "scene.SLUG", plain text in which d_k
    and q_sat become symbols. `state` makes a fresh state for each visitor. `limit` is
    the plane's half-width in its units, `decimals` those of weights and outputs. `parts` names what
    the page shows beyond what every scene of vectors has: "features" for X and its matrices;
    `charts` are those that its parts fill, and `pulls` says that they draw on the plane where learning would
    move its tips. `tasks` are what a reader is asked to bring about, the easy ones first.
    """

    slug: str
    state: Callable[[], AttentionState]
    parts: tuple[str, ...] = ()
    tasks: tuple[Task, ...] = ()
    charts: tuple[Chart, ...] = ()
    pulls: bool = False
    limit: float = 3.2
    decimals: int = 2

    def _told(self, part: str) -> str:
        return find(f"scene.{self.slug}.{part}") or ""

    @property
    def title(self) -> str:
        """Its name in the list of scenes."""
        return self._told("title") or self.slug

    @property
    def heading(self) -> str:
        """The page's heading."""
        return self._told("heading") or self.title

    @property
    def lead(self) -> str:
        """One or two sentences under the heading."""
        return self._told("lead")

    @property
    def lesson(self) -> list[tuple[str, str]]:
        """Pairs of heading and paragraph."""
        pairs = (lines(f"scene.{self.slug}.lesson.{n}") for n in count(1))
        return [(heading, paragraph) for heading, paragraph in takewhile(bool, pairs)]

    def task_text(self, task: Task, part: str) -> str:
        """What the page says of a task: its "prompt", a "hint", or "why" it came about."""
        return self._told(f"task.{task.name}.{part}")
