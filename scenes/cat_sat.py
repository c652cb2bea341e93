"""Six tokens with hand-set vectors: one query meets six keys."""

from __future__ import annotations

from app.scene import Scene
from app.state import AttentionState

TOKENS = ("The", "cat", "sat", "on", "the", "mat")
Q = ((1.6, 0.4), (0.3, 2.0), (2.4, 0.6), (1.5, -1.2), (1.4, -0.8), (-0.5, 2.0))
K = ((-1.2, 0.6), (2.2, 1.0), (0.4, 2.2), (-0.8, 1.6), (-1.4, -0.2), (1.8, -0.9))
V = ((-1.0, -0.6), (1.8, 0.6), (1.4, 1.5), (-1.4, 1.0), (-0.8, -1.2), (0.6, -0.4))


def state() -> AttentionState:
    """A fresh state with the opening vectors; `sat` asks."""
    return AttentionState(tokens=TOKENS, q=Q, k=K, v=V, query=TOKENS.index("sat"))


SCENE = Scene(
    slug="cat-sat",
    state=state,
)
