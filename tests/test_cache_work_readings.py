"""Work and size of the cache as the page tells them: numbers, words and the columns of the chart."""

from __future__ import annotations

from typing import Any

import pytest

from app.cache_readings import cache_parts
from app.causal_state import CausalState
from app.readings import Look
from app.texts import Rich
from scenes import causal_mask
from tests import facts
from tests.projected import growing

FEATURES, D = 3, 2


def sentence(n: int, causal: bool = True) -> CausalState:
    """The growing sentence with n tokens."""
    state = growing(causal=causal)
    for _ in range(n, 4):
        state.act("remove")
    for _ in range(4, n):
        state.act("add", {"token": "and"})
    return state


def parts(state: CausalState) -> dict[str, Any]:
    return cache_parts(Look(state, decimals=3), True)


def flat(rich: Rich) -> str:
    return "".join(part if isinstance(part, str) else part[1] for part in rich)


def counted(tokens: list[int], n: int, causal: bool) -> int:
    """Multiplications for the rows of some of n tokens: three projections, then q·k and weight·v."""
    projections = sum(1 for _ in tokens for _ in "qkv" for _ in range(FEATURES) for _ in range(D))
    seen = [(token, key) for token in tokens for key in range(n) if key <= token or not causal]
    return projections + sum(1 for _ in seen for _ in ("q·k", "weight·v") for _ in range(D))


@pytest.mark.parametrize("causal", [True, False])
@pytest.mark.parametrize("n", range(1, 13))
def test_numbers_words_and_chart_tell_the_same_counts(n: int, causal: bool) -> None:
    shown = parts(sentence(n, causal))
    cached = [counted([step - 1], step, causal) for step in range(1, n + 1)]
    full = [counted([*range(step)], step, causal) for step in range(1, n + 1)]
    chart, table = shown["chart:work"], shown["table:work"]
    assert chart["with the cache"] == {"x": [*range(1, n + 1)], "y": cached}
    assert chart["without"] == {"x": [*range(1, n + 1)], "y": full}
    assert table["values"] == [[cached[-1], full[-1]], [sum(cached), sum(full)]]
    assert table["texts"] == [f"{cached[-1]:,}|{full[-1]:,}", f"{sum(cached):,}|{sum(full):,}"]
    said = chart["says"]
    for count in (n, cached[-1], full[-1], sum(cached), sum(full)):
        assert f" {count:,} " in f"{said} ".replace(";", " ").replace(".", " ")


def test_known_counts_of_four_tokens() -> None:
    assert parts(sentence(4))["table:work"]["values"] == [[34, 112], [112, 260]]


@pytest.mark.parametrize("causal", [True, False])
def test_the_scenes_chart_has_these_layers_and_room_for_the_longest_sentence(causal: bool) -> None:
    (chart,) = causal_mask.SCENE.charts
    columns = parts(sentence(12, causal))["chart:work"]
    for layer in chart.layers:
        for axis, (low, high) in (("x", chart.x_range), ("y", chart.y_range)):
            assert low <= min(columns[layer.name][axis])
            assert max(columns[layer.name][axis]) <= high


@pytest.mark.parametrize("n", [1, 4, 12])
def test_the_numbers_that_are_kept_are_counted(n: int) -> None:
    state = sentence(n)
    kept = sum(len(row) for row in parts(state)["table:cache"]["values"])
    text = flat(parts(state)["text:size"])
    assert text.startswith(f"Kept here: {n} token{'s' * (n > 1)} × 2 (k and v) × 2 numbers = {kept} numbers.")


def test_four_tokens_keep_sixteen_numbers() -> None:
    assert "= 16 numbers." in flat(parts(growing())["text:size"])


def test_the_real_models_cache_is_the_product_that_is_written_out() -> None:
    text = flat(parts(growing())["text:size"])
    product = 32 * 8 * 128 * 2 * 2
    assert product == facts.KV_CACHE_BYTES_PER_TOKEN == 128 * 1024
    for term in ("32 layers × 8 key-value heads × 128 numbers × 2 (k and v) × 2 bytes", f"{product:,} bytes"):
        assert term in text
    assert text.endswith("= 128 KiB.")


@pytest.mark.parametrize(
    ("n", "said"),
    [
        (1, ("To read The ", "1 score.", "was empty", "one k and one v")),
        (2, ("To read river ", "2 scores", "the token before")),
        (4, ("To read flooded ", "4 scores", "the 3 tokens before", "not kept")),
        (12, ("To read and #12 ", "12 scores", "the 11 tokens before", "not kept")),
    ],
)
def test_a_step_tells_what_it_computed_and_what_it_took(n: int, said: tuple[str, ...]) -> None:
    text = flat(parts(sentence(n))["text:step"])
    for words in said:
        assert words in text


def test_the_form_knows_when_the_sentence_is_full_and_when_one_is_left() -> None:
    grows = [(parts(sentence(n))["grow"]["full"], parts(sentence(n))["grow"]["last"]) for n in (1, 2, 11, 12)]
    assert grows == [(False, True), (False, False), (False, False), (True, False)]


@pytest.mark.parametrize("token", ["<b>x</b>", "{{7*7}}", "", "قطة"])
def test_a_token_is_only_ever_a_segment(token: str) -> None:
    state = growing(tokens=["The", "river", "bank", token])
    for name in ("text:step", "text:mask", "text:size", "text:proof"):
        rich = parts(state)[name]
        assert not any(token and token in segment for segment in rich if isinstance(segment, str))
    assert ("key", token or "␣") in parts(state)["text:step"]
