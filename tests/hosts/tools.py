"""The programs that build the sites, in an environment of their own.

`python -m tests.hosts.tools` says where they are; with --install it brings them where they are missing.
"""

import argparse
import shutil
import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path

from tests.browser.commands import run
from tests.browser.serving import ROOT

HOME = ROOT / ".venv" / "hosts"
WANTED = Path(__file__).parent / "requirements.txt"
STAMP = HOME / "installed.txt"
BIN = HOME / ("Scripts" if sys.platform == "win32" else "bin")
SECONDS = 900.0


class NoToolsError(RuntimeError):
    """The programs are not there and could not be brought."""


def tool(name: str) -> Path:
    """Where a program lies that the requirements name."""
    found = shutil.which(name, path=str(BIN))
    if found is None or not is_installed():
        raise NoToolsError(
            f"{name} is not in {HOME}: run `make test`, or python -m tests.hosts.tools --install."
        )
    return Path(found)


def is_installed() -> bool:
    """Whether what was installed is what is wanted now."""
    return STAMP.is_file() and STAMP.read_text(encoding="utf-8") == WANTED.read_text(encoding="utf-8")


def install() -> None:
    """Make the environment anew with what is wanted; nothing is done where it is there."""
    if is_installed():
        return
    print(f"Installing MkDocs, Sphinx and Jupyter Book into {HOME.relative_to(ROOT)} (once).", flush=True)
    venv.create(HOME, clear=True, with_pip=True)
    pip = (str(BIN / "python"), "-m", "pip", "--disable-pip-version-check", "--no-input", "--quiet")
    done = run([*pip, "install", "--requirement", str(WANTED)], SECONDS)
    if done.returncode:
        raise NoToolsError(f"{done.stdout[-1500:]}\nMkDocs, Sphinx and Jupyter Book could not be installed.")
    shutil.copy(WANTED, STAMP)


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out a command line; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.hosts.tools", description=__doc__)
    parser.add_argument("--install", action="store_true", help="bring what is missing")
    try:
        if parser.parse_args(arguments).install:
            install()
        print("Sites are built with", *(tool(name) for name in ("mkdocs", "sphinx-build", "jupyter-book")))
    except (NoToolsError, OSError, subprocess.SubprocessError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
