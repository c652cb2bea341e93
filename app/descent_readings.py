"""Gradient descent on the scores: how the loss falls with the division and without, at every width."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np

from app.language import say, told
from app.learning import descents, halfway, loss
from app.numerals import significant, whole
from app.parameters import Floats
from app.readings import Reading
from app.scaling_state import MOST_STEPS, WIDTHS, ScalingState
from app.texts import Rich

SHOWN_STEPS = 200
NEVER = 900
"""Where "never" stands on an axis of steps."""


def descent_marks(state: ScalingState) -> dict[str, Any]:
    """What every step moves."""
    now = present_loss(state)
    taken = min(state.taken, SHOWN_STEPS)
    return {
        "mark:loss": {"where it stands": {"x": [taken], "y": [round(now, 5)]}},
        "text:descent": status(state, now),
        "descent": {"taken": state.taken, "most": MOST_STEPS},
    }


def descent_parts(state: ScalingState) -> dict[str, Any]:
    """What follows from where the descent sets out, d_k, the values and the learning rate."""
    curves = runs(state)
    return {"chart:loss": loss_chart(state, curves), "chart:halving": halving_chart(state, curves)}


def present_loss(state: ScalingState) -> float:
    """The loss of the scores as they stand."""
    return loss(state.result.scaled[state.query], state.v, state.v[state.goal])


def status(state: ScalingState, now: float) -> Rich:
    """How far the descent has come."""
    return say("descent.status", taken=state.taken, loss=("strong", significant(now)))


def runs(state: ScalingState) -> Floats:
    """Losses before the first and after each step, (MOST_STEPS + 1, widths), without the division.

    The first width is 1, where there is nothing to divide: it is the run with the division at every width.
    """
    return _runs(tuple(state.pattern.tolist()), tuple(map(tuple, state.v.tolist())), state.goal, state.rate)


@lru_cache(64)
def _runs(
    pattern: tuple[float, ...], values: tuple[tuple[float, ...], ...], goal: int, rate: float
) -> Floats:
    starts = np.outer(np.sqrt(WIDTHS), pattern)
    curves = descents(starts, values, values[goal], MOST_STEPS, rate)
    curves.flags.writeable = False
    return curves


# --- the curves ---------------------------------------------------------------------------------------


def loss_chart(state: ScalingState, curves: Floats) -> Reading:
    """Two curves that set out from the same keys, and where each has come down to half."""
    divided, undivided = curves[:, 0], curves[:, WIDTHS.index(state.d_k)]
    halves = [(step, curve[step]) for curve in (divided, undivided) if (step := halfway(curve)) is not None]
    shown = [(step, float(value)) for step, value in halves if step <= SHOWN_STEPS]
    highest = float(curves[:, [0, WIDTHS.index(state.d_k)]].max())
    return {
        "divided": _curve(divided),
        "not divided": _curve(undivided),
        "half of its start": {"x": [step for step, _ in shown], "y": [round(value, 4) for _, value in shown]},
        "y_range": (0, 1.1 if highest <= 1.05 else math.ceil(highest) + 0.1),
        "says": say(
            "descent.halved",
            width=whole(state.d_k),
            divided=("strong", _when(halfway(divided))),
            undivided=("strong", _when(halfway(undivided))),
        ),
    }


def _curve(losses: Floats) -> Reading:
    steps = range(SHOWN_STEPS + 1)
    return {"x": list(steps), "y": [round(value, 4) for value in losses[: SHOWN_STEPS + 1].tolist()]}


def _when(step: int | None) -> str:
    if step is None:
        return told("descent.not-within", steps=MOST_STEPS)
    return told("descent.after", count=step)


# --- half, over the widths ---------------------------------------------------------------------------------


def halving_chart(state: ScalingState, curves: Floats) -> Reading:
    """Steps until half over d_k; where the run does not get there, that is said and not drawn as a number."""
    steps = [halfway(curve) for curve in curves.T]
    reached = [(d, max(s, 1)) for d, s in zip(WIDTHS, steps, strict=True) if s is not None]
    never = [d for d, s in zip(WIDTHS, steps, strict=True) if s is None]
    own = NEVER if steps[0] is None else max(steps[0], 1)
    chosen = own if state.scale else _place(steps[WIDTHS.index(state.d_k)])
    return {
        "divided": {"x": [WIDTHS[0], WIDTHS[-1]], "y": [own, own]},
        "not divided": {"x": [d for d, _ in reached], "y": [s for _, s in reached]},
        "never": {"x": never, "y": [NEVER] * len(never)},
        "as it is set": {"x": [state.d_k], "y": [chosen]},
        "says": _halving_says(steps, never),
    }


def _place(steps: int | None) -> int:
    return NEVER if steps is None else max(steps, 1)


def _halving_says(steps: list[int | None], never: list[int]) -> Rich:
    some = [told("descent.at", steps=_steps(steps[WIDTHS.index(d)]), width=d) for d in (64, 128, 512)]
    return say(
        "descent.halving", told=told("sentence.comma").join(some), divided=("strong", _steps(steps[0]))
    )


def _steps(steps: int | None) -> str:
    return told("descent.never") if steps is None else str(steps)
