"""Four tokens, three features: where queries, keys and values come from."""

from __future__ import annotations

from app.projected import ProjectedState
from app.scene import Scene

TOKENS = ("The", "river", "bank", "flooded")
FEATURES = ("water", "place noun", "grammar word")
X = ((0, 0, 1), (1, 0, 0), (0, 1, 0), (1, 0, 1))
W_Q = ((1, 0), (2, 0), (0, 1))
W_K = ((2, 0), (0, 1), (0, 1))
W_V = ((1, 0), (0, 1), (0, 0))


def state() -> ProjectedState:
    """A fresh state with the opening features and matrices; `bank` asks."""
    return ProjectedState(features=FEATURES, tokens=TOKENS, x=X, w_q=W_Q, w_k=W_K, w_v=W_V, query=2)


SCENE = Scene(
    slug="river-bank",
    state=state,
    parts=("features",),
    decimals=3,
)
