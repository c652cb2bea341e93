"""One pattern of four scores, as it comes out at any width d_k, and gradient descent on it.

The plane has two dimensions only; what a width of d_k does to scores is that they come out √d_k times
as large. Dividing by √d_k takes exactly that away again.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import param

from app.language import say, told
from app.learning import step
from app.numerals import root
from app.parameters import Floats, Vectors
from app.state import AttentionState
from app.texts import Rich, brief

WIDTHS = tuple(2**power for power in range(13))
RATES = (0.1, 0.25, 0.5, 1, 2)
MOST_STEPS = 400
GOAL = 1  # the second value


class ScalingState(AttentionState):
    """A query and keys whose scores are stretched by √d_k, unless they are divided by it.

    `start` holds the keys (n, 2) from which gradient descent set out, `taken` how many steps it has made
    since. Whatever else is changed makes the present keys a new start; another d_k, another learning rate or
    the switch begins the same descent anew.
    """

    d_k: Any = param.Selector(default=128, objects=list(WIDTHS))
    entries: Any = param.Selector(
        default="normal",
        objects=["normal", "signs"],
        doc="how the entries of random queries and keys are drawn; both ways have mean 0 and variance 1",
    )
    seed = param.Integer(0, bounds=(0, 9999), doc="of the random draws")
    rate: Any = param.Selector(default=0.5, objects={f"{rate:g}": rate for rate in RATES})
    start = Vectors(default=((0.0, 0.0),), doc="keys at step 0, shape (n, 2)")
    taken = param.Integer(0, bounds=(0, MOST_STEPS), doc="steps of gradient descent made since")

    switches = ("scale", "d_k", "entries", "rate")
    content = ("tokens", "q", "k", "v", "scale", "d_k", "entries", "seed", "rate", "start", "taken")

    def __init__(self, **params: Any) -> None:
        super().__init__(start=params["k"], **params)

    @property
    def factor(self) -> float:
        """√d_k, or 1 where the division takes it away again."""
        return 1.0 if self.scale else math.sqrt(self.d_k)

    @property
    def goal(self) -> int:
        """Row of the value that the output is to become."""
        return min(GOAL, len(self.tokens) - 1)

    @property
    def pattern(self) -> Floats:
        """The scores on the plane from which the descent set out, before any stretch: (n,)."""
        scores: Floats = self.start @ self.q[self.query]
        return scores

    def label(self, name: str) -> Rich:
        """The switch says what it divides by at this width."""
        return say("control.scale-by", root=root(self.d_k)) if name == "scale" else super().label(name)

    def _settle(self, names: set[str]) -> None:
        if len(self.start) != len(self.tokens) and "start" in names:
            raise ValueError(f"start must have one row a token: {len(self.tokens)}, not {len(self.start)}.")
        is_told = bool(names & {"start", "taken"})  # as by learning, undo or an address
        with param.parameterized.discard_events(self):
            if self.taken and not is_told and names & {"scale", "d_k", "rate"}:
                self.param.update(k=self.start, taken=0)
            elif self.taken == 0 or (not is_told and names & {"tokens", "q", "k", "v", "query"}):
                self.param.update(start=self.k, taken=0)

    # --- learning ------------------------------------------------------------------------------------

    def learn(self, steps: int = 1) -> None:
        """Take steps of gradient descent on the scores; each key moves along the query to its new score."""
        query, steps = self.q[self.query], min(steps, MOST_STEPS - self.taken)
        length = float(query @ query)
        if length == 0:
            raise ValueError(told("refusal.query-is-zero"))
        if steps == 0:
            raise ValueError(told("refusal.most-steps", steps=MOST_STEPS))
        scores = before = self.result.scaled[self.query]
        for _ in range(steps):
            scores = step(scores, self.v, self.v[self.goal], self.rate)
        moved = np.outer((scores - before) / self.factor, query / length)
        self.update(k=self.k + moved, taken=self.taken + steps)

    def act(self, name: str, on: Any = None) -> str | None:
        """Draw again, learn some steps, go back to the start of learning, or just be at rest."""
        if name == "draw":
            self.update(seed=(self.seed + 1) % 10_000)
        elif name == "learn":
            if type(on) is not int or not 1 <= on <= MOST_STEPS:
                raise ValueError(f"Steps are a whole number from 1 to {MOST_STEPS}; {brief(on)} is none.")
            self.learn(on)
        elif name == "restart":
            self.update(k=self.start, taken=0)
        elif name != "rest":
            raise ValueError(f"There is no action {brief(name)} here.")
        return None
