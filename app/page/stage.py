"""The stage: one component that carries messages up and readings down, for everything on the page.

One message a move, answered by one message: cheaper than a parameter a part, and every
number on the page changes in the same frame.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import panel as pn
import param
from panel.custom import Child, Children, JSComponent

from app.chart import Chart
from app.language import current
from app.page import assets
from app.page.charts import chart_figure
from app.page.plane import plane_figure
from app.scene import Scene
from app.session import Session
from app.state import AttentionState

_LOADER = """
export async function render(props) {
  const lab = await import(new URL(props.model.module, document.baseURI).href)
  return lab.render(props)
}
"""


class Stage(JSComponent):
    """A scene on a page. `session` holds the visitor's state; the page holds no arithmetic."""

    figure = Child()
    charts = Children()
    lab = param.String(doc="what never changes, as JSON: address, limit of the plane, decimal sign, charts")
    first = param.String(doc="the readings that the page opens with, as JSON")
    module = param.String(doc="address of the page's module")

    _esm = _LOADER

    def __init__(
        self, session: Session, *, addressed: bool = False, in_notebook: bool = False, **params: Any
    ) -> None:
        scene = session.scene
        files = assets.inline() if in_notebook else assets.served()
        super().__init__(
            figure=pn.pane.Bokeh(plane_figure(scene.limit, pulls=scene.pulls)),
            charts=[pn.pane.Bokeh(chart_figure(chart)) for chart in scene.charts],
            lab=json.dumps({**facts(scene), "addressed": addressed, "notebook": in_notebook}),
            first=_first(session),
            module=files.module,
            stylesheets=[files.styles],
            sizing_mode="stretch_width",
            **params,
        )
        self.session = session
        session.listen = self._send_msg

    def _handle_msg(self, data: Any) -> None:
        self._send_msg(self.session.handle(data))


def _first(session: Session) -> str:
    """What a page shows before the server has answered it: all but what nobody can see or hear so soon."""
    parts = json.loads(session.answer(resting=True))["parts"]
    later = ("tips", "handles", "snippet", "spoken", "feature-tips", "tasks")
    return json.dumps({name: part for name, part in parts.items() if name not in later}, ensure_ascii=False)


def facts(scene: Scene) -> dict[str, Any]:
    """What never changes on a scene's page, for its `lab`."""
    return {
        "slug": scene.slug,
        "limit": scene.limit,
        "parts": scene.parts,
        "decimal": current().decimal,
        "charts": [_chart(chart) for chart in scene.charts],
    }


def _chart(chart: Chart) -> dict[str, Any]:
    layers = [{**asdict(layer), "label": layer.label} for layer in chart.layers]
    return {"name": chart.name, "title": chart.told("title"), "layers": layers}


def open_stage(
    scene: Scene, state: AttentionState | None = None, *, query: str = "", addressed: bool = False
) -> Stage:
    """A stage with a fresh state of its own, or the one given, brought to what an address's query says.

    `addressed` lets the page write its state into its own address, and remember its steps.
    """
    return Stage(Session(scene, state, query), addressed=addressed)
