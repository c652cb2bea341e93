"""One visitor: a message comes in, the state changes, the readings that changed go out.

Knows nothing of sockets or widgets: the page's stage, a notebook and a worker all drive
this same class with the same JSON.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from typing import Any

from app import address
from app.controls import controls
from app.entry import coordinate, snapped
from app.language import current, speaking, told
from app.message import Message, cell, gesture, number, parse, text
from app.parts import gather
from app.readings import Look
from app.scene import Scene
from app.state import AttentionState
from app.tasks import met
from app.texts import brief
from app.walk import MOVES

MOST_KEPT = 60
"""Steps back, and steps forth, that a page may bring along when it opens anew."""
_log = logging.getLogger(__name__)


class Session:
    """A scene opened by one visitor.

    `listen` gets the answers that no message asked for, as when Python code sets a value. It answers in the
    language that is spoken when it is opened.
    """

    def __init__(self, scene: Scene, state: AttentionState | None = None, query: str = "") -> None:
        self.scene = scene
        self.language = current().code
        self.state = state or scene.state()
        self.origin = (scene.state() if state else self.state).snapshot()
        self.notices: list[str] = []
        if query:
            self.notices = address.read(query, self.state)
            self.state.opening = self.state.snapshot()
        self._is_linked = bool(address.write(self.state.opening, self.origin))
        self.pointed: int | None = None
        self.walk: int | None = None
        self.listen: Callable[[str], None] | None = None
        self._sent: dict[str, Any] = {}
        self._is_answering = False
        self._actions: dict[str, Callable[[Message], object]] = {
            "hello": self._hello,
            "move": self._move,
            "type": self._type,
            "home": self._home,
            "set": self._set,
            "point": self._point,
            "walk": self._walk,
            "act": self._act,
            "nudge": self._nudge,
            "undo": lambda message: self.state.undo(),
            "redo": lambda message: self.state.redo(),
            "reset": self._reset,
            "original": self._original,
        }
        self.state.param.watch(self._on_change, list(self.state.content + self.state.choices))

    @property
    def look(self) -> Look:
        """The state as this visitor looks at it."""
        return Look(self.state, self.scene.decimals, self.scene.limit, self.pointed)

    # --- in and out -------------------------------------------------------------------------

    def handle(self, received: object) -> str:
        """Carry out one JSON message of the page and answer it; what is refused changes nothing."""
        with speaking(self.language):
            return self._handle(received)

    def _handle(self, received: object) -> str:
        before, steps = self.state.snapshot(), self.state.history.steps
        message, outcome = self._carry_out(received)
        if (
            "refused" in outcome
        ):  # the page may have moved its arrows ahead of the answer: show it where they are
            self._sent = {name: part for name, part in self._sent.items() if not name.startswith("plane:")}
        resting = bool(message.get("rest", message.get("do") != "move"))
        count = message["n"] if type(message.get("n")) is int else None
        try:
            return self.answer(resting, n=count, **outcome)
        except Exception:  # a state that cannot be shown is no state to stay in
            _log.exception("a state could not be shown")
            self.state.restore(before)
            if self.state.history.steps != steps:
                self.state.history.drop()
            return self.answer(resting, n=count, refused=told("refusal.computing"))

    def _carry_out(self, received: object) -> tuple[Message, dict[str, object]]:
        """Do what a message asks; the message as it was understood, and what its answer says of it."""
        message: Message = {}
        self._is_answering = True
        try:
            message = parse(received)
            said = self._action(message)(message)
            return message, {"said": said if isinstance(said, str) else None}
        except ValueError as reason:
            return message, {"refused": str(reason), "field": getattr(reason, "field", None)}
        except Exception:
            _log.exception("a message could not be carried out")
            return message, {"refused": told("refusal.computing")}
        finally:
            self._is_answering = False

    def answer(self, resting: bool, **extra: Any) -> str:
        """The readings that changed since the last answer, as strict JSON; the slower ones only at rest."""
        with speaking(self.language):
            parts = self._parts(resting)
        changed = {name: part for name, part in parts.items() if self._sent.get(name) != part}
        self._sent.update(changed)
        given = {name: value for name, value in extra.items() if value is not None}
        return json.dumps(
            {**given, "parts": changed}, ensure_ascii=False, allow_nan=False, separators=(",", ":")
        )

    def _parts(self, resting: bool) -> dict[str, Any]:
        parts = gather(self.look, self.scene.parts, resting=resting, walk=self.walk)
        if resting:
            parts["address"] = address.write(self.state.snapshot(), self.origin)
            parts["steps"] = list(self.state.history.steps)
            parts["notices"] = self.notices
            parts["linked"] = self._is_linked
            parts["tasks"] = met(self.scene.tasks, self.state)
        return parts

    def _on_change(self, *events: Any) -> None:
        if not self._is_answering and self.listen is not None:
            self.listen(self.answer(resting=True))

    def _action(self, message: Message) -> Callable[[Message], object]:
        do = message.get("do")
        if not isinstance(do, str) or do not in self._actions:
            raise ValueError(f"A message must say what to do: one of {', '.join(sorted(self._actions))}.")
        return self._actions[do]

    # --- what a page may ask ------------------------------------------------------------------

    def _hello(self, message: Message) -> None:
        """A page opens, or opens anew: then it may bring the steps that it went before."""
        self._sent.clear()
        trail, depth = message.get("trail"), message.get("depth")
        if not isinstance(trail, list) or type(depth) is not int or self.state.history.steps != (0, 0):
            return
        past, future = trail[max(0, depth - MOST_KEPT) : max(0, depth)], trail[depth + 1 :][:MOST_KEPT]
        self.state.history.restore(*([self._snapshot(step) for step in steps] for steps in (past, future)))

    def _snapshot(self, query: object) -> dict[str, Any]:
        scratch = self.scene.state()
        address.read(query if isinstance(query, str) else "", scratch)
        return scratch.snapshot()

    def _original(self, message: Message) -> None:
        """The scene's own values, where a link opened it with others."""
        self.pointed = None
        self.state.update(**self.origin)

    def _move(self, message: Message) -> None:
        limit = self.scene.limit
        x, y = (max(-limit, min(limit, snapped(number(message.get(axis))))) for axis in ("x", "y"))
        with self.state.gesture(gesture(message)):
            self.state.move(text(message, "vector"), x, y)

    def _type(self, message: Message) -> None:
        value = coordinate(message.get("text"))
        if "cell" in message:
            self.state.write(*cell(message), value)
            return
        role, row = self.state.vector(text(message, "vector"))
        axis = message.get("axis")
        if type(axis) is not int or axis not in (0, 1):
            raise ValueError("A vector has the axes 0 and 1.")
        place = getattr(self.state, role)[row].tolist()
        place[axis] = value
        self.state.move(f"{role}-{row}", *place)

    def _nudge(self, message: Message) -> None:
        table, row, column = cell(message)
        value = self.state.read(table, row, column) + number(message.get("by"))
        with self.state.gesture(gesture(message)):
            self.state.write(table, row, column, snapped(value))

    def _act(self, message: Message) -> str | None:
        with self.state.gesture(gesture(message)):
            return self.state.act(text(message, "name"), message.get("on"))

    def _walk(self, message: Message) -> None:
        move = message.get("move")
        if move is not None and (type(move) is not int or move not in range(MOVES)):
            raise ValueError(f"The walk has the moves 0 to {MOVES - 1}.")
        self.walk = move

    def _home(self, message: Message) -> None:
        name = text(message, "vector")
        self.state.move(name, *self.state.home(name))

    def _set(self, message: Message) -> None:
        name, value = text(message, "name"), message.get("value")
        if name not in self.state.choices + self.state.switches:
            raise ValueError(f"There is no control {brief(name)} here.")
        control = controls(self.state, (name,))[name]
        offered = (
            [True, False] if control["kind"] == "switch" else [option for option, _ in control["options"]]
        )
        if not any(type(value) is type(option) and value == option for option in offered):
            raise ValueError(f"{name} must be one of {', '.join(map(str, offered))}; {brief(value)} is none.")
        with self.state.gesture(gesture(message)):
            self.state.update(**{name: value})

    def _point(self, message: Message) -> None:
        key = message.get("key")
        if type(key) is not int or not 0 <= key < len(self.state.tokens):
            raise ValueError(f"There is no key {brief(key)} here.")
        self.pointed = key

    def _reset(self, message: Message) -> None:
        self.pointed = None
        self.state.reset()
