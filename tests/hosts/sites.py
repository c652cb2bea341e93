"""Builds a course's site with a host's own program and serves it on an origin that is not the lab's."""

import functools
import shutil
import subprocess
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tests.hosts.tools import tool

SOURCES = Path(__file__).parent
BUILD_SECONDS = 120.0
# How each host is called, with its folder of sources and where its pages come to lie.
COMMANDS = {
    "mkdocs": (
        "mkdocs",
        "build",
        "--strict",
        "--quiet",
        "--config-file",
        "{source}/mkdocs.yml",
        "-d",
        "{out}",
    ),
    "sphinx": ("sphinx-build", "-W", "-q", "-b", "html", "{source}", "{out}"),
    "jupyter_book": ("jupyter-book", "build", "-W", "-q", "{source}", "--path-output", "{out}"),
}
PAGES = {"mkdocs": ".", "sphinx": ".", "jupyter_book": "_build/html"}


class BuildError(RuntimeError):
    """A site could not be built; the message holds what the program said."""


def build(host: str, folder: Path, snippets: Mapping[str, str]) -> Path:
    """The folder with a host's pages, in whose sources each NAME of `snippets` became its HTML."""
    source, out = folder / "source", folder / "out"
    shutil.copytree(SOURCES / host, source)
    for page in (*source.rglob("*.md"), *source.rglob("*.rst")):
        page.write_text(filled(page.read_text(encoding="utf-8"), snippets), encoding="utf-8")
    program, *arguments = COMMANDS[host]
    done = subprocess.run(
        [tool(program), *(each.format(source=source, out=out) for each in arguments)],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=BUILD_SECONDS,
        check=False,
    )
    if done.returncode:
        raise BuildError(f"{host}: {done.stdout[-3000:]}")
    return out / PAGES[host]


def filled(text: str, snippets: Mapping[str, str]) -> str:
    """A page's source with a snippet in the place of the line that names it, as far in as that."""
    lines = []
    for line in text.splitlines():
        indent = line[: len(line) - len(line.lstrip())]
        snippet = snippets.get(line.strip())
        lines += [line] if snippet is None else [indent + each for each in snippet.splitlines()]
    return "\n".join(lines) + "\n"


class _Quiet(SimpleHTTPRequestHandler):
    def do_GET(self) -> None:
        if self.path == "/favicon.ico":  # these small sites have none, and a browser would complain
            self.send_response(204)
            self.end_headers()
        else:
            super().do_GET()

    def log_message(self, *args: object) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder as a course's web server does; its address, by a name that the lab has not."""
    handler = functools.partial(_Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://localhost:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()
