"""The real export in a folder, with a plain `python -m http.server` above it, as on a course's web space."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.browser import runtime
from tests.browser.serving import HOST, ROOT, START_SECONDS, ServerNotReadyError, free_port, get

PLACE = "course/lab"  # below the server's root, as on many web hosts


def export(folder: Path, *options: str) -> None:
    """Run the command; its complaint where it does not work."""
    command = [sys.executable, "-m", "app", "export", str(folder), *options]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


class StaticSite:
    """An exported site, served; `with StaticSite() as site: page.goto(f"{site.url}/cat-sat.html")`."""

    def __init__(self, options: Sequence[str] | None = None) -> None:
        self.port = free_port()
        self.url = f"http://{HOST}:{self.port}/{PLACE}"
        self._scratch = tempfile.TemporaryDirectory(prefix="attention-arrows-")
        self._options = ["--runtime", str(runtime.find())] if options is None else options
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def folder(self) -> Path:
        """Where the files lie."""
        return Path(self._scratch.name) / PLACE

    def start(self) -> None:
        """Serve the folder, and come back when it is there."""
        place = ("--bind", HOST, "--directory", self._scratch.name)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "http.server", str(self.port), *place],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        end = time.monotonic() + START_SECONDS
        while get(self.port, f"/{PLACE}/", timeout=2.0) != 200:
            if self._process.poll() is not None or time.monotonic() > end:
                raise ServerNotReadyError("http.server does not answer.")

    def stop(self) -> None:
        """End the server; the files stay."""
        process, self._process = self._process, None
        if process:
            process.terminate()
            process.wait(10)

    def __enter__(self) -> Self:
        export(self.folder, *self._options)
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()
        self._scratch.cleanup()
