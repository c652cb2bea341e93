"""The cache that a page shows, and its proof: from the cache or computed anew, the same comes out."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from app.attention import Attention, attend
from app.cache_readings import cache_parts
from app.causal_state import CausalState
from app.readings import Look
from app.texts import Rich
from tests import facts, oracle
from tests.projected import growing, sentences

modest = settings(max_examples=30, deadline=None)


def parts(state: CausalState) -> dict[str, Any]:
    return cache_parts(Look(state, decimals=3), False)


def flat(rich: Rich) -> str:
    return "".join(part if isinstance(part, str) else part[1] for part in rich)


@modest
@given(sentences())
def test_the_cache_holds_the_keys_and_values_of_the_plane(state: CausalState) -> None:
    held = parts(state)["table:cache"]["values"]
    assert held == [[*k, *v] for k, v in zip(state.k.tolist(), state.v.tolist(), strict=True)]
    assert len(held) == len(state.tokens)


def test_no_entry_is_stale_after_a_drag_a_new_token_undo_or_reset() -> None:
    state = growing()
    opening = [[*k, *v] for k, v in zip(facts.RIVER_BANK_K, facts.RIVER_BANK_V, strict=True)]
    state.move("k-1", 0.25, -1)
    assert parts(state)["table:cache"]["values"][1] == [0.25, -1, 1, 0]
    state.act("add", {"token": "rose"})
    assert parts(state)["table:cache"]["texts"][4] == "2.00|1.00|1.00|0.00"
    state.undo()
    assert len(parts(state)["table:cache"]["values"]) == 4
    state.reset()
    assert parts(state)["table:cache"]["values"] == opening


@modest
@given(sentences())
def test_the_proof_shows_the_last_row_twice_and_a_difference_of_rounding(state: CausalState) -> None:
    shown = parts(state)
    q, k, v = (getattr(state, name).tolist() for name in ("q", "k", "v"))
    expected = oracle.attend(q, k, v, causal=True, scaled=state.scale)[0][-1]
    for row in shown["table:proof"]["values"]:
        np.testing.assert_allclose(row, expected, rtol=0, atol=1e-9)
    text, n = flat(shown["text:proof"]), len(state.tokens)
    if n == 1:
        assert text == "With one token there is one way only to compute its output."
        return
    assert text.startswith(f"{n} single steps, a prompt of {min(3, n)} at once")
    assert f"one pass over all {n}" in text
    said = re.search(r"is (?:exactly 0|0 to rounding \((\S+)\))\.$", text)
    assert said
    assert float(said[1] or 0) <= 1e-9  # values may be a thousand


def test_a_cache_that_went_wrong_would_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(q: Any, k: Any, v: Any, **named: Any) -> tuple[list[Attention], None]:
        return [attend(q, k, v)], None  # sees the future

    monkeypatch.setattr("app.cache_readings.decode", wrong)
    text = flat(parts(growing())["text:proof"])
    assert "rounding" not in text
    assert "exactly 0" not in text
