"""The Bokeh figure of a plane: built once, fixed ranges, no tools; the page fills its named sources.

The frame fills its box exactly, so that a place in per cent of the box is a place on the
plane: that is what the handles above it rely on. Colours are left to the page, which sets
each property named in a model's tags from the CSS variable of that role.
"""

from __future__ import annotations

from typing import Any

from bokeh.models import (
    Arrow,
    ColumnDataSource,
    NormalHead,
    OpenHead,
    Patch,
    Plot,
    Range1d,
    Scatter,
    Segment,
    Text,
    VeeHead,
)

_HEADS = {"key": NormalHead, "query": VeeHead, "value": OpenHead, "output": VeeHead}
_FONT = {"value": "system-ui, sans-serif"}  # as a bare text Bokeh would take it for a column's name
_ARROW_COLUMNS = ("x", "y", "zero", "width", "alpha", "head", "dot", "dash")


def plane_figure(limit: float, *, pulls: bool = False) -> Plot:
    """An empty square plane from -limit to +limit on both axes.

    A bare Plot: the axes and grids of `figure` would only be switched off again.
    """
    plot = Plot(
        x_range=Range1d(-limit, limit),
        y_range=Range1d(-limit, limit),
        toolbar_location=None,
        min_border=0,
        outline_line_color=None,
        background_fill_alpha=0,
        border_fill_alpha=0,
        sizing_mode="stretch_both",
    )
    _rule(plot, limit)
    _hull(plot)
    _iso(plot)
    _foot(plot)
    for role in ("key", "value", "query", "output"):
        _arrows(plot, role)
    if pulls:
        _pull(plot)
    return plot


def _coloured(**roles: str) -> list[Any]:
    """A model's tags: which of its properties take the colour of which role."""
    return [{"colours": list(roles.items())}]


def _patch(**roles: str) -> dict[str, Any]:
    """What lets a number be read where a line runs through it: lines lie one level lower."""
    return {
        "background_fill_alpha": 0.85,
        "padding": 1,
        "tags": _coloured(background_fill_color="card", **roles),
    }


def _rule(plot: Plot, limit: float) -> None:
    """Lines at whole units and two axes through the origin, with their ticks inside.

    As glyphs: Bokeh's own grids and spans ask the browser for their style at every repaint.
    """
    ticks = list(range(-int(limit), int(limit) + 1))
    _lines(plot, [tick for tick in ticks if tick], limit, "grid")
    _lines(plot, [0], limit, "axis")
    marks = [tick for tick in ticks if tick]
    texts = [str(tick).replace("-", "−") for tick in marks]
    for x, y, align, baseline, dx, dy in (
        (marks, [0] * len(marks), "center", "top", 0, 5),
        ([0] * len(marks), marks, "right", "bottom", -5, -1),
    ):
        source = ColumnDataSource({"x": x, "y": y, "text": texts})
        glyph = Text(
            x="x", y="y", text="text", text_font_size="11px", x_offset=dx, y_offset=dy, text_align=align,
            text_baseline=baseline, text_font=_FONT, **_patch(text_color="soft"),
        )  # fmt: skip
        plot.add_glyph(source, glyph, level="underlay")


def _lines(plot: Plot, places: list[int], limit: float, role: str) -> None:
    """Lines across the plane, upright and level, at each of the places."""
    n, ends = len(places), [limit] * len(places)
    starts = [-limit] * n
    source = ColumnDataSource(
        {"x0": places + starts, "y0": starts + places, "x1": places + ends, "y1": ends + places}
    )
    segments = Segment(x0="x0", y0="y0", x1="x1", y1="y1", tags=_coloured(line_color=role))
    plot.add_glyph(source, segments, level="image")


def _source(name: str, *columns: str) -> ColumnDataSource:
    return ColumnDataSource({column: [] for column in columns}, name=name)


def _hull(plot: Plot) -> None:
    patch = Patch(
        x="x", y="y", fill_alpha=0.09, line_alpha=0.5, line_dash=[4, 4],
        tags=_coloured(fill_color="value", line_color="value"),
    )  # fmt: skip
    plot.add_glyph(_source("hull", "x", "y"), patch, level="underlay")


def _iso(plot: Plot) -> None:
    """Lines of equal score, with their score at the edge."""
    source = _source("iso", "x0", "y0", "x1", "y1", "tx", "ty", "text", "align", "dx")
    line = Segment(x0="x0", y0="y0", x1="x1", y1="y1", line_alpha=0.22, tags=_coloured(line_color="query"))
    text = Text(
        x="tx", y="ty", text="text", text_font_size="11px", text_alpha=0.9, x_offset="dx", text_align="align",
        text_font=_FONT, text_baseline="middle", **_patch(text_color="query"),
    )  # fmt: skip
    plot.add_glyph(source, line, level="image")
    plot.add_glyph(source, text, level="underlay")


def _foot(plot: Plot) -> None:
    """The projection of the key that is written out onto the query."""
    source = _source("foot", "x0", "y0", "x1", "y1")
    line = Segment(x0="x0", y0="y0", x1="x1", y1="y1", line_dash=[3, 4], tags=_coloured(line_color="key"))
    dot = Scatter(x="x1", y="y1", size=7, line_color=None, tags=_coloured(fill_color="key"))
    plot.add_glyph(source, line)
    plot.add_glyph(source, dot)


def _pull(plot: Plot) -> None:
    """Where learning would move a tip, in scenes that learn."""
    head = VeeHead(size=9, tags=_coloured(line_color="output", fill_color="output"))
    arrow = Arrow(
        source=_source("pull", "x0", "y0", "x1", "y1"), x_start="x0", y_start="y0", x_end="x1", y_end="y1",
        end=head, level="overlay", line_width=2, tags=_coloured(line_color="output"),
    )  # fmt: skip
    plot.add_layout(arrow)


def _arrows(plot: Plot, role: str) -> None:
    source = _source(role, *_ARROW_COLUMNS)
    head = _HEADS[role](
        size="head", line_alpha="alpha", tags=_coloured(line_color=role, **_filled(_HEADS[role], role)),
        line_width=2 if role == "value" else 1, **({} if role == "value" else {"fill_alpha": "alpha"}),
    )  # fmt: skip
    arrow = Arrow(
        source=source, x_start="zero", y_start="zero", x_end="x", y_end="y", end=head, level="glyph",
        line_width="width", line_alpha="alpha", line_dash="dash", tags=_coloured(line_color=role),
    )  # fmt: skip
    plot.add_layout(arrow)
    dot = Scatter(x="x", y="y", size="dot", line_color=None, tags=_coloured(fill_color=role))
    plot.add_glyph(source, dot)


def _filled(head: type, role: str) -> dict[str, str]:
    return {} if head is OpenHead else {"fill_color": role}
