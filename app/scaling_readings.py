"""What a page shows of a scaling state beyond what all scenes show, and what it says in other words."""

from __future__ import annotations

import math
from typing import Any

from app.descent_readings import descent_marks, descent_parts, present_loss, status
from app.language import plain, say, told
from app.numerals import number, root, significant, whole
from app.readings import Look
from app.sampling_readings import sampling_parts
from app.scaling_state import ScalingState
from app.slope_readings import handle_names, outcome, sentence, slope_parts, steepest
from app.texts import Rich


def scaling_parts(look: Look, resting: bool) -> dict[str, Any]:
    """The parts that a scaling state adds to a page, and those that it says in its own way."""
    state = look.state
    assert isinstance(state, ScalingState)
    parts = {**slope_parts(look, state), **descent_marks(state), "text:shapes": shapes(state)}
    if not resting:
        return parts
    return {
        **parts,
        **sampling_parts(state),
        **descent_parts(state),
        "text:bar": bar(state),
        "heads": heads(state),
        "caption": [caption(state, bool(parts["plane:pull"]["x0"]))],
        "handles": handle_names(look, state),
        "spoken": spoken(look, state),
        "snippet": snippet(look, state),
    }


def spoken(look: Look, state: ScalingState) -> str:
    """What a reader hears at rest: the result, and how far learning has come."""
    aloud = [
        part if isinstance(part, str) or part[0] != "k" else told("scaling.key", name=part[1])
        for part in sentence(look, state)
    ]
    result = told("sentence.spoken", sentence=plain(aloud), outcome=plain(outcome(state)))
    return f"{plain(status(state, present_loss(state)))}. {result}" if state.taken else result


def caption(state: ScalingState, has_arrows: bool) -> str:
    """What the plane shows, and what it would show."""
    if state.view == "values":
        return told("scaling.values")
    return told("scaling.read") + told("scaling.drawn" if has_arrows else "scaling.too-small")


def bar(state: ScalingState) -> Rich:
    """What the switch does at this width, in a few words."""
    spread = 1.0 if state.scale else math.sqrt(state.d_k)
    slope = steepest(state.result.weights[state.query])
    return say("scaling.bar", spread=("strong", number(spread)), slope=("strong", significant(slope)))


def heads(state: ScalingState) -> dict[str, list[Rich]]:
    """Headers of the tables' columns."""
    stretch = f"× √{whole(state.d_k)}"
    return {
        "steps": [
            say("scaling.on-plane"),
            [f"{stretch} ÷ √{whole(state.d_k)}" if state.scale else stretch],
            say("head.weight"),
        ],
        "spread": [
            say("scaling.predicted" if state.scale else "scaling.predicted-root"),
            say("scaling.measured"),
            say("scaling.give-or-take"),
        ],
    }


def shapes(state: ScalingState) -> Rich:
    """What stands for what: the plane shows two numbers of each vector, the stretch stands for the others."""
    return say("scaling.shapes", width=whole(state.d_k), root=root(state.d_k))


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
