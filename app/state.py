"""What a scene holds: tokens, their vectors and the switches. Every change gives one new result.

No widget and no plot is known here: a page binds to these parameters, a notebook
or a test sets them directly, and all get the same history and the same refusals.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import param

from app.attention import Attention, attend, causal_mask
from app.history import History
from app.language import find, say
from app.parameters import Tokens, Vectors
from app.texts import Rich, brief

ROLES = {"q": "query", "k": "key", "v": "value"}


def _differs(before: Any, after: Any) -> bool:
    if isinstance(before, np.ndarray):
        return before is not after and not np.array_equal(before, after)
    return bool(before != after)


class AttentionState(param.Parameterized):
    """Tokens with hand-set q, k and v of shape (n, 2), and how attention is computed from them."""

    tokens = Tokens(default=("token",), doc="n texts")
    q = Vectors(default=((0.0, 0.0),), doc="queries, shape (n, 2)")
    k = Vectors(default=((0.0, 0.0),), doc="keys, shape (n, 2)")
    v = Vectors(default=((0.0, 0.0),), doc="values, shape (n, 2)")
    scale = param.Boolean(True, doc="divide the scores by √d_k")
    causal = param.Boolean(False, doc="a token sees itself and earlier ones")
    query = param.Integer(0, bounds=(0, None), doc="row of the chosen query")
    view: Any = param.Selector(
        default="keys",
        objects=["keys", "values"],
        doc="which vectors the plane shows",
    )

    switches: tuple[str, ...] = ("scale", "causal")
    """Names of the parameters that a page offers as controls, beside the choices."""
    content: tuple[str, ...] = ("tokens", "q", "k", "v", "scale", "causal")
    """Names of the parameters whose change is a step of the history."""
    choices: tuple[str, ...] = ("query", "view")
    """Names of the parameters that choose what is looked at; undo brings them back with a step."""

    def __init__(self, **params: Any):
        super().__init__(**params)  # type: ignore[no-untyped-call]
        self._result = self._attend()
        self.opening = self._kept = self.snapshot()
        self.history = History()
        self.param.watch(self._on_change, list(self.content + self.choices))

    # --- the result -----------------------------------------------------------------------

    @property
    def result(self) -> Attention:
        """scores, scaled, weights (n, n) and output (n, 2) for the present values; computed once a change."""
        return self._result

    def _attend(self) -> Attention:
        n = len(self.tokens)
        for name in ("q", "k", "v"):
            if len(getattr(self, name)) != n:
                raise ValueError(f"{name} must have one row a token: {n}, not {len(getattr(self, name))}.")
        if self.query >= n:
            raise ValueError(f"query must be a row from 0 to {n - 1}, not {self.query}.")
        mask = causal_mask(n) if self.causal else None
        return attend(self.q, self.k, self.v, scale=self.factor, mask=mask)

    @property
    def factor(self) -> bool | float:
        """What the scores are multiplied by, as `attend` takes it: True is 1/√d_k, False 1, else a number."""
        return self.scale

    def _settle(self, names: set[str]) -> None:
        """Bring what follows from the changed parameters up to date, for states in which something does."""

    def _on_change(self, *events: param.parameterized.Event) -> None:
        names = {event.name for event in events}
        try:
            self._settle(names)
            if names & {*self.content, "query"}:
                self._result = self._attend()
        except ValueError:
            self._put_back(self._kept)
            raise
        before, self._kept = self._kept, self.snapshot()
        if self._is_changed_since(before):
            self.history.add(before)
            last = self.history.last_step
            if self.history.gesture and last and not self._is_changed_since(last):
                self.history.drop()

    def _is_changed_since(self, snapshot: dict[str, Any]) -> bool:
        return any(_differs(snapshot[name], self._kept[name]) for name in self.content)

    def update(self, **values: Any) -> None:
        """Set several parameters at once, as one step; ValueError leaves all of them as they were.

        `param.update` would keep those that it had set before it met the one that is refused.
        """
        for name, value in values.items():
            if name not in self.param:
                raise ValueError(f"There is no parameter {name!r} here.")
            self.param[name]._validate(value)
        self.param.update(**values)

    # --- changing it ------------------------------------------------------------------------

    @contextmanager
    def gesture(self, name: str | None) -> Iterator[None]:
        """All changes made under the same gesture name, one after another, are one step of the history."""
        self.history.gesture, before = name, self.history.gesture
        try:
            yield
        finally:
            self.history.gesture = before

    def vector(self, name: str) -> tuple[str, int]:
        """Parameter and row that a vector's name such as "k-1" stands for, or ValueError."""
        role, _, row = name.partition("-")
        if role not in ROLES or row not in map(str, range(len(self.tokens))):
            raise ValueError(
                f"There is no vector {brief(name)} here: q, k or v and a row, such as k-0, is expected."
            )
        return role, int(row)

    def move(self, name: str, x: float, y: float) -> None:
        """Set one vector, named as "k-1", to (x, y); ValueError leaves everything as it was."""
        role, row = self.vector(name)
        rows = getattr(self, role).copy()
        rows[row] = x, y
        self.update(**{role: rows})

    def home(self, name: str) -> tuple[float, float]:
        """Where a vector stood when the state was opened, or where it is if it was not there then."""
        role, row = self.vector(name)
        rows = self.opening[role] if row < len(self.opening[role]) else getattr(self, role)
        x, y = rows[row].tolist()
        return x, y

    # --- in words -----------------------------------------------------------------------------------

    def label(self, name: str) -> Rich:
        """What a page calls a parameter: the catalogue's word for it, else Param's own."""
        return say(f"control.{name}") if find(f"control.{name}") else [str(self.param[name].label)]

    # --- for states that hold more than vectors --------------------------------------------------

    @property
    def actions(self) -> list[tuple[str, str]]:
        """What a page offers as buttons: name and label of each."""
        return []

    def act(self, name: str, on: Any = None) -> str | None:
        """Carry out an action by name, on a vector where it needs one; a sentence to say, or None."""
        raise ValueError(f"There is no action {brief(name)} here.")

    def read(self, table: str, row: int, column: int) -> float:
        """The number in a cell of a table that can be typed into, or ValueError."""
        raise ValueError(f"There is no cell {brief(f'{table}-{row}-{column}')} to type into.")

    def write(self, table: str, row: int, column: int, value: float) -> None:
        """Set such a cell; ValueError leaves everything as it was."""
        self.read(table, row, column)

    # --- going back ---------------------------------------------------------------------------

    def snapshot(self) -> dict[str, Any]:
        """The present values; arrays are read-only and shared, not copied."""
        return {name: getattr(self, name) for name in self.content + self.choices}

    def undo(self) -> bool:
        """Go back one step; False where there is none."""
        return self._go(self.history.back(self._kept))

    def redo(self) -> bool:
        """Take one undone step again; False where there is none."""
        return self._go(self.history.forth(self._kept))

    def reset(self) -> None:
        """Everything as it was opened. This is a step too, so that it can be undone."""
        self.update(**self.opening)

    def _go(self, snapshot: dict[str, Any] | None) -> bool:
        if snapshot is None:
            return False
        self.restore(snapshot)
        return True

    def restore(self, snapshot: dict[str, Any]) -> None:
        """Bring an earlier snapshot back, without a step of the history."""
        with self.history.held():
            self.param.update(**snapshot)

    def _put_back(self, snapshot: dict[str, Any]) -> None:
        with param.parameterized.discard_events(self):
            self.param.update(**snapshot)
