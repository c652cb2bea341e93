"""The real server as a subprocess: started, waited for, read, ended."""

import http.client
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

ROOT = Path(__file__).resolve().parents[2]
HOST = "127.0.0.1"
START_SECONDS = 60.0  # a first start on a loaded machine compiles every module


class ServerNotReadyError(RuntimeError):
    """The server ended, or did not answer in time; the message holds what it printed."""


def free_port() -> int:
    """A port that nobody listens on at this moment."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


class Server:
    """`python -m app serve` on a port of its own; `with Server() as server:` or start() and stop()."""

    def __init__(
        self,
        arguments: Sequence[str] = (),
        *,
        port: int | None = None,
        environment: Mapping[str, str] | None = None,
        command: Sequence[str] = (sys.executable, "-m", "app", "serve"),
    ) -> None:
        self.port = port or free_port()
        self.url = f"http://{HOST}:{self.port}"
        address = ("--host", HOST, "--port", str(self.port), "--no-open")
        self._command = [*command, *address, *arguments]
        self._environment = {**os.environ, "PYTHONUNBUFFERED": "1", **(environment or {})}
        handle, name = tempfile.mkstemp(prefix="attention-arrows-", suffix=".log")
        os.close(handle)
        self._output = Path(name)
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """The number of the running process."""
        assert self.process is not None, "the server is not running"
        return self.process.pid

    def start(self) -> Self:
        """Start it and come back when GET /health answers 200."""
        with self._output.open("ab") as output:
            self.process = subprocess.Popen(
                self._command,
                cwd=ROOT,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        try:
            self._wait_for_health(self.process)
        except ServerNotReadyError:
            self.stop()
            raise
        return self

    def _wait_for_health(self, process: subprocess.Popen[bytes]) -> None:
        end = time.monotonic() + START_SECONDS
        while get(self.port, "/health", timeout=2.0) != 200:
            try:  # the pause between two questions: it is over at once if the process ends
                process.wait(0.05)
            except subprocess.TimeoutExpired:
                if time.monotonic() < end:
                    continue
                raise ServerNotReadyError(f"No answer in {START_SECONDS:g} s.\n{self.log()}") from None
            raise ServerNotReadyError(f"The server ended with {process.returncode}.\n{self.log()}")

    def stop(self) -> None:
        """End the process, politely first."""
        process, self.process = self.process, None
        if process is None:
            return
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def restart(self) -> None:
        """End it and start a new process on the same port, as a deployment does."""
        self.stop()
        self.start()

    def log(self) -> str:
        """All that it printed; nothing any more once it was closed."""
        return self._output.read_text(errors="replace") if self._output.exists() else ""

    def close(self) -> None:
        """Stop it and forget what it printed."""
        self.stop()
        self._output.unlink(missing_ok=True)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def get(port: int, path: str, timeout: float = 10.0) -> int:
    """The status of a GET, 0 where nobody answers."""
    connection = http.client.HTTPConnection(HOST, port, timeout=timeout)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    except (OSError, http.client.HTTPException):
        return 0
    finally:
        connection.close()
