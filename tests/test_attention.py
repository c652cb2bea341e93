"""Right numbers: golden values worked out elsewhere, for the mistakes that are easily made."""

from __future__ import annotations

import timeit
from collections.abc import Iterator

import numpy as np
import pytest

from app.attention import attend, causal_mask, softmax
from tests import facts, oracle
from tests.oracle import Rows

THREE = [[1, 0], [0, 1], [1, 1]]  # queries and keys of several masks below
THREE_V = [[1, 0], [0, 1], [2, 2]]


@pytest.fixture(autouse=True)
def no_warnings() -> Iterator[None]:
    with np.errstate(all="raise", under="ignore"):
        yield


def weights_of(q, k, **options) -> np.ndarray:
    return attend(q, k, np.zeros((len(k), 1)), **options).weights


@pytest.mark.parametrize(
    ("q", "k", "expected"),
    [
        ([[1000, 0]], [[1, 0], [0.999, 0], [0.998, 0]], [0.66524096, 0.24472847, 0.09003057]),
        ([[-1000, 0]], [[1, 0], [1, 0]], [0.5, 0.5]),
        ([[1e150, 0]], [[1e150, 0], [-1e150, 0]], [1, 0]),
        ([[1e300, 0]], [[1, 0], [1, 0], [-1, 0]], [0.5, 0.5, 0]),
        ([[-745, 0]], [[0, 0], [1, 0]], [1, 5e-324]),
        ([[-746, 0]], [[0, 0], [1, 0]], [1, 0]),
    ],
)
def test_large_scores_neither_overflow_nor_warn(q, k, expected) -> None:
    np.testing.assert_allclose(weights_of(q, k, scale=False), [expected], atol=1e-7)


def test_softmax_of_huge_differences() -> None:
    np.testing.assert_array_equal(softmax([-1047, -981, 1891]), [0, 0, 1])
    np.testing.assert_array_equal(softmax([1e308, -1e308]), [1, 0])
    assert weights_of([[-745, 0]], [[0, 0], [1, 0]], scale=False)[0, 1] == 5e-324


def test_query_that_sees_no_key_gets_zero_weights_and_zero_output() -> None:
    keep = np.array([[1, 1, 1], [0, 0, 0], [1, 1, 0]], bool)
    result = attend(THREE, THREE, THREE_V, mask=keep)
    expected: Rows = [[0.40111209, 0.19777581, 0.40111209], [0, 0, 0], [0.5, 0.5, 0]]
    np.testing.assert_allclose(result.weights, expected, atol=1e-7)
    np.testing.assert_allclose(result.output, np.array([[1.20333628, 1], [0, 0], [0.5, 0.5]]), atol=1e-7)
    assert not result.weights[1].any()
    assert not result.output[1].any()


def test_left_padding_and_causal_mask_combine() -> None:
    q: Rows = [[9, 9], [9, 9], [1, 0], [1, 1]]
    v = [[7, 7], [7, 7], [1, 0], [0, 1]]
    result = attend(q, q, v, mask=causal_mask(4) & np.array([False, False, True, True]))
    expected: Rows = [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0.33023845, 0.66976155]]
    np.testing.assert_allclose(result.weights, expected, atol=1e-7)
    np.testing.assert_allclose(
        result.output, np.array([[0, 0], [0, 0], [1, 0], [0.33023845, 0.66976155]]), atol=1e-7
    )


@pytest.mark.parametrize(
    ("k", "keep", "expected"),
    [
        ([[0.5, 0], [-0.2, 0], [1, 0], [0.3, 0]], [1, 1, 0, 0], [0.66818777, 0.33181223, 0, 0]),
        ([[2, 0], [1, 0], [0, 0]], [1, 1, 0], [0.73105858, 0.26894142, 0]),
        ([[0, 0], [-10, 0], [50, 50]], [1, 1, 0], [0.99995460, 4.5397869e-05, 0]),
        ([[1, 0], [1, 0], [0, 0], [0, 0]], [1, 1, 0, 0], [0.5, 0.5, 0, 0]),
    ],
)
def test_hidden_keys_take_no_part_and_the_rest_share_everything(k, keep, expected) -> None:
    weights = weights_of([[1, 0]], k, scale=False, mask=np.array(keep, bool))
    np.testing.assert_allclose(weights, [expected], atol=1e-7)
    assert weights.sum() == pytest.approx(1, abs=1e-12)


def test_unfilled_cache_slots_may_be_left_out_or_hidden() -> None:
    filled = [[1, 0], [1, 0]]
    np.testing.assert_array_equal(weights_of([[1, 0]], filled, scale=False), [[0.5, 0.5]])


