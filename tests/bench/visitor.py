"""A visitor without a browser: opens a page, speaks the socket's protocol, drags. Many fit into a process."""

import asyncio
import html
import json
import re
import time
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import numpy as np
from tornado.httpclient import AsyncHTTPClient, HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

from tests.bench import plain
from tests.bench.plain import VECTOR, Point

TOKEN = re.compile(r'"token":\s*"([^"]+)"')
ANSWER_SECONDS = 30.0


def move_message(place: Point, count: int, gesture: str) -> str:
    """A move as the stage sends it. Only this and told_weights() know the app's own words."""
    x, y = (round(value, 2) for value in place)
    return json.dumps({"do": "move", "vector": VECTOR, "x": x, "y": y, "gesture": gesture, "n": count})


def told_weights(answer: str) -> list[list[float]] | None:
    """The weights in an answer of the app; None where they are the same as in the one before."""
    table = json.loads(answer)["parts"].get("table:weights")
    return None if table is None else table["values"]


def are_right(weights: list[list[float]], place: Point) -> bool:
    """Whether weights are those of a place that was asked for."""
    moved = round(place[0], 2), round(place[1], 2)
    return bool(np.allclose(weights, plain.weights(moved), rtol=0, atol=1e-9))


def find_stage(document: Any) -> str | None:
    """The id of the component that takes messages, in a document's JSON."""
    if isinstance(document, dict):
        subscribed = document.get("attributes", {})
        subscribed = subscribed.get("subscribed_events") if isinstance(subscribed, dict) else None
        if isinstance(subscribed, dict) and "data_event" in subscribed.get("entries", ()):
            return str(document["id"])
    children = (
        document.values() if isinstance(document, dict) else document if isinstance(document, list) else ()
    )
    return next((found for child in children if (found := find_stage(child))), None)


@dataclass
class Message:
    """A message of the socket: three frames and what buffers belong to it."""

    kind: str
    content: Any


@dataclass
class Visitor:
    """One open page."""

    socket: WebSocketClientConnection
    stage: str = ""
    delays: list[float] = field(default_factory=list)
    wrong: int = 0

    @classmethod
    async def open(cls, url: str) -> "Visitor":
        """GET the page, open its socket, pull its document."""
        page = await AsyncHTTPClient().fetch(url, request_timeout=60)
        token = TOKEN.search(html.unescape(page.body.decode()))
        assert token is not None, f"{url} holds no token"
        origin = re.match(r"https?://[^/]+", url)
        assert origin is not None
        request = HTTPRequest(f"{url.replace('http', 'ws', 1)}/ws", headers={"Origin": origin[0]})
        self = cls(await websocket_connect(request, subprotocols=["bokeh", token[1]]))
        if self.socket.protocol is not None:
            self.socket.protocol.set_nodelay(True)  # as a browser does: a message is three frames
        await self._receive("ACK")
        await self._send("PULL-DOC-REQ", {})
        document = await self._receive("PULL-DOC-REPLY")
        self.stage = find_stage(document.content) or ""
        assert self.stage, "the page has no component that takes messages"
        await self.ask('{"do":"hello"}')
        return self

    def close(self) -> None:
        """Leave the page."""
        self.socket.close()

    async def ask(self, text: str) -> str:
        """Send one message of the stage and give back the text that answers it."""
        data = {"type": "map", "entries": [["model", {"id": self.stage}], ["data", text]]}
        event = {"type": "event", "name": "data_event", "values": data}
        await self._send(
            "PATCH-DOC", {"events": [{"kind": "MessageSent", "msg_type": "bokeh_event", "msg_data": event}]}
        )
        while True:
            message = await self._receive("PATCH-DOC")
            for told in message.content["events"]:
                if told.get("msg_data", {}).get("name") == "esm_event":
                    return str(dict(told["msg_data"]["values"]["entries"])["data"])

    async def drag(self, hertz: float, seconds: float) -> None:
        """Drag for some time as the stage does: one message in flight, the newest place next.

        A place's delay runs from when the pointer was there until its answer, or that of a later place.
        """
        gesture, way = uuid4().hex, plain.path(120)
        way += way[::-1]
        weights: list[list[float]] = []
        start, count, beats = time.perf_counter(), 0, int(hertz * seconds)
        while count < beats:
            first, due = count, start + count / hertz
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            count = max(count + 1, min(beats, int((time.perf_counter() - start) * hertz) + 1))
            place = way[count % len(way)]
            answer = await self.ask(move_message(place, count, gesture))
            now = time.perf_counter()
            self.delays += [(now - start - beat / hertz) * 1000 for beat in range(first, count)]
            weights = told_weights(answer) or weights
            self.wrong += not are_right(weights, place)

    async def _send(self, kind: str, content: Any) -> None:
        for part in ({"msgid": uuid4().hex, "msgtype": kind}, {}, content):
            await self.socket.write_message(json.dumps(part))

    async def _receive(self, kind: str) -> Message:
        while True:
            header = json.loads(await self._frame())
            await self._frame()
            content = await self._frame()
            for _ in range(2 * header.get("num_buffers", 0)):
                await self._frame()
            if header["msgtype"] == kind:
                return Message(kind, json.loads(content))

    async def _frame(self) -> str | bytes:
        frame = await asyncio.wait_for(self.socket.read_message(), ANSWER_SECONDS)
        assert frame is not None, "the server closed the socket"
        return frame
