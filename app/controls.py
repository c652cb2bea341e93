"""From a state's parameters to the controls that a page offers: one description a parameter.

A Boolean becomes a switch, a Selector or a row number a choice, a Selector of numbers a slider
with a step for each. The page makes native inputs
of them, so that each has a role, a name and a value for every reader, and sends back
`{"do": "set", "name": …, "value": …}`, which the parameter itself checks.
"""

from __future__ import annotations

from typing import Any

import param

from app.language import find
from app.numerals import localised, whole
from app.state import AttentionState
from app.texts import labels


def controls(state: AttentionState, names: tuple[str, ...]) -> dict[str, dict[str, Any]]:
    """Kind, label, present value and options of each named parameter."""
    return {name: _control(state, name) for name in names}


def _control(state: AttentionState, name: str) -> dict[str, Any]:
    parameter, value = state.param[name], getattr(state, name)
    control: dict[str, Any] = {"label": state.label(name), "value": value}
    if isinstance(parameter, param.Boolean):
        return {"kind": "switch", **control}
    if isinstance(parameter, param.Selector):
        options = [[value, _option(name, value, text)] for text, value in parameter.get_range().items()]
        if all(isinstance(value, int | float) for value, _ in options):
            return {"kind": "steps", **control, "options": options}
    else:
        options = [[row, text] for row, text in enumerate(labels(state.tokens))]
    return {"kind": "choice", **control, "options": options}


def _option(name: str, value: Any, text: str) -> str:
    """A value in words, or in the language's digits."""
    if isinstance(value, int):
        return whole(value)
    return localised(text) if isinstance(value, float) else find(f"option.{name}.{value}") or text
