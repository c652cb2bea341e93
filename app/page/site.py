"""The files of a site that runs without a server. The same checkout and packages give the same bytes."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import bokeh

from app import runtime
from app.language import DEFAULT, codes, current, speaking
from app.page import assets
from app.page.alone import folder, index_page, scene_page
from app.scene import Scene
from scenes import SCENES, named

OUTER = frozenset({"__main__", "server", "export", "runtime", "embed", "embed_command"})
"""Modules of app/ that a page's worker does not get, beside app/page/: they serve, or write for others."""
_CHECKOUT = Path(__file__).parents[2]
_RUNTIME_FOLDER = f"runtime/pyodide-{runtime.PYODIDE}-numpy-{runtime.NUMPY}"
_EPOCH = (1980, 1, 1, 0, 0, 0)


def make(slugs: Sequence[str] = (), source: Path | None = None) -> dict[str, bytes]:
    """All files of a site by their relative names.

    `slugs` are the scenes to show, none for all; `source` holds the runtime, None for pages that ask outside.
    ExportError where a scene is unknown or the folder is not the pinned runtime.
    """
    scenes = chosen(slugs)
    site: dict[str, bytes] = {}
    files = _add_assets(site)
    files["runtime"] = [*_add_runtime(site, source), _add_lab(site)]
    files["host"] = None if source else runtime.HOST
    for code in codes():
        with speaking(code):
            _add_pages(site, scenes, _seen_from(code, files))
    site["embed.js"] = assets.embed_script().replace(b"const ENDING = ''", b"const ENDING = '.html'")
    site["sw.js"] = _offline(site, [each["url"] for each in files["runtime"]])
    return dict(sorted(site.items()))


def _add_pages(site: dict[str, bytes], scenes: Sequence[Scene], files: Mapping[str, Any]) -> None:
    """The pages in the language that is spoken."""
    place = folder(current().code).removeprefix("./")
    for scene in scenes:
        site[f"{place}{scene.slug}.html"] = scene_page(scene, scenes, files).encode()
    site[f"{place}index.html"] = index_page(scenes, files).encode()


def _seen_from(code: str, files: Mapping[str, Any]) -> dict[str, Any]:
    """The same files with their addresses as the pages of a language see them."""
    root = folder(DEFAULT, code).removeprefix("./")

    def address(value: Any) -> Any:
        if isinstance(value, list):
            return [{**each, "url": address(each["url"])} for each in value]
        return value if value is None or "://" in value else f"{root}{value}"

    return {name: value if name == "host" else address(value) for name, value in files.items()}


def chosen(slugs: Sequence[str]) -> list[Scene]:
    """The scenes of these names in lesson order, all for none; ExportError at a name that no scene has."""
    try:
        wanted = [named(slug) for slug in slugs]
    except ValueError as reason:
        raise runtime.ExportError(str(reason)) from None
    return [scene for scene in SCENES if not slugs or scene in wanted]


def _add_assets(site: dict[str, bytes]) -> dict[str, Any]:
    """Put the pages' own files into the site; their relative addresses by their plain names."""
    served = assets.assets().items()
    bodies = {name: asset.body for name, asset in served if not name.startswith(("stage.", "guide."))}
    bodies["lab.css"] += (assets.STATIC / "alone.css").read_bytes()
    bodies |= {f"alone.{code}.js": assets.script("alone", code).encode() for code in codes()}
    bodies["worker.js"] = (assets.STATIC / "worker.js").read_bytes()
    bodies["bokeh.js"] = (Path(bokeh.__file__).parent / "server/static/js/bokeh.min.js").read_bytes()
    return {**{name: _add(site, name, body) for name, body in bodies.items()}, "sw.js": "sw.js"}


def _add(site: dict[str, bytes], name: str, body: bytes) -> str:
    """Put one file into the site under a name that holds its hash; that name."""
    address = f"assets/{assets.hashed(name, body)}"
    site[address] = body
    return address


def _add_runtime(site: dict[str, bytes], source: Path | None) -> list[dict[str, Any]]:
    """Pyodide and NumPy as the worker fetches them: from the site, or outside where no folder is given."""
    if source:
        for pinned, body in runtime.checked(source):
            site[f"{_RUNTIME_FOLDER}/{pinned.name}"] = body
    return [
        {
            "role": "numpy" if pinned.name.endswith(".whl") else pinned.name,
            "url": f"{_RUNTIME_FOLDER}/{pinned.name}" if source else f"{pinned.outside}{pinned.name}",
            "size": pinned.size,
            "integrity": _integrity(bytes.fromhex(pinned.sha256)),
        }
        for pinned in runtime.FILES
    ]


def _add_lab(site: dict[str, bytes]) -> dict[str, Any]:
    """The inner half and Param, which the worker runs, as one archive."""
    body = packed(lab_files())
    digest = hashlib.sha256(body).digest()
    url = _add(site, "lab.zip", body)
    return {"role": "lab", "url": url, "size": len(body), "integrity": _integrity(digest)}


def lab_files() -> dict[str, Path]:
    """What the worker runs beside Pyodide and NumPy: the modules of the inner half, their data, and Param."""
    spec = find_spec("param")
    assert spec is not None
    param = Path(str(spec.origin)).parent
    found = {f"app/{path.name}": path for path in _CHECKOUT.glob("app/*.py") if path.stem not in OUTER}
    found |= {f"scenes/{path.name}": path for path in _CHECKOUT.glob("scenes/*.py")}
    found |= {f"app/words/{path.name}": path for path in _CHECKOUT.glob("app/words/*.toml")}
    return found | {f"param/{path.name}": path for path in param.glob("*.py")}


def packed(files: Mapping[str, Path]) -> bytes:
    """A zip archive of files by their names in it, the same bytes for the same files: without their dates."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, path in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name, _EPOCH), path.read_bytes(), zipfile.ZIP_DEFLATED, 9)
    return buffer.getvalue()


def _integrity(digest: bytes) -> str:
    """A SHA-256 as browsers take it."""
    return f"sha256-{base64.b64encode(digest).decode()}"


def _offline(site: Mapping[str, bytes], fetched: Sequence[str]) -> bytes:
    """The script that keeps all files, those from outside too, for visits without network."""
    names = sorted({*site, *fetched})
    digest = hashlib.sha256()
    for name in names:
        digest.update(name.encode() + b"\0" + hashlib.sha256(site.get(name, b"")).digest())
    text = (assets.STATIC / "sw.js").read_text(encoding="utf-8")
    text = text.replace("const VERSION = ''", f"const VERSION = '{digest.hexdigest()[:16]}'")
    return text.replace("const FILES = []", f"const FILES = {json.dumps(names)}").encode()
