"""The four moves one after the other: Score, Scale, Softmax, Mix, with the chosen row's real numbers."""

import math
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests import facts, oracle
from tests.browser import acts, lab

MOVES = ("Score", "Scale", "Softmax", "Mix")
COLUMNS = (1, 2, 4, 5)  # uncovered by each move


def opened(page: Page) -> Page:
    page.get_by_role("button", name="Walk through the four moves").click()
    expect(page.get_by_role("button", name="Next")).to_be_focused()
    return page


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def expect_move(page: Page, move: int) -> None:
    expect(page.locator(".moves [aria-current=step]")).to_have_text(MOVES[move])
    for column in range(5):
        cell = lab.cell(page, "walk", 0, column)
        expect(cell).to_be_visible(visible=column < COLUMNS[move])


WORDS_OF_BANK = (
    "qbank · kriver = 2.00 × 2.00 + 0.00 × 0.00 = 4.00",
    "4.00 ÷ √2 = 2.83",
    "e2.83 ≈ 16.92; 16.92 ÷ 35.84 = 0.472",
    "0.028 × (0.00, 0.00) + 0.472 × (1.00, 0.00) + "
    "0.028 × (0.00, 1.00) + 0.472 × (1.00, 0.00) = (0.944, 0.028)",
)
COLUMNS_OF_BANK = (
    [f"{s:.2f}" for s in facts.RIVER_BANK_SCORES[2]],
    [f"{s:.2f}" for s in facts.RIVER_BANK_SCALED],
    [f"{e:.2f}" for e in facts.RIVER_BANK_EXPONENTIALS],
    [f"{w:.3f}" for w in facts.RIVER_BANK_WEIGHTS[2]],
    ["(0.000, 0.000)", "(0.472, 0.000)", "(0.000, 0.028)", "(0.472, 0.000)"],
)


def test_bank_is_walked_through_as_the_lesson_does(again: Callable[[str], Page]) -> None:
    page = opened(again("/river-bank"))
    for move, said in enumerate(WORDS_OF_BANK):
        expect(lab.part(page, "walk")).to_contain_text(said)
        expect_move(page, move)
        if move < 3:
            button(page, "Next").click()
    assert lab.texts(page, "walk") == [list(row) for row in zip(*COLUMNS_OF_BANK, strict=True)]
    assert acts.shown(page.locator('[data-cell="walk-total"]')) == f"{facts.RIVER_BANK_TOTAL:.2f}"
    assert acts.shown(page.locator('[data-cell="walk-output"]')) == "(0.944, 0.028)"
    button(page, "Close").click()


def test_next_back_arrows_and_close(again: Callable[[str], Page]) -> None:
    page = opened(again("/cat-sat"))
    expect(button(page, "Back")).to_be_disabled()
    page.keyboard.press("ArrowRight")
    expect_move(page, 1)
    button(page, "Next").press("Enter")
    expect_move(page, 2)
    page.keyboard.press("ArrowRight")
    expect_move(page, 3)
    expect(button(page, "Next")).to_be_disabled()
    expect(button(page, "Next")).to_be_focused()  # and does nothing more
    page.keyboard.press("Enter")
    acts.answered(page)
    expect_move(page, 3)
    page.keyboard.press("ArrowLeft")
    expect_move(page, 2)
    for move in (1, 0):
        button(page, "Back").press("Enter")
        expect_move(page, move)
    expect(button(page, "Back")).to_be_focused()
    page.keyboard.press("Enter")
    acts.answered(page)
    expect_move(page, 0)
    button(page, "Close").click()
    expect(button(page, "Walk through the four moves")).to_be_focused()
    expect(page.locator("[data-table=walk]")).to_be_hidden()


@pytest.mark.parametrize("scale", [True, False])
def test_the_walk_follows_a_drag_while_it_is_held(again: Callable[[str], Page], scale: bool) -> None:
    page = again("/cat-sat")
    if not scale:
        acts.switch(page, "Divide scores by √d").uncheck()
    opened(page)
    for _ in range(3):
        button(page, "Next").click()
    lab.drag(page, "k-1", (1.0, -1.0), release=False)
    k = acts.moved(facts.CAT_SAT_K, 1, acts.tip(page, "k-1"))
    acts.expect_weights(page, facts.CAT_SAT_Q, k, scaled=scale)
    factor = math.sqrt(2) if scale else 1
    scores = [oracle.dot(facts.CAT_SAT_Q[2], key) for key in k]
    weights = oracle.softmax([score / factor for score in scores])
    rows = lab.matrix(page, "walk", 6, 4)
    powers = [row[2] for row in rows]
    assert acts.are_close(
        [[a, b, d] for a, b, _, d in rows],
        [[s, s / factor, w] for s, w in zip(scores, weights, strict=True)],
    )
    assert [power / math.fsum(powers) for power in powers] == pytest.approx(weights)  # type: ignore[arg-type, operator]
    page.mouse.up()
    button(page, "Close").click()


def test_hidden_keys_are_walked_past(again: Callable[[str], Page]) -> None:
    page = opened(again("/causal-mask"))
    for _ in range(3):
        button(page, "Next").click()
    expect_move(page, 3)
    assert lab.texts(page, "walk")[3] == ["4.00", "−∞", "0.00", "–", "–"]
    assert acts.shown(page.locator('[data-cell="walk-output"]')) == "(0.894, 0.053)"
    button(page, "Close").click()
