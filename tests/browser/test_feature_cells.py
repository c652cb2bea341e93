"""Cells of X and of the matrices: typed into, nudged, refused; and a token that has no features."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests import facts
from tests.browser import acts, lab
from tests.browser.test_river_bank import OPENING, W_K, W_Q, Q, X, expect_table, expect_tables, learn

K = facts.RIVER_BANK_K
BAD = ("", "abc", "1e999", "1,5", "inf", "nan", "1e200", "2000")


@pytest.fixture
def page(again: Callable[[str], Page]) -> Page:
    return again("/river-bank")


def field(page: Page, cell: str) -> Locator:
    return page.locator(f'[data-cell="{cell}"] input')


def enter(page: Page, cell: str, text: str) -> None:
    field(page, cell).fill(text)
    field(page, cell).press("Enter")


def with_cell(rows: facts.Rows, i: int, j: int, value: float) -> facts.Rows:
    return [[value if (r, c) == (i, j) else old for c, old in enumerate(row)] for r, row in enumerate(rows)]


def test_a_number_typed_into_a_matrix_moves_who_has_the_feature(page: Page) -> None:
    enter(page, "wq-0-0", "-1.5")
    q: facts.Rows = [[0, 1], [-1.5, 0], [2, 0], [-1.5, 1]]
    expect_tables(page, wq=with_cell(W_Q, 0, 0, -1.5), q=q)
    acts.expect_weights(page, q, K)
    enter(page, "x-2-0", "1")
    q = [[0, 1], [-1.5, 0], [0.5, 0], [-1.5, 1]]
    expect_table(page, "q", q)
    expect_table(page, "x", with_cell(X, 2, 0, 1))
    assert acts.tip(page, "q-2") == (0.5, 0)
    acts.undo(page).click()
    acts.undo(page).click()
    expect_tables(page)


def test_arrow_keys_nudge_and_a_held_key_is_one_step(page: Page) -> None:
    cell = field(page, "wk-0-0")
    cell.focus()
    for _ in range(3):
        page.keyboard.down("ArrowUp")
    page.keyboard.up("ArrowUp")
    expect_table(page, "wk", with_cell(W_K, 0, 0, 2.3))
    cell.press("Shift+ArrowDown")
    expect_table(page, "wk", with_cell(W_K, 0, 0, 2.29))
    expect(cell).to_be_focused()
    page.keyboard.press("Tab")
    acts.undo(page).click()
    expect_table(page, "wk", with_cell(W_K, 0, 0, 2.3))
    acts.undo(page).click()
    expect_tables(page)


def test_a_cell_says_whose_it_is(page: Page) -> None:
    expect(field(page, "wq-1-0")).to_have_accessible_name("W Q, place noun, column 1")
    expect(field(page, "x-3-2")).to_have_accessible_name("flooded, grammar word")


@pytest.mark.parametrize(("cell", "typed"), [*(("wq-1-0", typed) for typed in BAD), ("x-0-2", "1,5")])
def test_bad_typing_is_refused_and_the_number_stays(page: Page, cell: str, typed: str) -> None:
    before = field(page, cell).input_value()
    enter(page, cell, typed)
    refusal = lab.part(page, "cell-refusal")
    expect(refusal).to_be_visible()
    expect(refusal).to_have_role("alert")
    sentence = acts.shown(refusal)
    assert sentence.endswith(".")
    assert sentence.count(". ") == 0
    assert ("point" in sentence) == (typed == "1,5")
    expect(field(page, cell)).to_have_value(before)
    expect(field(page, cell)).to_have_attribute("aria-invalid", "true")
    expect_tables(page)
    enter(page, cell, "0.25")
    expect(refusal).to_be_hidden()
    name, i, j = cell.split("-")
    expect_table(page, name, with_cell(OPENING[name], int(i), int(j), 0.25))


def test_a_token_without_features_is_moved_by_no_matrix(page: Page) -> None:
    enter(page, "x-1-0", "0")
    expect_table(page, "k", acts.moved(K, 1, (0, 0)))
    lab.handle(page, "k-1").focus()
    lab.drag(page, "k-1", (1.0, 1.0))
    expect(lab.part(page, "notice")).to_contain_text("river has no features, so no matrix can move it")
    lab.wait_until(page, lambda: acts.tip(page, "k-1") == (0, 0))
    expect_table(page, "wk", W_K)
    learn(page, alone=True)
    lab.drag(page, "k-1", (1.0, 1.0))
    lab.wait_until(page, lambda: acts.tip(page, "k-1") == (1, 1))
    expect_table(page, "k", acts.moved(K, 1, (1, 1)))
    expect_table(page, "wk", W_K)


def test_what_a_matrix_throws_past_the_edge_is_marked_there_and_true(page: Page) -> None:
    enter(page, "wk-0-0", "5")
    k = [[0, 1], [5, 0], [0, 1], [5, 1]]
    acts.expect_weights(page, Q, k)
    expect_table(page, "k", k)
    assert acts.tip(page, "k-1") == (3.2, 0)
    assert acts.tip(page, "k-3") == (3.2, 0.64)
    for name in ("k-1", "k-3"):
        expect(lab.handle(page, name)).to_contain_class("beyond")
    expect(page.locator('[data-label="k-1"]')).to_have_text("kriver (5.00, 0.00)")
