"""The walk for any state: the numbers of the slow loops, finite, strict, and tokens never markup."""

from __future__ import annotations

from math import isfinite

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.readings import Look
from app.state import AttentionState
from app.walk import walk_parts
from tests import oracle
from tests.projected import assert_strict, river_bank
from tests.states import states

modest = settings(max_examples=50, deadline=None)


@modest
@given(states())
def test_the_numbers_are_those_of_the_slow_loops_and_finite(state: AttentionState) -> None:
    row = state.query
    q, k, v = (getattr(state, name).tolist() for name in ("q", "k", "v"))
    weights, _ = oracle.attend(q, k, v, causal=state.causal, scaled=state.scale)
    values = walk_parts(Look(state), 0)["table:walk"]["values"]
    np.testing.assert_allclose(
        [cells[0] for cells in values], [oracle.dot(q[row], key) for key in k], atol=1e-8
    )
    seen = [not state.causal or key <= row for key in range(len(k))]
    assert [cells[1] is not None for cells in values] == [cells[3] is not None for cells in values] == seen
    np.testing.assert_allclose([cells[3] or 0.0 for cells in values], weights[row], rtol=0, atol=1e-9)
    powers = [cells[2] for cells in values]
    assert all(isfinite(power) and power >= 0 for power in powers)
    np.testing.assert_allclose(np.array(powers) / sum(powers), weights[row], rtol=0, atol=1e-9)


@modest
@given(states(), st.integers(0, 3), st.integers(0, 4))
def test_every_move_is_strict_json_without_negative_zeros(
    state: AttentionState, move: int, pointed: int
) -> None:
    parts = walk_parts(Look(state, pointed=pointed), move)
    assert_strict(parts)
    assert len(parts["table:walk"]["texts"]) == len(state.tokens)
    assert all(row.count("|") == 4 for row in parts["table:walk"]["texts"])


@pytest.mark.parametrize("token", ["<b>x</b>", "{{7*7}}", "a|b", "", "قطة"])
@pytest.mark.parametrize("causal", [False, True])
def test_a_token_is_only_ever_a_segment(token: str, causal: bool) -> None:
    state = river_bank(tokens=["The", token, "bank", token], causal=causal)
    for move in range(4):
        for key in range(4):
            rich = walk_parts(Look(state, decimals=3, pointed=key), move)["text:walk"]
            assert not any(token and token in segment for segment in rich if isinstance(segment, str))
    assert all(row.count("|") == 4 for row in walk_parts(Look(state), 0)["table:walk"]["texts"])
