"""The river-bank sentence under the causal mask, grown token by token, and its KV cache."""

from __future__ import annotations

from app.cache import work
from app.causal_state import CausalState
from app.chart import Chart, Layer
from app.scene import Scene
from app.tasks import STILL, Task, row, weight
from scenes import river_bank

VOCABULARY = {
    "yesterday": (0.0, 0.0, 1.0),
    "water": (1.0, 0.0, 0.0),
    "village": (0.0, 1.0, 0.0),
    "and": (0.0, 0.0, 1.0),
    "rose": (1.0, 0.0, 1.0),
    "shore": (1.0, 1.0, 0.0),
}


def state() -> CausalState:
    """A fresh state: the four tokens of the river-bank scene, the mask on; `bank` asks."""
    return CausalState(
        vocabulary=VOCABULARY,
        features=river_bank.FEATURES,
        tokens=river_bank.TOKENS,
        x=river_bank.X,
        w_q=river_bank.W_Q,
        w_k=river_bank.W_K,
        w_v=river_bank.W_V,
        query=2,
        causal=True,
    )


# --- tasks ---------------------------------------------------------------------------------------------


def _gives_the_hidden_most(state: CausalState) -> bool:
    scores = state.result.scores[row(state.tokens, "bank")].tolist()
    hidden = scores.pop(row(state.tokens, "flooded"))
    return state.causal and hidden > max(scores) + STILL and weight(state, "bank", "flooded") == 0


def _has_just_added(state: CausalState) -> bool:
    before, is_opening = state.history.last_step, state.tokens == state.opening["tokens"]
    return before is not None and before["tokens"] == state.tokens[:-1] and not is_opening


def _saves_most(state: CausalState) -> bool:
    step = work(len(state.tokens), len(state.features), causal=True)
    return state.causal and step.cached * 6 < step.full


TASKS = (
    Task("peek", lambda state: weight(state, "bank", "flooded") > 0.4),
    Task("hidden-key", _gives_the_hidden_most),
    Task("add", lambda state: state.causal and _has_just_added(state)),
    Task("rewrite", lambda state: not state.causal and _has_just_added(state)),
    Task("sixth", _saves_most),
)

SCENE = Scene(
    slug="causal-mask",
    state=state,
    tasks=TASKS,
    parts=("cache",),
    charts=(
        Chart(
            name="work",
            x_range=(0.5, 12.5),
            y_range=(0, 820),
            layers=(Layer("with the cache", "both", "value"), Layer("without", "both", "query", dashed=True)),
        ),
    ),
    decimals=3,
)
