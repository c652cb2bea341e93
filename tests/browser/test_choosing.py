"""What a reader can choose: the query, by the matrix or by name, and the key whose product is written out."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests import facts
from tests.browser import acts, lab

Q, K = facts.CAT_SAT_Q, facts.CAT_SAT_K
TOKENS = facts.CAT_SAT_TOKENS
WAYS: dict[str, Callable[[Page, int], None]] = {
    "a click on a cell": lambda page, row: lab.cell(page, "weights", row, 3).click(),
    "the row's name": lambda page, row: row_button(page, row).click(),
    "Enter on the row's name": lambda page, row: row_button(page, row).press("Enter"),
    "Space on the row's name": lambda page, row: row_button(page, row).press(" "),
    "the choice by name": lambda page, row: acts.choose(page, "Query token", TOKENS[row]),
}


@pytest.fixture
def page(again: Callable[[str], Page]) -> Page:
    return again("/cat-sat")


def row_button(page: Page, row: int) -> Locator:
    return page.get_by_role("button", name=f"Choose the query {TOKENS[row]}", exact=True)


def product(query: int, key: int) -> str:
    def factor(value: float) -> str:
        return f"(−{-value:.2f})" if value < 0 else f"{value:.2f}"

    q, k = Q[query], K[key]
    score = q[0] * k[0] + q[1] * k[1]
    terms = " + ".join(f"{factor(a)} × {factor(b)}" for a, b in zip(q, k, strict=True))
    return f"q{TOKENS[query]} · k{TOKENS[key]} = {terms} = {score:.2f}".replace("= -", "= −")


def expect_product(page: Page, query: int, key: int) -> None:
    expect(lab.part(page, "product")).to_have_text(product(query, key))


@pytest.mark.parametrize("way", WAYS)
def test_the_query_is_chosen_by(page: Page, way: str) -> None:
    for row in (5, 1):
        WAYS[way](page, row)
        expect(page.get_by_role("radio", name=TOKENS[row], exact=True)).to_be_checked()
        expect_score(page, row)
        expect(row_button(page, row)).to_have_attribute("aria-pressed", "true")
        expect(lab.handle(page, f"q-{row}")).to_be_visible()
        expect(page.locator('[data-vector^="q-"]')).to_have_count(1)
        assert acts.shown(lab.part(page, "sentence")).startswith(f"{TOKENS[row]} attends most to")


def expect_score(page: Page, query: int) -> None:
    lab.wait_until(page, lambda: lab.value(page, "steps", 0, 0) == pytest.approx(score(query, 0)))


def score(query: int, key: int) -> float:
    return Q[query][0] * K[key][0] + Q[query][1] * K[key][1]


def test_the_heaviest_key_is_written_out_until_one_is_pointed_at(page: Page) -> None:
    expect_product(page, 2, 1)
    page.locator("[data-table=steps] tbody tr").nth(5).hover()
    expect_product(page, 2, 5)
    lab.handle(page, "k-3").hover()
    expect_product(page, 2, 3)


def test_focus_on_a_key_writes_its_product_out(page: Page) -> None:
    lab.handle(page, "k-4").focus()
    expect_product(page, 2, 4)
    page.get_by_role("button", name="Write out The", exact=True).focus()
    expect_product(page, 2, 0)
    page.keyboard.press("Tab")
    expect_product(page, 2, 1)


def test_the_drop_on_the_plane_is_the_projection_of_the_key_written_out(page: Page) -> None:
    lab.handle(page, "k-2").hover()
    expect_product(page, 2, 2)
    share = score(2, 2) / (Q[2][0] ** 2 + Q[2][1] ** 2)
    wanted = [*K[2], share * Q[2][0], share * Q[2][1]]
    foot = acts.drawn(page, "foot")
    assert [foot[name][0] for name in ("x0", "y0", "x1", "y1")] == pytest.approx(wanted)


def test_lines_of_equal_score_are_square_to_the_query_and_lie_where_they_say(page: Page) -> None:
    iso, (qx, qy) = acts.drawn(page, "iso"), Q[2]
    named = [i for i, text in enumerate(iso["text"]) if text]
    assert len(named) >= 4
    for i in named:
        said = float(str(iso["text"][i]).replace("−", "-"))
        for x, y in (
            (iso["x0"][i], iso["y0"][i]),
            (iso["x1"][i], iso["y1"][i]),
            (iso["tx"][i], iso["ty"][i]),
        ):
            assert qx * x + qy * y == pytest.approx(said, abs=0.01)
