"""The scaling page without a browser: what its session has told so far."""

from __future__ import annotations

import json
from typing import Any

from app.language import plain
from app.scaling_state import ScalingState
from app.session import Session
from scenes import scaling


class Page:
    """What a page has been told by its session."""

    def __init__(self, **values: Any) -> None:
        self.session = Session(scaling.SCENE)
        self.session.state.update(**values)
        self.parts: dict[str, Any] = {}
        self.ask("hello")

    @property
    def state(self) -> ScalingState:
        assert isinstance(self.session.state, ScalingState)
        return self.session.state

    def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self.session.handle(json.dumps({"do": do, **fields})))
        assert "refused" not in answer
        self.parts.update(answer["parts"])
        return answer

    def cells(self, table: str) -> list[list[str]]:
        return [row.split("|") for row in self.parts[f"table:{table}"]["texts"]]

    def values(self, table: str) -> list[list[float]]:
        found: list[list[float]] = self.parts[f"table:{table}"]["values"]
        return found

    def says(self, chart: str) -> str:
        return flat(self.parts[f"chart:{chart}"]["says"])

    def text(self, name: str) -> str:
        return flat(self.parts[f"text:{name}"])


def flat(rich: list[Any]) -> str:
    return plain([part if isinstance(part, str) else (part[0], part[1]) for part in rich])
