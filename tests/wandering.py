"""States as visitors make them: some random changes of the kinds that a page offers."""

import contextlib
import random
from typing import Any

import numpy as np

from app.causal_state import CausalState
from app.projected import ProjectedState
from app.state import AttentionState

WORDS = [
    "a|b",
    "\\",
    "",
    "<b>",
    "ü ",
    "|",
    "x\\|y",
    "&=+%",
    "שלום",
    "😀",
    ";,:",
    "\"'>",
    "a\tb",
    "one\n\ntwo\r",
    "&lt;",
]


def wander(state: AttentionState, chance: random.Random) -> None:
    """Some random changes, of the kinds that a visitor can make."""
    for _ in range(chance.randint(0, 8)):
        name = f"{chance.choice('qkv')}-{chance.randrange(len(state.tokens))}"
        if isinstance(state, ProjectedState):
            state.learns = chance.choice(["matrix", "vector"])
        with contextlib.suppress(ValueError):  # a token that no matrix can move
            state.move(name, chance.uniform(-4, 4), round(chance.uniform(-4, 4), 2))
    if isinstance(state, CausalState):
        for _ in range(chance.randint(0, 4)):
            state.add(chance.choice(WORDS) or "rose", (chance.randint(0, 2), 0.5, 1.0))
        for _ in range(chance.randint(0, 3)):
            state.remove_last()
    elif type(state) is AttentionState and chance.random() < 0.5:
        state.update(tokens=[chance.choice(WORDS) for _ in state.tokens])
    elif type(state) is ProjectedState and chance.random() < 0.5:
        state.shuffle(chance.sample(range(len(state.tokens)), len(state.tokens)))
    state.update(query=chance.randrange(len(state.tokens)), scale=chance.random() < 0.5)


def same(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    return [name for name in one if not np.array_equal(one[name], other[name])]