def test_true_means_may_attend() -> None:
    mask = causal_mask(3)
    weights = weights_of(THREE, [[2, 1], [0, 1], [-1, 1]], mask=mask)
    np.testing.assert_array_equal(weights[0], [1, 0, 0])
    assert not np.triu(weights, 1).any()
    assert weights[-1].all()
    assert not np.allclose(weights, weights_of(THREE, [[2, 1], [0, 1], [-1, 1]], mask=~mask))


def test_causal_diagonal_lets_a_token_see_itself() -> None:
    weights = weights_of(np.zeros((4, 2)), np.ones((4, 2)), mask=causal_mask(4))
    third = 1 / 3
    expected: Rows = [[1, 0, 0, 0], [0.5, 0.5, 0, 0], [third, third, third, 0], [0.25, 0.25, 0.25, 0.25]]
    np.testing.assert_allclose(weights, expected, atol=1e-12)


def test_causal_mask_is_aligned_bottom_right() -> None:
    assert causal_mask(2).tolist() == [[True, False], [True, True]]
    assert causal_mask(1, 4).tolist() == [[True] * 4]
    assert causal_mask(2, 5).tolist() == [[True] * 4 + [False], [True] * 5]
    assert causal_mask(3, 2).tolist() == [[False, False], [True, False], [True, True]]


def test_single_query_sees_its_whole_history() -> None:
    k, v = [[1, 0], [0, 1], [1, 1], [-1, 0]], [[1, 0], [0, 1], [2, 2], [-1, 3]]
    result = attend([[1, 1]], k, v, mask=causal_mask(1, 4))
    np.testing.assert_allclose(result.weights, [[0.23412450, 0.23412450, 0.47483141, 0.05691958]], atol=1e-7)
    np.testing.assert_allclose(result.output, np.array([[1.12686774, 1.35454608]]), atol=1e-7)


def test_chunk_of_queries_keeps_its_history() -> None:
    k, v = [[1, 0], [0, 1], [1, 1], [-1, 0], [0, -1]], [[1, 0], [0, 1], [2, 2], [-1, 3], [4, 0]]
    result = attend([[1, 1], [1, -1]], k, v, mask=causal_mask(2, 5))
    expected: Rows = [
        [0.23412450, 0.23412450, 0.47483141, 0.05691958, 0],
        [0.33564907, 0.08160191, 0.16549805, 0.08160191, 0.33564907],
    ]
    np.testing.assert_allclose(result.weights, expected, atol=1e-7)
    np.testing.assert_allclose(
        result.output, np.array([[1.12686774, 1.35454608], [1.92763954, 0.65740372]]), atol=1e-7
    )


def test_more_queries_than_keys_leave_the_first_ones_empty() -> None:
    weights = weights_of(THREE, [[1, 0], [0, 2]], mask=causal_mask(3, 2))
    np.testing.assert_allclose(weights, np.array([[0, 0], [1, 0], [0.33023845, 0.66976155]]), atol=1e-7)


def test_cache_steps_and_chunks_equal_one_pass() -> None:
    rng = np.random.default_rng(0)
    q, k, v = (rng.normal(size=(5, 2)) for _ in range(3))

    def part(start: int, stop: int):
        return attend(q[start:stop], k[:stop], v[:stop], mask=causal_mask(stop - start, stop))

    whole = attend(q, k, v, mask=causal_mask(5))
    steps = [part(i, i + 1) for i in range(5)]
    chunks = [part(0, 3), part(3, 5)]
    for parts in (steps, chunks):
        np.testing.assert_allclose(np.vstack([p.output for p in parts]), whole.output, rtol=0, atol=1e-12)
        rows = [row for p in parts for row in p.weights]
        for row, expected in zip(rows, whole.weights, strict=True):
            np.testing.assert_allclose(row, expected[: len(row)], rtol=0, atol=1e-12)
            assert not expected[len(row) :].any()
    np.testing.assert_array_equal(chunks[0].weights[0], [1, 0, 0])
    np.testing.assert_allclose(whole.output[4], [-0.08763120, 0.18099105], atol=1e-7)
    expected = [0.12142983, 0.35741867, 0.33075322, 0.16077676, 0.02962151]
    np.testing.assert_allclose(whole.weights[4], expected, atol=1e-7)


def test_softmax_runs_along_rows() -> None:
    result = attend([[2, 0], [0, 1]], [[1, 0], [0, 1], [1, 1]], THREE_V)
    scaled: Rows = [[1.41421356, 0, 1.41421356], [0, 0.70710678, 0.70710678]]
    weights = [[0.44580827, 0.10838345, 0.44580827], [0.19777581, 0.40111209, 0.40111209]]
    np.testing.assert_array_equal(result.scores, [[2, 0, 2], [0, 1, 1]])
    np.testing.assert_allclose(result.scaled, scaled, atol=1e-7)
    np.testing.assert_allclose(result.weights, weights, atol=1e-7)
    np.testing.assert_allclose(result.weights.sum(0), [0.64358409, 0.50949554, 0.84692037], atol=1e-7)


