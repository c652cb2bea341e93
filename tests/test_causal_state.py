"""A sentence under the mask that grows token by token: nothing that was computed before ever changes."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.causal_state import CausalState
from tests import facts
from tests.projected import VOCABULARY, assert_sound, growing, kept, product

modest = settings(max_examples=50, deadline=None)
places = st.integers(-300, 300).map(lambda n: n / 100)
far = places | st.sampled_from([1000.0, -1000.0])
VECTORS = ("q", "k", "v")


# --- the printed numbers -----------------------------------------------------------------------


def test_the_printed_weights_and_outputs_come_out() -> None:
    state = growing()
    np.testing.assert_allclose(state.result.weights, facts.RIVER_BANK_CAUSAL_WEIGHTS, rtol=0, atol=0.0005)
    np.testing.assert_allclose(state.result.output, facts.RIVER_BANK_CAUSAL_OUTPUT, rtol=0, atol=0.0005)
    assert_sound(state, atol=1e-12)


def test_every_later_key_is_hidden_and_no_other() -> None:
    result = growing().result
    later = np.array([[key > row for key in range(4)] for row in range(4)])
    assert (result.weights[later] == 0).all()
    assert (result.weights[~later] > 0).all()
    assert (result.scaled[later] == -math.inf).all()
    np.testing.assert_array_equal(result.mask, ~later)
    assert result.weights[0].tolist() == [1, 0, 0, 0]


def test_the_mask_raises_what_remains_and_leaves_the_last_row() -> None:
    state = growing()
    masked = state.result
    state.causal = False
    free = state.result
    np.testing.assert_allclose(free.weights, facts.RIVER_BANK_WEIGHTS, rtol=0, atol=0.0005)
    np.testing.assert_allclose(masked.weights[3], free.weights[3], rtol=0, atol=1e-12)
    np.testing.assert_allclose(masked.output[3], free.output[3], rtol=0, atol=1e-12)
    for row in range(3):
        assert (masked.weights[row, : row + 1] > free.weights[row, : row + 1]).all()
    np.testing.assert_allclose(masked.weights.sum(axis=1), 1, rtol=0, atol=1e-12)


def test_equal_scores_share_evenly_among_what_is_seen() -> None:
    state = growing(w_q=[[0, 0]] * 3)
    expected = [[1.0, 0, 0, 0], [0.5, 0.5, 0, 0], [*[1 / 3] * 3, 0], [0.25] * 4]
    np.testing.assert_allclose(state.result.weights, expected, rtol=0, atol=1e-12)


@modest
@given(st.integers(0, 3), far, far)
def test_a_hidden_key_wins_nothing_wherever_it_is_dragged(row: int, x: float, y: float) -> None:
    state = growing()
    weights, output = state.result.weights, state.result.output
    state.move(f"k-{row}", x, y)
    state.move(f"v-{row}", y, x)
    np.testing.assert_array_equal(state.result.weights[:row], weights[:row])
    np.testing.assert_array_equal(state.result.output[:row], output[:row])
    assert (state.result.weights[:row, row] == 0).all()
    assert_sound(state)


# --- the next token ---------------------------------------------------------------------------

WORDS: list[tuple[dict[str, Any], list[float]]] = [
    ({"token": "rose"}, [1, 0, 1]),
    ({"token": "and", "features": None}, [0, 0, 1]),
    ({"token": "rose", "features": ["0", "1", "0"]}, [0, 1, 0]),
    ({"token": "mud", "features": ["0.5", "−1", " 1e0 "]}, [0.5, -1, 1]),
    ({"token": "bank", "features": ["1.005", "-0", "0"]}, [1.01, 0, 0]),
    ({"token": "<b>🐈", "features": ["0", "0", "0"]}, [0, 0, 0]),
    ({"token": "x" * 80, "features": ["1", "1", "1"]}, [1, 1, 1]),
]


@pytest.mark.parametrize(("word", "features"), WORDS, ids=lambda value: ascii(value)[:30])
def test_a_token_offered_or_typed_comes_last_and_asks(word: dict[str, Any], features: list[float]) -> None:
    state, before = growing(), kept(growing())
    assert state.act("add", word) is None
    now = kept(state)
    assert now["tokens"] == (*before["tokens"], word["token"])
    assert now["x"] == [*before["x"], features]
    for role in VECTORS:
        assert now[role][:4] == before[role]
        np.testing.assert_allclose(
            now[role][4], product([features], before[f"w_{role}"])[0], rtol=0, atol=1e-12
        )
    assert now["query"] == 4
    assert now["free"] == frozenset()
    assert_sound(state)
    assert state.undo()
    assert kept(state) == before
    assert state.redo()
    assert kept(state) == now
    assert (state.undo(), state.undo()) == (True, False)


@pytest.mark.parametrize("word", ["rose", "shore", "and"])
def test_the_new_column_is_hidden_from_every_earlier_row(word: str) -> None:
    state = growing()
    before = state.result
    state.act("add", {"token": word})
    np.testing.assert_allclose(state.result.weights[:4, :4], before.weights, rtol=0, atol=1e-12)
    np.testing.assert_allclose(state.result.output[:4], before.output, rtol=0, atol=1e-12)
    assert (state.result.weights[:4, 4] == 0).all()
    assert state.result.weights.shape == (5, 5)


@pytest.mark.parametrize("word", ["rose", "shore", "and"])
def test_without_the_mask_every_earlier_row_changes(word: str) -> None:
    state = growing(causal=False)
    before = state.result
    state.act("add", {"token": word})
    assert (np.abs(state.result.weights[:4, :4] - before.weights).max(axis=1) > 0.001).all()
    assert_sound(state)


FEATURES: list[Any] = [["1", "0"], ["1", "0", "0", "0"], [], "100", {"0": "1"}, 3, ["1", "0", ""]]
NO_NUMBERS: list[Any] = ["abc", "1e999", "1,5", "nan", "1001", None, 1, []]
FEATURES += [["1", "0", text] for text in NO_NUMBERS]
TOKENS: list[Any] = [None, "", "  ", "\t", 1, ["a"], {}, "x" * 81, "\ud800"]
NO_WORDS: list[Any] = [{"token": "mud", "features": features} for features in FEATURES]
NO_WORDS += [{"token": token, "features": ["1", "0", "0"]} for token in TOKENS]
NO_WORDS += [
    {"token": "mud"},
    {"token": "Rose"},
    {"features": ["1", "0", "0"]},
    {},
    None,
    "rose",
    ["rose"],
    5,
]


@pytest.mark.parametrize("word", NO_WORDS, ids=lambda word: ascii(word)[:50])
def test_what_is_no_token_is_refused_in_one_sentence(word: Any) -> None:
    state = growing()
    with pytest.raises(ValueError, match=r"^[^\n]{1,150}[.]$"):
        state.act("add", word)
    assert kept(state) == kept(growing())
    assert not state.history.can_undo


def test_a_token_whose_vectors_would_lie_too_far_out_is_refused() -> None:
    state = growing()
    with pytest.raises(ValueError, match="from −1000 to 1000"):
        state.act("add", {"token": "sea", "features": ["501", "0", "0"]})  # its key would be (1002, 0)
    assert kept(state) == kept(growing())


def test_twelve_tokens_are_the_most_and_one_is_the_least() -> None:
    state = growing()
    for n in range(5, 13):
        state.act("add", {"token": "and"})
        assert len(state.tokens) == len(state.x) == len(state.q) == len(state.k) == len(state.v) == n
    with pytest.raises(ValueError, match=r"12 tokens\.$"):
        state.act("add", {"token": "and"})
    assert_sound(state)
    for n in range(11, 0, -1):
        assert state.act("remove") is None
        assert len(state.tokens) == len(state.x) == len(state.q) == len(state.k) == len(state.v) == n
        assert state.query <= n - 1
    with pytest.raises(ValueError, match=r"^One token must stay.*\.$"):
        state.act("remove")
    assert (state.tokens, state.result.weights.tolist()) == (("The",), [[1]])
    assert sum(iter(state.undo, False)) == 8 + 11
    assert kept(state) == kept(growing())


@pytest.mark.parametrize("name", ["shuffle", "jump", "", "Add", "x" * 900])
def test_there_are_no_other_actions(name: str) -> None:
    state = growing()
    with pytest.raises(ValueError, match=r"^There is no action .{1,60} here\.$"):
        state.act(name, "k-0")
    assert state.actions == []
    assert kept(state) == kept(growing())


def test_two_states_share_nothing() -> None:
    one, other = growing(), growing()
    one.act("add", {"token": "rose"})
    one.move("k-1", 3, 3)
    one.act("remove")
    assert kept(other) == kept(growing())
    assert isinstance(other, CausalState)
    assert {*other.vocabulary} == {*VOCABULARY}
