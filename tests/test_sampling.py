"""The quick draws against the plain way, theory and the published shares, each with its sampling error."""

from __future__ import annotations

import math
import timeit
import tracemalloc

import numpy as np
import pytest

from app.sampling import DRAWS_LIMIT, Entries, dot_products, hard_pick, picks, spread
from tests import facts

ERRORS = 5.0  # standard errors that a comparison may be off; all seeds are fixed, so a pass stays a pass
KINDS: list[Entries] = ["normal", "signs"]


def plain_entries(rng: np.random.Generator, shape: tuple[int, ...], entries: Entries) -> np.ndarray:
    return rng.standard_normal(shape) if entries == "normal" else rng.choice([-1.0, 1.0], shape)


def plain_products(d_k: int, pairs: int, seed: int, entries: Entries) -> np.ndarray:
    """Draw both vectors of every pair and multiply them out."""
    rng = np.random.default_rng(seed)
    q, k = (plain_entries(rng, (pairs, d_k), entries) for _ in range(2))
    return (q * k).sum(axis=1)


def plain_tops(d_k: int, keys: int, trials: int, seed: int, scaled: bool, entries: Entries) -> np.ndarray:
    """Draw one query and all its keys in every trial and take the softmax by hand."""
    rng = np.random.default_rng(seed)
    q = plain_entries(rng, (trials, 1, d_k), entries)
    scores = (q * plain_entries(rng, (trials, keys, d_k), entries)).sum(axis=2)
    scores = scores / math.sqrt(d_k) if scaled else scores
    return 1 / np.exp(scores - scores.max(axis=1, keepdims=True)).sum(axis=1)


def assert_same_distribution(a: np.ndarray, b: np.ndarray) -> None:
    """Means, second moments and shares below several levels agree within their standard errors."""
    levels = np.quantile(b, [0.02, 0.1, 0.25, 0.5, 0.75, 0.9, 0.98])
    looks = [lambda x: x, lambda x: (x - b.mean()) ** 2, *(lambda x, at=at: (x <= at) * 1.0 for at in levels)]
    for look in looks:
        error = math.sqrt(look(a).var() / a.size + look(b).var() / b.size)
        assert abs(look(a).mean() - look(b).mean()) <= ERRORS * error


@pytest.mark.parametrize("entries", KINDS)
@pytest.mark.parametrize("d_k", [1, 4, 64])
def test_dot_products_equal_the_plain_way(d_k: int, entries: Entries) -> None:
    quick, plain = dot_products(d_k, 100_000, 1, entries), plain_products(d_k, 20_000, 2, entries)
    assert_same_distribution(quick, plain)


@pytest.mark.parametrize("entries", KINDS)
@pytest.mark.parametrize("scaled", [False, True])
@pytest.mark.parametrize(("d_k", "keys"), [(2, 3), (24, 8)])
def test_top_weights_equal_the_plain_way(d_k: int, keys: int, scaled: bool, entries: Entries) -> None:
    quick = hard_pick(d_k, keys, 20_000, 1, scaled=scaled, entries=entries)
    assert_same_distribution(quick, plain_tops(d_k, keys, 5_000, 2, scaled, entries))


@pytest.mark.parametrize("entries", KINDS)
@pytest.mark.parametrize("seed", [0, 7])
@pytest.mark.parametrize("d_k", [1, 2, 16, 64, 128, 512, 4096])
def test_dot_products_scatter_by_the_root_of_the_size(d_k: int, seed: int, entries: Entries) -> None:
    products = dot_products(d_k, seed=seed, entries=entries)
    assert products.shape == (200_000,)
    assert products.dtype == np.float64
    summary = spread(products, d_k)
    assert summary.predicted_std == pytest.approx(math.sqrt(d_k))
    assert abs(summary.mean) <= ERRORS * math.sqrt(d_k / 200_000)
    assert (
        abs(summary.std - math.sqrt(d_k)) <= ERRORS * summary.std_error + 1e-4
    )  # ±1 has no spread of its own


@pytest.mark.parametrize("d_k", [1, 128])
def test_spread_knows_its_sampling_error(d_k: int) -> None:
    theory = math.sqrt(d_k * (2 + 6 / d_k) / (4 * 200_000))
    assert spread(dot_products(d_k), d_k).std_error == pytest.approx(theory, rel=0.1)


def test_normal_entries_have_heavier_tails_than_a_normal_distribution() -> None:
    for d_k in (
        1,
        8,
    ):  # the fourth moment of q·k is 3·(d_k² + 2·d_k), of which three parts in d_k are the excess
        products = dot_products(d_k, 1_000_000, 3) / math.sqrt(d_k)
        error = (products**4).std() / 1000
        assert abs((products**4).mean() - (3 + 6 / d_k)) <= ERRORS * error


@pytest.mark.parametrize("d_k", [1, 2, 3, 10])
def test_sign_entries_give_the_binomial_shares(d_k: int) -> None:
    products = dot_products(d_k, 200_000, 5, "signs")
    values = [2 * heads - d_k for heads in range(d_k + 1)]
    assert set(products.tolist()) <= set(values)
    for heads, value in enumerate(values):
        share = math.comb(d_k, heads) / 2**d_k
        assert abs((products == value).mean() - share) <= ERRORS * math.sqrt(share * (1 - share) / 200_000)


