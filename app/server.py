"""The server: a page a scene, the page's own files, a health check, headers and limits."""

from __future__ import annotations

import errno
import logging
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import parse_qsl, urlencode

import panel as pn
from bokeh.protocol.exceptions import ProtocolError
from bokeh.server.urls import per_app_patterns
from panel.io.resources import LOCAL_DIST
from panel.io.server import DocHandler, WSHandler, get_server
from tornado.web import RequestHandler

from app import __version__
from app.language import codes, preferred, speaking, told
from app.page import assets, guide
from app.page.frame import template, variables
from app.page.stage import Stage, open_stage
from app.scene import Scene
from scenes import SCENES

POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self' 'unsafe-inline' blob:",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self' ws: wss: blob:",
        "object-src 'none'",
        "base-uri 'self'",
        "frame-ancestors *",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}


_log = logging.getLogger(__name__)

TOKEN_SECONDS = 300
"""So long after its page was sent a session may be connected to: a slow line brings its scripts by then."""
UNUSED_SECONDS = 60
"""So long the server keeps a session that no page is connected to: its scripts may still be on their way."""


class PortError(Exception):
    """The port cannot be listened on; the message says which and what to do."""


class QuickSocket(WSHandler):
    """A socket that sends at once. Bokeh writes a message as three frames; by default the second
    one waits for the delayed acknowledgement of the first, 40 ms, on every answer."""

    def open(self, *args: Any, **kwargs: Any) -> Any:
        """Turn Nagle's algorithm off before the first message; close where the session has expired."""
        self.set_nodelay(True)
        try:
            return super().open(*args, **kwargs)
        except ProtocolError as reason:  # it is closed already, and the page opens itself anew
            _log.info("a socket was not opened: %s", reason)


class Guarded(RequestHandler):
    """Sends the same headers with every page, and speaks the reader's language."""

    def set_default_headers(self) -> None:
        """Say what the page may load and who may embed it."""
        for name, value in HEADERS.items():
            self.set_header(name, value)
        self.set_header("Vary", "Accept-Language")

    @property
    def asked(self) -> str:
        """The language that the address asks for, or "" where it asks for none of ours."""
        code = self.get_query_argument("lang", "")
        return code if code in codes() else ""

    @property
    def code(self) -> str:
        """The language to answer in."""
        return self.asked or preferred(self.request.headers.get("Accept-Language", ""))


class ScenePage(Guarded, DocHandler):
    """A scene's page, with a session behind it."""

    async def get(self, *args: Any, **kwargs: Any) -> None:
        """Answer with the page; from an address that ends in a slash, its files would not be found."""
        if self.request.path.endswith("/"):
            slug = self.request.path.rstrip("/").rsplit("/", 1)[-1]
            query = f"?{self.request.query}" if self.request.query else ""
            self.redirect(f"../{slug}{query}")
            return
        page: Any = super()
        with speaking(self.code):
            await page.get(*args, **kwargs)


class Page(Guarded):
    """A page of our own, without a session."""

    def show(self, name: str, **extra: Any) -> None:
        """Write the page made from a template."""
        self.write(template(name).render(**variables(None, self.asked), **extra))


class Index(Page):
    """The list of scenes."""

    def get(self) -> None:
        """Answer with the list."""
        with speaking(self.code):
            self.show("index.html")


class Missing(Page):
    """Every address that leads nowhere."""

    def prepare(self) -> None:
        """Answer 404 in one sentence."""
        self.set_status(404)
        names = ", ".join(f"/{scene.slug}" for scene in SCENES)
        with speaking(self.code):
            self.show("notice.html", heading=told("missing.heading"), text=told("missing.text", names=names))
        self.finish()


class EmbedScript(RequestHandler):
    """The script that puts a scene into another site's page. Its name has no hash: it is not kept long."""

    def get(self) -> None:
        """Answer with the script, for any site's page."""
        self.set_header("Content-Type", "text/javascript; charset=utf-8")
        self.set_header("Cache-Control", "public, max-age=600")
        self.set_header("Cross-Origin-Resource-Policy", "cross-origin")
        self.set_header("X-Content-Type-Options", "nosniff")
        self.write(assets.embed_script())


