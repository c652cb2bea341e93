"""A small drawing of what a scene opens with, for the list of scenes: arrows, weights, or what a mask leaves.

It is drawn from the scene's own state, so it shows the numbers that the page will show.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot

from markupsafe import Markup

from app.scene import Scene
from app.state import AttentionState

_REACH = 2.7
"""Half the side of a drawn plane, in its units: what scenes open with lies within."""
_HEAD = 0.4
"""Length of an arrow's head, and its width, in the same units."""


def sketch(scene: Scene) -> Markup:
    """The drawing as an SVG element that is hidden from screen readers: the text beside it says more."""
    state = scene.state()
    if "cache" in scene.parts:
        shapes, side = _matrix(state), float(len(state.tokens))
    elif "scaling" in scene.parts:
        shapes, side = _bars(state), 2.0 * len(state.tokens) + 1
    else:
        shapes, side = _plane(state), 2 * _REACH
    box = f"0 0 {side:g} {side:g}"
    opening = Markup('<svg class="sketch" viewBox="{}" aria-hidden="true">').format(box)
    return opening + Markup("").join(shapes) + Markup("</svg>")


def _plane(state: AttentionState) -> Iterable[Markup]:
    """The axes, every key as strong as its weight, and the query."""
    yield Markup('<path class="axis" d="M0 {0}H{1}M{0} 0V{1}"/>').format(_REACH, 2 * _REACH)
    weights = state.result.weights[state.query]
    for (x, y), weight in zip(state.k.tolist(), weights.tolist(), strict=True):
        yield _arrow("key", x, y, 0.35 + 0.65 * weight)
    x, y = state.q[state.query].tolist()
    yield _arrow("query", x, y, 1.0)


def _arrow(role: str, x: float, y: float, strength: float) -> Markup:
    """An arrow from the origin to (x, y), in a drawing whose y goes down."""
    length = hypot(x, y) or 1.0
    along, up = x / length * _HEAD, y / length * _HEAD
    corners = [(x, y), (x - along - up / 2, y - up + along / 2), (x - along + up / 2, y - up - along / 2)]
    head = " ".join(f"{_REACH + right:.3g},{_REACH - above:.3g}" for right, above in corners)
    neck = f"M{_REACH} {_REACH}L{_REACH + x - along / 2:.3g} {_REACH - y + up / 2:.3g}"
    return Markup('<g class="{}" opacity="{:.2f}"><path d="{}"/><polygon points="{}"/></g>').format(
        role, strength, neck, head
    )


def _matrix(state: AttentionState) -> Iterable[Markup]:
    """A square a weight, as dark as it is large, and an outline where the mask hides one."""
    for i, row in enumerate(state.result.weights.tolist()):
        for j, weight in enumerate(row):
            kind = "hidden" if j > i else "weight"
            yield Markup(
                '<rect class="{}" x="{}" y="{}" width=".88" height=".88" rx=".08" fill-opacity="{:.2f}"/>'
            ).format(kind, j + 0.06, i + 0.06, 0.12 + 0.88 * weight)


def _bars(state: AttentionState) -> Iterable[Markup]:
    """The weights of the chosen query as the scene opens, and beside each what the switch makes of it."""
    before = state.result.weights[state.query].tolist()
    state.update(scale=not state.scale)
    after = state.result.weights[state.query].tolist()
    side = 2.0 * len(before) + 1
    for i, pair in enumerate(zip(before, after, strict=True)):
        for kind, weight, x in zip(("key", "output"), pair, (2 * i + 0.6, 2 * i + 1.5), strict=True):
            high = max(weight * (side - 1), 0.12)
            yield Markup('<rect class="{}" x="{:g}" y="{:.3g}" width=".8" height="{:.3g}" rx=".1"/>').format(
                kind, x, side - 0.5 - high, high
            )
