"""A state whose q, k and v follow from token features: Q = X W_Q, K = X W_K, V = X W_V.

A drag asks for a vector. Either the matrix learns the least change that gives it (other tokens
that share a feature move along), or this vector alone is set and no longer follows from X and W.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import param

from app.language import told
from app.parameters import Names, Vectors
from app.projection import Unmovable, least_change, project
from app.state import AttentionState
from app.texts import labels

MATRICES = {"q": "w_q", "k": "w_k", "v": "w_v"}
TABLES = {"x": "x", "wq": "w_q", "wk": "w_k", "wv": "w_v"}
"""Tables that can be typed into: their short names and the parameters they show."""
_SAME = 1e-9


class ProjectedState(AttentionState):
    """Tokens with features x (n, f), matrices w_q, w_k, w_v (f, 2), and the q, k, v (n, 2) they give."""

    x = Vectors(default=((1.0,),), width=None, doc="features, shape (n, f): rows are tokens")
    w_q = Vectors(default=((0.0, 0.0),), doc="shape (f, 2)")
    w_k = Vectors(default=((0.0, 0.0),), doc="shape (f, 2)")
    w_v = Vectors(default=((0.0, 0.0),), doc="shape (f, 2)")
    free: Any = Names(frozenset(), doc="names of vectors set by hand, such as k-1")
    learns: Any = param.Selector(
        default="matrix",
        objects=["matrix", "vector"],
        doc="what moving a vector changes",
    )

    features: tuple[str, ...] = ()
    """Names of the columns of x."""
    content: tuple[str, ...] = ("tokens", "x", "w_q", "w_k", "w_v", "q", "k", "v", "free", "scale", "causal")
    choices: tuple[str, ...] = ("query", "view", "learns")

    def __init__(self, *, features: tuple[str, ...], **params: Any) -> None:
        self.features = features
        params = {name: value for name, value in params.items() if name not in MATRICES}
        derived = {role: project(params["x"], params[w]) for role, w in MATRICES.items()}
        super().__init__(**params, **derived)

    # --- what follows from what ------------------------------------------------------------------

    def _settle(self, names: set[str]) -> None:
        """Let q, k and v follow from x and the matrices, all but those that were set by hand."""
        if not names & {"x", "w_q", "w_k", "w_v", "q", "k", "v", "free", "tokens"}:
            return
        self._check_features()
        free = set(self.free)
        rows = {}
        for role, matrix in MATRICES.items():
            derived, present = project(self.x, getattr(self, matrix)), getattr(self, role)
            if len(derived) != len(self.tokens):
                raise ValueError(f"x must have one row a token: {len(self.tokens)}, not {len(derived)}.")
            if role in names:
                if len(present) != len(derived):
                    raise ValueError(f"{role} must have one row a token: {len(derived)}, not {len(present)}.")
                free |= {f"{role}-{row}" for row in _differing(present, derived)}
            rows[role] = _kept(derived, present, [name for name in free if name.startswith(role)])
        with param.parameterized.discard_events(self):
            self.param.update(**rows, free=frozenset(name for name in free if self._is_there(name)))

    def _check_features(self) -> None:
        width = len(self.features)
        for name, shape in (("x", self.x.shape[1]), *((w, len(getattr(self, w))) for w in MATRICES.values())):
            if shape != width:
                line = "column" if name == "x" else "row"
                raise ValueError(f"{name} must have one {line} a feature: {width}, not {shape}.")

    def _is_there(self, name: str) -> bool:
        return int(name.partition("-")[2]) < len(self.tokens)

    # --- what a drag means -----------------------------------------------------------------------

    def move(self, name: str, x: float, y: float) -> None:
        """Give one vector a place: by the least change of its matrix, or, where it is free, by itself."""
        role, row = self.vector(name)
        if self.learns == "vector" or name in self.free:
            super().move(name, x, y)
            return
        if getattr(self, role)[row].tolist() == [x, y]:
            return
        matrix = MATRICES[role]
        try:
            self.update(**{matrix: least_change(self.x[row], getattr(self, matrix), (x, y))})
        except Unmovable:
            token = labels(self.tokens)[row]
            raise ValueError(
                told("refusal.no-features", token=token, choice=told("option.learns.vector"))
            ) from None

    def home(self, name: str) -> tuple[float, float]:
        """Where a vector was opened; in another order, where the opening matrix puts its token."""
        role, row = self.vector(name)
        if self.tokens == self.opening["tokens"]:
            return super().home(name)
        x, y = project(self.x, self.opening[MATRICES[role]])[row].tolist()
        return x, y

    def attach(self, name: str) -> None:
        """Let a vector that was set by hand follow from x and its matrix again."""
        self.vector(name)
        self.update(free=frozenset(self.free) - {name})

    @property
    def actions(self) -> list[tuple[str, str]]:
        """Shuffling; attaching is offered beside each free vector."""
        return [("shuffle", told("action.shuffle"))]

    def act(self, name: str, on: Any = None) -> str | None:
        """Shuffle the tokens, or attach a free vector again."""
        if name == "attach" and isinstance(on, str):
            self.attach(on)
            return None
        if name != "shuffle":
            return super().act(name, on)
        if len(self.tokens) == 1:
            return told("shuffle.single")
        self.shuffle(_other_order(len(self.tokens)))
        if self.causal:
            return told("shuffle.masked")
        return told("shuffle.kept")

    def read(self, table: str, row: int, column: int) -> float:
        """A number of x or of a matrix."""
        rows = getattr(self, TABLES.get(table, ""), None)
        if rows is None or row not in range(len(rows)) or column not in range(rows.shape[1]):
            return super().read(table, row, column)
        return float(rows[row, column])

    def write(self, table: str, row: int, column: int, value: float) -> None:
        """Set a number of x or of a matrix."""
        self.read(table, row, column)
        rows = getattr(self, TABLES[table]).copy()
        rows[row, column] = value
        self.update(**{TABLES[table]: rows})

    def shuffle(self, order: list[int]) -> None:
        """Put the tokens into another order; features, free vectors and the chosen query go with them."""
        if sorted(order) != list(range(len(self.tokens))):
            raise ValueError("An order must name every row once.")
        places = {old: new for new, old in enumerate(order)}
        self.update(
            tokens=tuple(self.tokens[old] for old in order),
            x=self.x[order],
            **{role: getattr(self, role)[order] for role in MATRICES},
            free=frozenset(f"{name[0]}-{places[int(name[2:])]}" for name in self.free),
            query=places[self.query],
        )


def _other_order(n: int) -> list[int]:
    """A random order of n rows that is not the present one, where there is another."""
    order = list(range(n))
    while n > 1 and order == sorted(order):
        random.shuffle(order)
    return order


def _differing(present: np.ndarray, derived: np.ndarray) -> list[int]:
    rows: list[int] = np.flatnonzero((np.abs(present - derived) > _SAME).any(axis=1)).tolist()
    return rows


def _kept(derived: np.ndarray, present: np.ndarray, free: list[str]) -> np.ndarray:
    rows = derived.copy()
    for name in free:
        row = int(name.partition("-")[2])
        if row < min(len(rows), len(present)):
            rows[row] = present[row]
    return rows
