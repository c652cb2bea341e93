"""What answers a request: a scene's page and its socket, the other pages, files, headers that all share."""

from __future__ import annotations

import logging
from typing import Any

from bokeh.protocol.exceptions import ProtocolError
from panel.io.server import DocHandler, WSHandler
from tornado.web import RequestHandler

from app import __version__
from app.address import LONGEST_ADDRESS
from app.language import codes, preferred, speaking, told
from app.page import assets
from app.page.frame import template, variables
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


def languages(wanted: str, request: Any) -> tuple[str, str]:
    """The language that an address wants, "" if it is none of ours, and the one to answer a request in."""
    asked = wanted if wanted in codes() else ""
    headers = getattr(request, "headers", None) or {}
    return asked, asked or preferred(headers.get("Accept-Language", ""))


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
    def _wanted(self) -> str:
        given = self.request.query_arguments.get("lang", [b""])
        return given[-1].decode("utf-8", "replace")

    @property
    def asked(self) -> str:
        """The language that the address asks for, or "" where it asks for none of ours."""
        return languages(self._wanted, self.request)[0]

    @property
    def code(self) -> str:
        """The language to answer in."""
        return languages(self._wanted, self.request)[1]


class ScenePage(Guarded, DocHandler):
    """A scene's page, with a session behind it."""

    async def get(self, *args: Any, **kwargs: Any) -> None:
        """Answer with the page; from an address that ends in a slash, its files would not be found."""
        if self.request.path.endswith("/"):
            slug = self.request.path.rstrip("/").rsplit("/", 1)[-1]
            query = f"?{self.request.query}" if self.request.query else ""
            self.redirect(f"../{slug}{query}")
            return
        if len(self.request.query) > LONGEST_ADDRESS:
            self.request.arguments = self._cut()
        page: Any = super()
        with speaking(self.code):
            await page.get(*args, **kwargs)

    def _cut(self) -> dict[str, list[bytes]]:
        """A stand-in for an address that is too long: as long, so that the lab says so, and of nothing.

        The page's token holds what was asked, and the socket sends that as a header, which has less room.
        """
        kept = {"lang": [self.asked.encode()]} if self.asked else {}
        return {**kept, "": [b"-" * LONGEST_ADDRESS]}

    def head(self, *args: Any, **kwargs: Any) -> None:
        """Answer that the page is there, without opening a session for it."""
        self.set_header("Content-Type", "text/html; charset=utf-8")


class Page(Guarded):
    """A page of our own, without a session."""

    def show(self, name: str, **extra: Any) -> None:
        """Write the page made from a template."""
        self.write(template(name).render(**variables(None, self.asked), **extra))

    def head(self, *args: str, **kwargs: str) -> None:
        """Answer with the headers alone."""
        self.get(*args, **kwargs)


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

    def head(self) -> None:
        """Answer with the headers alone."""
        self.get()


class Health(Page):
    """Whether the server answers."""

    def get(self) -> None:
        """Answer with the version and the number of open sessions."""
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

    def head(self, name: str) -> None:
        """Answer with the headers alone."""
        self.get(name)
