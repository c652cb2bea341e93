"""Bokeh figures for declared charts: built once; the page fills their sources and sets their colours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bokeh.models import (
    ColumnDataSource,
    FixedTicker,
    Grid,
    Line,
    LinearAxis,
    LinearScale,
    LogAxis,
    LogScale,
    Plot,
    Quad,
    Range1d,
    Scatter,
)

from app.chart import Chart, Layer
from app.language import find
from app.numerals import localised, whole

_COLUMNS = {"bars": ("left", "right", "top"), "line": ("x", "y"), "dots": ("x", "y"), "both": ("x", "y")}
_SCALES = {"linear": LinearScale, "log": LogScale}
_AXES = {"linear": LinearAxis, "log": LogAxis}
_FONT = "system-ui, sans-serif"
_AXIS_STYLE = {
    "axis_label_text_font": _FONT,
    "axis_label_text_font_style": "normal",
    "axis_label_text_font_size": "12px",
    "major_label_text_font": _FONT,
    "major_label_text_font_size": "12px",
    "minor_tick_line_color": None,
    "major_tick_in": 0,
}
_AXIS_COLOURS = [
    {
        "colours": [
            ("axis_label_text_color", "soft"),
            ("major_label_text_color", "soft"),
            ("axis_line_color", "axis"),
            ("major_tick_line_color", "axis"),
        ]
    }
]


def chart_figure(chart: Chart) -> Plot:
    """An empty figure for a chart. Title and legend stand in the page's own text, beside it.

    A bare Plot with just its two axes: `figure` builds and searches several times as many models.
    """
    plot = Plot(
        name=f"chart:{chart.name}",
        x_range=Range1d(*chart.x_range),
        y_range=Range1d(*chart.y_range),
        x_scale=_SCALES[chart.x_scale](),
        y_scale=_SCALES[chart.y_scale](),
        toolbar_location=None,
        height=chart.height,
        sizing_mode="stretch_width",
        outline_line_color=None,
        background_fill_alpha=0,
        border_fill_alpha=0,
        min_border=4,
        min_border_right=14,
    )
    _axis(plot, "below", chart.told("x"), chart.x_scale, chart.x_ticks)
    _axis(plot, "left", chart.told("y"), chart.y_scale, chart.y_ticks)
    for layer in chart.layers:
        _marks(plot, layer)
    return plot


def _coloured(**roles: str) -> list[Any]:
    return [{"colours": list(roles.items())}]


def _axis(plot: Plot, side: str, label: str, scale: str, ticks: Sequence[tuple[float, str]]) -> None:
    """An axis with its grid, both on the same ticks: the given ones, else Bokeh's choice."""
    axis = _AXES[scale](axis_label=label, tags=_AXIS_COLOURS, **_AXIS_STYLE)
    if ticks:
        axis.ticker = FixedTicker(ticks=[place for place, _ in ticks])
        axis.major_label_overrides = {place: _tick(text) for place, text in ticks}
    plot.add_layout(axis, side)
    grid = Grid(axis=axis, dimension=0 if side == "below" else 1, tags=_coloured(grid_line_color="grid"))
    plot.add_layout(grid)


def _tick(text: str) -> str:
    """A tick's text: a word of the catalogue, or digits with the language's decimal sign."""
    return whole(int(text)) if text.isdecimal() else find(text) or localised(text)


def _marks(plot: Plot, layer: Layer) -> None:
    source = ColumnDataSource({column: [] for column in _COLUMNS[layer.kind]}, name=f"layer:{layer.name}")
    for glyph in _glyphs(layer):
        plot.add_glyph(source, glyph)


def _glyphs(layer: Layer) -> list[Any]:
    dash = [6, 4] if layer.dashed else []
    line = _coloured(line_color=layer.role)
    both = _coloured(fill_color=layer.role, line_color=layer.role)
    if layer.kind == "bars":
        faint = 0.55 * layer.alpha
        return [
            Quad(left="left", right="right", top="top", bottom=0, line_dash=dash, fill_alpha=faint, tags=both)
        ]
    marks = []
    if layer.kind in ("line", "both"):
        marks.append(Line(x="x", y="y", line_width=2.2, line_dash=dash, line_alpha=layer.alpha, tags=line))
    if layer.kind in ("dots", "both"):
        marker = "square" if layer.dashed else "circle"
        marks.append(Scatter(x="x", y="y", size=8, fill_alpha=layer.alpha, marker=marker, tags=both))
    return marks
