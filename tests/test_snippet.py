"""The snippet that a page shows is a program: run, it prints the numbers of the page."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from app.readings import Look
from app.snippet import snippet
from app.state import AttentionState
from tests import facts, oracle


def cat_sat(**changes: Any) -> AttentionState:
    opening = {"q": facts.CAT_SAT_Q, "k": facts.CAT_SAT_K, "v": facts.CAT_SAT_V, "query": facts.CAT_SAT_QUERY}
    return AttentionState(**{"tokens": facts.CAT_SAT_TOKENS, **opening, **changes})


def printed(program: str, rows: int) -> tuple[np.ndarray, np.ndarray]:
    """Weights and output that the program prints."""
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, timeout=60
    )
    assert (run.returncode, run.stderr) == (0, "")
    numbers = [float(number) for number in re.findall(r"-?\d+\.?\d*(?:e[+-]?\d+)?", run.stdout)]
    weights, output = numbers[: rows * rows], numbers[rows * rows :]
    return np.reshape(weights, (rows, rows)), np.reshape(output, (rows, 2))


def test_it_prints_the_published_numbers() -> None:
    weights, output = printed(snippet(Look(cat_sat())), 6)
    assert weights.tolist() == facts.CAT_SAT_WEIGHTS
    assert output[facts.CAT_SAT_QUERY].tolist() == facts.CAT_SAT_OUTPUT


def test_it_prints_three_decimals_where_the_lesson_does() -> None:
    rows = {"q": facts.RIVER_BANK_Q, "k": facts.RIVER_BANK_K, "v": facts.RIVER_BANK_V}
    state = AttentionState(tokens=facts.RIVER_BANK_TOKENS, causal=True, **rows)
    weights, output = printed(snippet(Look(state, decimals=3)), 4)
    assert weights.tolist() == facts.RIVER_BANK_CAUSAL_WEIGHTS
    assert output.tolist() == facts.RIVER_BANK_CAUSAL_OUTPUT


@pytest.mark.parametrize(
    "changes",
    [
        {"scale": False},
        {"causal": True},
        {"scale": False, "causal": True, "k": [[1000, -1000]] * 6, "q": [[1000, 1000]] * 6},
        {"tokens": ["a"], "q": [[0, 0]], "k": [[-0.5, 2]], "v": [[1, -1]], "query": 0},
    ],
    ids=["not divided", "masked", "far out", "one token"],
)
def test_it_follows_the_state(changes: dict[str, Any]) -> None:
    state = cat_sat(**changes)
    q, k, v = (rows.tolist() for rows in (state.q, state.k, state.v))
    expected = oracle.attend(q, k, v, causal=state.causal, scaled=state.scale)
    for shown, true in zip(printed(snippet(Look(state)), len(q)), expected, strict=True):
        np.testing.assert_allclose(shown, true, rtol=0, atol=0.005 + 1e-9)


def test_tokens_never_become_code() -> None:
    text = snippet(Look(cat_sat(tokens=['"""', "'", "\\", "\n", "import os", "#"])))
    assert text == snippet(Look(cat_sat()))
