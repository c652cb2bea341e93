"""The example notebook runs from top to bottom, and what it prints is what the lessons print."""

import ast
from collections.abc import Sequence
from pathlib import Path

import nbclient
import nbformat
import pytest

from tests import facts, oracle
from tests.browser.jupyter import FOLDERS

EXAMPLE = Path(__file__).parents[1] / "examples" / "attention.ipynb"


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, float]]:
    """What the cells give that end in a value, from a copy that keeps to a folder of its own."""
    for name, place in FOLDERS.items():
        (tmp_path / place).mkdir()
        monkeypatch.setenv(name, str(tmp_path / place))
    book = nbformat.read(EXAMPLE, as_version=4)
    nbclient.NotebookClient(book, timeout=120, resources={"metadata": {"path": tmp_path}}).execute()
    outputs = [output for cell in book.cells for output in cell.get("outputs", ())]
    assert not [output for output in outputs if output.output_type in ("stream", "error")]
    values = [output.data["text/plain"] for output in outputs if output.output_type == "execute_result"]
    return [ast.literal_eval(value) for value in values]


def row(tokens: Sequence[str], weights: Sequence[float]) -> dict[str, float]:
    return dict(zip(tokens, [round(weight, 2) for weight in weights], strict=True))


def test_it_gives_the_published_weights(results: list[dict[str, float]]) -> None:
    turned = [[-2.2, -1.0] if i == 1 else key for i, key in enumerate(facts.CAT_SAT_K)]
    drained, _ = oracle.attend(facts.CAT_SAT_Q, turned, facts.CAT_SAT_V)
    published = row(facts.CAT_SAT_TOKENS, facts.CAT_SAT_WEIGHTS[2])
    assert published["cat"] == 0.76
    assert results == [
        published,
        row(facts.CAT_SAT_TOKENS, drained[2]),
        published,
        row(facts.RIVER_BANK_TOKENS, facts.RIVER_BANK_CAUSAL_WEIGHTS[2]),
    ]


def test_it_is_kept_without_outputs() -> None:
    cells = nbformat.read(EXAMPLE, as_version=4).cells
    nbformat.validate(nbformat.read(EXAMPLE, as_version=4))
    code = [cell for cell in cells if cell.cell_type == "code"]
    assert [(cell.outputs, cell.execution_count) for cell in code] == [([], None)] * len(code)
