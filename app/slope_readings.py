"""What large scores do to softmax: weights, their slopes, and the same at every width."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from app.attention import softmax, softmax_jacobian
from app.language import listed, say, told
from app.learning import gradient
from app.numerals import number, percent, significant, vector, whole
from app.parameters import Floats
from app.planes import Columns, plane
from app.readings import Look, Reading, joined, product
from app.scaling_state import WIDTHS, ScalingState
from app.texts import Rich

STEEPEST = 0.25
"""No slope of softmax is steeper: w (1 − w) at w = ½."""
PULL = 4.0
"""How many times its size the gradient is drawn."""
NOTHING = 1e-290
"""A slope so small is 0 here: beside another one it would overflow."""
LEAST_ARROW = 0.06
"""Shorter ones would be all head, and point nowhere."""


def slope_parts(look: Look, state: ScalingState) -> dict[str, Any]:
    """What answers to every move of a key or the query."""
    return {
        "text:sentence": sentence(look, state),
        "text:outcome": outcome(state),
        "text:product": stretched(look, state),
        "table:jacobian": jacobian(state),
        "chart:slope": slope_chart(state),
        "plane:pull": pull(state),
        **({} if state.view == "values" else {"plane:foot": feet(state), "plane:iso": lines(look, state)}),
    }


# --- in words ---------------------------------------------------------------------------------------


def sentence(look: Look, state: ScalingState) -> Rich:
    """Which key gets the most, and how steep softmax still is there."""
    row = state.result.weights[state.query]
    top = float(row.max())
    leaders = np.flatnonzero(row >= top * (1 - 1e-9)).tolist()
    keys = listed([look.names[i] for i in leaders], "k")
    return say(
        "scaling.takes" if len(leaders) == 1 else "scaling.take", keys=keys, share=("strong", percent(top))
    )


def outcome(state: ScalingState) -> Rich:
    """The steepest slope, and how it compares with what the division gives."""
    now, divided = steepest(state.result.weights[state.query]), steepest(softmax(plane_scores(state)))
    slope = ("strong", significant(now))
    if state.scale or state.d_k == 1:
        return say("scaling.steepest-most", slope=slope, most=number(STEEPEST))
    if state.d_k == 2:
        return say("scaling.steepest-two", slope=slope, root=number(math.sqrt(2)))
    return say("scaling.steepest", slope=slope, compared=compared(now, divided))


def compared(slope: float, other: float) -> str:
    """By how much one slope is smaller or larger than another, in words."""
    if min(slope, other) < NOTHING:
        return told("scaling.nothing-beside" if other >= NOTHING else "scaling.no-different")
    if math.isclose(slope, other, rel_tol=0.005):
        return told("scaling.as-steep")
    if slope <= other:
        return told("scaling.times-less", times=significant(other / slope, 2))
    return told("scaling.times-more", times=significant(slope / other, 2))


def stretched(look: Look, state: ScalingState) -> Rich:
    """The dot product on the plane, and what it comes to at this width."""
    if state.scale:
        return say("scaling.every-width", product=product(look))
    scaled = ("strong", number(float(state.result.scaled[state.query, look.key])))
    return say("scaling.stretched", product=product(look), width=whole(state.d_k), scaled=scaled)


# --- slopes -----------------------------------------------------------------------------------------


def plane_scores(state: ScalingState) -> Floats:
    """The chosen query's scores on the plane, (n,): what they are with the division at any width."""
    scores: Floats = state.result.scores[state.query]
    return scores


def steepest(weights: Floats) -> float:
    """The largest entry of diag(w) − w wᵀ in size."""
    return float(np.abs(softmax_jacobian(weights)).max())


def jacobian(state: ScalingState) -> Reading:
    """diag(w) − w wᵀ of the chosen query: how each weight answers to each score."""
    slopes = softmax_jacobian(state.result.weights[state.query])
    texts = [[number(slope, 4) for slope in row] for row in slopes.tolist()]
    return {"values": slopes.tolist(), "texts": joined(texts)}


