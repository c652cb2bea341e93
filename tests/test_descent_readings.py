"""What the page shows of gradient descent: the printed steps and losses, and what each step moves."""

from __future__ import annotations

import json

import pytest

from app.scaling_state import WIDTHS
from tests import facts
from tests.scaling_page import Page


def test_half_of_the_loss_comes_as_printed_at_every_width() -> None:
    page = Page(d_k=128)
    chart = page.parts["chart:halving"]
    found = dict(zip(*chart["not divided"].values(), strict=True))
    for stretch, steps in facts.STEPS_UNTIL_HALF.items():
        assert found.get(round(stretch**2)) == steps
    assert chart["never"]["x"] == [d for d in WIDTHS if d not in found]
    assert 512 in chart["never"]["x"]
    assert chart["divided"]["y"] == [6, 6]
    assert page.says("halving").startswith(
        "Steps until half, without the division: 33 at 64, 152 at 128, never at 512"
    )
    assert "after 6 steps" in page.says("loss")
    assert "after 152 steps" in page.says("loss")


def test_curves_hold_the_printed_losses() -> None:
    page = Page(d_k=128)
    divided, undivided = (page.parts["chart:loss"][name]["y"] for name in ("divided", "not divided"))
    assert divided[100] == pytest.approx(facts.LOSS_AFTER_100_STEPS[1.0], abs=5.1e-5)
    assert undivided[100] == pytest.approx(facts.LOSS_AFTER_100_STEPS[128**0.5], abs=5.1e-4)
    page.ask("set", name="d_k", value=512)
    assert min(page.parts["chart:loss"]["not divided"]["y"]) == pytest.approx(1, abs=5e-4)
    assert "not within 400 steps" in page.says("loss")


def test_the_mark_walks_down_the_curve_that_is_switched_on() -> None:
    page = Page(scale=True)
    for count in range(1, 4):
        page.ask("act", name="learn", on=1, gesture="play", rest=False)
        mark = page.parts["mark:loss"]["where it stands"]
        assert mark["x"] == [count]
        assert mark["y"] == [pytest.approx(page.parts["chart:loss"]["divided"]["y"][count], abs=1e-4)]
    assert "Step 3" in page.text("descent")
    page.ask("set", name="scale", value=False)
    assert page.parts["mark:loss"]["where it stands"]["x"] == [0]


def test_what_is_told_at_rest_waits_while_it_plays() -> None:
    page = Page(scale=True)
    told = page.parts["spoken"]
    answer = page.ask("act", name="learn", on=1, gesture="play", rest=False)
    assert not {"spoken", "handles", "chart:loss"} & answer["parts"].keys()
    message = {"do": "act", "name": "learn", "on": 1, "gesture": "play", "rest": False}
    assert len(page.session.handle(json.dumps(message)).encode()) <= 3000
    answer = page.ask("act", name="rest")
    assert answer["parts"]["spoken"] != told


def test_a_move_never_brings_back_the_words_of_other_scenes() -> None:
    page = Page()
    moved = page.ask("move", vector="k-1", x=1, y=1, gesture="drag")["parts"]
    assert "text:shapes" not in moved
    assert "Its output" not in page.text("outcome")
    assert page.text("sentence").startswith(("k of 1 takes", "k of 2 takes"))


def test_arrows_pull_where_the_loss_falls_and_vanish_with_the_slope() -> None:
    page = Page(scale=True)
    pull, feet = page.parts["plane:pull"], page.parts["plane:foot"]
    assert len(pull["x0"]) == 4
    along = [(x1 - x0) * 0.8 + (y1 - y0) * 0.6 for x0, y0, x1, y1 in zip(*pull.values(), strict=True)]
    assert [a > 0 for a in along] == [False, True, True, False]
    reach = [x * 0.8 + y * 0.6 for x, y in zip(feet["x1"], feet["y1"], strict=True)]
    assert reach == pytest.approx(facts.PATTERN, abs=1e-3)
    page.ask("set", name="scale", value=False)
    assert page.parts["plane:pull"]["x0"] == []  # a head without a shaft would point nowhere
    assert "too weakly" in page.parts["caption"][0]
