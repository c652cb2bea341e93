"""Where the tests find their browsers, and how `python -m tests.browser.browsers --install` brings them."""

import argparse
import functools
import os
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.browser.commands import Way, as_root, carried_out, run

# Asked in a process of its own: Playwright's sync API cannot be started twice in one.
ASK_PLAYWRIGHT = """
from playwright.sync_api import sync_playwright
with sync_playwright() as p:
    print(p.chromium.executable_path)
"""
NONE = "none"  # as the value of a browser's variable: its tests are left out, and say so


class NoBrowserError(RuntimeError):
    """There is no browser of the wanted kind that starts."""


@dataclass(frozen=True)
class Kind:
    """A browser that tests need: how it is called, where it may lie and how it is brought."""

    name: str
    variable: str  # the environment's variable that names an executable
    commands: tuple[str, ...]
    mac: tuple[str, ...]  # paths below /Applications
    windows: str  # path below a folder of programs
    package: str  # Debian's
    can_be_none: bool = False
    playwright: bool = False  # Playwright may hold one, and may bring it

    @property
    def is_left_out(self) -> bool:
        """Whether somebody chose to do without its tests."""
        return self.can_be_none and os.environ.get(self.variable) == NONE

    def find(self) -> Path:
        """The browser named in the variable, else one on the PATH, else an installed one that starts."""
        return _find(self)

    def install(self) -> Path:
        """Find one, or bring one by the first way that works."""
        try:
            return self.find()
        except NoBrowserError:
            if os.environ.get(self.variable):  # somebody chose: bring no other
                raise
        for way in self._ways():
            if carried_out(way, self.name):
                try:
                    return self.find()
                except NoBrowserError:
                    continue
        leave_out = f", or leave its tests out with {self.variable}={NONE}" if self.can_be_none else ""
        raise NoBrowserError(
            f"No {self.name} could be found or installed: install one, "
            f"or name one in the variable {self.variable}{leave_out}."
        )

    def candidates(self) -> Iterator[Path]:
        """Places where one may lie, the likeliest first."""
        yield from (Path(found) for name in self.commands if (found := shutil.which(name)))
        if self.playwright:
            asked = run([sys.executable, "-c", ASK_PLAYWRIGHT], seconds=60)
            if asked.returncode == 0:
                yield Path(asked.stdout.strip())
        if sys.platform == "darwin":
            yield from (Path("/Applications", path) for path in self.mac)
        if sys.platform == "win32":
            for folder in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"):
                yield Path(os.environ.get(folder, ""), self.windows)

    def _ways(self) -> Iterator[Way]:
        if self.playwright:
            yield [([sys.executable, "-m", "playwright", "install", "chromium"], 600)]
        update, install = as_root("apt-get", "update"), as_root("apt-get", "install", "-y", self.package)
        if shutil.which("apt-get") and update and install:
            yield [(update, 300), (install, 900)]


CHROMIUM = Kind(
    name="Chromium",
    variable="CHROMIUM",
    commands=("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
    mac=("Chromium.app/Contents/MacOS/Chromium", "Google Chrome.app/Contents/MacOS/Google Chrome"),
    windows="Google/Chrome/Application/chrome.exe",
    package="chromium",
    playwright=True,
)
FIREFOX = Kind(
    name="Firefox",
    variable="FIREFOX",
    commands=("firefox", "firefox-esr"),
    mac=("Firefox.app/Contents/MacOS/firefox",),
    windows="Mozilla Firefox/firefox.exe",
    package="firefox-esr",
    can_be_none=True,
)
KINDS = {kind.name.lower(): kind for kind in (CHROMIUM, FIREFOX)}


@functools.cache
def _find(kind: Kind) -> Path:
    named = os.environ.get(kind.variable)
    if named:
        if starts(Path(named)):
            return Path(named)
        raise NoBrowserError(f"{kind.variable}={named} is not a browser that starts.")
    for path in kind.candidates():
        if starts(path):
            return path
    raise NoBrowserError(
        f"No {kind.name} was found: run `make test`, or name one in the variable {kind.variable}."
    )


def starts(path: Path) -> bool:
    """Whether this is a browser: not a stub that says how to get one, nor one that lacks its libraries."""
    if not path.is_file():
        return False
    if sys.platform == "win32":  # chrome.exe --version opens a window there
        return True
    return run([str(path), "--version"], seconds=30).returncode == 0


def told(kind: Kind, find: Callable[[Kind], Path]) -> str:
    """What is said of a browser: where it is, or that it is left out."""
    if kind.is_left_out:
        return f"{kind.name}: left out by {kind.variable}={NONE}, its tests do not run"
    return f"{kind.name}: {find(kind)}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the paths of the browsers; with --install, bring first what there is not."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser.browsers", description=__doc__)
    parser.add_argument("--install", action="store_true", help="bring one if none is found")
    parser.add_argument(
        "names", nargs="*", metavar="browser", help=f"{' or '.join(KINDS)}; all if none is named"
    )
    wanted = parser.parse_args(arguments)
    if unknown := set(wanted.names) - set(KINDS):
        parser.error(f"no browser {', '.join(sorted(unknown))}: there are {' and '.join(KINDS)}")
    try:
        for name in wanted.names or KINDS:
            print(told(KINDS[name], Kind.install if wanted.install else Kind.find))
    except NoBrowserError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
