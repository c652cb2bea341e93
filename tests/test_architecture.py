"""The lines that hold the project together, each also tried on a tree made to break it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests import architecture, wording
from tests.architecture import ROOT

Rule = Callable[[Path], list[str]]
RULES: dict[str, Rule] = {
    "ranks": architecture.rank_faults,
    "circles": architecture.circle_faults,
    "reach": architecture.reach_faults,
    "import-time": architecture.made_at_import,
    "markup": wording.markup_faults,
    "hosts": wording.host_faults,
}


def test_the_core_is_where_the_rules_look_for_it() -> None:
    modules = architecture.sources(ROOT)
    assert {"app.attention", "app.projection", "app.state", "app.page.stage", "scenes"} <= modules.keys()
    assert list(ROOT.glob("static/*.mjs"))


@pytest.mark.parametrize("rule", RULES)
def test_the_rule_holds(rule: str) -> None:
    assert RULES[rule](ROOT) == []


def test_no_file_speaks_of_somebodys_machine() -> None:
    assert wording.somebodys_faults(ROOT, wording.tracked(ROOT)) == []


BROKEN = {
    "a core that imports its state": ("ranks", "app/attention.py", "from app import state"),
    "a module without a rank": ("ranks", "app/novel.py", ""),
    "a state that imports a scene": ("ranks", "app/state.py", "from app.scene import Scene"),
    "a scene that imports the page": ("ranks", "scenes/one.py", "def f():\n    import app.page.stage"),
    "a scene that imports the server": ("ranks", "scenes/one.py", "from app import server"),
    "a relative import of what stands above": ("ranks", "app/readings.py", "from . import session"),
    "neighbours in a circle": ("circles", "app/readings.py", "from app.planes import x"),
    "a core that imports Param": ("reach", "app/attention.py", "import param"),
    "a core that imports a neighbour": ("reach", "app/projection.py", "from app.attention import attend"),
    "sampling that imports Param": ("reach", "app/sampling.py", "import param"),
    "a scene that imports Panel": ("reach", "scenes/one.py", "import panel as pn"),
    "readings that import Bokeh": ("reach", "app/readings.py", "def f():\n    from bokeh.models import Span"),
    "a session that imports SciPy": ("reach", "app/session.py", "import scipy.special"),
    "a model at module level": (
        "import-time",
        "app/page/a.py",
        "from bokeh.models import Span as S\nx = S()",
    ),
    "a pane at module level": ("import-time", "app/page/a.py", "import panel as pn\nx = [pn.pane.Str('')]"),
    "a model as a default": (
        "import-time",
        "app/page/a.py",
        "from bokeh.models import Span\ndef f(s=Span()): ...",
    ),
    "eval in a script": ("markup", "static/a.mjs", "const x = eval ('1')"),
    "innerHTML in a script": ("markup", "static/a.js", "el.innerHTML = token"),
    "markup in a Python string": ("markup", "app/page/a.py", "JS = 'document.write(1)'"),
    "an outside font": ("hosts", "static/a.css", "@import url(https://fonts.invalid/a.css);"),
    "an outside script": ("hosts", "app/page/a.py", "URL = 'https://cdn.jsdelivr.net/x.js'"),
    "an outside socket": ("hosts", "static/a.mjs", "new WebSocket('wss://else.invalid/ws')"),
}

SOUND = {
    "app/__init__.py": '"""Name."""\n__version__ = "0"',
    "app/attention.py": '"""No eval(x); see https://else.invalid/a."""\nimport math\nimport numpy as np',
    "app/projection.py": "from numpy.typing import NDArray",
    "app/sampling.py": "import numpy as np\nfrom app.attention import softmax",
    "app/state.py": "import param\nfrom app.attention import attend",
    "app/readings.py": "from .state import State",
    "app/planes.py": "from app.readings import Look",
    "app/session.py": "from app import planes, readings\nimport scenes",
    "app/page/__init__.py": "",
    "app/page/a.py": "import panel as pn\nfrom bokeh.models import Span\nfrom app.session import Session\n"
    "class A(pn.custom.JSComponent):\n    b = pn.custom.Child()\ndef f():\n    return Span()\n",
    "app/server.py": "import panel as pn\nfrom scenes import SCENES\nfrom app.page import a",
    "app/runtime.py": "CDN = 'https://cdn.jsdelivr.net/pyodide/'",
    "app/__main__.py": "from app import __version__, server",
    "scenes/__init__.py": "from scenes import one",
    "scenes/one.py": "from app.state import State",
    "static/a.mjs": "// no innerHTML, see https://else.invalid\na = 'http://www.w3.org/2000' // eval(1)",
}


def grow(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return root


@pytest.mark.parametrize("rule", RULES)
def test_a_sound_tree_has_no_faults(rule: str, tmp_path: Path) -> None:
    assert RULES[rule](grow(tmp_path, SOUND)) == []


@pytest.mark.parametrize(("rule", "name", "text"), BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_tree_is_found_out(rule: str, name: str, text: str, tmp_path: Path) -> None:
    grow(tmp_path, {**SOUND, name: text})
    assert RULES[rule](tmp_path)


@pytest.mark.parametrize(
    ("text", "is_told"),
    [
        ("see /" + "work/x", True),
        ("see /" + "home/me/x", True),
        ("issue " + "#12", True),
        ("a session, an issue, home/page, /assets/x, https://a.example/work/", False),
        ("the path ./work/x and ~/home/x", False),
    ],
)
def test_words_of_somebodys_machine(text: str, is_told: bool, tmp_path: Path) -> None:
    path = tmp_path / "file.md"
    path.write_text(text, encoding="utf-8")
    assert bool(wording.somebodys_faults(tmp_path, [path])) is is_told
