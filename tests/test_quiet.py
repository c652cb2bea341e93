"""The log says what an operator can act on, in this program's own words."""

import logging
import sys

import pytest
from tornado.websocket import WebSocketClosedError

from app.page.quiet import is_news

REFUSAL = "Refusing websocket connection from Origin '%s';    use --allow-websocket-origin=%s to permit this"


def record(text: str, *args: object, error: BaseException | None = None) -> logging.LogRecord:
    raised = (type(error), error, None) if error else None
    return logging.LogRecord("x", logging.ERROR, __file__, 1, text, args, raised)


def test_a_reader_who_leaves_is_no_news_and_everything_else_is() -> None:
    assert not is_news(record("Failed sending message as connection was closed"))
    left = "Task exception was never retrieved"
    assert not is_news(record(left, error=WebSocketClosedError()))
    assert is_news(record(left, error=ValueError("of our own")))
    assert is_news(record("something else"))
    assert sys.exc_info() == (None, None, None)


@pytest.mark.parametrize(("origin", "told"), [
    ("http://course.example:8000", "start the server with --allow-origin course.example:8000."),
    ("null", "its frame's sandbox must have allow-same-origin."),
])  # fmt: skip
def test_a_refused_page_is_told_with_what_to_do(origin: str, told: str) -> None:
    refused = record(REFUSAL, origin, origin)
    assert is_news(refused)
    assert refused.getMessage().endswith(told)
    assert "websocket-origin" not in refused.getMessage()
