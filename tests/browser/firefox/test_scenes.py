"""Every scene in Firefox: its published numbers, its plane, its width."""

from collections.abc import Callable
from typing import Any

import pytest

from app.scene import Scene
from scenes import SCENES
from tests import facts, oracle
from tests.browser import acts, lab
from tests.browser.test_plane import expect_true

OPENING = {
    "cat-sat": [[f"{w:.2f}" for w in row] for row in facts.CAT_SAT_WEIGHTS],
    "river-bank": [[f"{w:.3f}" for w in row] for row in facts.RIVER_BANK_WEIGHTS],
    "causal-mask": [
        [f"{w:.3f}" if j <= i else "–" for j, w in enumerate(row)]
        for i, row in enumerate(facts.RIVER_BANK_CAUSAL_WEIGHTS)
    ],
}
OUTPUT = {
    "cat-sat": facts.CAT_SAT_OUTPUT,
    "river-bank": facts.RIVER_BANK_OUTPUT[facts.RIVER_BANK_QUERY],
    "causal-mask": facts.RIVER_BANK_CAUSAL_OUTPUT[facts.RIVER_BANK_QUERY],
}
# What a browser that does not know a style makes of it: nothing.
PAINTED = "cell => getComputedStyle(cell).backgroundColor"


def test_every_scene_has_its_numbers_here() -> None:
    assert {scene.slug for scene in SCENES} == {*OPENING, "scaling"}


@pytest.mark.parametrize("slug", OPENING)
def test_the_published_weights_and_output_stand_on_the_page(page: Any, slug: str) -> None:
    lab.open_scene(page, f"/{slug}")
    assert lab.texts(page, "weights") == OPENING[slug]
    decimals = 2 if slug == "cat-sat" else 3
    told = ", ".join(f"{number:.{decimals}f}" for number in OUTPUT[slug])
    assert acts.shown(lab.part(page, "output")).endswith(f"({told})")


def test_the_published_figures_of_the_scaling_lab_stand_on_the_page(page: Any) -> None:
    lab.open_scene(page, "/scaling")
    wanted = [f"{w:.3f}" for w in facts.STRETCHED_WEIGHTS[128**0.5]]
    assert [row[2] for row in lab.texts(page, "steps")] == wanted
    slopes = [abs(float(s or 0)) for row in lab.matrix(page, "jacobian", 4, 4) for s in row]
    assert max(slopes) == pytest.approx(facts.LARGEST_SLOPE[128**0.5], abs=5e-6)
    low, high = facts.HARD_PICK_UNSCALED_SHARE
    assert low <= float(lab.value(page, "picks", 0, 0) or 0) <= high
    page.locator("[data-control=d_k]").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    lab.wait_until(page, lambda: lab.texts(page, "steps")[0][1] == f"{512**0.5:.2f}")
    weights, _ = oracle.attend([[512**0.5]], [[s] for s in facts.PATTERN], [[0]] * 4, scaled=False)
    assert acts.are_close([[row[2] for row in lab.matrix(page, "steps", 4, 3)]], weights)


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.slug)
def test_on_a_phone_nothing_sticks_out_and_the_dark_is_dark(
    new_page: Callable[..., Any], scene: Scene
) -> None:
    page = new_page(width=360, height=740)
    lab.open_scene(page, f"/{scene.slug}?theme=dark")
    acts.expect_overflow_free(page)
    expect_fields_abreast(page)
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
    assert page.locator("[data-table=steps] tbody tr.chosen td").evaluate(PAINTED) != "rgba(0, 0, 0, 0)"


def expect_fields_abreast(page: Any) -> None:
    """Both numbers of a vector stand on one line, also beside a scrollbar that takes room."""
    boxes = [lab.box(page.locator(f"[data-axis={axis}]")) for axis in "xy"]
    assert boxes[0][1] == boxes[1][1]
    assert boxes[1][0] > boxes[0][0]


@pytest.mark.parametrize("width", [320, 1280])
def test_handles_stand_where_the_arrows_are_drawn(new_page: Callable[..., Any], width: int) -> None:
    page = new_page(width=width)
    lab.open_scene(page, "/cat-sat")
    expect_true(page)
    assert [acts.tip(page, f"k-{i}") for i in range(6)] == [tuple(key) for key in facts.CAT_SAT_K]
    page.set_viewport_size({"width": 768, "height": 700})
    expect_true(page)


def test_another_language_has_its_own_signs_in_numbers(page: Any) -> None:
    lab.open_scene(page, "/cat-sat?lang=de")
    assert page.evaluate("document.documentElement.lang") == "de"
    assert lab.texts(page, "weights") == [
        [text.replace(".", ",") for text in row] for row in OPENING["cat-sat"]
    ]