def slope_chart(state: ScalingState) -> Reading:
    """The steepest slope of the present pattern at every width, divided and not."""
    scores = plane_scores(state)
    divided = steepest(softmax(scores))
    stretched = softmax(np.outer(np.sqrt(WIDTHS), scores))
    slopes = np.abs(softmax_jacobian(stretched)).max(axis=(1, 2)).tolist()
    now = divided if state.scale else slopes[WIDTHS.index(state.d_k)]
    visible = [(d, s) for d, s in zip(WIDTHS, slopes, strict=True) if s > 0]
    return {
        "divided": {"x": [WIDTHS[0], WIDTHS[-1]], "y": [_drawn(divided)] * 2},
        "not divided": {"x": [d for d, _ in visible], "y": [_drawn(s) for _, s in visible]},
        "as it is set": {"x": [state.d_k], "y": [_drawn(now)]} if now > 0 else {"x": [], "y": []},
        "says": _slope_says(state, divided, slopes[WIDTHS.index(state.d_k)]),
    }


def _drawn(slope: float) -> float:
    """As many digits as can be seen; on an axis of logarithms 0 has no place."""
    return float(f"{max(slope, 1e-300):.4g}")


def _slope_says(state: ScalingState, divided: float, undivided: float) -> Rich:
    width = whole(state.d_k)
    if state.d_k == 1:
        return say("scaling.slope-one")
    slopes = {"undivided": ("strong", significant(undivided)), "divided": ("strong", significant(divided))}
    return say("scaling.slope", width=width, compared=compared(undivided, divided), **slopes)


# --- on the plane -----------------------------------------------------------------------------------


def feet(state: ScalingState) -> Columns:
    """Every key's projection onto the query, where its score can be read off."""
    q = state.q[state.query]
    length = float(q @ q)
    if length < 0.0025:
        return {"x0": [], "y0": [], "x1": [], "y1": []}
    ends = np.outer(state.k @ q / length, q)
    return {
        name: [round(value, 3) for value in column.tolist()]
        for name, column in zip(("x0", "y0", "x1", "y1"), (*state.k.T, *ends.T), strict=True)
    }


def lines(look: Look, state: ScalingState) -> Columns:
    """Lines of equal score, and the line of the query, on which the scores are read off."""
    iso: Columns = plane(look)["iso"]
    x, y = (state.q[state.query] * 2 * look.limit / max(np.abs(state.q[state.query]).max(), 1e-9)).tolist()
    own = {"x0": -x, "y0": -y, "x1": x, "y1": y, "tx": 0, "ty": 0, "text": ""}
    return {name: [*iso[name], own[name]] for name in iso}


def pull(state: ScalingState) -> Columns:
    """Where learning pulls: each score down its gradient along the query, or the output to its goal."""
    if state.view == "values":
        starts, arrows = state.result.output[[state.query]], None
        arrows = state.v[[state.goal]] - starts
    else:
        q = state.q[state.query]
        length = math.hypot(*q.tolist())
        slopes = gradient(state.result.scaled[state.query], state.v, state.v[state.goal])
        starts, arrows = state.k, np.outer(-PULL * slopes, q / max(length, 1e-9))
    rows = zip(starts.tolist(), (starts + arrows).tolist(), strict=True)
    seen = [(*a, *b) for a, b in rows if math.dist(a, b) >= LEAST_ARROW]
    return {name: [round(row[i], 3) for row in seen] for i, name in enumerate(("x0", "y0", "x1", "y1"))}


def handle_names(look: Look, state: ScalingState) -> dict[str, str]:
    """For each vector that can be dragged: what it is, where, its score and its weight."""
    if state.view == "values":
        return {
            f"v-{i}": told(
                "scaling.goal-handle" if i == state.goal else "scaling.value-handle",
                name=look.names[i],
                place=vector(v),
            )
            for i, v in enumerate(state.v.tolist())
        }
    scores, weights = plane_scores(state).tolist(), state.result.weights[state.query].tolist()
    named = {
        f"k-{i}": told(
            "scaling.key-handle", name=look.names[i], place=vector(k), score=number(s), share=percent(w)
        )
        for i, (k, s, w) in enumerate(zip(state.k.tolist(), scores, weights, strict=True))
    }
    query = told("scaling.query-handle", place=vector(state.q[state.query].tolist()))
    return {**named, f"q-{state.query}": query}
