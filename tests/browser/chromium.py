"""Where the browser tests find Chromium, and how `python -m tests.browser.chromium --install` brings one."""

import argparse
import functools
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--no-sandbox",  # as root, Chromium starts in no other way
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",  # the browser's own requests are none of the page's
    "--disable-component-update",
    "--disable-sync",
)
# Asked in a process of its own: Playwright's sync API cannot be started twice in one.
ASK_PLAYWRIGHT = """
from playwright.sync_api import sync_playwright
with sync_playwright() as p:
    print(p.chromium.executable_path)
"""

UNATTENDED = {"DEBIAN_FRONTEND": "noninteractive", "PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT": "15000"}


class NoChromiumError(RuntimeError):
    """There is no Chromium that starts."""


@functools.cache
def find() -> Path:
    """The Chromium to use: $CHROMIUM, else one on the PATH, else Playwright's, else an installed Chrome."""
    named = os.environ.get("CHROMIUM")
    if named:
        if starts(Path(named)):
            return Path(named)
        raise NoChromiumError(f"CHROMIUM={named} is not a browser that starts.")
    for path in candidates():
        if starts(path):
            return path
    raise NoChromiumError("No Chromium was found: run `make test`, or name one in the variable CHROMIUM.")


def candidates() -> Iterator[Path]:
    """Places where a Chromium may lie, the likeliest first."""
    yield from (Path(found) for name in NAMES if (found := shutil.which(name)))
    asked = run([sys.executable, "-c", ASK_PLAYWRIGHT], seconds=60)
    if asked.returncode == 0:
        yield Path(asked.stdout.strip())
    if sys.platform == "darwin":
        for app in ("Chromium", "Google Chrome"):
            yield Path(f"/Applications/{app}.app/Contents/MacOS/{app}")
    if sys.platform == "win32":
        for folder in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"):
            yield Path(os.environ.get(folder, ""), "Google", "Chrome", "Application", "chrome.exe")


def starts(path: Path) -> bool:
    """Whether this is a browser: not a stub that says how to get one, nor one that lacks its libraries."""
    if not path.is_file():
        return False
    if sys.platform == "win32":  # chrome.exe --version opens a window there
        return True
    return run([str(path), "--version"], seconds=30).returncode == 0


def run(command: Sequence[str], seconds: float) -> subprocess.CompletedProcess[str]:
    """Run a command with no input and a time limit; when that is over, its children are ended with it."""
    posix = os.name == "posix"
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=posix,
        env=os.environ | UNATTENDED,
    ) as process:
        try:
            output, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            if posix:
                os.killpg(process.pid, signal.SIGKILL)
            process.kill()
            output, _ = process.communicate()
            return subprocess.CompletedProcess(command, 124, f"{output}\nstill running after {seconds:g} s")
    return subprocess.CompletedProcess(command, process.returncode, output)


def as_root(*command: str) -> list[str] | None:
    """The command as the system's administrator, without asking for a password; None where that cannot be."""
    if not hasattr(os, "geteuid"):
        return None
    if os.geteuid() == 0:
        return list(command)
    return ["sudo", "-n", *command] if shutil.which("sudo") else None


def ways_to_install() -> Iterator[list[tuple[list[str], float]]]:
    """Ways to bring a Chromium, each a list of commands with the seconds they may take."""
    yield [([sys.executable, "-m", "playwright", "install", "chromium"], 600)]
    update, install = as_root("apt-get", "update"), as_root("apt-get", "install", "-y", "chromium")
    if shutil.which("apt-get") and update and install:
        yield [(update, 300), (install, 900)]


def install() -> Path:
    """Find a Chromium, or bring one by the first way that works."""
    try:
        return find()
    except NoChromiumError:
        if os.environ.get("CHROMIUM"):  # somebody chose: bring no other
            raise
    for way in ways_to_install():
        for command, seconds in way:
            print("Chromium is missing, trying:", " ".join(command), flush=True)
            done = run(command, seconds)
            if done.returncode:
                print(done.stdout[-1500:], file=sys.stderr, flush=True)
                break
        try:
            return find()
        except NoChromiumError:
            continue
    raise NoChromiumError(
        "No Chromium could be found or installed: install one, or name one in the variable CHROMIUM."
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the path of the Chromium; with --install, bring one first if there is none."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser.chromium", description=__doc__)
    parser.add_argument("--install", action="store_true", help="bring one if none is found")
    wanted = parser.parse_args(arguments)
    try:
        print("Chromium:", install() if wanted.install else find())
    except NoChromiumError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
