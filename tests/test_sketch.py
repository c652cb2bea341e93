"""The small drawings of the list of scenes show what the scenes open with."""

from xml.etree import ElementTree

import pytest

from app.page.sketch import sketch
from app.scene import Scene
from scenes import SCENES, named
from tests import facts, oracle


def drawn(slug: str) -> ElementTree.Element:
    return ElementTree.fromstring(str(sketch(named(slug))))


def numbers(text: str | None) -> list[float]:
    return [float(part) for part in (text or "").replace(",", " ").split()]


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.slug)
def test_every_scene_has_one_that_nobody_has_to_hear(scene: Scene) -> None:
    svg = drawn(scene.slug)
    assert svg.get("aria-hidden") == "true"
    side = numbers(svg.get("viewBox"))[2]
    for rect in svg.iter("rect"):
        left, top, wide, high = (float(rect.get(name) or 0) for name in ("x", "y", "width", "height"))
        assert left >= 0 <= top
        assert left + wide <= side >= top + high
    for polygon in svg.iter("polygon"):
        assert all(0 <= number <= side for number in numbers(polygon.get("points")))


def test_the_arrows_end_where_the_vectors_do_and_keys_are_as_strong_as_their_weights() -> None:
    svg = drawn("cat-sat")
    middle = numbers(svg.get("viewBox"))[2] / 2
    tips = [numbers(polygon.get("points"))[:2] for polygon in svg.iter("polygon")]
    found = [(x - middle, middle - y) for x, y in tips]
    wanted = [*facts.CAT_SAT_K, facts.CAT_SAT_Q[2]]
    assert [place for pair in found for place in pair] == pytest.approx(
        [place for pair in wanted for place in pair], abs=0.01
    )
    strengths = [float(group.get("opacity") or 0) for group in svg.iter("g")]
    weights, _ = oracle.attend(facts.CAT_SAT_Q, facts.CAT_SAT_K, facts.CAT_SAT_V)
    assert strengths == pytest.approx([*(0.35 + 0.65 * weight for weight in weights[2]), 1], abs=0.006)


def test_the_mask_s_matrix_has_its_weights_and_leaves_what_is_hidden_empty() -> None:
    squares = list(drawn("causal-mask").iter("rect"))
    assert [rect.get("class") for rect in squares] == [
        "hidden" if j > i else "weight" for i in range(4) for j in range(4)
    ]
    last = [float(rect.get("fill-opacity") or 0) for rect in squares[-4:]]
    assert last == pytest.approx([0.12 + 0.88 * weight for weight in (0.123, 0.249, 0.123, 0.505)], abs=0.006)


def test_the_bars_are_the_weights_without_the_division_and_with_it() -> None:
    svg = drawn("scaling")
    heights = [float(rect.get("height") or 0) / 8 for rect in svg.iter("rect")]
    assert heights[::2] == pytest.approx([0.997, 0.003, 0, 0], abs=0.016)  # the smallest can still be seen
    assert heights[1::2] == pytest.approx([0.455, 0.276, 0.167, 0.102], abs=0.002)
