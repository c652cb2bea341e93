"""The KV cache: step by step, in a prompt at once or all in one pass, the same comes out."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from app.attention import Attention
from app.cache import KVCache, decode
from tests import oracle

modest = settings(max_examples=40, deadline=None)
entries = st.floats(-30, 30)
Triple = tuple[np.ndarray, np.ndarray, np.ndarray]


@pytest.fixture(autouse=True)
def no_warnings() -> Iterator[None]:
    with np.errstate(all="raise", under="ignore"):
        yield


def normal(seed: int, n: int = 5, d_k: int = 2, d_v: int = 2) -> Triple:
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, d_k)), rng.normal(size=(n, d_k)), rng.normal(size=(n, d_v))


@st.composite
def sentences(draw: st.DrawFn) -> Triple:
    n, d_k, d_v = (draw(st.integers(1, most)) for most in (8, 3, 3))
    q, k, v = (draw(arrays(np.float64, (n, d), elements=entries)) for d in (d_k, d_k, d_v))
    return q, k, v


def gathered(steps: list[Attention]) -> tuple[np.ndarray, np.ndarray]:
    """Weights (n, n), zero where a key had not been read yet, and output (n, d_v) of all steps."""
    n = sum(len(step.weights) for step in steps)
    weights = np.zeros((n, n))
    row = 0
    for step in steps:
        count, keys = step.weights.shape
        weights[row : row + count, :keys] = step.weights
        row += count
    return weights, np.concatenate([step.output for step in steps])


def assert_one_pass(q: np.ndarray, k: np.ndarray, v: np.ndarray, prompt: int, scale: bool = True) -> None:
    """Read with a cache, the sentence gives what the slow loops give in one causal pass."""
    steps, cache = decode(q, k, v, prompt=prompt, scale=scale)
    weights, output = gathered(steps)
    expected = oracle.attend(q.tolist(), k.tolist(), v.tolist(), causal=True, scaled=scale)
    np.testing.assert_allclose(weights, expected[0], rtol=0, atol=1e-12)
    np.testing.assert_allclose(output, expected[1], rtol=0, atol=1e-12)
    np.testing.assert_array_equal(cache.k, k)
    np.testing.assert_array_equal(cache.v, v)


# --- the same in every way -------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("prompt", range(1, 6))
def test_single_steps_a_prompt_and_one_pass_are_the_same(seed: int, prompt: int) -> None:
    assert_one_pass(*normal(seed), prompt=prompt)
    assert_one_pass(*normal(seed), prompt=prompt, scale=False)


@modest
@given(sentences(), st.data(), st.booleans())
def test_they_are_for_any_sentence_and_any_prompt(sentence: Triple, data: st.DataObject, scale: bool) -> None:
    prompt = data.draw(st.integers(1, len(sentence[0])))
    assert_one_pass(*sentence, prompt=prompt, scale=scale)


@modest
@given(sentences(), st.data())
def test_chunks_of_any_size_are_the_same_too(sentence: Triple, data: st.DataObject) -> None:
    q, k, v = sentence
    cuts = sorted(data.draw(st.sets(st.integers(1, len(q)))) | {len(q)})
    cache, steps, start = KVCache.empty(k.shape[1], v.shape[1]), [], 0
    for end in cuts:
        result, cache = cache.step(q[start:end], k[start:end], v[start:end])
        steps.append(result)
        assert len(cache) == end
        start = end
    expected = oracle.attend(q.tolist(), k.tolist(), v.tolist(), causal=True)
    for have, want in zip(gathered(steps), expected, strict=True):
        np.testing.assert_allclose(have, want, rtol=0, atol=1e-12)


@pytest.mark.parametrize("prompt", [1, 3, 5])
def test_five_known_tokens(prompt: int) -> None:
    steps, _ = decode(*normal(0), prompt=prompt)
    weights, output = gathered(steps)
    assert weights[0].tolist() == [1, 0, 0, 0, 0]
    known = [0.12142983, 0.35741867, 0.33075322, 0.16077676, 0.02962151]
    np.testing.assert_allclose(weights[4], known, rtol=0, atol=1e-8)
    np.testing.assert_allclose(output[4], [-0.08763120, 0.18099105], rtol=0, atol=1e-8)


# --- the mask, aligned so that the last query sees every key ----------------------------------

KEYS = [[1, 0], [0, 1], [1, 1], [-1, 0]]
VALUES = [[1, 0], [0, 1], [2, 2], [-1, 3]]
LAST = [0.23412450, 0.23412450, 0.47483141, 0.05691958]


def test_one_query_sees_every_key_that_was_kept() -> None:
    cache = KVCache(np.array(KEYS[:3], float), np.array(VALUES[:3], float))
    result, cache = cache.step([[1, 1]], KEYS[3:], VALUES[3:])
    np.testing.assert_allclose(result.weights, [LAST], rtol=0, atol=1e-8)
    np.testing.assert_allclose(result.output, [[1.12686774, 1.35454608]], rtol=0, atol=1e-8)
    assert len(cache) == 4


def test_the_first_of_two_queries_does_not_see_the_last_key() -> None:
    cache = KVCache(np.array(KEYS[:3], float), np.array(VALUES[:3], float))
    result, _ = cache.step([[1, 1], [1, -1]], [*KEYS[3:], [0, -1]], [*VALUES[3:], [4, 0]])
    second = [0.33564907, 0.08160191, 0.16549805, 0.08160191, 0.33564907]
    np.testing.assert_allclose(result.weights, [[*LAST, 0], second], rtol=0, atol=1e-8)
    assert result.weights[0, 4] == 0
    expected = [[1.12686774, 1.35454608], [1.92763954, 0.65740372]]
    np.testing.assert_allclose(result.output, expected, rtol=0, atol=1e-8)


# --- exactly the rows that were read -----------------------------------------------------------


def test_no_slot_is_kept_free_so_two_equal_keys_share_all_the_weight() -> None:
    cache = KVCache.empty()
    assert len(cache) == 0
    for count in (1, 2):
        result, cache = cache.step([[1, 0]], [[1, 0]], [[1, 0]], scale=False)
        assert len(cache) == count
        assert cache.k.shape == cache.v.shape == (count, 2)
        assert result.weights.tolist() == [[1 / count] * count]


def test_shapes_of_a_step() -> None:
    cache = KVCache.empty(3, 4)
    result, cache = cache.step(np.ones((2, 3)), np.ones((2, 3)), np.ones((2, 4)))
    result, cache = cache.step(np.ones((1, 3)), np.ones((1, 3)), np.ones((1, 4)))
    assert (result.weights.shape, result.output.shape) == ((1, 3), (1, 4))
    assert (cache.k.shape, cache.v.shape) == ((3, 3), (3, 4))


def test_a_step_changes_neither_its_cache_nor_its_inputs() -> None:
    q, k, v = normal(1, n=2)
    _, before = KVCache.empty().step(q, k, v)
    copies = [array.copy() for array in (q, k, v)]
    _, after = before.step(q[:1], k[:1], v[:1])
    k[:], v[:] = 9, 9
    assert (len(before), len(after)) == (2, 3)
    np.testing.assert_array_equal(before.k, copies[1])
    np.testing.assert_array_equal(after.k, [*copies[1], copies[1][0]])
    np.testing.assert_array_equal(q, copies[0])


@pytest.mark.parametrize("scale", [True, False, 0.1])
def test_the_scale_never_touches_what_is_kept(scale: bool | float) -> None:
    q, k, v = normal(2)
    _, cache = decode(q, k, v, scale=scale)
    np.testing.assert_array_equal(cache.k, k)
    np.testing.assert_array_equal(cache.v, v)


def test_lists_and_whole_numbers_are_kept_as_floats() -> None:
    _, cache = KVCache.empty().step([[200, 0]], np.array([[2, 0]], np.uint8), [[1, 0]])
    result, cache = cache.step(np.array([[200, 0]], np.uint8), [[1, 0]], [[0, 1]], scale=False)
    assert cache.k.dtype == cache.v.dtype == np.float64
    assert result.weights[0, 0] == 1
