"""Six tokens with hand-set vectors: one query meets six keys."""

from __future__ import annotations

from app.scene import Scene
from app.state import AttentionState
from app.tasks import Task, moved, row, stayed, weight

TOKENS = ("The", "cat", "sat", "on", "the", "mat")
Q = ((1.6, 0.4), (0.3, 2.0), (2.4, 0.6), (1.5, -1.2), (1.4, -0.8), (-0.5, 2.0))
K = ((-1.2, 0.6), (2.2, 1.0), (0.4, 2.2), (-0.8, 1.6), (-1.4, -0.2), (1.8, -0.9))
V = ((-1.0, -0.6), (1.8, 0.6), (1.4, 1.5), (-1.4, 1.0), (-0.8, -1.2), (0.6, -0.4))


def state() -> AttentionState:
    """A fresh state with the opening vectors; `sat` asks."""
    return AttentionState(tokens=TOKENS, q=Q, k=K, v=V, query=TOKENS.index("sat"))


# --- tasks -------------------------------------------------------------------------------------------


def _largest(state: AttentionState) -> float:
    return max(weight(state, "sat", token) for token in state.tokens)


def _slides(state: AttentionState) -> bool:
    score = state.result.scores[row(state.tokens, "sat"), row(state.tokens, "cat")]
    return moved(state, "k", "cat") >= 1 and 5.7 <= score <= 6.1


def _turns(state: AttentionState) -> bool:
    output = state.result.output[row(state.tokens, "sat")]
    return stayed(state, "v") and output[0] < -0.5


TASKS = (
    Task("drain-cat", lambda state: weight(state, "sat", "cat") < 0.1),
    Task("undecided", lambda state: _largest(state) <= 0.25),
    Task("slide", _slides),
    Task("turn", _turns),
    Task("decide", lambda state: stayed(state, "k") and weight(state, "sat", "cat") > 0.95),
)

SCENE = Scene(
    slug="cat-sat",
    state=state,
    tasks=TASKS,
)
