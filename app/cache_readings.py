"""What the causal scene shows of its cache: what a step computed, what it took, and that it is right."""

from __future__ import annotations

from typing import Any

import numpy as np

from app.attention import Attention, attend
from app.cache import decode, work
from app.causal_state import CausalState
from app.language import feature_name, say, told
from app.numerals import number, precise, whole
from app.parameters import MOST_TOKENS
from app.readings import Look, Reading, joined, table
from app.texts import Rich

_SAME = 1e-12
_ROUNDING = 1e-9
_PROMPT = 3


def cache_parts(look: Look, resting: bool) -> dict[str, Any]:
    """The parts of the causal scene, beyond those of every scene of vectors."""
    state = look.state
    assert isinstance(state, CausalState)
    result, shorter = state.result, _without_last(state)
    masked = _attend(state, causal=True)
    weights = table(result.weights, result.mask, look.decimals)
    output = table(result.output, None, look.decimals)
    parts: dict[str, Any] = {
        "table:scaled": _scaled(result),
        "table:output": {
            **output,
            "changed": _changed(shorter, result, "output"),
        },
        "table:weights": {
            **weights,
            "changed": _changed(shorter, result, "weights"),
        },
        "table:sides": _sides(look, masked, _attend(state, causal=False)),
        "table:cache": _cache(state),
        **_proof(look, masked),
    }
    if resting:
        parts.update(_work(state))
        parts["text:step"] = step(look)
        parts["text:mask"] = mask(look)
        parts["text:size"] = size(look)
        parts["grow"] = {
            "offered": list(state.vocabulary),
            "features": [feature_name(name) for name in state.features],
            "full": len(state.tokens) >= MOST_TOKENS,
            "last": len(state.tokens) == 1,
        }
    return parts


def _scaled(result: Attention) -> Reading:
    rows = zip(result.scaled.tolist(), result.mask.tolist(), strict=True)
    values = [[s if seen else None for s, seen in zip(row, see, strict=True)] for row, see in rows]
    texts = [["−∞" if s is None else number(s) for s in row] for row in values]
    return {"values": values, "texts": joined(texts)}


def _attend(state: CausalState, *, causal: bool) -> Attention:
    """The whole sentence with the mask or without it; the state has computed one of the two already."""
    if causal == state.causal:
        return state.result
    mask = np.tri(len(state.q), dtype=bool) if causal else None
    return attend(state.q, state.k, state.v, scale=state.scale, mask=mask)


def _without_last(state: CausalState) -> Attention | None:
    """Without the mask, what stood there before the last token; None where no earlier row can change."""
    n = len(state.tokens) - 1
    if state.causal or n < 1:
        return None
    return attend(state.q[:n], state.k[:n], state.v[:n], scale=state.scale)


def _changed(shorter: Attention | None, result: Attention, name: str) -> list[list[int]]:
    """Cells of earlier rows that the last token changed."""
    if shorter is None:
        return []
    before = getattr(shorter, name)
    rows, columns = before.shape
    now = getattr(result, name)[:rows, :columns]
    cells: list[list[int]] = np.argwhere(np.abs(before - now) > _SAME).tolist()
    return cells


def _sides(look: Look, masked: Attention, unmasked: Attention) -> Reading:
    """The chosen row with the mask and without it."""
    row = look.state.query
    rows = np.stack([masked.weights[row], unmasked.weights[row]])
    seen = np.stack([masked.mask[row], unmasked.mask[row]])
    return table(rows, seen, look.decimals)


def _cache(state: CausalState) -> Reading:
    """k and v of every token that is kept: the rows a step takes from the cache, and the one it adds."""
    rows = np.concatenate([state.k, state.v], axis=1)
    return table(rows, None, 2)


def _proof(look: Look, full: Attention) -> dict[str, Any]:
    """The last step from the cache and the last row of a full recompute, and how far the two differ."""
    state = look.state
    assert isinstance(state, CausalState)
    steps, _ = decode(state.q, state.k, state.v, scale=state.scale)
    prompt = min(_PROMPT, len(state.q))
    chunks, _ = decode(state.q, state.k, state.v, prompt=prompt, scale=state.scale)
    rows = np.stack([steps[-1].weights[-1], full.weights[-1]])
    differences = [_difference(parts, full) for parts in (steps, chunks)]
    return {
        "table:proof": table(rows, None, look.decimals),
        "text:proof": _proof_text(len(state.q), prompt, max(differences)),
    }


def _difference(steps: list[Attention], full: Attention) -> float:
    return float(np.abs(np.concatenate([step.output for step in steps]) - full.output).max())


def _proof_text(n: int, prompt: int, difference: float) -> Rich:
    if difference > _ROUNDING:
        return say("cache.wrong", difference=precise(difference))
    if n == 1:
        return say("cache.one")
    exact = (
        told("cache.exactly") if difference == 0 else told("cache.rounding", difference=precise(difference))
    )
    return say("cache.proof", n=n, prompt=prompt, difference=("strong", exact))


def _work(state: CausalState) -> dict[str, Any]:
    """Multiplications, as numbers and as a chart over the steps."""
    n, features = len(state.tokens), len(state.features)
    steps = [work(step, features, causal=state.causal) for step in range(1, MOST_TOKENS + 1)]
    so_far = (sum(s.cached for s in steps[:n]), sum(s.full for s in steps[:n]))
    now = steps[n - 1]
    x = list(range(1, n + 1))
    chart = {
        "with the cache": {"x": x, "y": [s.cached for s in steps[:n]]},
        "without": {"x": x, "y": [s.full for s in steps[:n]]},
        "says": _work_says(n, (now.cached, now.full), so_far),
    }
    values = [[now.cached, now.full], list(so_far)]
    return {
        "chart:work": chart,
        "table:work": {"values": values, "texts": joined([[whole(v) for v in row] for row in values])},
    }


def _work_says(n: int, now: tuple[int, int], so_far: tuple[int, int]) -> str:
    values = dict(zip(("cached", "full", "all_cached", "all_full"), map(whole, (*now, *so_far)), strict=True))
    return told("cache.work-one" if n == 1 else "cache.work", n=n, **values)


def step(look: Look) -> Rich:
    """What the last step computed and what it took from the cache."""
    n = len(look.names)
    key = {1: "cache.step-first", 2: "cache.step-second"}.get(n, "cache.step")
    return say(key, token=("key", look.names[-1]), n=n, before=n - 1)


def mask(look: Look) -> Rich:
    """What the mask does to the cache."""
    if look.state.causal:
        return say("cache.masked")
    return say("cache.unmasked-one" if len(look.state.tokens) == 1 else "cache.unmasked")


def size(look: Look) -> Rich:
    """How much is kept: in this toy, and in a real model."""
    n = len(look.names)
    return say("cache.size", count=n, numbers=("strong", told("cache.numbers", numbers=4 * n)))
