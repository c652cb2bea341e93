"""Input that is refused, always with one sentence that says what and what is expected."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import numpy as np
import pytest

from app.attention import attend, causal_mask, softmax, softmax_jacobian

Q, K, V = [[1.0, 0.0], [0.0, 1.0]], [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]], [[1.0, 0.0], [0.0, 1.0], [2.0, 2.0]]


@pytest.fixture(autouse=True)
def no_warnings() -> Iterator[None]:
    with np.errstate(all="raise"):
        yield


def refusal(*args: Any, **options: Any) -> str:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the tests look at the message
        attend(*args, **options)
    message = str(caught.value)
    assert "\n" not in message
    assert 20 < len(message) < 160
    return message


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("name", ["q", "k", "v"])
@pytest.mark.parametrize("hidden", [False, True])
def test_nan_and_infinity_are_refused_even_where_hidden(name: str, bad: float, hidden: bool) -> None:
    rows = {"q": np.array(Q), "k": np.array(K), "v": np.array(V)}
    rows[name][1, 0] = bad
    mask = np.array([[True, False, True], [False, False, False]]) if hidden else None
    message = refusal(rows["q"], rows["k"], rows["v"], mask=mask)
    assert f"{name} {rows[name].shape} holds {bad} at (1, 0)" in message
    assert "finite" in message


def test_nan_next_to_numbers_whose_squares_overflow() -> None:
    assert "holds nan at (1, 1)" in refusal([[1e200, 1.0], [1.0, np.nan]], K, V)


def test_scores_that_overflow() -> None:
    assert "a score overflows" in refusal([[1e200, 0]], [[1e200, 0]], [[1, 1]])
    assert "a score overflows" in refusal([[1e300, 0]], [[1, 0]], [[1, 1]], scale=1e10)
    assert "a score overflows" in refusal([[1e200, 1e200]], [[1e200, -1e200]], [[1, 1]])


@pytest.mark.parametrize("keys", range(1, 12))
def test_the_largest_values_are_averaged_or_refused_but_never_infinite(keys: int) -> None:
    largest = np.finfo(np.float64).max
    with contextlib.suppress(ValueError):
        assert np.isfinite(attend([[0.0]], np.zeros((keys, 1)), np.full((keys, 1), largest)).output).all()


@pytest.mark.parametrize(
    ("q", "k", "v", "said"),
    [
        (Q, [[1, 0, 0]] * 3, V, ["(2, 2)", "(3, 3)", "d_k"]),
        (Q, K, V[:2], ["(3, 2)", "(2, 2)", "value"]),
        ([1, 0], K, V, ["q", "(2,)", "(..., rows, columns)"]),
        (1.0, K, V, ["q", "()", "(..., rows, columns)"]),
        (Q, np.zeros((0, 2)), np.zeros((0, 2)), ["k", "(0, 2)", "at least"]),
        (Q, [], [], ["k", "(0,)", "at least"]),
        (np.zeros((0, 2)), K, V, ["q", "(0, 2)", "at least"]),
        (np.zeros((2, 0)), np.zeros((3, 0)), V, ["q", "(2, 0)", "at least"]),
        (Q, K, np.zeros((3, 0)), ["v", "(3, 0)", "at least"]),
        ([Q] * 2, [K] * 3, [V] * 3, ["(2, 2, 2)", "(3, 3, 2)", "broadcast"]),
        (Q, [K] * 2, [V] * 3, ["(2, 3, 2)", "(3, 3, 2)", "broadcast"]),
    ],
)
def test_shapes_that_do_not_fit_are_named(q, k, v, said) -> None:
    message = refusal(q, k, v)
    for part in said:
        assert part in message


@pytest.mark.parametrize(
    "bad",
    [
        [[1, 0], [1]],
        [["1", "0"]],
        [[1j, 0]],
        [[None, 0]],
        [[Decimal(1), 0]],
        [[10**400, 0]],
        [[10**400, 0.5]],
        None,
        "12",
        {"q": 1},
        np.array([[1, 0]], object),
        np.array([["2020-01-01"]], "datetime64[D]"),
        np.ma.masked_array([[1.0, 0.0]], [[True, False]]),
    ],
)
def test_only_rectangular_real_numbers_are_taken(bad) -> None:
    for name, arguments in {"q": (bad, K, V), "k": (Q, bad, V), "v": (Q, K, bad)}.items():
        assert re.match(name + r"\b", refusal(*arguments))


@pytest.mark.parametrize("shape", [(3,), (2, 3), (1, 3), (2, 1), (1, 1), (1,)])
def test_masks_that_broadcast_are_taken(shape: tuple[int, ...]) -> None:
    assert attend(Q, K, V, mask=np.ones(shape, bool)).mask.shape == (2, 3)


@pytest.mark.parametrize("shape", [(), (2,), (3, 2), (3, 3), (0,), (2, 0), (1, 2, 3), (5, 2, 3), (4, 3)])
def test_masks_that_do_not_broadcast_are_named_with_both_shapes(shape: tuple[int, ...]) -> None:
    message = refusal(Q, K, V, mask=np.ones(shape, bool))
    assert f"mask has shape {shape}" in message
    assert "(2, 3)" in message


@pytest.mark.parametrize(
    "mask",
    [
        [1, 1, 0],
        np.ones((2, 3)),
        np.zeros((2, 3)),
        ["yes", "yes", "no"],
        [[True], [True, False]],
        [None] * 3,
        [],
    ],
)
def test_masks_of_anything_but_booleans_are_refused(mask) -> None:
    assert refusal(Q, K, V, mask=mask).startswith("mask ")


@pytest.mark.parametrize("scale", [0, 0.0, -1, -0.5, np.nan, np.inf, -np.inf, 10**400, "1", None, 1j, [1.0]])
def test_scale_must_be_positive_and_finite(scale) -> None:
    assert "scale must be" in refusal(Q, K, V, scale=scale)


@pytest.mark.parametrize("n", [0, -1, 1.5, "3", None, True, np.array([1, 2])])
def test_causal_mask_takes_whole_numbers_only(n) -> None:
    with pytest.raises(ValueError, match="n must be a whole number of at least 1"):
        causal_mask(n)
    if n is not None:
        with pytest.raises(ValueError, match="m must be a whole number of at least 1"):
            causal_mask(2, n)


@pytest.mark.parametrize(
    "x", [[np.nan, 1], [np.inf, 1], [-np.inf, 1], [], 3.0, [[1], [1, 2]], ["a"], [[], []]]
)
def test_softmax_refuses(x) -> None:
    with pytest.raises(ValueError, match=r"^x "):
        softmax(x)


@pytest.mark.parametrize("axis", [1, -2, None, "0"])
def test_softmax_names_a_missing_axis(axis) -> None:
    with pytest.raises(ValueError, match=f"axis {axis}"):
        softmax([1.0, 2.0], axis=axis)


def test_softmax_where_must_fit_and_minus_infinity_must_be_hidden() -> None:
    with pytest.raises(ValueError, match=re.escape("where has shape (3,)")):
        softmax([1.0, 2.0], where=[True, False, True])
    with pytest.raises(ValueError, match="-inf"):
        softmax([1.0, -np.inf], where=[False, True])
    with pytest.raises(ValueError, match="nan"):
        softmax([1.0, np.nan], where=[True, False])
    np.testing.assert_array_equal(softmax([1.0, -np.inf], where=[True, False]), [1, 0])
    np.testing.assert_array_equal(softmax([1.0, 2.0], where=[False, False]), [0, 0])


@pytest.mark.parametrize("w", [[1.5, -0.5], [np.nan, 1], [np.inf], [], 1.0, ["a"]])
def test_jacobian_takes_weights_only(w) -> None:
    with pytest.raises(ValueError, match=r"^w "):
        softmax_jacobian(w)
