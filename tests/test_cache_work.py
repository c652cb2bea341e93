"""Multiplications of a step, counted one by one."""

from __future__ import annotations

from itertools import pairwise

import pytest

from app.cache import Work, work


def counted(tokens: range, n: int, features: int, d: int, causal: bool) -> int:
    """Multiplications that give the rows of these tokens, out of n: projections, then pair by pair."""
    count = 0
    for token in tokens:
        for _matrix in range(3):
            for _feature in range(features):
                for _column in range(d):
                    count += 1
        for key in range(n):
            if key <= token or not causal:
                for _dimension in range(d):
                    count += 1  # q · k
                for _dimension in range(d):
                    count += 1  # weight · v
    return count


@pytest.mark.parametrize("n", range(1, 13))
@pytest.mark.parametrize(("features", "d"), [(3, 2), (1, 2), (5, 4)])
def test_a_step_is_counted_as_by_hand(n: int, features: int, d: int) -> None:
    for causal in (True, False):
        done = work(n, features, d, causal=causal)
        assert done.cached == counted(range(n - 1, n), n, features, d, causal)
        assert done.full == counted(range(n), n, features, d, causal)


def test_the_first_step_gains_nothing_and_each_later_one_more() -> None:
    steps = [work(n, 3) for n in range(1, 13)]
    assert steps[0] == Work(22, 22)
    assert steps[4] == Work(38, 150)
    gains = [step.full - step.cached for step in steps]
    assert gains[0] == 0
    assert all(later > earlier for earlier, later in pairwise(gains))


def test_with_a_cache_the_work_grows_by_the_same_each_step() -> None:
    steps = [work(n, 3).cached for n in range(1, 13)]
    assert {later - earlier for earlier, later in pairwise(steps)} == {4}