@pytest.mark.parametrize("seed", range(4))
def test_undivided_scores_pick_one_key_in_half_of_the_trials(seed: int) -> None:
    d_k, keys, trials = facts.HARD_PICK_D_K, facts.HARD_PICK_KEYS, facts.HARD_PICK_TRIALS
    low, high = facts.HARD_PICK_UNSCALED_SHARE
    unscaled = picks(hard_pick(d_k, keys, trials, seed, scaled=False))
    assert low <= unscaled.share_over <= high
    assert unscaled.share_error == pytest.approx(0.0035, abs=0.0001)
    scaled = picks(hard_pick(d_k, keys, trials, seed, scaled=True))
    assert scaled.share_over == facts.HARD_PICK_SCALED_SHARE
    assert scaled.share_error == 0
    assert scaled.mean_top == pytest.approx(facts.HARD_PICK_SCALED_MEAN_TOP, abs=0.005)


def test_sign_entries_pick_as_hard_as_normal_ones() -> None:
    normal, signs = (picks(hard_pick(128, scaled=False, entries=kind)) for kind in KINDS)
    assert abs(normal.share_over - signs.share_over) <= 0.02


def test_shapes_and_ranges_of_top_weights() -> None:
    top = hard_pick(16, keys=5, trials=300, scaled=True)
    assert top.shape == (300,)
    assert top.dtype == np.float64
    assert (top >= 1 / 5).all()
    assert (top <= 1).all()
    np.testing.assert_array_equal(hard_pick(16, keys=1, trials=10, scaled=False), np.ones(10))


def test_a_seed_repeats_and_scaling_sees_the_same_scores() -> None:
    np.testing.assert_array_equal(dot_products(8, 100, 4), dot_products(8, 100, 4))
    assert not np.array_equal(dot_products(8, 100, 4), dot_products(8, 100, 5))
    np.random.seed(1)  # the global generator must not matter
    before = dot_products(8, 100)
    np.random.seed(2)
    np.testing.assert_array_equal(dot_products(8, 100), before)
    assert (hard_pick(64, scaled=True) <= hard_pick(64, scaled=False) + 1e-12).all()


@pytest.mark.parametrize("entries", KINDS)
@pytest.mark.parametrize("d_k", [2, 128, 4096])
def test_draws_are_quick(d_k: int, entries: Entries) -> None:
    for call in (
        lambda: dot_products(d_k, entries=entries),
        lambda: hard_pick(d_k, scaled=False, entries=entries),
    ):
        assert min(timeit.repeat(call, number=1, repeat=3)) <= 0.1


@pytest.mark.parametrize("entries", KINDS)
def test_memory_stays_small_at_the_limits(entries: Entries) -> None:
    tracemalloc.start()
    try:
        dot_products(4096, DRAWS_LIMIT, entries=entries)
        hard_pick(4096, 8, DRAWS_LIMIT // 8, scaled=True, entries=entries)
        assert tracemalloc.get_traced_memory()[1] < 200e6
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("bad", [0, -1, 4097, 1.5, "8", None, True])
def test_width_is_a_whole_number_within_limits(bad) -> None:
    with pytest.raises(ValueError, match="d_k must be a whole number from 1 to 4096"):
        dot_products(bad)
    with pytest.raises(ValueError, match="d_k"):
        hard_pick(bad, scaled=True)
    with pytest.raises(ValueError, match="d_k"):
        spread(np.ones(3), bad)


@pytest.mark.parametrize("bad", [0, -5, DRAWS_LIMIT + 1, 2.0, None])
def test_counts_are_whole_numbers_within_limits(bad) -> None:
    with pytest.raises(ValueError, match="pairs"):
        dot_products(8, bad)
    with pytest.raises(ValueError, match="trials"):
        hard_pick(8, trials=bad, scaled=True)
    with pytest.raises(ValueError, match="keys"):
        hard_pick(8, keys=bad, scaled=True)
    with pytest.raises(ValueError, match="keys must be a whole number from 1 to 2, not 3"):
        hard_pick(8, keys=3, trials=DRAWS_LIMIT // 2, scaled=True)


@pytest.mark.parametrize("bad", [-1, 0.5, None, "0"])
def test_seed_is_a_whole_number(bad) -> None:
    with pytest.raises(ValueError, match="seed must be a whole number of at least 0"):
        dot_products(8, seed=bad)


def test_other_arguments_are_checked() -> None:
    with pytest.raises(ValueError, match="entries must be"):
        dot_products(8, entries="uniform")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="scaled must be"):
        hard_pick(8, scaled="no")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="threshold"):
        picks(np.ones(3), 1.0)
    with pytest.raises(ValueError, match="at least one"):
        picks(np.ones(0))
    with pytest.raises(ValueError, match="at least one"):
        spread(np.ones(0), 3)
    assert spread(np.ones(3), 1).std_error == 0
