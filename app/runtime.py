"""The Python that a static page runs in the browser: which files it is, and how each is known.

Pyodide and NumPy are pinned by the SHA-256 of their files. The export checks a folder of them, and a
page's worker checks what it fetched, before anything of it is run.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PYODIDE = "0.27.7"
NUMPY = "2.0.2"
HOST = "cdn.jsdelivr.net"
"""The one outside host that a page asks, if it is exported without a folder of its own."""
_CORE = f"https://cdn.jsdelivr.net/npm/pyodide@{PYODIDE}/"
_WHEELS = f"https://cdn.jsdelivr.net/pyodide/v{PYODIDE}/full/"


class ExportError(ValueError):
    """A site cannot be made or written; the message says why, and what is expected."""


@dataclass(frozen=True)
class Pinned:
    """One file of the runtime: name, size in bytes, SHA-256 in hex, and the outside folder that has it."""

    name: str
    size: int
    sha256: str
    outside: str


FILES = (
    Pinned("pyodide.js", 14913, "b4cb23a53aba19c221659b9fb40a2f18281d685691dc06647fb0afd0681baf98", _CORE),
    Pinned(
        "pyodide.asm.js", 1255688, "6b4c90de5b7172873f04f21884d0e9d2274e305fe32116558fe3e4fbe3618d51", _CORE
    ),
    Pinned(
        "pyodide.asm.wasm",
        10105545,
        "a50dd1843f805a0b7c45b61037ee0d7b26dfe85efe0e18ef95a34ad24e401f5f",
        _CORE,
    ),
    Pinned(
        "python_stdlib.zip",
        2360737,
        "16611534726e5d8ac2bd8f926410b2dcb8d6f49aa24913463533b457a2115c16",
        _CORE,
    ),
    Pinned(
        f"numpy-{NUMPY}-cp312-cp312-pyodide_2024_0_wasm32.whl",
        3061133,
        "ebb61241d962b98b21597d7ce43b67668a6d5bab3acec4fbe958657320d7cd08",
        _WHEELS,
    ),
)


def checked(folder: Path) -> Iterator[tuple[Pinned, bytes]]:
    """The pinned files of a folder with their bytes; ExportError at the first missing or different one."""
    for pinned in FILES:
        try:
            body = (folder / pinned.name).read_bytes()
        except OSError as error:
            raise ExportError(
                f"{folder} has no {pinned.name} that can be read ({error.strerror or error}): "
                f"an unpacked Pyodide {PYODIDE} distribution is expected."
            ) from error
        if hashlib.sha256(body).hexdigest() != pinned.sha256:
            raise ExportError(
                f"{folder / pinned.name} is not the file of Pyodide {PYODIDE} with NumPy {NUMPY}: "
                f"its SHA-256 must be {pinned.sha256}."
            )
        yield pinned, body
