"""Bokeh figures for declared charts: built once; the page fills their sources and sets their colours."""

from __future__ import annotations

from typing import Any

from bokeh.models import ColumnDataSource, FixedTicker, Line, Quad, Scatter
from bokeh.plotting import figure

from app.chart import Chart, Layer

_COLUMNS = {"bars": ("left", "right", "top"), "line": ("x", "y"), "dots": ("x", "y"), "both": ("x", "y")}
_FONT = "system-ui, sans-serif"


def chart_figure(chart: Chart) -> figure:
    """An empty figure for a chart. Title, axes and legend stand in the page's own text, beside it."""
    plot = figure(
        name=f"chart:{chart.name}",
        x_range=chart.x_range,
        y_range=chart.y_range,
        x_axis_type=chart.x_scale,
        y_axis_type=chart.y_scale,
        x_axis_label=chart.x_label,
        y_axis_label=chart.y_label,
        tools="",
        toolbar_location=None,
        height=chart.height,
        sizing_mode="stretch_width",
        outline_line_color=None,
        background_fill_alpha=0,
        border_fill_alpha=0,
        min_border=4,
        min_border_right=14,
    )
    _style(plot)
    for axis, ticks in ((plot.xaxis, chart.x_ticks), (plot.yaxis, chart.y_ticks)):
        if ticks:
            axis.ticker = FixedTicker(ticks=[place for place, _ in ticks])
            axis.major_label_overrides = dict(ticks)
    for layer in chart.layers:
        _marks(plot, layer)
    return plot


def _coloured(**roles: str) -> list[Any]:
    return [{"colours": list(roles.items())}]


def _style(plot: figure) -> None:
    plot.grid.tags = _coloured(grid_line_color="grid")
    axis = plot.axis
    axis.tags = _coloured(
        axis_label_text_color="soft",
        major_label_text_color="soft",
        axis_line_color="axis",
        major_tick_line_color="axis",
    )
    axis.axis_label_text_font = axis.major_label_text_font = _FONT
    axis.axis_label_text_font_style = "normal"
    axis.axis_label_text_font_size = axis.major_label_text_font_size = "12px"
    axis.minor_tick_line_color = None
    axis.major_tick_in = 0


def _marks(plot: figure, layer: Layer) -> None:
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