class Health(Page):
    """Whether the server answers."""

    def get(self) -> None:
        """Answer with the version."""
        self.set_header("Cache-Control", "no-store")
        bokeh: Any = self.application
        sessions = sum(len(bokeh.get_sessions(path)) for path in bokeh.app_paths)
        self.write({"status": "ok", "version": __version__, "sessions": sessions})


class File(RequestHandler):
    """A file whose name holds its hash, so that a browser may keep it for ever."""

    def get(self, name: str) -> None:
        """Answer with the file's bytes, or 404."""
        asset = next((asset for asset in assets.assets().values() if asset.name == name), None)
        if asset is None:
            self.send_error(404)
            return
        self.set_header("Content-Type", f"{asset.kind}; charset=utf-8")
        self.set_header("Cache-Control", "public, max-age=31536000, immutable")
        self.set_header("X-Content-Type-Options", "nosniff")
        self.write(asset.body)


def page(scene: Scene) -> Callable[[], Stage]:
    """What Panel calls for every visitor of a scene: a fresh stage in the lab's frame.

    Also when a page connects whose session is gone: then Panel knows no page for which to say where its
    files lie, and would send the browser to another host for them.
    """

    def build() -> Stage:
        document = pn.state.curdoc
        document.title = f"{scene.heading} · {told('frame.lab')}"
        document.template = template("scene.html")
        query = _query(document)
        known = variables(scene, dict(parse_qsl(query)).get("lang", ""))
        document.template_variables.update(known, dist_url=LOCAL_DIST)
        document.config.notify_connection_status = document.config.reconnect_session = False
        return open_stage(scene, query=query, addressed=True)

    return build


def _query(document: Any) -> str:
    """The query of the address that a document was opened with."""
    request = getattr(document.session_context, "request", None)
    arguments = getattr(request, "arguments", None) or {}
    return urlencode([(word, texts[-1]) for word, texts in arguments.items()])


def make_server(
    host: str = "127.0.0.1",
    port: int = 5006,
    origins: tuple[str, ...] = (),
    pages: Mapping[str, Callable[[], Any]] | None = None,
    *,
    token_seconds: int = TOKEN_SECONDS,
    unused_seconds: float = UNUSED_SECONDS,
) -> Any:
    """A server that listens on the address but does not run yet; PortError where it cannot.

    `origins` are further hosts, as HOST or HOST:PORT, whose pages may connect. `pages` are further
    pages by their address, beside the scenes'. A page whose session has expired opens itself anew, so
    the two times, in seconds, lose nobody anything.
    """
    _take_over(per_app_patterns)
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
                ("/", Index),
                ("/health", Health),
                ("/embed.js", EmbedScript),
                *guide.routes(Page),
                (r"/assets/([\w.-]+)", File),
            ],
            default_handler_class=Missing,
            compress_response=True,
            session_token_expiration=token_seconds,
            unused_session_lifetime_milliseconds=round(1000 * unused_seconds),
            check_unused_sessions_milliseconds=min(17_000, round(500 * unused_seconds)),
        )
    except OSError as error:
        raise PortError(_port_sentence(host, port, error)) from error


def _take_over(patterns: list[Any]) -> None:
    """Put our handlers where Panel put its own: Bokeh builds the routes of each app from this list."""
    ours = {WSHandler: QuickSocket, DocHandler: ScenePage}
    patterns[:] = [(route, ours.get(handler, handler), *rest) for route, handler, *rest in patterns]


def _own_origins(host: str, port: int) -> list[str]:
    return sorted({f"{name}:{port}" for name in (host, "localhost", "127.0.0.1")})


def _port_sentence(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} on {host} is taken: stop what listens there, or choose another with --port."
    return f"Cannot listen on {host}:{port}: {error.strerror or error}."
