"""`attention-arrows export`: every scene as a page that runs without a server, in a folder for any web host.

What the site holds is made by app/page/site.py; here it is asked for and written down.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from app import __version__, runtime

MARK = "export.json"
"""The file by which a folder is known as an earlier export; it lists what was written."""


def add_command(commands: Any) -> None:
    """Add `export` to the command line."""
    command = commands.add_parser(
        "export",
        help="write a site that runs without a server",
        description="Write every scene as a page that runs without a server: its numbers are computed by the "
        "same Python in the browser.",
    )
    command.add_argument(
        "folder",
        metavar="DIR",
        type=Path,
        nargs="?",
        default=Path("site"),
        help="folder to write: new, empty or an earlier export (default: site)",
    )
    command.add_argument(
        "--scene",
        action="append",
        default=[],
        metavar="SCENE",
        help="a scene to export; repeat it for several (default: all)",
    )
    command.add_argument(
        "--runtime",
        default="cdn",
        metavar="FOLDER|cdn",
        help=f"folder of an unpacked Pyodide {runtime.PYODIDE} distribution, which is copied, so that pages "
        f"ask no outside host; or cdn: they ask {runtime.HOST} (default: cdn)",
    )
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Carry the command out; the exit status."""
    try:
        earlier(options.folder)
        from app.page.site import make  # brings Panel and Bokeh, which other commands need not wait for

        site = make(options.scene, None if options.runtime == "cdn" else Path(options.runtime))
        write(options.folder, site)
    except runtime.ExportError as reason:
        print(f"attention-arrows: {reason}", file=sys.stderr)
        return 1
    except OSError as error:
        print(
            f"attention-arrows: {error.filename or options.folder}: {error.strerror or error}.",
            file=sys.stderr,
        )
        return 1
    print(
        f"{len(site)} files are in {options.folder}: serve that folder, and open its index.html from there."
    )
    return 0


def write(folder: Path, site: Mapping[str, bytes]) -> None:
    """Write a site into a new or empty folder, or over an earlier export, whose other files are removed."""
    before = earlier(folder)
    for name, body in site.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(body)
    for name in before - site.keys():
        (folder / name).unlink(missing_ok=True)
    listed = {name: hashlib.sha256(body).hexdigest() for name, body in site.items()}
    mark = {"made by": f"attention-arrows export {__version__}", "files": listed}
    (folder / MARK).write_text(json.dumps(mark, indent=1) + "\n", encoding="utf-8")


def earlier(folder: Path) -> set[str]:
    """The names that an earlier export wrote into a folder; ExportError where the folder is anything else."""
    if folder.exists() and not folder.is_dir():
        raise runtime.ExportError(f"{folder} is a file: a folder is expected.")
    if not folder.exists() or not any(folder.iterdir()):
        return set()
    try:
        mark = json.loads((folder / MARK).read_text(encoding="utf-8"))
        names = set(mark["files"])
        is_ours = str(mark["made by"]).startswith("attention-arrows export")
    except (OSError, ValueError, KeyError, TypeError):
        is_ours = False
    if not is_ours:
        raise runtime.ExportError(
            f"{folder} is not empty and no earlier export: choose an empty or a new folder."
        )
    root = folder.resolve()
    return {name for name in map(str, names) if (root / name).resolve().is_relative_to(root)}
