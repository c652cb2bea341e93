"""What the scaling page shows of draws and slopes: the printed figures within their sampling error."""

from __future__ import annotations

import math

import numpy as np
import pytest

from app import draws
from app.scaling_state import WIDTHS
from scenes import scaling
from tests import facts, oracle
from tests.scaling_page import Page

SEEDS = [scaling.SEED, 0]
KINDS = ["normal", "signs"]
ERRORS = 5.0  # sampling errors that a figure may be off; the seeds are fixed, so a pass stays a pass

# --- dot products -------------------------------------------------------------------------------------


@pytest.mark.parametrize("entries", KINDS)
@pytest.mark.parametrize("seed", SEEDS)
def test_measured_spreads_are_the_predicted_ones_within_their_sampling_error(seed: int, entries: str) -> None:
    page = Page(seed=seed, entries=entries, scale=False)
    for d_k, row, texts in zip(
        (2, 8, 64, 128, 512), page.values("spread"), page.cells("spread"), strict=True
    ):
        predicted, measured, error = row
        assert predicted == pytest.approx(math.sqrt(d_k))
        excess = 6 / d_k if entries == "normal" else -2 / d_k  # of the fourth moment of q · k
        assert error == pytest.approx(math.sqrt(d_k * (2 + excess) / (4 * 200_000)), rel=0.1)
        assert abs(measured - predicted) <= ERRORS * error
        assert texts == [f"{predicted:.3f}", f"{measured:.3f}", f"±{error:.3f}"]
    page.ask("set", name="scale", value=True)
    for row in page.values("spread"):
        assert row[0] == pytest.approx(1)
        assert abs(row[1] - 1) <= ERRORS * row[2]


@pytest.mark.parametrize("d_k", WIDTHS)
def test_the_histogram_shrinks_to_one_on_axes_that_stay(d_k: int) -> None:
    page = Page(d_k=d_k, scale=False)
    before = page.parts["chart:products"]
    page.ask("set", name="scale", value=True)
    after = page.parts["chart:products"]
    assert before["random pairs"]["top"] == after["random pairs"]["top"]
    for name in ("left", "right"):
        shrunk = np.array(before["random pairs"][name]) / math.sqrt(d_k)
        np.testing.assert_allclose(after["random pairs"][name], shrunk, atol=1e-4)
    assert before["one standard deviation"]["x"][1] == pytest.approx(math.sqrt(d_k))
    assert after["one standard deviation"]["x"][1] == pytest.approx(1)
    assert not {"x_range", "y_range"} & (before.keys() | after.keys())
    assert "÷" in after["x_label"]
    assert "÷" not in before["x_label"]


def test_what_leaves_the_chart_is_told() -> None:
    page = Page(d_k=4096, scale=False)
    beyond = math.erfc(draws.EDGE / math.sqrt(2 * 4096))
    assert f"{beyond:.0%}".removesuffix("%") in page.says("products").split("predicted. ")[1]
    page.ask("set", name="d_k", value=8)
    assert "beyond" not in page.says("products")


# --- hard picks -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_half_of_the_trials_are_hard_picks_and_with_the_division_none_is(seed: int) -> None:
    page = Page(seed=seed)
    (share, error, _), (scaled_share, _, mean) = page.values("picks")
    low, high = facts.HARD_PICK_UNSCALED_SHARE
    assert low <= share <= high
    assert error == pytest.approx(0.0035, abs=1e-4)
    assert scaled_share == facts.HARD_PICK_SCALED_SHARE
    assert mean == pytest.approx(facts.HARD_PICK_SCALED_MEAN_TOP, abs=0.005)
    assert f"{100 * share:.1f}\u202f%" in page.says("pick-undivided")
    assert "none of the trials" in page.says("pick-divided")


def test_it_opens_with_the_published_figures() -> None:
    assert [row[0] for row in Page().cells("picks")] == ["51.8\u202f%", "0.0\u202f%"]
    assert Page().cells("picks")[1][2] == "0.36"


def test_the_sentence_on_picks_follows_the_switch() -> None:
    page = Page(scale=False)
    assert page.text("picks").startswith("Not divided")
    page.ask("set", name="scale", value=True)
    assert page.text("picks").startswith("Divided")
    assert "in no trial" in page.text("picks")


# --- slopes ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("d_k", [1, 64, 128, 512])
def test_slopes_read_as_printed(d_k: int) -> None:
    page = Page(d_k=d_k, scale=False)
    weights = oracle.softmax([math.sqrt(d_k) * s for s in facts.PATTERN])
    slopes = [[w * ((i == j) - other) for j, other in enumerate(weights)] for i, w in enumerate(weights)]
    np.testing.assert_allclose(page.values("jacobian"), slopes, rtol=1e-9, atol=1e-15)
    largest = facts.LARGEST_SLOPE[math.sqrt(d_k)]
    assert max(abs(s) for row in page.values("jacobian") for s in row) == pytest.approx(largest, rel=2e-3)
    line = dict(zip(*page.parts["chart:slope"]["not divided"].values(), strict=True))
    assert line[d_k] == pytest.approx(largest, rel=2e-3)
    assert page.parts["chart:slope"]["divided"]["y"] == pytest.approx(
        [facts.LARGEST_SLOPE[1.0]] * 2, rel=1e-4
    )


def test_at_128_the_slope_is_about_70_times_less() -> None:
    page = Page(d_k=128, scale=False)
    assert "0.00348" in page.text("outcome")
    assert f"{facts.SLOPE_RATIO[128**0.5]:.0f} times less" in page.text("outcome")
    assert "71 times less" in page.says("slope")
    page.ask("set", name="scale", value=True)
    assert "0.248" in page.text("outcome")
    assert page.parts["chart:slope"]["as it is set"]["y"] == [pytest.approx(0.248, abs=5e-4)]


def test_at_a_width_of_two_the_division_is_said_to_be_gentle() -> None:
    assert "÷ 1.41: a gentle softening" in Page(d_k=2, scale=False).text("outcome")


def test_a_slope_of_nothing_is_no_fault() -> None:
    page = Page(d_k=4096, scale=False)
    page.ask("type", vector="k-0", axis=0, text="1000")
    assert "nothing beside" not in page.says("slope")  # with the division there is nothing either
    assert "no different" in page.says("slope")
    page.ask("type", vector="q-0", axis=0, text="0")
    page.ask("type", vector="q-0", axis=1, text="0")
    assert "as steep as" in page.text("outcome")
