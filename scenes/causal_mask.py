"""The river-bank sentence under the causal mask, grown token by token, and its KV cache."""

from __future__ import annotations

from app.causal_state import CausalState
from app.chart import Chart, Layer
from app.scene import Scene
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


SCENE = Scene(
    slug="causal-mask",
    state=state,
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
