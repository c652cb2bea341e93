"""States that follow from token features, built from the printed numbers, and what must hold in each."""

from __future__ import annotations

import json
import re
from typing import Any

import numpy as np
from hypothesis import strategies as st

from app.causal_state import CausalState
from app.projected import ProjectedState
from tests import facts, oracle

ARRAYS = ("x", "w_q", "w_k", "w_v", "q", "k", "v")
OPENING: dict[str, Any] = {
    "features": tuple(facts.RIVER_BANK_FEATURES),
    "tokens": facts.RIVER_BANK_TOKENS,
    "x": facts.RIVER_BANK_X,
    "w_q": facts.RIVER_BANK_W_Q,
    "w_k": facts.RIVER_BANK_W_K,
    "w_v": facts.RIVER_BANK_W_V,
    "query": facts.RIVER_BANK_QUERY,
}
VOCABULARY = {"rose": (1.0, 0.0, 1.0), "shore": (1.0, 1.0, 0.0), "and": (0.0, 0.0, 1.0)}
Snapshot = dict[str, Any]


def river_bank(**changes: Any) -> ProjectedState:
    """Four tokens and the vectors that their features give; `bank` asks."""
    return ProjectedState(**{**OPENING, **changes})


def alone() -> ProjectedState:
    """A state in which a drag means this vector alone, with one that was dragged."""
    state = river_bank(learns="vector")
    state.move("k-3", 1.5, -0.5)
    return state


def growing(**changes: Any) -> CausalState:
    """The same sentence under the mask, with tokens to go on with."""
    return CausalState(**{**OPENING, "vocabulary": VOCABULARY, "causal": True, **changes})


def kept(state: ProjectedState) -> Snapshot:
    """The present values as plain Python."""
    names = ("tokens", "free", "scale", "causal", "query", "view", "learns")
    values = {name: getattr(state, name) for name in names}
    return values | {name: getattr(state, name).tolist() for name in ARRAYS}


def product(rows: oracle.Rows, matrix: oracle.Rows) -> oracle.Rows:
    """rows (n, f) times matrix (f, d), number by number."""
    return [[oracle.dot(row, column) for column in zip(*matrix, strict=True)] for row in rows]


def assert_sound(state: ProjectedState, atol: float = 1e-9) -> None:
    """Each vector that is not free follows from x and its matrix, and the result from the vectors."""
    now = kept(state)
    for role in ("q", "k", "v"):
        derived = product(now["x"], now[f"w_{role}"])
        rows = [row for row in range(len(derived)) if f"{role}-{row}" not in state.free]
        np.testing.assert_allclose(
            [now[role][row] for row in rows], [derived[row] for row in rows], rtol=0, atol=atol
        )
    assert all(np.isfinite(now[name]).all() for name in ARRAYS)
    weights, output = oracle.attend(now["q"], now["k"], now["v"], causal=state.causal, scaled=state.scale)
    np.testing.assert_allclose(state.result.weights, weights, rtol=0, atol=atol)
    np.testing.assert_allclose(state.result.output, output, rtol=0, atol=atol)


def assert_strict(parts: dict[str, Any]) -> None:
    """Plain JSON for every reader, in which nothing reads as no number or as minus zero."""
    text = json.dumps(parts, ensure_ascii=False, allow_nan=False)
    assert not re.search(r"−0(\.0*)?(?![\d.])|\b(nan|inf)\b", text)


_places = st.integers(-300, 300).map(lambda n: n / 100) | st.sampled_from([1000.0, -1000.0])


@st.composite
def sentences(draw: st.DrawFn, causal: bool | None = None) -> CausalState:
    """A growing sentence after tokens came and went and vectors were dragged."""
    masked = draw(st.booleans()) if causal is None else causal
    state = growing(causal=masked, scale=draw(st.booleans()))
    for _ in range(draw(st.integers(0, 3))):
        state.act("remove")
    for word in draw(st.lists(st.sampled_from(sorted(VOCABULARY)), max_size=6)):
        state.act("add", {"token": word})
    for _ in range(draw(st.integers(0, 3))):
        row = draw(st.integers(0, len(state.tokens) - 1))
        state.move(f"{draw(st.sampled_from('qkv'))}-{row}", draw(_places), draw(_places))
    return state