def test_softmax_along_another_axis() -> None:
    x: Rows = [[2, 0, 2], [0, 1, 1]]
    np.testing.assert_allclose(
        softmax(x, axis=0), np.transpose([oracle.softmax(c) for c in zip(*x, strict=True)])
    )


@pytest.mark.parametrize(
    ("scale", "factor", "expected", "nats"),
    [
        (True, 0.70710678, [0.57597535, 0.28399541, 0.14002925], 0.95053676),
        (False, 1, [0.66524096, 0.24472847, 0.09003057], 0.83239558),
        (1, 1, [0.66524096, 0.24472847, 0.09003057], 0.83239558),
        (0.5, 0.5, [0.50648039, 0.30719589, 0.18632372], 1.02019134),
    ],
)
def test_scale_divides_by_the_root_of_the_key_size(scale, factor, expected, nats) -> None:
    result = attend([[2, 0]], np.array([[1, 0], [0.5, 0], [0, 0]]), np.ones((3, 5)), scale=scale)
    assert result.factor == pytest.approx(factor, abs=1e-8)
    np.testing.assert_allclose(result.weights, [expected], atol=1e-7)
    assert oracle.entropy(result.weights[0]) == pytest.approx(nats, abs=1e-7)


def test_whole_numbers_of_any_kind_count_as_float64() -> None:
    q, k = np.array([[1, 0]]), np.array([[1, 0], [0, 1]])
    np.testing.assert_allclose(weights_of(q, k), [[0.66976155, 0.33023845]], atol=1e-7)
    q, k = np.array([[200, 0]], np.uint8), np.array([[2, 0], [1, 0]], np.uint8)
    np.testing.assert_allclose(weights_of(q, k, scale=False), [[1, 1.383897e-87]], rtol=1e-6)
    np.testing.assert_allclose(
        weights_of([(1, 0.0)], [[1, 0], (0, 1.0)]), [[0.66976155, 0.33023845]], atol=1e-7
    )
    for kind in (np.float16, np.float32, np.int8, ">f8"):
        weights = weights_of(np.array([[1, 0]], kind), np.array([[1, 0], [0, 1]], kind))
        assert weights.dtype == np.float64
        np.testing.assert_allclose(weights, [[0.66976155, 0.33023845]], atol=1e-7)


def test_inputs_are_left_alone_and_results_cannot_be_written() -> None:
    q, k, v = (np.array(rows) for rows in (facts.RIVER_BANK_Q, facts.RIVER_BANK_K, facts.RIVER_BANK_V))
    mask = causal_mask(4)
    before = [array.copy() for array in (q, k, v, mask)]
    result = attend(q, k, v, mask=mask)
    for array, old in zip((q, k, v, mask), before, strict=True):
        np.testing.assert_array_equal(array, old)
        assert array.dtype == old.dtype
        assert array.flags.writeable
    for array in (result.scores, result.scaled, result.weights, result.output, result.mask):
        assert not array.flags.writeable
    mask[:] = True
    assert not result.mask[0, 3]
    with pytest.raises(AttributeError):
        result.factor = 2.0  # type: ignore[misc]


@pytest.mark.parametrize("keep", [[True, True, False], [[True, True, False]], [[True, True, False]] * 3])
def test_key_mask_hides_a_column_and_leaves_its_own_row(keep) -> None:
    weights = weights_of(THREE, THREE, mask=keep)
    expected: Rows = [[0.66976155, 0.33023845, 0], [0.33023845, 0.66976155, 0], [0.5, 0.5, 0]]
    np.testing.assert_allclose(weights, expected, atol=1e-7)


def test_zero_vectors_share_evenly() -> None:
    k, v = [[1, 0], [0, 1], [-1, 0], [2, 2]], [[1, 0], [0, 1], [2, 2], [-1, 3]]
    result = attend([[0, 0]], k, v)
    np.testing.assert_array_equal(result.weights, [[0.25] * 4])
    np.testing.assert_array_equal(result.output, [[0.5, 1.5]])
    np.testing.assert_array_equal(attend([[0, 0]], np.zeros((4, 2)), np.zeros((4, 2))).output, [[0, 0]])


def test_attend_is_quick_enough_for_dragging() -> None:
    q, k, v = (np.array(rows) for rows in (facts.CAT_SAT_Q, facts.CAT_SAT_K, facts.CAT_SAT_V))
    seconds = min(timeit.repeat(lambda: attend(q, k, v, mask=causal_mask(6)), number=200, repeat=10)) / 200
    assert seconds <= 60e-6
