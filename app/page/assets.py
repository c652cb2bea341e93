"""The page's own files: modules joined to one, texts and colours put before them, names that hold a hash."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from app import palette, presentation
from app.language import DEFAULT, codes, current, language

STATIC = Path(__file__).parents[2] / "static"
LAB_STYLES = ("lab.css", "sections.css", "scaling.css", "media.css", "phone.css", "embed.css")
"""The stylesheets of the lab's component, served as one."""
_IMPORT = re.compile(r"^import (\{.*?\}) from '\./(\w+)\.mjs'$", re.MULTILINE)
_ROOT = re.compile(r":root((?:\[[^\]]*\]|:not\([^)]*\))*)")
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|class) (\w+))", re.MULTILINE)


class Files(NamedTuple):
    """What a stage needs of the lab: the address of its module, and its styles as an address or as CSS."""

    module: str
    styles: str


@dataclass(frozen=True)
class Asset:
    """A file as it is served: its name holds a hash of its bytes, so it may be cached for ever."""

    name: str
    kind: str
    body: bytes


def words(section: str, code: str) -> str:
    """A section's texts in a language, as the constant that a script takes them from."""
    start = f"{section}."
    texts = {
        key.removeprefix(start): text for key, text in language(code).texts.items() if key.startswith(start)
    }
    return f"const WORDS = {json.dumps(texts, ensure_ascii=False)};\n"


def joined(entry: str = "stage", code: str = DEFAULT, section: str = "page") -> str:
    """One module of the entry and all that it imports, since a component's module has no neighbours."""
    return f"{_together(entry, code, section)}\nexport const render = ${entry}.render\n"


def script(entry: str, code: str = DEFAULT) -> str:
    """One classic script of the entry and all that it imports: a page opened as a file loads no modules."""
    return f"(() => {{\n'use strict'\n{_together(entry, code, 'page')}\n}})()\n"


def _together(entry: str, code: str, section: str) -> str:
    """The texts of a language and other constants, then the entry's file after all that it imports.

    Each file becomes a function's body, so that its private names stay its own, and what it
    exports the properties of an object from which its importers take them. `section` of the catalogue holds
    their texts.
    """
    texts: dict[str, str] = {}

    def add(name: str) -> None:
        source = (STATIC / f"{name}.mjs").read_text(encoding="utf-8")
        for _, neighbour in _IMPORT.findall(source):
            if neighbour not in texts:
                add(neighbour)
        exports = ", ".join(_EXPORT.findall(source))
        body = _EXPORT.sub("", _IMPORT.sub(r"const \1 = $\2", source))
        texts[name] = f"const ${name} = (() => {{\n{body}\nreturn {{ {exports} }}\n}})()\n"

    add(entry)
    return "\n".join([words(section, code), _presentation(), *texts.values()])


def _presentation() -> str:
    """The words of show, hide and lock by scene, as the constant that the page's module takes them from."""
    kinds = {"parts": presentation.PARTS, "embedded": presentation.EMBEDDED, "locks": presentation.LOCKS}
    return f"const PRESENTATION = {json.dumps({**kinds, 'themes': presentation.THEMES})};\n"


def look(name: str) -> str:
    """A stylesheet with the colours of the palette before it."""
    return palette.css() + (STATIC / name).read_text(encoding="utf-8")


@cache
def assets() -> dict[str, Asset]:
    """Every served file by its plain name."""
    made = {
        "lab.css": ("text/css", "".join(map(_text, LAB_STYLES))),
        "page.css": ("text/css", look("tokens.css") + _text("page.css")),
        "guide.css": ("text/css", _text("guide.css")),
        "icon.svg": ("image/svg+xml", _text("icon.svg")),
    }
    for code in codes():
        made[f"stage.{code}.mjs"] = ("text/javascript", joined(code=code))
        made[f"guide.{code}.mjs"] = ("text/javascript", joined("guide", code, "guide.page"))
        made[f"page.{code}.js"] = ("text/javascript", _shell(code))
    return {name: _asset(name, kind, text.encode()) for name, (kind, text) in made.items()}


def embed_script() -> bytes:
    """The script for other sites' pages, under a name of its own and without a hash."""
    return (STATIC / "embed.js").read_bytes()


def _shell(code: str) -> str:
    """What runs before a page is painted: around the lab, and in somebody's frame."""
    themes = f"const THEMES = {json.dumps(presentation.THEMES)}"
    return ";\n".join([words("shell", code), themes, _text("page.js"), _text("embedded.js")])


def _text(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")


def _asset(name: str, kind: str, body: bytes) -> Asset:
    return Asset(hashed(name, body), kind, body)


def hashed(name: str, body: bytes) -> str:
    """A file's name with a hash of its bytes in it."""
    stem, _, ending = name.rpartition(".")
    return f"{stem}.{hashlib.sha256(body).hexdigest()[:12]}.{ending}"


def url(name: str) -> str:
    """Address of a file, relative to a scene's page."""
    return f"assets/{assets()[name].name}"


def spoken(name: str) -> str:
    """Address of a script in the language that is spoken."""
    return url(_spoken(name))


def _spoken(name: str) -> str:
    stem, _, ending = name.rpartition(".")
    return f"{stem}.{current().code}.{ending}"


# --- for a stage ----------------------------------------------------------------------------------


def served() -> Files:
    """The lab's files by their addresses, for a page of our own."""
    return Files(spoken("stage.mjs"), url("lab.css"))


def inline() -> Files:
    """The lab's files themselves, for a page that has no server of ours behind it."""
    module = base64.b64encode(assets()[_spoken("stage.mjs")].body).decode()
    styles = _within(look("tokens.css")) + assets()["lab.css"].body.decode() + _text("notebook.css")
    return Files(f"data:text/javascript;base64,{module}", styles)


def _within(css: str) -> str:
    """The page's variables as those of the component itself, whose page is not ours."""
    return _ROOT.sub(lambda found: f":host({found[1]})" if found[1] else ":host", css)
