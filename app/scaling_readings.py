"""What a page shows of a scaling state beyond what all scenes show, and what it says in other words."""

from __future__ import annotations

import math
from typing import Any

from app.descent_readings import descent_marks, descent_parts
from app.numerals import number, root, significant, whole
from app.readings import Look
from app.sampling_readings import sampling_parts
from app.scaling_state import ScalingState
from app.slope_readings import handle_names, outcome, sentence, slope_parts, steepest
from app.texts import D_K, Rich, plain

READ = "A score is how far a key reaches along the query (the dot on its line). "
DRAWN = "Purple arrows: where the gradient pulls each score, four times as long."
TOO_SMALL = "The gradient pulls at the scores, but too weakly for an arrow to be drawn."
VALUES = "The output is to become the second value: the purple arrow is what is still missing."


def scaling_parts(look: Look, resting: bool) -> dict[str, Any]:
    """The parts that a scaling state adds to a page, and those that it says in its own way."""
    state = look.state
    assert isinstance(state, ScalingState)
    parts = {**slope_parts(look, state), **descent_marks(state), "text:shapes": shapes(state)}
    if not resting:
        return parts
    aloud = [
        part if isinstance(part, str) or part[0] != "k" else f"key {part[1]}"
        for part in sentence(look, state)
    ]
    return {
        **parts,
        **sampling_parts(state),
        **descent_parts(state),
        "text:bar": bar(state),
        "heads": heads(state),
        "caption": [caption(state, bool(parts["plane:pull"]["x0"]))],
        "handles": handle_names(look, state),
        "spoken": f"{plain(aloud)}. {plain(outcome(state))}",
        "snippet": snippet(look, state),
    }


def caption(state: ScalingState, has_arrows: bool) -> str:
    """What the plane shows, and what it would show."""
    if state.view == "values":
        return VALUES
    return READ + (DRAWN if has_arrows else TOO_SMALL)


def bar(state: ScalingState) -> Rich:
    """What the switch does at this width, in a few words."""
    spread = 1.0 if state.scale else math.sqrt(state.d_k)
    slope = steepest(state.result.weights[state.query])
    told = ("strong", number(spread)), " · steepest slope ", ("strong", significant(slope))
    return ["scores spread ", *told]


def heads(state: ScalingState) -> dict[str, list[Rich]]:
    """Headers of the tables' columns."""
    stretch = f"× √{whole(state.d_k)}"
    return {
        "steps": [
            ["on the plane"],
            [f"{stretch} ÷ √{whole(state.d_k)}" if state.scale else stretch],
            ["weight"],
        ],
        "spread": [["predicted", *([] if state.scale else [" √", *D_K])], ["measured"], ["give or take"]],
    }


def shapes(state: ScalingState) -> Rich:
    """What stands for what: the plane shows two numbers of each vector, the stretch stands for the others."""
    return [
        f"With {whole(state.d_k)} numbers a vector, scores come out √{whole(state.d_k)} times as large as "
        f"on the plane, which has room for two: {root(state.d_k)}."
    ]


def snippet(look: Look, state: ScalingState) -> str:
    """A complete program that prints the weights and slopes of the page."""
    back = "scores /= np.sqrt(d_k)\n" if state.scale else ""
    return (
        f"import numpy as np\n\nd_k = {state.d_k}\n"
        f"q = np.array({state.q[state.query].tolist()})\nk = np.array({state.k.tolist()})\n\n"
        f"scores = k @ q * np.sqrt(d_k)  # as large as with d_k numbers a vector\n{back}"
        "weights = np.exp(scores - scores.max())\nweights /= weights.sum()\n"
        "slopes = np.diag(weights) - np.outer(weights, weights)\n"
        f"print(weights.round({look.decimals}))\nprint(slopes.round(4), abs(slopes).max())\n"
    )
