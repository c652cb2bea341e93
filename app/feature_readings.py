"""What a page shows of a projected state: X, the matrices, the vectors they give, the sums behind them."""

from __future__ import annotations

from typing import Any

import numpy as np

from app.language import feature_name, say
from app.numerals import number, precise, vector
from app.projected import MATRICES, TABLES, ProjectedState
from app.readings import Look, Reading, factor, joined
from app.texts import Rich

SHOWN = {**TABLES, "q": "q", "k": "k", "v": "v"}
"""Names of the page's tables, each with the parameter that it shows."""


def feature_parts(look: Look, resting: bool) -> dict[str, Any]:
    """The parts that a projected state adds to a page."""
    state = look.state
    assert isinstance(state, ProjectedState)
    parts: dict[str, Any] = {f"table:{name}": _table(state, of) for name, of in SHOWN.items()}
    parts.update((f"text:projection-{role}", projection(look, role)) for role in MATRICES)
    parts["free"] = sorted(state.free)
    if resting:
        parts["features"] = [feature_name(name) for name in state.features]
        parts["feature-tips"] = {name: _tips(getattr(state, of)) for name, of in TABLES.items()}
    return parts


def _table(state: ProjectedState, name: str) -> Reading:
    values = getattr(state, name)
    texts = joined([[number(value) for value in row] for row in values.tolist()])
    return {"values": values.tolist(), "texts": texts, "changed": _changed(state, name)}


def _changed(state: ProjectedState, name: str) -> list[list[int]]:
    """The cells that the last step changed."""
    before = state.history.last_step
    now = getattr(state, name)
    if before is None or before["tokens"] != state.tokens or before[name].shape != now.shape:
        return []
    cells: list[list[int]] = np.argwhere(np.abs(before[name] - now) > 1e-9).tolist()
    return cells


def _tips(values: np.ndarray) -> list[str]:
    return joined([[precise(value) for value in row] for row in values.tolist()])


def projection(look: Look, role: str) -> Rich:
    """The chosen token's vector as the weighted sum of matrix rows that it is."""
    state = look.state
    assert isinstance(state, ProjectedState)
    row, matrix = state.query, getattr(state, MATRICES[role]).tolist()
    named = (role, look.names[row])
    total = ("strong", vector(getattr(state, role)[row].tolist()))
    if f"{role}-{row}" in state.free:
        return say("projection.by-hand", vector=named, total=total)
    used = [
        (x, name, w) for x, name, w in zip(state.x[row].tolist(), state.features, matrix, strict=True) if x
    ]
    if not used:
        return say("projection.none", vector=named, total=total)
    terms = " + ".join(
        f"{'' if x == 1 else factor(x) + ' × '}{feature_name(name)} {vector(w)}" for x, name, w in used
    )
    return say("projection.sum", vector=named, terms=terms, total=total)


def moved_along(look: Look) -> list[int]:
    """Rows of the queries, other than the chosen one, that the last step moved."""
    state = look.state
    if not isinstance(state, ProjectedState):
        return []
    return sorted({row for row, _ in _changed(state, "q")} - {state.query})
