"""Steps back and forth over immutable snapshots."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

MOST_STEPS = 200

Snapshot = dict[str, Any]


class History:
    """Earlier and undone snapshots. A drag's many changes share a gesture name and make one step."""

    def __init__(self) -> None:
        self._earlier: list[Snapshot] = []
        self._undone: list[Snapshot] = []
        self._open: set[str] = set()
        self._is_held = False
        self.gesture: str | None = None

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to go back."""
        return bool(self._earlier)

    @property
    def can_redo(self) -> bool:
        """Whether an undone step can be taken again."""
        return bool(self._undone)

    @property
    def steps(self) -> tuple[int, int]:
        """How many steps lie behind and ahead."""
        return len(self._earlier), len(self._undone)

    def restore(self, earlier: list[Snapshot], undone: list[Snapshot]) -> None:
        """Take over the steps of an earlier visit, each list oldest first as they were taken."""
        self._earlier, self._undone = earlier[-MOST_STEPS:], undone[::-1][-MOST_STEPS:]
        self._open = set()

    @property
    def last_step(self) -> Snapshot | None:
        """The snapshot from before the last step, or None."""
        return self._earlier[-1] if self._earlier else None

    def add(self, before: Snapshot) -> None:
        """Keep the snapshot from before a change, unless the change continues a gesture.

        Two fingers make two gestures that take turns: each is one step, however often they alternate.
        """
        if self._is_held or (self.gesture in self._open and self._earlier):
            return
        self._open = self._open | {self.gesture} if self.gesture else set()
        self._undone.clear()
        self._earlier.append(before)
        del self._earlier[:-MOST_STEPS]

    def drop(self) -> None:
        """Forget the last step: a gesture has come back to where it began."""
        if not self._is_held and self._earlier:
            self._earlier.pop()
            self._open = set()

    def back(self, present: Snapshot) -> Snapshot | None:
        """The snapshot to go back to, or None; the present one can be had again by `forth`."""
        return self._take(self._earlier, self._undone, present)

    def forth(self, present: Snapshot) -> Snapshot | None:
        """The snapshot of the step undone last, or None."""
        return self._take(self._undone, self._earlier, present)

    def _take(self, source: list[Snapshot], other: list[Snapshot], present: Snapshot) -> Snapshot | None:
        self._open = set()
        if not source:
            return None
        other.append(present)
        return source.pop()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Changes made inside are not steps: used while going back and forth."""
        self._is_held = True
        try:
            yield
        finally:
            self._is_held = False
