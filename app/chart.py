"""A chart as a declaration: what a scene names, and the page draws with Bokeh."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from app.language import told


@dataclass(frozen=True)
class Layer:
    """One set of marks. `kind` says which columns its readings hold:

    bars: left, right, top. line, dots and both of them: x, y. `role` is a colour of the palette, `dashed` and
    `alpha` tell layers apart without colour, `name` names its columns in the readings, and its word in the
    legend in the catalogue's section "layer".
    """

    name: str
    kind: Literal["bars", "line", "dots", "both"]
    role: str
    dashed: bool = False
    alpha: float = 1.0

    @property
    def label(self) -> str:
        """Its word in the legend."""
        return told(f"layer.{self.name}")


@dataclass(frozen=True)
class Chart:
    """A figure with fixed axes, so that a change of the data is seen as a change.

    Its readings are a part "chart:NAME" that maps each layer's name to its columns, and may hold
    "x_range" and "y_range" as (start, end), "x_label", "title" and "says", the chart's message in words (rich
    text). A part "mark:NAME" holds the same for the layers that move far more often than the rest. Title and
    axes are named in the catalogue's section "chart.NAME". `x_ticks` and `y_ticks` are places, each with its
    text or the key of one; without them the axis chooses its own.
    """

    name: str
    x_range: tuple[float, float]
    y_range: tuple[float, float]
    layers: tuple[Layer, ...]
    x_scale: Literal["linear", "log"] = "linear"
    y_scale: Literal["linear", "log"] = "linear"
    x_ticks: tuple[tuple[float, str], ...] = ()
    y_ticks: tuple[tuple[float, str], ...] = ()
    height: int = 260

    def told(self, part: str) -> str:
        """Its `title`, or what is named at its `x` or `y` axis."""
        return told(f"chart.{self.name}.{part}")
