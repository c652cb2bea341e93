"""The server: a page a scene, its routes, origins and limits."""

from __future__ import annotations

import errno
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlencode

import panel as pn
from bokeh.server.urls import per_app_patterns
from panel.io.resources import LOCAL_DIST
from panel.io.server import DocHandler, WSHandler, get_server
from tornado.httputil import ParseBodyConfig, ParseUrlEncodedConfig, set_parse_body_config

from app.language import speaking, told
from app.page import guide, handlers
from app.page.frame import template, variables
from app.page.quiet import keep_quiet
from app.page.stage import Stage, open_stage
from app.scene import Scene
from scenes import SCENES


class Times(NamedTuple):
    """In seconds. A page whose session has expired opens itself anew: the first two lose nobody anything."""

    token: int = 300
    """So long after its page was sent a session may be connected to: slow lines bring its scripts by then."""
    unused: float = 60
    """So long a session without a page is kept: the scripts of its page may still be on their way."""
    ping: float = 30
    """So often a word goes over every line, also one that rests: a proxy cuts what is silent for 60 s."""


USUAL = Times()
LONGEST_HEAD = 256 * 1024
"""Bytes of a request before its body. Above it the connection just ends; below, a page says what is wrong
with an address. Reading so many, all of them words, takes less than 0.1 s."""


class PortError(Exception):
    """The port cannot be listened on; the message says which and what to do."""


def page(scene: Scene) -> Callable[[], Stage]:
    """What Panel calls for every visitor of a scene: a fresh stage in the lab's frame.

    Also when a page connects whose session is gone: then Panel knows no page for which to say where its
    files lie, and would send the browser to another host for them.
    """

    def build() -> Stage:
        document = pn.state.curdoc
        request = getattr(document.session_context, "request", None)
        query = _query(request)
        asked, code = handlers.languages(dict(parse_qsl(query)).get("lang", ""), request)
        with speaking(code):
            document.title = f"{scene.heading} · {told('frame.lab')}"
            document.template = template("scene.html")
            document.template_variables.update(variables(scene, asked), dist_url=LOCAL_DIST)
            document.config.notify_connection_status = document.config.reconnect_session = False
            return open_stage(scene, query=query, addressed=True)

    return build


def _query(request: Any) -> str:
    """The query of the address that a document was opened with."""
    arguments = getattr(request, "arguments", None) or {}
    return urlencode([(word, text) for word, texts in arguments.items() for text in texts])


def make_server(
    host: str = "127.0.0.1",
    port: int = 5006,
    origins: tuple[str, ...] = (),
    pages: Mapping[str, Callable[[], Any]] | None = None,
    times: Times = USUAL,
) -> Any:
    """A server that listens on the address but does not run yet; PortError where it cannot.

    `origins` are further hosts, as HOST or HOST:PORT, whose pages may connect. `pages` are further
    pages by their address, beside the scenes'.
    """
    _take_over(per_app_patterns)
    keep_quiet()
    # Tornado by itself answers an address of over 1,000 words with an empty page.
    set_parse_body_config(ParseBodyConfig(urlencoded=ParseUrlEncodedConfig(max_arguments=LONGEST_HEAD)))
    try:
        return get_server(
            {**{scene.slug: page(scene) for scene in SCENES}, **(pages or {})},
            address=host,
            port=port,
            websocket_origin=[*_own_origins(host, port), *origins],
            show=False,
            start=False,
            index=None,
            location=False,
            extra_patterns=[
                ("/", handlers.Index),
                ("/health", handlers.Health),
                ("/embed.js", handlers.EmbedScript),
                *guide.routes(handlers.Page),
                (r"/assets/([\w.-]+)", handlers.File),
            ],
            default_handler_class=handlers.Missing,
            compress_response=True,
            http_server_kwargs={"max_header_size": LONGEST_HEAD},
            session_token_expiration=times.token,
            unused_session_lifetime_milliseconds=round(1000 * times.unused),
            check_unused_sessions_milliseconds=min(17_000, round(500 * times.unused)),
            keep_alive_milliseconds=round(1000 * times.ping),
        )
    except OSError as error:
        raise PortError(_port_sentence(host, port, error)) from error


def _take_over(patterns: list[Any]) -> None:
    """Put our handlers where Panel put its own: Bokeh builds the routes of each app from this list."""
    ours = {WSHandler: handlers.QuickSocket, DocHandler: handlers.ScenePage}
    patterns[:] = [(route, ours.get(handler, handler), *rest) for route, handler, *rest in patterns]


def _own_origins(host: str, port: int) -> list[str]:
    # Bokeh knows no IPv6 here; an origin that equals the host that was asked is accepted in any case.
    return sorted({f"{name}:{port}" for name in (host, "localhost", "127.0.0.1") if ":" not in name})


def _port_sentence(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} on {host} is taken: stop what listens there, or choose another with --port."
    return f"Cannot listen on {host}:{port}: {error.strerror or error}."
