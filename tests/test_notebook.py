"""show() before anything is shown: which words it takes, and one sentence for what it does not."""

from __future__ import annotations

import base64
import re
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from app.language import speaking
from app.page import assets, notebook
from app.page.notebook import show
from scenes import SCENES, named
from tests import facts
from tests.browser.serving import ROOT

ELSEWHERE = "show() needs a Jupyter notebook, such as JupyterLab; without one,"


def opened(scene: str, **words: Any) -> Any:
    """The state of the lab that would be shown."""
    pairs = dict(map(notebook._pair, words.items()))
    return notebook._session(named(scene), pairs).state


def test_where_there_is_no_notebook_it_says_so() -> None:
    with pytest.raises(RuntimeError) as refusal:
        show("cat-sat")
    assert str(refusal.value).startswith(ELSEWHERE)


def test_so_it_does_where_ipython_is_not_even_installed() -> None:
    code = "import sys; sys.modules['IPython'] = None\nfrom app.page.notebook import show\nshow()"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1].startswith(f"RuntimeError: {ELSEWHERE}")


SLUGS = ", ".join(scene.slug for scene in SCENES)


@pytest.mark.parametrize(
    ("scene", "words", "sentence"),
    [
        ("cat", {}, f"There is no scene “cat”: one of {SLUGS} is expected."),
        (
            "cat-sat",
            {"mask": "perhaps"},
            "mask=perhaps cannot be shown: on or off is expected, not “perhaps”.",
        ),
        ("cat-sat", {"k_9": (1, 2)}, "k-9=1,2 cannot be shown: rows from 0 to 5 are there."),
        ("cat-sat", {"colour": "red"}, "colour=red cannot be shown: there is no such word here."),
        ("cat-sat", {"theme": "dark"}, "theme=dark cannot be shown: there is no such word here."),
        ("cat-sat?query=9", {}, "query=9 cannot be shown: a row from 0 to 5 is expected, not “9”."),
        ("cat-sat", {"lang": "xx"}, "lang=xx cannot be shown: one of en, de is expected, not “xx”."),
    ],
)
def test_what_cannot_be_understood_is_named(scene: str, words: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}$"):
        show(scene, **words)


def test_words_are_given_as_python_has_them() -> None:
    state = opened("cat-sat", mask=True, scale=False, query=1, k_1=(-2, 0.5), view="values")
    assert (state.causal, state.scale, state.query, state.view) == (True, False, 1, "values")
    assert state.k.tolist() == [[-2.0, 0.5] if i == 1 else key for i, key in enumerate(facts.CAT_SAT_K)]


def test_tokens_and_matrices_are_lists_or_arrays() -> None:
    tokens = ["a|b", "<b>", "\\", "c d"]
    assert opened("cat-sat", tokens=tokens).tokens == tuple(tokens)
    matrix = np.array([[1.0, 0.5], [2.0, 0.0], [0.0, 1.0]])
    assert opened("river-bank", wq=matrix).w_q.tolist() == matrix.tolist()
    assert opened("river-bank", free=["k-1", "q-0"]).free == {"k-1", "q-0"}


def test_what_is_carried_into_a_notebook_asks_for_no_file() -> None:
    with speaking("de"):
        files = assets.inline()
    kind, _, body = files.module.partition(",")
    assert kind == "data:text/javascript;base64"
    assert base64.b64decode(body).decode() == assets.joined(code="de")
    assert "@import" not in files.styles
    assert "url(" not in files.styles


def test_colours_belong_to_the_component_there() -> None:
    styles = assets.inline().styles
    assert ":root" not in styles
    assert re.search(r":host\{color-scheme:light;[^}]*--query:#b93a0b;", styles)
    assert re.search(r':host\(\[data-theme="dark"\]\)\{color-scheme:dark;[^}]*--query:#ff9166;', styles)
