"""From a state to what each part of a page shows: pure functions, one a part.

A reading holds plain lists and texts, so that it is the same JSON over a socket and in a
worker. Tables carry values and their texts, a row's texts joined by "|" since every quotation
mark is escaped on its way; texts are rich text without markup.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from app.language import listed, plain, say, told
from app.numerals import HIDDEN, number, percent, precise, vector
from app.state import AttentionState
from app.texts import Rich, labels

Reading = dict[str, Any]


@dataclass(frozen=True)
class Look:
    """A state and how it is looked at: decimals of weights, the plane's limit, the key written out."""

    state: AttentionState
    decimals: int = 2
    limit: float = 3.2
    pointed: int | None = None

    @property
    def names(self) -> list[str]:
        """One name a token, no two alike."""
        return labels(self.state.tokens)

    @property
    def key(self) -> int:
        """The key whose dot product is written out: the one pointed at, else the heaviest."""
        if self.pointed is not None and self.pointed < len(self.state.tokens):
            return self.pointed
        return int(self.state.result.weights[self.state.query].argmax())


def frame(look: Look) -> Reading:
    """What gives the page its rows: tokens as typed, and their unmistakable names."""
    return {"tokens": list(look.state.tokens), "names": look.names}


def heads(look: Look) -> dict[str, list[Rich]]:
    """Headers of the columns whose words depend on the state."""
    middle = "head.divided" if look.state.scale else "head.not-divided"
    return {"steps": [say("head.score"), say(middle), say("head.weight")]}


def choice(look: Look) -> Reading:
    """What is chosen and whether there is a step back or forth."""
    history = look.state.history
    state = look.state
    steps = {"undo": history.can_undo, "redo": history.can_redo}
    return {"query": state.query, "key": look.key, "view": state.view, **steps}


# --- tables -----------------------------------------------------------------------------


def weights(look: Look) -> Reading:
    """All weights, rows are queries; None and a dash where the mask hides the key."""
    result = look.state.result
    return table(result.weights, result.mask, look.decimals)


def steps(look: Look) -> Reading:
    """Key by key for the chosen query: score, scaled score, weight."""
    state, row = look.state, look.state.query
    result = state.result
    hidden = ~result.mask[row]
    columns = np.stack([result.scores[row], result.scaled[row], result.weights[row]], axis=1)
    values: list[list[float | None]] = columns.tolist()
    texts = [[number(s), "", ""] for s, _, _ in columns.tolist()]
    for key, (_, scaled, weight) in enumerate(columns.tolist()):
        if hidden[key]:
            values[key][1:] = None, None
            texts[key][1:] = "−∞", HIDDEN
        else:
            texts[key][1:] = number(scaled), number(weight, look.decimals)
    return {"values": values, "texts": joined(texts)}


def joined(rows: list[list[str]]) -> list[str]:
    """Each row's texts as one text; none of them holds the sign between them."""
    return ["|".join(row) for row in rows]


def table(values: np.ndarray, mask: np.ndarray | None, decimals: int) -> Reading:
    """Values (n, m) and their texts; None and a dash where the mask (n, m) is False."""
    rows: list[list[float | None]] = values.tolist()
    texts = [[number(value, decimals) for value in row] for row in values.tolist()]
    if mask is not None and not mask.all():
        for row, key in np.argwhere(~mask).tolist():
            rows[row][key], texts[row][key] = None, HIDDEN
    return {"values": rows, "texts": joined(texts)}


def tips(look: Look) -> list[str]:
    """Four significant digits of each weight, for the tooltips."""
    result = look.state.result
    rows = zip(result.weights.tolist(), result.mask.tolist(), strict=True)
    return joined(
        [
            [precise(w) if seen else told("weights.masked") for w, seen in zip(row, seen_row, strict=True)]
            for row, seen_row in rows
        ]
    )


# --- texts ------------------------------------------------------------------------------


def sentence(look: Look) -> Rich:
    """The result in words: which key the chosen query attends to most, and how much."""
    state, names = look.state, look.names
    row = state.result.weights[state.query]
    query = ("query", names[state.query])
    top = float(row.max())
    if top == 0:
        return say("sentence.nothing", query=query)
    leaders = np.flatnonzero(row >= top * (1 - 1e-9)).tolist()
    share = ("strong", percent(top))
    if len(leaders) == 1:
        return say("sentence.most", query=query, key=("key", names[leaders[0]]), share=share)
    if len(leaders) == int(state.result.mask[state.query].sum()) and len(leaders) > 2:
        which = "sentence.equal" if len(leaders) == len(row) else "sentence.equal-seen"
        return say(which, query=query, n=len(leaders), share=share)
    keys = listed([names[i] for i in leaders], "key")
    return say("sentence.most-each", query=query, keys=keys, share=share)


def outcome(look: Look) -> Rich:
    """The output in words."""
    output = ("output", vector(look.state.result.output[look.state.query].tolist(), look.decimals))
    return say("sentence.outcome", output=output)


def product(look: Look) -> Rich:
    """The dot product of the chosen query and one key, written out."""
    state, names, key = look.state, look.names, look.key
    q, k = state.q[state.query].tolist(), state.k[key].tolist()
    terms = " + ".join(f"{factor(a)} × {factor(b)}" for a, b in zip(q, k, strict=True))
    score = number(float(state.result.scores[state.query, key]))
    return [("q", names[state.query]), " · ", ("k", names[key]), f" = {terms} = ", ("strong", score)]


def output(look: Look) -> Rich:
    """The output written out as the sum of weight times value."""
    state, names, row = look.state, look.names, look.state.query
    rich: Rich = [("o", names[row]), " = "]
    shown = np.flatnonzero(state.result.mask[row]).tolist()
    for position, key in enumerate(shown):
        weight = number(float(state.result.weights[row, key]), look.decimals)
        rich += [f" + {weight} × " if position else f"{weight} × ", ("v", names[key])]
    total = vector(state.result.output[row].tolist(), look.decimals)
    return [*rich, " = " if shown else "", ("strong", total)]


def factor(value: float) -> str:
    """A number as it stands in a product: a negative one in parentheses."""
    return f"({number(value)})" if value < 0 and number(value) != number(0.0) else number(value)


def shapes(look: Look) -> Rich:
    """The shapes of everything, for the present number of tokens."""
    n, d = look.state.q.shape
    return say("sentence.shapes", n=n, d=d)


def formula(look: Look) -> Rich:
    """softmax(Q Kᵀ / √d_k + mask) V; the parts that a switch adds are lit while it is on."""
    state = look.state
    mask: Rich = [" ", ("on", told("sentence.formula-mask"))] if state.causal else []
    return ["softmax( Q Kᵀ ", ("on" if state.scale else "off", "/ √dₖ"), *mask, " ) V"]


# --- all of it --------------------------------------------------------------------------

TABLES: dict[str, Callable[[Look], Reading]] = {"steps": steps, "weights": weights}
TEXTS: dict[str, Callable[[Look], Rich]] = {
    "sentence": sentence,
    "outcome": outcome,
    "product": product,
    "output": output,
    "shapes": shapes,
    "formula": formula,
}


def spoken(look: Look) -> str:
    """What a screen reader says once the arrows are at rest."""
    return told("sentence.spoken", sentence=plain(sentence(look)), outcome=plain(outcome(look)))
