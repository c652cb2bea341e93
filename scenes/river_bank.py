"""Four tokens, three features: where queries, keys and values come from."""

from __future__ import annotations

import numpy as np

from app.projected import ProjectedState
from app.scene import Scene
from app.tasks import STILL, Task, moved, row, shift, stayed, weight

TOKENS = ("The", "river", "bank", "flooded")
FEATURES = ("water", "place noun", "grammar word")
X = ((0, 0, 1), (1, 0, 0), (0, 1, 0), (1, 0, 1))
W_Q = ((1, 0), (2, 0), (0, 1))
W_K = ((2, 0), (0, 1), (0, 1))
W_V = ((1, 0), (0, 1), (0, 0))


def state() -> ProjectedState:
    """A fresh state with the opening features and matrices; `bank` asks."""
    return ProjectedState(features=FEATURES, tokens=TOKENS, x=X, w_q=W_Q, w_k=W_K, w_v=W_V, query=2)


# --- tasks: where a matrix has to learn it, no vector of that role is set by hand ------------------------


def _follows(state: ProjectedState, role: str) -> bool:
    return not any(name.startswith(role) for name in state.free)


def _asks_elsewhere(state: ProjectedState) -> bool:
    is_learned = moved(state, "q", "bank") > STILL and stayed(state, "q", "bank") and _follows(state, "q")
    return is_learned and weight(state, "bank", "river") < 0.1


def _is_reordered(state: ProjectedState) -> bool:
    opened = state.opening["tokens"]
    return not state.causal and state.tokens != opened and sorted(state.tokens) == sorted(opened)


def _moves_together(state: ProjectedState) -> bool:
    """Half of what flooded is dragged goes to river and half to The: by two drags that would not come out."""
    river, the = shift(state, "k", "river"), shift(state, "k", "The")
    is_one = bool(np.abs(river - the).max() < STILL) and stayed(state, "k", "river", "The", "flooded")
    return is_one and _follows(state, "k") and float(np.hypot(*river)) > 0.1


def _moves_alone(state: ProjectedState) -> bool:
    is_free = f"k-{row(state.tokens, 'river')}" in state.free
    return is_free and moved(state, "k", "river") >= 0.5 and stayed(state, "k", "river")


TASKS = (
    Task("ask", _asks_elsewhere),
    Task("order", _is_reordered),
    Task("together", _moves_together),
    Task("alone", _moves_alone),
    Task("itself", lambda state: weight(state, "bank", "bank") > 0.6),
)

SCENE = Scene(
    slug="river-bank",
    state=state,
    tasks=TASKS,
    parts=("features",),
    decimals=3,
)
