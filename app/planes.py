"""What a plane draws: for each role the arrows' tips, widths and strengths, and the lines that explain them.

Coordinates are in the plane's units. The same function gives the columns of the first
drawing and of every later one. On the page a vector is named "k-1": its role's letter and row.
"""

from __future__ import annotations

from math import hypot, isfinite
from typing import Any

from app.feature_readings import moved_along
from app.language import told
from app.numerals import number, percent, typed, vector
from app.readings import Look
from app.state import ROLES

Columns = dict[str, list[Any]]

_ISO_STEPS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
_ISO_GAP = 0.75
"""Least distance between two lines of equal score, in the plane's units: nearer ones blur."""


def plane(look: Look) -> dict[str, Any]:
    """Columns of all that the chosen view shows; what it does not show has no rows."""
    state, row = look.state, look.state.query
    if state.view == "values":
        output = _columns([row], [state.result.output[row].tolist()], [1.0])
        return {**_EMPTY, "value": _weighted(look, state.v.tolist()), "output": output, "hull": _hull(look)}
    rows = [row, *moved_along(look)]
    query = _columns(rows, state.q[rows].tolist(), [1.0] + [0.0] * (len(rows) - 1))
    return {**_EMPTY, "key": _weighted(look, state.k.tolist()), "query": query, **_lines(look)}


def _weighted(look: Look, tips: list[list[float]]) -> Columns:
    state, row = look.state, look.state.query
    columns = _columns(list(range(len(tips))), tips, state.result.weights[row].tolist())
    mask = state.result.mask[row]
    return columns if mask.all() else {**columns, "hidden": (~mask).tolist()}


def _columns(rows: list[int], tips: list[list[float]], strengths: list[float]) -> Columns:
    return {
        "rows": rows,
        "x": [x for x, _ in tips],
        "y": [y for _, y in tips],
        "strength": [round(s, 3) for s in strengths],
    }


# --- lines of equal score, and the projection that shows where a score comes from ---------

_NO_ISO: Columns = {name: [] for name in ("x0", "y0", "x1", "y1", "tx", "ty", "text")}
_NO_FOOT: Columns = {"x0": [], "y0": [], "x1": [], "y1": []}
_EMPTY: dict[str, Columns] = {
    "key": _columns([], [], []),
    "query": _columns([], [], []),
    "value": _columns([], [], []),
    "output": _columns([], [], []),
    "hull": {"x": [], "y": []},
    "iso": _NO_ISO,
    "foot": _NO_FOOT,
}


def _lines(look: Look) -> dict[str, Columns]:
    qx, qy = look.state.q[look.state.query].tolist()
    length = hypot(qx, qy)
    if length < 0.05:
        return {}
    kx, ky = look.state.k[look.key].tolist()
    share = (qx * kx + qy * ky) / length**2
    foot = {"x0": [kx], "y0": [ky], "x1": [share * qx], "y1": [share * qy]}
    inside = max(abs(kx), abs(ky)) <= look.limit
    return {"iso": _iso(qx / length, qy / length, length, look.limit), "foot": foot if inside else _NO_FOOT}


def _iso(ux: float, uy: float, length: float, limit: float) -> Columns:
    """Lines of equal q · k: square to the unit vector (ux, uy), score / length away from the origin."""
    step = next((s for s in _ISO_STEPS if s / length >= _ISO_GAP), _ISO_STEPS[-1])
    reach = limit * 1.4142
    most = int(reach * length / step)
    lines: Columns = {name: [] for name in _NO_ISO}
    for count in range(-most, most + 1):
        away = count * step / length
        x, y = away * ux, away * uy
        place = _label_place(x, y, -uy, ux, limit)
        if place is None:
            continue
        ends = (x + 2 * reach * uy, y - 2 * reach * ux, x - 2 * reach * uy, y + 2 * reach * ux)
        for name, value in zip(("x0", "y0", "x1", "y1", "tx", "ty"), (*ends, *place), strict=True):
            lines[name].append(round(value, 3))
        is_on_a_tick = abs(place[0]) < 0.12 * limit or abs(place[1]) < 0.06 * limit
        lines["text"].append("" if is_on_a_tick else number(count * step, 0 if step >= 1 else 1))
    return lines


def _label_place(x: float, y: float, tx: float, ty: float, limit: float) -> tuple[float, float] | None:
    """Where the line through (x, y) along (tx, ty) leaves the plane below, with room for a number."""
    low, high = -float("inf"), float("inf")
    for start, slope, edge in ((x, tx, 0.985 * limit), (y, ty, 0.965 * limit)):
        if abs(slope) < 1e-9:
            if abs(start) > edge:
                return None
            continue
        first, last = sorted(((-edge - start) / slope, (edge - start) / slope))
        low, high = max(low, first), min(high, last)
    if low >= high or not isfinite(low):
        return None
    s = low if ty > 0 else high
    return x + s * tx, y + s * ty


def _hull(look: Look) -> Columns:
    """The convex hull of the values that the chosen query may see: the output never leaves it."""
    mask = look.state.result.mask[look.state.query].tolist()
    points = sorted({(x, y) for (x, y), seen in zip(look.state.v.tolist(), mask, strict=True) if seen})
    lower, upper = _chain(points), _chain(points[::-1])
    corners = lower[:-1] + upper[:-1] if len(points) > 2 else points
    return {"x": [x for x, _ in corners], "y": [y for _, y in corners]}


def _chain(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    chain: list[tuple[float, float]] = []
    for x, y in points:
        while len(chain) > 1:
            (ax, ay), (bx, by) = chain[-2:]
            if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                break
            chain.pop()
        chain.append((x, y))
    return chain


# --- in words ---------------------------------------------------------------------------


def handle_names(look: Look) -> dict[str, str]:
    """For each vector that can be dragged: what it is, where, and the weight it gets."""
    shown: list[tuple[str, int]] = [
        ("v" if look.state.view == "values" else "k", i) for i in range(len(look.names))
    ]
    if look.state.view == "keys":
        shown.append(("q", look.state.query))
    return {f"{letter}-{row}": _handle_name(look, letter, row) for letter, row in shown}


def places(look: Look) -> dict[str, str]:
    """A part for each tip that is shown: its coordinates as a field shows them, "2.20|1.00"."""
    state, row = look.state, look.state.query
    letter, rows = ("v", state.v) if state.view == "values" else ("k", state.k)
    shown = {f"{letter}-{i}": tip for i, tip in enumerate(rows.tolist())}
    shown.update(
        {f"o-{row}": state.result.output[row].tolist()}
        if letter == "v"
        else {f"q-{row}": state.q[row].tolist()}
    )
    return {f"place:{name}": f"{typed(x)}|{typed(y)}" for name, (x, y) in shown.items()}


def _handle_name(look: Look, letter: str, row: int) -> str:
    state, names = look.state, look.names
    place = vector(getattr(state, letter)[row].tolist())
    named = told(f"handle.{ROLES[letter]}", name=names[row], place=place)
    if letter == "q":
        return named
    query = names[state.query]
    if not state.result.mask[state.query, row]:
        return told("handle.hidden", vector=named, query=query)
    share = percent(float(state.result.weights[state.query, row]))
    return told("handle.weight", vector=named, share=share, query=query)
