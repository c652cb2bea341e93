"""What a scene asks of the reader, each checked from the state: nothing is taken on trust."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from app.state import AttentionState


@dataclass(frozen=True)
class Task:
    """Something to bring about on a scene's page.

    `name` is its place in the catalogue: `scene.SLUG.task.NAME` holds its prompt, a hint, and why it came
    about, which is told once it is met. `goal` is a pure function of a state of the scene's own kind, of its
    opening values and its history where the task is about a change; it may take it that its tokens are there.
    """

    name: str
    goal: Callable[[Any], bool]

    def is_met(self, state: AttentionState) -> bool:
        """Whether the state is as the task asks; not where a token that it speaks of is not there."""
        try:
            return bool(self.goal(state))
        except LookupError:
            return False


def met(tasks: Iterable[Task], state: AttentionState) -> dict[str, bool]:
    """Which tasks a state meets right now, by their names."""
    return {task.name: task.is_met(state) for task in tasks}


# --- what goals are made of: by the names of tokens, since their order may change -----------------------


def row(tokens: Iterable[str], token: str) -> int:
    """The one row of a token, or LookupError."""
    rows = [i for i, each in enumerate(tokens) if each == token]
    if len(rows) != 1:
        raise LookupError(f"{token} is there {len(rows)} times")
    return rows[0]


def weight(state: AttentionState, query: str, key: str) -> float:
    """What one token's query gives to another one's key, 0 to 1."""
    rows = row(state.tokens, query), row(state.tokens, key)
    return float(state.result.weights[rows])


def shift(state: AttentionState, role: str, token: str) -> np.ndarray:
    """How far a token's vector ("q", "k" or "v") has come from where the page opened it: (2,)."""
    opened = state.opening[role][row(state.opening["tokens"], token)]
    moved: np.ndarray = getattr(state, role)[row(state.tokens, token)] - opened
    return moved


def moved(state: AttentionState, role: str, token: str) -> float:
    """The length of that."""
    return float(np.hypot(*shift(state, role, token)))


def stayed(state: AttentionState, role: str, *but: str) -> bool:
    """Whether every vector of a role, except those of some tokens, is where the page opened it."""
    return all(moved(state, role, token) < STILL for token in state.tokens if token not in but)


STILL = 0.005
"""What is nearer than this reads as the same place."""
