"""The four moves of attention, one after the other, with the chosen row's real numbers."""

from __future__ import annotations

from typing import Any

from app.attention import exponentials
from app.language import lines, say
from app.numerals import HIDDEN, MINUS_INFINITY, number, vector
from app.readings import Look, factor, joined, product
from app.texts import Rich


def walk_parts(look: Look, move: int) -> dict[str, Any]:
    """The table of the walk, how far it has come, and the move in words."""
    return {
        "walk": {"move": move, "names": lines("walk.moves")},
        "table:walk": _table(look),
        "text:walk": _WORDS[move](look),
    }


def _table(look: Look) -> dict[str, Any]:
    """Key by key: score, scaled score, e^score, weight, weighted value; the last has texts alone."""
    state, row = look.state, look.state.query
    result = state.result
    powers, shift = exponentials(result.scaled[row])
    columns = (result.scores[row], result.scaled[row], powers, result.weights[row])
    values: list[list[float | None]] = []
    texts = []
    for key, (score, scaled, power, weight) in enumerate(zip(*(c.tolist() for c in columns), strict=True)):
        values.append([score, scaled, power, weight, None])
        if result.mask[row, key]:
            weighted = vector((result.weights[row, key] * state.v[key]).tolist(), look.decimals)
            texts.append([*map(number, (score, scaled, power)), number(weight, look.decimals), weighted])
        else:
            values[key][1] = values[key][3] = None
            texts.append([number(score), MINUS_INFINITY, number(power), HIDDEN, HIDDEN])
    total, output = number(float(powers.sum())), vector(result.output[row].tolist(), look.decimals)
    return {"values": values, "texts": joined(texts), "total": total, "output": output, "shifted": shift != 0}


def _score(look: Look) -> Rich:
    return say("walk.score", product=product(look))


def _scale(look: Look) -> Rich:
    state, key = look.state, look.key
    if not state.result.mask[state.query, key]:
        return say("walk.hidden", key=("key", look.names[key]), infinity=("strong", MINUS_INFINITY))
    if not state.scale:
        return say("walk.undivided")
    score = number(float(state.result.scores[state.query, key]))
    scaled = number(float(state.result.scaled[state.query, key]))
    return say("walk.divided", score=score, scaled=("strong", scaled))


def _softmax(look: Look) -> Rich:
    state, key = look.state, look.key
    if not state.result.mask[state.query, key]:
        return say("walk.no-weight", key=("key", look.names[key]))
    powers, shift = exponentials(state.result.scaled[state.query])
    power, total = number(float(powers[key])), number(float(powers.sum()))
    scaled = number(float(state.result.scaled[state.query, key]))
    raised = f"{scaled} − {factor(shift)}" if shift else scaled
    weight = ("strong", number(float(state.result.weights[state.query, key]), look.decimals))
    how = "walk.softmax-shifted" if shift else "walk.softmax"
    return say(how, power=("sup", raised), raised=power, total=total, weight=weight)


def _mix(look: Look) -> Rich:
    state, row = look.state, look.state.query
    terms = " + ".join(
        f"{number(float(state.result.weights[row, key]), look.decimals)} × {vector(state.v[key].tolist())}"
        for key in range(len(state.tokens))
        if state.result.mask[row, key]
    )
    total = ("strong", vector(state.result.output[row].tolist(), look.decimals))
    return say("walk.mix", terms=terms or number(0.0), total=total)


_WORDS = (_score, _scale, _softmax, _mix)
MOVES = len(_WORDS)
