"""What random queries and keys show: how far dot products spread, and how often softmax picks one key."""

from __future__ import annotations

import math
from typing import Any

from app.draws import KEYS, PICK_BARS, products, tops
from app.language import say, told
from app.numerals import number, percent, root, whole
from app.readings import Reading, joined
from app.scaling_state import ScalingState
from app.texts import Rich

TABLE_WIDTHS = (2, 8, 64, 128, 512)
_CURVE = tuple(step / 10 for step in range(-45, 46))
"""Where the normal curve is drawn, in standard deviations."""


def sampling_parts(state: ScalingState) -> dict[str, Any]:
    """All that follows from the draws; it changes with d_k, the kind of entries, the seed and the switch."""
    return {
        "chart:products": products_chart(state),
        "table:spread": spread_table(state),
        "chart:pick-undivided": pick_chart(state, scaled=False),
        "chart:pick-divided": pick_chart(state, scaled=True),
        "table:picks": picks_table(state),
        "text:picks": picks_sentence(state),
        "draws": {
            "widths": [whole(width) for width in TABLE_WIDTHS],
            "chosen": TABLE_WIDTHS.index(state.d_k) if state.d_k in TABLE_WIDTHS else None,
            "scaled": state.scale,
        },
    }


# --- dot products ----------------------------------------------------------------------------------


def products_chart(state: ScalingState) -> Reading:
    """The bars, the normal curve over them, and one standard deviation to each side."""
    drawn, unit = products(state.d_k, state.entries, state.seed), _unit(state)
    edges = [round(edge / unit, 4) for edge in drawn.edges]
    deviation = math.sqrt(state.d_k) / unit
    title = "sampling.title-divided" if state.scale else "sampling.title"
    bell = [math.exp(-z * z / 2) for z in _CURVE]
    return {
        "random pairs": {
            "left": edges[:-1],
            "right": edges[1:],
            "top": [round(height, 4) for height in drawn.heights],
        },
        "normal curve": {
            "x": [round(z * deviation, 4) for z in _CURVE],
            "y": [round(drawn.peak * height, 4) for height in bell],
        },
        "one standard deviation": {
            "x": [-deviation, deviation],
            "y": [round(drawn.peak * math.exp(-0.5), 4)] * 2,
        },
        "x_label": told("chart.products.x-divided" if state.scale else "chart.products.x"),
        "title": told(title, count=state.d_k, numbers=whole(state.d_k)),
        "says": _products_say(state),
    }


def _products_say(state: ScalingState) -> Rich:
    drawn, unit = products(state.d_k, state.entries, state.seed), _unit(state)
    measured = ("strong", number(drawn.spread.std / unit, 3 if state.scale else 2))
    if state.scale:
        return say("sampling.divided", width=whole(state.d_k), measured=measured)
    how = "sampling.beyond" if drawn.beyond >= 0.005 else "sampling.spread"
    return say(how, measured=measured, root=root(state.d_k), share=percent(drawn.beyond))


def spread_table(state: ScalingState) -> Reading:
    """For each width of the table: standard deviation predicted and measured, and the sampling error."""
    rows = []
    for width in TABLE_WIDTHS:
        unit = math.sqrt(width) if state.scale else 1.0
        found = products(width, state.entries, state.seed).spread
        rows.append([found.predicted_std / unit, found.std / unit, found.std_error / unit])
    texts = [[number(p, 3), number(m, 3), f"±{number(e, 3)}"] for p, m, e in rows]
    return {"values": rows, "texts": joined(texts)}


def _unit(state: ScalingState) -> float:
    """What the dot products are divided by."""
    return math.sqrt(state.d_k) if state.scale else 1.0


# --- hard picks --------------------------------------------------------------------------------------


def pick_chart(state: ScalingState, *, scaled: bool) -> Reading:
    """How the largest weight of a trial is distributed."""
    found = tops(state.d_k, state.entries, state.seed, scaled)
    edges = [bar / PICK_BARS for bar in range(PICK_BARS + 1)]
    often = ("strong", percent(found.picks.share_over, 1))
    return {
        "trials": {
            "left": edges[:-1],
            "right": edges[1:],
            "top": [round(100 * share, 3) for share in found.shares],
        },
        "says": say("sampling.often" if found.picks.share_over else "sampling.never", share=often),
    }


def picks_table(state: ScalingState) -> Reading:
    """Not divided and divided: share of trials with a hard pick, its sampling error, mean top weight."""
    rows = []
    for scaled in (False, True):
        found = tops(state.d_k, state.entries, state.seed, scaled).picks
        rows.append([found.share_over, found.share_error, found.mean_top])
    texts = [[percent(s, 1), f"±{percent(e, 1)}", number(m)] for s, e, m in rows]
    return {"values": rows, "texts": joined(texts)}


def picks_sentence(state: ScalingState) -> Rich:
    """What the switch, as it stands, makes of random scores."""
    found = tops(state.d_k, state.entries, state.seed, state.scale).picks
    how = f"{'' if found.share_over else 'no-'}picks-{'divided' if state.scale else 'undivided'}"
    shares = {"share": ("strong", percent(found.share_over, 1)), "mean": ("strong", percent(found.mean_top))}
    return say(f"sampling.{how}", keys=KEYS, **shares)
