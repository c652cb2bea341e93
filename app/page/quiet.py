"""What the toolkit logs, as this program would say it.

Readers who leave a page while an answer is on its way to them are no news, and what is refused is told with
the option that this program has.
"""

from __future__ import annotations

import logging
import re

from tornado.iostream import StreamClosedError
from tornado.websocket import WebSocketClosedError

_REFUSED = re.compile(r"Refusing websocket connection from Origin '(?:\w+://)?([^']*)'")
_SITE = "A page of %(site)s may not connect. If it is yours, start the server with --allow-origin %(site)s."
_NO_SITE = "A page of no site may not connect: its frame's sandbox must have allow-same-origin."


def keep_quiet() -> None:
    """Let the two loggers that speak of sockets say no more than is news; it may be called again."""
    for name in ("bokeh.server.views.ws", "asyncio"):
        logging.getLogger(name).addFilter(is_news)


def is_news(record: logging.LogRecord) -> bool:
    """Whether a record is to be logged; a refusal gets a sentence of our own."""
    text = record.getMessage()
    if text.startswith("Failed sending message as connection was closed"):
        return False
    if record.exc_info and isinstance(record.exc_info[1], WebSocketClosedError | StreamClosedError):
        return False
    if refused := _REFUSED.match(text):
        site = refused[1]
        record.msg, record.args = _NO_SITE if site == "null" else _SITE, {"site": site}
    return True
