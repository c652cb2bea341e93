"""The accessibility tree as the browser hands it to a screen reader: roles, names, values, states."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page


@dataclass
class Node:
    """One thing that a screen reader knows of; `states` are checked, disabled, level, live and the like."""

    role: str
    name: str
    value: Any = None
    description: str = ""
    states: dict[str, Any] = field(default_factory=dict)
    children: list[Node] = field(default_factory=list)

    def walk(self) -> Iterator[Node]:
        """This one and all below it, in reading order."""
        yield self
        for child in self.children:
            yield from child.walk()

    def all(self, *roles: str) -> list[Node]:
        """All of these roles, in reading order."""
        return [node for node in self.walk() if node.role in roles]

    def one(self, role: str, name: str) -> Node:
        """The only one of a role and a name."""
        found = [node for node in self.all(role) if node.name == name]
        assert len(found) == 1, f"{len(found)} of {role} {name!r} among {[n.name for n in self.all(role)]}"
        return found[0]

    def names(self, *roles: str) -> list[str]:
        """What all of these roles are called, in reading order."""
        return [node.name for node in self.all(*roles)]

    @property
    def text(self) -> str:
        """All that is read out inside."""
        return " ".join(" ".join(self.names("StaticText")).split())


def tree(page: Page) -> Node:
    """The page's tree at this moment, without what is ignored."""
    client = page.context.new_cdp_session(page)
    found = client.send("Accessibility.getFullAXTree")["nodes"]
    client.detach()
    by_id = {node["nodeId"]: node for node in found}
    (root,) = _nodes(by_id, found[0]["nodeId"])
    return root


def _nodes(by_id: dict[str, Any], name: str) -> list[Node]:
    """A node, or, where it is ignored itself, those below it."""
    raw = by_id[name]
    below = [node for child in raw.get("childIds", ()) if child in by_id for node in _nodes(by_id, child)]
    if raw["ignored"]:
        return below
    states = {each["name"]: each["value"].get("value") for each in raw.get("properties", ())}
    value, description = (raw.get(part, {}).get("value") for part in ("value", "description"))
    name = raw.get("name", {}).get("value", "")
    return [Node(raw["role"]["value"], name, value, description or "", states, below)]
