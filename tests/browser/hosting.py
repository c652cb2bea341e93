"""Pages of another origin, to embed the lab in: a small server of texts, under another host name and port."""

import http.server
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

from playwright.sync_api import ElementHandle, Frame, Page

from tests.browser import lab
from tests.browser.serving import HOST, ROOT

EXAMPLES = ROOT / "examples"
WRITTEN = "http://127.0.0.1:5006"  # where the course page looks for the lab
KINDS = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}
PAGE = (
    '<!doctype html><html lang="en"><title>Host</title><link rel="icon" href="data:,"><body>{}</body></html>'
)


class Hosted:
    """Serves texts by their paths; `with Hosted({"/": "<p>…"}) as host:` and then host.url."""

    def __init__(self, pages: Mapping[str, str], headers: Mapping[str, str] | None = None) -> None:
        self.pages = dict(pages)
        self._server = http.server.ThreadingHTTPServer((HOST, 0), self._handler(headers or {}))
        self.port: int = self._server.server_address[1]
        self.url = f"http://localhost:{self.port}"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    def _handler(self, headers: Mapping[str, str]) -> type[http.server.BaseHTTPRequestHandler]:
        pages = self.pages

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                path = urlsplit(self.path).path
                self.send_response(200 if path in pages else 404)
                self.send_header(
                    "Content-Type", f"{KINDS.get(Path(path).suffix, 'text/html')}; charset=utf-8"
                )
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(pages.get(path, "").encode())

            def log_message(self, *args: object) -> None:
                """Say nothing."""

        return Handler

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def course(lab_url: str) -> dict[str, str]:
    """The sample course page and its files, asking the lab at this address."""
    files = {f"/{path.name}": path.read_text(encoding="utf-8") for path in EXAMPLES.glob("course.*")}
    return {path: text.replace(WRITTEN, lab_url) for path, text in files.items()}


def by_script(lab_url: str, **data: str) -> str:
    """The script form of an embed: by_script(url, scene="cat-sat", k_1="1,1")."""
    attributes = "".join(f' data-{name.replace("_", "-")}="{value}"' for name, value in data.items())
    return f'<script src="{lab_url}/embed.js"{attributes} async></script>'


# Done when no frame has moved or grown for a dozen repaints: a press on a moving one goes beside it.
STANDS_STILL = """
() => new Promise(done => {
  let before = null, still = 0
  const look = () => {
    const boxes = [...document.querySelectorAll('iframe')].map(frame => frame.getBoundingClientRect())
    const now = JSON.stringify(boxes)
    still = now === before ? still + 1 : 0
    before = now
    still < 12 ? requestAnimationFrame(look) : done()
  }
  look()
})
"""


def frame(page: Page, n: int = 0) -> Frame:
    """The n-th frame of a page, brought into sight, once its lab answers and stands still."""
    return answering(page, page.locator("iframe").nth(n).element_handle())


def answering(page: Page, element: ElementHandle, *, timeout: float = 20.0) -> Frame:
    """What an iframe of a page holds, brought into sight, once its lab answers and stands still."""
    element.scroll_into_view_if_needed()
    found = element.content_frame()
    assert found is not None
    lab.wait_ready(found, timeout=timeout)
    stand_still(page)
    return found


def stand_still(page: Page) -> None:
    """Come back when no frame of a page moves: before a press that follows a change of height."""
    page.evaluate(STANDS_STILL)


# All that a page hears from its frames, as embed.js passes it on.
HEAR = "window.heard = []; addEventListener('attention-arrows', ({detail}) => heard.push(detail))"


@contextmanager
def hosted(page: Page, body: str, headers: Mapping[str, str] | None = None) -> Iterator[None]:
    """Be on a page of another origin, with this in its body."""
    with Hosted({"/": PAGE.format(f"<script>{HEAR}</script>{body}")}, headers) as host:
        page.goto(host.url)
        yield
        page.goto("about:blank")


def heard(page: Page, kind: str) -> list[dict[str, object]]:
    """The reports of one kind that a hosted page has got."""
    found: list[dict[str, object]] = page.evaluate("kind => heard.filter(({type}) => type === kind)", kind)
    return found
