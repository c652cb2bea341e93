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
    title="Cat sat",
    heading="One query meets six keys",
    lead=(
        "Drag any arrow tip and watch: the query is compared with every key, the scores become weights, and the weights mix the values."
    ),
    state=state,
    lesson=(
        (
            "What you see",
            "Every token of the sentence has three vectors. Its query says what it looks for, its key what it can be found by, its value what it hands over. They are not three inputs but three views of the same token.",
        ),
        (
            "Score",
            "The dot product q · k measures how far a key reaches in the query's direction. The faint lines on the plane join points of equal score; a key may slide along its line and nothing changes.",
        ),
        (
            "Weigh",
            "Dividing by √d_k keeps scores moderate, and softmax turns each row into shares that add up to 1. With only d_k = 2 numbers the division is a factor of 1.41: a gentle softening here, a necessity at d_k = 128.",
        ),
        (
            "Mix",
            "The output is the average of the values under those weights, so it can never leave the hull that the values span. A high weight tells where information was read from, not why a model decided.",
        ),
    ),
    tries=(
        "Drag k_cat to the far side of the origin: its weight drains to the other keys.",
        "Shorten q_sat towards the origin: the weights even out. Lengthen it: they become decisive.",
        "Turn off the division by √d_k: the row of sat gets sharper, 0.87 for cat.",
        "Turn on the causal mask: sat can no longer see on, the and mat.",
        "Look at the values: try to pull the output out of their hull.",
    ),
)
