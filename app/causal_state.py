"""A sentence that grows token by token, under the causal mask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.entry import EntryError, coordinates
from app.language import feature_name, told
from app.parameters import LONGEST_TOKEN, MOST_TOKENS
from app.projected import MATRICES, ProjectedState
from app.projection import project
from app.texts import brief

Features = tuple[float, ...]
Vocabulary = Mapping[str, Features]


class CausalState(ProjectedState):
    """Tokens that come one after the other; a vector that is dragged is moved by itself."""

    choices = ("query", "view")
    vocabulary: Vocabulary
    """The tokens offered as the next one, each with its features."""

    def __init__(self, *, vocabulary: Vocabulary, **params: Any) -> None:
        self.vocabulary = vocabulary
        super().__init__(learns="vector", **params)

    @property
    def actions(self) -> list[tuple[str, str]]:
        """None as plain buttons: the page has a form of its own for the next token."""
        return []

    def act(self, name: str, on: Any = None) -> str | None:
        """Add the next token, offered or typed, or remove the last one."""
        if name == "add":
            self.add(*self._next(on))
        elif name == "remove":
            self.remove_last()
        else:
            raise ValueError(f"There is no action {brief(name)} here.")
        return None

    def _next(self, on: Any) -> tuple[str, Features]:
        """The token that a page asks for: {"token": text}, with "features" as typed unless it is offered."""
        token = on.get("token") if isinstance(on, dict) else None
        if not isinstance(token, str) or not token.strip() or len(token) > LONGEST_TOKEN:
            raise EntryError(told("refusal.next-token", most=LONGEST_TOKEN), "token")
        typed = on.get("features")
        if typed is None and token in self.vocabulary:
            return token, self.vocabulary[token]
        if not isinstance(typed, list) or len(typed) != len(self.features):
            features = told("sentence.comma").join(feature_name(name) for name in self.features)
            raise ValueError(told("refusal.features", count=len(self.features), features=features))
        return token, coordinates(typed)

    def add(self, token: str, features: Features) -> None:
        """Append a token; its q, k and v follow from its features, and it becomes the one that asks."""
        if len(self.tokens) >= MOST_TOKENS:
            raise ValueError(told("refusal.full", most=MOST_TOKENS))
        row = [list(features)]
        grown = {
            role: [*getattr(self, role).tolist(), *project(row, getattr(self, w)).tolist()]
            for role, w in MATRICES.items()
        }
        query = len(self.tokens)
        self.update(tokens=(*self.tokens, token), x=[*self.x.tolist(), *row], query=query, **grown)

    def remove_last(self) -> None:
        """Take the last token away; one always stays."""
        n = len(self.tokens) - 1
        if n < 1:
            raise ValueError(told("refusal.one-must-stay"))
        rows = {name: getattr(self, name)[:n] for name in ("x", *MATRICES)}
        free = frozenset(name for name in self.free if int(name[2:]) < n)
        self.update(tokens=self.tokens[:n], query=min(self.query, n - 1), free=free, **rows)
