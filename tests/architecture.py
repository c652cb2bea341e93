"""Who imports whom, read from the sources without running them, and the lines that must hold.

Each rule takes the root of a tree and tells its faults, so that it can be tried on trees made to break it.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

# A module may import those before it and, where that makes no circle, its neighbours on the same line.
# A new module of app/ must be given its place here.
LAYERS = (
    (
        "app",
        "app.attention",
        "app.projection",
        "app.numerals",
        "app.palette",
        "app.history",
        "app.texts",
        "app.language",
        "app.chart",
        "app.presentation",
    ),
    ("app.parameters", "app.cache"),
    ("app.state", "app.sampling", "app.learning"),
    ("app.projected", "app.entry", "app.message", "app.draws"),
    ("app.causal_state", "app.scaling_state"),
    (
        "app.readings",
        "app.feature_readings",
        "app.cache_readings",
        "app.planes",
        "app.walk",
        "app.controls",
        "app.snippet",
        "app.sampling_readings",
        "app.slope_readings",
        "app.descent_readings",
        "app.scaling_readings",
    ),
    ("app.parts", "app.address", "app.address_words", "app.tasks"),
    ("app.scene",),
    ("scenes",),
    ("app.session", "app.embed"),
    ("app.worker",),
    ("app.page", "app.runtime"),
    ("app.server", "app.embed_command", "app.export"),
    ("app.__main__",),
)
RANKS = {name: rank for rank, names in enumerate(LAYERS) for name in names}
OUTER = ("app.page", "app.server", "app.export", "app.runtime", "app.__main__")

# What else a module of the inner half may import. It also runs in a browser's worker, which has no more.
INNER = {"numpy", "param", "app", "scenes"}
NARROW = {
    "app.attention": {"numpy"},
    "app.projection": {"numpy"},
    "app.sampling": {"numpy", "app.attention"},
    "app.learning": {"numpy", "app.attention"},
}


def sources(root: Path) -> dict[str, Path]:
    """The modules of app and scenes by their dotted names."""
    found = {}
    for path in sorted((*root.glob("app/**/*.py"), *root.glob("scenes/**/*.py"))):
        parts = path.relative_to(root).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def place(module: str) -> str:
    """The name that stands in LAYERS: a page/ or scenes/ module is ranked by its package."""
    return next((p for p in ("app.page", "scenes") if module == p or module.startswith(f"{p}.")), module)


def is_outer(module: str) -> bool:
    """Whether a module belongs to the half that knows Panel and Bokeh."""
    return place(module) in OUTER


def imports(module: str, path: Path, known: set[str]) -> Iterator[tuple[str, int]]:
    """Each module that this one imports, anywhere in it, with the line."""
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *filter(None, [node.module])])
            for (
                alias
            ) in node.names:  # `from app import state` imports app.state; `from app.state import X` does not
                whole = f"{base}.{alias.name}"
                yield (whole if whole in known else base), node.lineno


def graph(root: Path) -> dict[str, list[tuple[str, int]]]:
    """All modules with what they import."""
    modules = sources(root)
    return {module: list(imports(module, path, set(modules))) for module, path in modules.items()}


def rank_faults(root: Path) -> list[str]:
    """Modules without a rank, and imports that point back."""
    modules = graph(root)
    faults = [
        f"{m} has no place in LAYERS of tests/architecture.py" for m in modules if place(m) not in RANKS
    ]
    for module, targets in modules.items():
        for target, line in targets:
            ranks = RANKS.get(place(module)), RANKS.get(place(target))
            if ranks[0] is not None and ranks[1] is not None and ranks[0] < ranks[1]:
                faults.append(f"{module}:{line} imports {target}, which stands above it")
    return faults


def circle_faults(root: Path) -> list[str]:
    """Modules that reach themselves by imports."""
    modules = {module: {target for target, _ in targets} for module, targets in graph(root).items()}
    faults = []
    for module in modules:
        reached, ahead = set[str](), set(modules[module])
        while ahead:
            reached.add(step := ahead.pop())
            ahead |= modules.get(step, set()) - reached
        if module in reached:
            faults.append(f"{module} imports itself in a circle")
    return faults


def reach_faults(root: Path) -> list[str]:
    """Imports that a module of the inner half may not have: above all Panel and Bokeh."""
    faults = []
    for module, targets in graph(root).items():
        allowed = NARROW.get(module, INNER)
        for target, line in targets:
            top = target.partition(".")[0]
            if not (is_outer(module) or top in sys.stdlib_module_names or {top, target} & allowed):
                faults.append(f"{module}:{line} imports {target}")
    return faults


def made_at_import(root: Path) -> list[str]:
    """Calls at module level of app/page to what comes from Panel or Bokeh: models belong to one document."""
    faults = []
    for path in sorted(root.glob("app/page/**/*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        foreign = set(foreign_names(tree))
        for statement in tree.body:
            for call in calls_when_imported(statement):
                if root_name(call.func) in foreign:
                    faults.append(f"{path.relative_to(root)}:{call.lineno} makes {ast.unparse(call.func)}")
    return faults


def foreign_names(tree: ast.Module) -> Iterator[str]:
    """The names under which a module knows things of Panel and Bokeh."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.partition(".")[0] in {"panel", "bokeh"}:
                    yield alias.asname or alias.name.partition(".")[0]
        elif isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in {"panel", "bokeh"}:
            yield from (alias.asname or alias.name for alias in node.names)


def calls_when_imported(statement: ast.stmt) -> Iterator[ast.Call]:
    """Calls that run on import: not those in bodies of functions, nor a class's declarations."""
    if isinstance(statement, ast.ClassDef):
        return
    pending: list[ast.AST] = [statement]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Call):
            yield node
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            decorators = [] if isinstance(node, ast.Lambda) else node.decorator_list
            pending += [*decorators, *node.args.defaults, *filter(None, node.args.kw_defaults)]
        elif not isinstance(node, ast.ClassDef):
            pending += ast.iter_child_nodes(node)


def root_name(node: ast.expr) -> str | None:
    """`pn` of `pn.pane.Bokeh`."""
    while isinstance(node, (ast.Attribute, ast.Call)):
        node = node.value if isinstance(node, ast.Attribute) else node.func
    return node.id if isinstance(node, ast.Name) else None
