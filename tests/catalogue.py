"""Which keys of the catalogue the sources name: whole, or with places in them that are filled later."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.wording import JS_COMMENT, served

SECTION_OF = {".mjs": "page.", ".js": "shell.", "guide.mjs": "guide.page."}
"""Scripts name the keys of their own section without it; the guide's script has one to itself."""
_QUOTED = re.compile(r"'([^'\n]*)'|\"([^\"\n]*)\"|`([^`\n]*)`")
_ASKED = re.compile(r"\b(?:told|lines)\(\"([^\"]+)\"")
"""In a template, where quotes stand within quotes; a name may go on: `lines("help." ~ name)`."""
_SHORT = re.compile(r"\b(?:told\('|say\('|WORDS\.|WORDS\[')([\w-]+)(?![\w.-])")
"""A script's word without a point is a key only where it is asked for."""
_PLACE = re.compile(r"\$\{.*?\}")
_ENDING = re.compile(r"\.(css|html|js|mjs|svg|toml)$")


def named_keys(root: Path) -> set[str]:
    """What stands in quotes in the sources, as the key that it may be; `*` stands for any name."""
    return {name for path in served(root) for name in _named(path) if not _ENDING.search(name)}


def _named(path: Path) -> Iterator[str]:
    if path.suffix == ".py":
        yield from map(_python, ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    elif path.suffix in SECTION_OF:
        text = JS_COMMENT.sub("", path.read_text(encoding="utf-8"))
        quoted = ("".join(found) for found in _QUOTED.findall(text))
        keys = [*(each for each in quoted if "." in each), *_SHORT.findall(text)]
        section = SECTION_OF.get(path.name, SECTION_OF[path.suffix])
        yield from (section + _PLACE.sub("*", each) for each in keys)
    elif path.suffix == ".html":
        asked = _ASKED.findall(path.read_text(encoding="utf-8"))
        yield from (f"{each}*" if each.endswith(".") else each for each in asked)


def _python(node: ast.AST) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        parts = (str(part.value) if isinstance(part, ast.Constant) else "*" for part in node.values)
        return "".join(parts)
    return ""


def base(key: str) -> str:
    """What the sources call a text of a list, or one that counts: `walk.moves.1` is one of `walk.moves`."""
    return re.sub(r"(\.\d+)+$|\.(one|other)$", "", key)


def matches(pattern: str, key: str) -> bool:
    """Whether a key may be what a name with `*` in it stands for; a name must begin with its section."""
    if pattern.startswith("*"):
        return False
    return re.fullmatch(".+".join(map(re.escape, pattern.split("*"))), key) is not None
