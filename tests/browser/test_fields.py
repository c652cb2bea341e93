"""The two number fields of the chosen vector: what dragging does, typed; and what is refused."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests import facts
from tests.browser import acts, lab

Q, K = facts.CAT_SAT_Q, facts.CAT_SAT_K
EDGE = 3.2
BAD = (
    "",
    "   ",
    "abc",
    "1e999",
    "1,5",
    "inf",
    "-inf",
    "nan",
    "1e200",
    "1001",
    "1.5.2",
    "0x10",
    "١",
    "1" * 400,
)


@pytest.fixture
def page(again: Callable[[str], Page]) -> Page:
    page = again("/cat-sat")
    lab.handle(page, "k-1").focus()
    expect(field(page, "x")).to_have_value("2.20")
    return page


def field(page: Page, axis: str) -> Locator:
    return page.get_by_role("textbox", name=axis, exact=True)


def enter(page: Page, axis: str, text: str) -> None:
    field(page, axis).fill(text)
    field(page, axis).press("Enter")


def test_a_typed_number_moves_the_arrow_and_the_numbers(page: Page) -> None:
    enter(page, "x", "-1.25")
    acts.expect_weights(page, Q, acts.moved(K, 1, (-1.25, 1.0)))
    assert acts.tip(page, "k-1") == (-1.25, 1.0)
    assert [acts.drawn(page, "key")[axis][1] for axis in "xy"] == [-1.25, 1.0]
    enter(page, "y", "+.5e0")
    acts.expect_weights(page, Q, acts.moved(K, 1, (-1.25, 0.5)))
    expect(field(page, "y")).to_have_value("0.50")


def test_leaving_the_field_is_enough_and_each_entry_is_one_step(page: Page) -> None:
    field(page, "x").fill("0")
    page.keyboard.press("Tab")
    acts.expect_weights(page, Q, acts.moved(K, 1, (0, 1.0)))
    expect(field(page, "y")).to_be_focused()
    enter(page, "y", "−2")
    acts.expect_weights(page, Q, acts.moved(K, 1, (0, -2.0)))
    acts.undo(page).click()
    acts.expect_weights(page, Q, acts.moved(K, 1, (0, 1.0)))
    acts.undo(page).click()
    acts.expect_weights(page, Q, K)


def test_escape_takes_the_typing_back(page: Page) -> None:
    field(page, "x").fill("7")
    field(page, "x").press("Escape")
    expect(field(page, "x")).to_have_value("2.20")
    page.keyboard.press("Tab")
    acts.answered(page)
    acts.expect_weights(page, Q, K)


def test_the_fields_follow_the_vector_that_is_chosen_and_dragged(page: Page) -> None:
    lab.drag(page, "k-5", (-1.0, 2.5))
    x, y = acts.tip(page, "k-5")
    expect(field(page, "x")).to_have_value(f"{x:.2f}")
    expect(field(page, "y")).to_have_value(f"{y:.2f}")
    assert acts.shown(page.locator(".fields legend")) == "kmat"
    lab.handle(page, "q-2").focus()
    expect(field(page, "x")).to_have_value("2.40")
    assert acts.shown(page.locator(".fields legend")) == "qsat"


@pytest.mark.parametrize("typed", BAD, ids=lambda typed: repr(typed[:12]))
def test_bad_typing_is_refused_in_one_sentence_and_the_number_stays(page: Page, typed: str) -> None:
    enter(page, "x", typed)
    refusal = lab.part(page, "refusal")
    expect(refusal).to_be_visible()
    sentence = acts.shown(refusal)
    assert sentence.endswith(".")
    assert sentence.count(". ") == 0
    assert "number" in sentence
    expect(refusal).to_have_role("alert")
    expect(field(page, "x")).to_have_value("2.20")
    expect(field(page, "x")).to_have_attribute("aria-invalid", "true")
    acts.answered(page)
    acts.expect_weights(page, Q, K)
    assert acts.tip(page, "k-1") == (2.2, 1.0)


def test_a_comma_is_told_to_be_a_point_and_a_good_number_ends_the_refusal(page: Page) -> None:
    enter(page, "x", "1,5")
    expect(lab.part(page, "refusal")).to_contain_text("a point as the decimal sign")
    enter(page, "x", "1.5")
    acts.expect_weights(page, Q, acts.moved(K, 1, (1.5, 1.0)))
    expect(lab.part(page, "refusal")).to_be_empty()
    expect(field(page, "x")).to_have_attribute("aria-invalid", "false")


def test_what_is_refused_stands_beside_the_field_until_something_else_is_typed(page: Page) -> None:
    enter(page, "y", "abc")
    expect(lab.part(page, "refusal")).to_be_visible()
    _, field_top, _, field_height = lab.box(field(page, "y"))
    _, top, _, _ = lab.box(lab.part(page, "refusal"))
    assert 0 <= top - (field_top + field_height) <= 40
    lab.handle(page, "k-3").hover()  # the mouse may pass over the plane
    acts.answered(page)
    expect(lab.part(page, "refusal")).to_contain_text("is not a number")
    enter(page, "y", "1")
    expect(lab.part(page, "refusal")).to_be_empty()


def test_a_refusal_belongs_to_its_field_and_ends_when_that_moves(page: Page) -> None:
    enter(page, "x", "abc")
    refusal = lab.part(page, "refusal")
    expect(refusal).to_contain_text("is not a number")
    assert (
        field(page, "x").evaluate(
            "input => input.getRootNode().getElementById(input.getAttribute('aria-describedby')).textContent"
        )
        == refusal.text_content()
    )
    lab.drag(page, "k-1", (1.0, -1.0))
    expect(refusal).to_be_empty()
    expect(field(page, "x")).to_have_attribute("aria-invalid", "false")


def test_beyond_the_edge_the_numbers_are_true_and_the_handle_waits_on_the_edge(page: Page) -> None:
    enter(page, "x", "5")
    enter(page, "y", "0")
    acts.expect_weights(page, Q, acts.moved(K, 1, (5.0, 0.0)))
    assert acts.tip(page, "k-1") == (EDGE, 0)
    expect(lab.handle(page, "k-1")).to_contain_class("beyond")
    assert lab.texts(page, "steps")[1][0] == "12.00"
    expect(page.locator('[data-label="k-1"]')).to_have_text("kcat (5.00, 0.00)")
    lab.drag(page, "k-1", (3.0, 1.0), grip=(-6, 0))  # the half of the handle that lies on the plane
    place = acts.tip(page, "k-1")
    assert place == pytest.approx((3.0, 1.0), abs=0.02)
    acts.expect_weights(page, Q, acts.moved(K, 1, place))
    expect(lab.handle(page, "k-1")).not_to_contain_class("beyond")


def test_the_farthest_numbers_stay_true(page: Page) -> None:
    enter(page, "x", "1000")
    enter(page, "y", "-1000")
    acts.expect_weights(page, Q, acts.moved(K, 1, (1000.0, -1000.0)))
    assert acts.tip(page, "k-1") == (EDGE, -EDGE)
    assert lab.texts(page, "steps")[1][0] == "1800.00"
