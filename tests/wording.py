"""What the files may not say: ways to turn text into markup, outside hosts, somebody's machine."""

import ast
import io
import re
import subprocess
import tokenize
from collections.abc import Iterator
from pathlib import Path

# Tokens are data, never markup; and a strict Content-Security-Policy allows no eval.
MARKUP = re.compile(
    r"\beval\s*\(|\bnew\s+Function\s*\(|\binnerHTML\b|\bouterHTML\b|\binsertAdjacentHTML\b|\bdocument\.write"
)
URL = re.compile(r"\b(?:https?|wss?)://([\w.-]+|\[[\d:]+\])")
# This machine, names that stand for no host, and XML namespaces, which nobody asks for.
HARMLESS = re.compile(
    r"(localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\]|www\.w3\.org|([\w-]+\.)*example(\.(com|org|net))?)"
)
# `export --runtime cdn` is the one thing that asks an outside host, and says so.
EXCEPTIONS = {"app/runtime.py": {"cdn.jsdelivr.net"}}

SOMEBODYS = re.compile(r"(?<![\w.~-])/(?:work|root|home|Users)/\w|\b(?:issue|ticket) #\d", re.IGNORECASE)

SCRIPTS = {".js", ".mjs"}
JS_COMMENT = re.compile(r"/\*.*?\*/|(?:^|(?<=\s))//[^\n]*", re.DOTALL)


def text_of(path: Path) -> str | None:
    """A file's text; None for a picture and the like."""
    try:
        return path.read_text(encoding="utf-8")
    except (UnicodeDecodeError, FileNotFoundError, IsADirectoryError):
        return None


def code_of(path: Path) -> str:
    """What a file does: its text without comments and docstrings, which may name what is forbidden."""
    text = text_of(path) or ""
    if path.suffix in SCRIPTS:
        return JS_COMMENT.sub("", text)
    return python_code(text) if path.suffix == ".py" else text


def python_code(text: str) -> str:
    """Python without comments and docstrings."""
    tree = ast.parse(text)
    docstrings = {
        line
        for node in ast.walk(tree)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
        and ast.get_docstring(node) is not None
        for line in range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1)
    }
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    kept = (t for t in tokens if t.type != tokenize.COMMENT and t.start[0] not in docstrings)
    return " ".join(token.string for token in kept)


def served(root: Path) -> Iterator[Path]:
    """The files whose code reaches a browser, or makes what does."""
    for folder in ("app", "scenes", "static"):
        yield from (
            p for p in sorted(root.glob(f"{folder}/**/*")) if p.is_file() and "__pycache__" not in p.parts
        )


def markup_faults(root: Path) -> list[str]:
    """Ways by which a text could become markup or code."""
    return [
        f"{path.relative_to(root)}: {found[0]}"
        for path in served(root)
        if path.suffix in {*SCRIPTS, ".py"}
        for found in MARKUP.finditer(code_of(path))
    ]


def host_faults(root: Path) -> list[str]:
    """Addresses of outside hosts."""
    faults = []
    for path in served(root):
        name = path.relative_to(root).as_posix()
        for found in URL.finditer(code_of(path)):
            if not (HARMLESS.fullmatch(found[1]) or found[1] in EXCEPTIONS.get(name, ())):
                faults.append(f"{name}: {found[0]}")
    return faults


def tracked(root: Path) -> list[Path]:
    """The files that git keeps or would keep; none where this is no checkout."""
    command = ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        names = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return []
    return [root / name for name in names.split("\0") if name]


def somebodys_faults(root: Path, paths: list[Path]) -> list[str]:
    """Paths of somebody's machine and numbers of somebody's list, which say nothing to a reader."""
    return [
        f"{path.relative_to(root)}: {found[0]}"
        for path in paths
        for found in SOMEBODYS.finditer(text_of(path) or "")
    ]
