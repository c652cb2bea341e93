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
    title="River bank",
    heading="Where queries, keys and values come from",
    lead="Each token is a row of features. Three matrices turn it into what it looks for, what it can be found by, and what it hands over. Drag a vector and the matrix learns.",
    state=state,
    parts=("features",),
    decimals=3,
    lesson=(
        (
            "Three views of one token",
            "The first number of a key says “I am about water”, the first number of a query “I look for water”. bank is no water word itself, yet it asks for some: what a token looks for is not what it offers, and so it needs more than one vector.",
        ),
        (
            "One row, one feature",
            "Multiplying by a matrix adds up its rows, one for each feature a token has. flooded is a water word and, as a verb form, a grammar word too, so its query is the water row plus the grammar row.",
        ),
        (
            "What learning does",
            "A drag asks for another vector, and the matrix changes as little as it can to give it. Only the rows of features that the token has can help, so every token that shares a feature moves along.",
        ),
        (
            "What follows",
            "In a full model the output passes one more matrix and is then added onto the token's own vector, so nothing of that is lost. Without a mask, put the tokens in another order and each keeps exactly its weights and output: attention alone knows no order.",
        ),
    ),
    tries=(
        "Read q_bank: it looks for water with strength 2 and so finds river and flooded, 47 % each.",
        "Drag k_flooded away from the query: river moves along, for both are water words.",
        "Drag q_bank to (1, 1): only the place row of W_Q changes, and no other query moves.",
        "Let a drag mean this vector alone, move a key, then attach it again.",
        "Shuffle the tokens and compare each row with what it was.",
    ),
)
