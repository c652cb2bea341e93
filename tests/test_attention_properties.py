"""What holds for every input: shapes, agreement with slow loops, and the laws of attention."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from app.attention import attend, causal_mask, softmax, softmax_jacobian
from tests import oracle

modest = settings(max_examples=60, deadline=None)
sizes = st.integers(1, 5)
hundredths = st.integers(-320, 320)


def vectors(rows: int, columns: int) -> st.SearchStrategy[np.ndarray]:
    """Positions as a drag gives them: ±3.2 in steps of 0.01."""
    return arrays(np.int64, (rows, columns), elements=hundredths).map(lambda a: a / 100)


@st.composite
def inputs(draw: st.DrawFn):
    n, m, d_k, d_v = (draw(sizes) for _ in range(4))
    return draw(vectors(n, d_k)), draw(vectors(m, d_k)), draw(vectors(m, d_v)), draw(arrays(np.bool_, (n, m)))


@modest
@given(inputs(), st.booleans(), st.booleans())
def test_equals_the_slow_loops(data, causal: bool, scaled: bool) -> None:
    q, k, v, keep = data
    mask = keep & causal_mask(len(q), len(k)) if causal else keep
    result = attend(q, k, v, scale=scaled, mask=mask)
    weights, output = oracle.attend(
        q.tolist(), k.tolist(), v.tolist(), keep=keep.tolist(), causal=causal, scaled=scaled
    )
    np.testing.assert_allclose(result.weights, weights, rtol=0, atol=1e-12)
    np.testing.assert_allclose(result.output, output, rtol=0, atol=1e-12)


@modest
@given(inputs())
def test_rows_sum_to_one_or_see_nothing_and_hidden_is_exactly_zero(data) -> None:
    q, k, v, keep = data
    result = attend(q, k, v, mask=keep)
    np.testing.assert_allclose(result.weights.sum(-1), keep.any(-1), rtol=0, atol=1e-12)
    assert (result.weights >= 0).all()
    assert (result.weights[~keep] == 0).all()
    assert np.isneginf(result.scaled[~keep]).all()
    assert np.isfinite(result.scaled[keep]).all()
    np.testing.assert_array_equal(result.mask, keep)


@modest
@given(inputs())
def test_output_stays_within_the_visible_values(data) -> None:
    q, k, v, keep = data
    for seen, output in zip(keep, attend(q, k, v, mask=keep).output, strict=True):
        if seen.any():
            assert (output >= v[seen].min(0) - 1e-12).all()
            assert (output <= v[seen].max(0) + 1e-12).all()


@modest
@given(inputs(), st.randoms(use_true_random=False))
def test_reordering_tokens_reorders_the_answer(data, random) -> None:
    q, k, v, keep = data
    rows, columns = (np.array(random.sample(range(size), size)) for size in keep.shape)
    before = attend(q, k, v, mask=keep)
    after = attend(q[rows], k[columns], v[columns], mask=keep[np.ix_(rows, columns)])
    np.testing.assert_allclose(after.weights, before.weights[np.ix_(rows, columns)], rtol=0, atol=1e-12)
    np.testing.assert_allclose(after.output, before.output[rows], rtol=0, atol=1e-12)


@modest
@given(inputs(), st.integers(0, 4), st.sampled_from([0.0, -7.0, 1e6, -1e300]))
def test_a_hidden_key_and_its_value_leave_no_trace(data, place: int, junk: float) -> None:
    q, k, v, keep = data
    j = place % len(k)
    keep[:, j] = False
    before = attend(q, k, v, mask=keep)
    k[j], v[j] = junk, junk
    after = attend(q, k, v, mask=keep)
    np.testing.assert_array_equal(after.weights, before.weights)
    np.testing.assert_array_equal(after.output, before.output)


@modest
@given(arrays(np.float64, (3, 4), elements=st.floats(-50, 50)), st.floats(-1000, 1000))
def test_softmax_ignores_a_shift(x, shift: float) -> None:
    np.testing.assert_allclose(softmax(x + shift), softmax(x), rtol=0, atol=1e-12)


@modest
@given(arrays(np.float64, (5,), elements=st.floats(-1e300, 1e300)))
def test_softmax_equals_the_slow_way_at_any_size(x) -> None:
    np.testing.assert_allclose(softmax(x), oracle.softmax(x.tolist()), rtol=0, atol=1e-12)


def test_softmax_where_matches_the_masked_weights() -> None:
    rng = np.random.default_rng(3)
    q, k, keep = rng.normal(size=(4, 2)), rng.normal(size=(5, 2)), rng.random((4, 5)) > 0.4
    keep[1] = False
    result = attend(q, k, k, mask=keep)
    np.testing.assert_array_equal(softmax(result.scaled, where=keep), result.weights)
    np.testing.assert_array_equal(softmax(result.scores * result.factor, where=keep), result.weights)


@modest
@given(arrays(np.float64, (4,), elements=st.floats(-5, 5)))
def test_jacobian_is_the_slope_of_softmax(scores) -> None:
    jacobian, h = softmax_jacobian(softmax(scores)), 1e-6
    for j, nudge in enumerate(np.eye(4) * h):
        slope = (softmax(scores + nudge) - softmax(scores - nudge)) / (2 * h)
        np.testing.assert_allclose(jacobian[:, j], slope, rtol=0, atol=1e-8)
    np.testing.assert_allclose(jacobian.sum(0), 0, atol=1e-12)
    assert np.abs(jacobian).max() <= 0.25


@pytest.mark.parametrize("batch", [(), (1,), (3,), (2, 3)])
def test_shapes(batch: tuple[int, ...]) -> None:
    n, m, d_k, d_v = 2, 3, 4, 5
    result = attend(np.ones((*batch, n, d_k)), np.ones((*batch, m, d_k)), np.ones((*batch, m, d_v)))
    assert result.scores.shape == result.scaled.shape == result.weights.shape == (*batch, n, m)
    assert result.mask.shape == (*batch, n, m)
    assert result.mask.all()
    assert result.output.shape == (*batch, n, d_v)
    assert softmax(result.scores).shape == (*batch, n, m)
    assert softmax_jacobian(result.weights).shape == (*batch, n, m, m)
    assert causal_mask(n).shape == (n, n)
    assert causal_mask(n, m).shape == (n, m)
    for array in (result.scores, result.scaled, result.weights, result.output):
        assert array.dtype == np.float64
    assert result.mask.dtype == causal_mask(n).dtype == np.bool_


@pytest.mark.parametrize(
    ("q_batch", "k_batch", "v_batch", "mask_shape"),
    [
        ((3,), (3,), (3,), (2, 4)),
        ((3,), (), (), (3, 2, 4)),
        ((), (3,), (3,), (3, 1, 4)),
        ((2, 1), (3,), (), (4,)),
    ],
)
def test_a_batch_equals_a_loop(q_batch, k_batch, v_batch, mask_shape) -> None:
    rng = np.random.default_rng(1)
    q, k, v = (rng.normal(size=(*b, r, 2)) for b, r in ((q_batch, 2), (k_batch, 4), (v_batch, 4)))
    mask = rng.random(mask_shape) > 0.3
    result = attend(q, k, v, mask=mask)
    batch = np.broadcast_shapes(q_batch, k_batch, v_batch)
    assert result.output.shape == (*batch, 2, 2)
    q, k, v = (np.broadcast_to(a, (*batch, *a.shape[-2:])) for a in (q, k, v))
    mask = np.broadcast_to(mask, (*batch, 2, 4))
    for index in np.ndindex(*batch):
        weights, output = oracle.attend(
            q[index].tolist(), k[index].tolist(), v[index].tolist(), keep=mask[index].tolist()
        )
        np.testing.assert_allclose(result.weights[index], weights, rtol=0, atol=1e-12)
        np.testing.assert_allclose(result.output[index], output, rtol=0, atol=1e-12)


def test_values_alone_may_be_batched() -> None:
    result = attend(np.ones((2, 2)), np.ones((3, 2)), np.ones((7, 3, 1)))
    assert result.weights.shape == (2, 3)
    assert result.output.shape == (7, 2, 1)


def test_the_same_object_three_times_and_a_transposed_view() -> None:
    x = np.arange(12.0).reshape(2, 6).T / 10  # neither row after row nor owning its data
    weights, output = oracle.attend(x.tolist(), x.tolist(), x.tolist())
    result = attend(x, x, x)
    np.testing.assert_allclose(result.weights, weights, rtol=0, atol=1e-12)
    np.testing.assert_allclose(result.output, output, rtol=0, atol=1e-12)
