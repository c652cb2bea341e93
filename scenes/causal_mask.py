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
    title="Causal mask",
    heading="Look back only",
    lead="A model that writes must not see what comes next. The causal mask hides every later token, and with it nothing that was computed ever changes: that is why keys and values can be kept.",
    state=state,
    parts=("cache",),
    charts=(
        Chart(
            name="work",
            title="Multiplications in each step",
            x_label="tokens read",
            y_label="multiplications",
            x_range=(0.5, 12.5),
            y_range=(0, 820),
            layers=(Layer("with the cache", "both", "value"), Layer("without", "both", "query", dashed=True)),
        ),
    ),
    decimals=3,
    lesson=(
        (
            "Hidden means −∞",
            "A token sees itself and what came before. The scores of later tokens become −∞, e to the power of −∞ is 0, and the weights that remain share the whole: they rise, they are not merely cut off.",
        ),
        (
            "Mostly for training",
            "While a model writes, later tokens do not exist yet. In training all positions are computed at once, and without the mask each could copy its answer from the next token. That is where the mask matters most. Encoders such as BERT read whole texts and use none.",
        ),
        (
            "Computed once, kept",
            "The new column is hidden from every earlier row, so no earlier output changes. Keys and values are needed again by each later query and are kept; a query is asked once.",
        ),
        (
            "What keeping costs",
            "Work that grows with the square of the text becomes work that grows with its length, paid for in memory: the cache grows by the same amount with every token.",
        ),
    ),
    tries=(
        "Choose bank and turn the mask off: 47 % of its weight goes to flooded, which comes after it.",
        "Drag a hidden key right onto the query: it wins nothing.",
        "Add a token and look for a changed number in the rows above: there is none.",
        "Turn the mask off and add another: every earlier row changes.",
        "Remove tokens until one is left, then add them again and watch the two lines of work part.",
    ),
)
