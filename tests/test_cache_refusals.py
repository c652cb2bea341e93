"""What no cache takes: prompts of no tokens, and steps whose rows do not fit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from app.cache import KVCache, decode


@pytest.mark.parametrize("prompt", [0, -1, 6, 10**30])
def test_a_prompt_of_no_or_too_many_tokens_is_refused(prompt: int) -> None:
    with pytest.raises(ValueError, match="1 to 5 tokens"):
        decode(np.ones((5, 2)), np.ones((5, 2)), np.ones((5, 2)), prompt=prompt)


STEPS: dict[str, tuple[Any, Any, Any]] = {
    "no token": (np.ones((0, 2)), np.ones((0, 2)), np.ones((0, 2))),
    "a wider key": ([[1, 0]], [[1, 0, 0]], [[1, 0]]),
    "a wider value": ([[1, 0]], [[1, 0]], [[1, 0, 0]]),
    "a wider query": ([[1, 0, 0]], [[1, 0]], [[1, 0]]),
    "a value too many": ([[1, 0]], [[1, 0]], [[1, 0]] * 2),
    "a flat key": ([[1, 0]], [1, 0], [1, 0]),
    "no number": ([[1, 0]], [[float("nan"), 0]], [[1, 0]]),
    "infinity": ([[1, 0]], [[1, 0]], [[float("inf"), 0]]),
    "texts": ([[1, 0]], [["a", "b"]], [[1, 0]]),
}


@pytest.mark.parametrize("given_", STEPS.values(), ids=STEPS)
def test_what_is_no_step_is_refused(given_: tuple[Any, Any, Any]) -> None:
    _, cache = KVCache.empty().step([[1, 0]], [[1, 0]], [[1, 0]])
    with pytest.raises(ValueError, match=r"."):
        cache.step(*given_)
    assert len(cache) == 1


@pytest.mark.parametrize(("queries", "keys"), [(1, 2), (2, 1)])
def test_a_step_with_other_queries_than_tokens_is_refused(queries: int, keys: int) -> None:
    with pytest.raises(ValueError, match=r"."):
        KVCache.empty().step(np.ones((queries, 2)), np.ones((keys, 2)), np.ones((keys, 2)))
