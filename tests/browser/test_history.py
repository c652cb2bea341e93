"""Undo, redo and reset, by button and by keyboard: a drag, a typed value, a switch are one step each."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests import facts
from tests.browser import acts, lab

Q, K = facts.CAT_SAT_Q, facts.CAT_SAT_K


@pytest.fixture
def page(again: Callable[[str], Page]) -> Page:
    return again("/cat-sat")


def dragged(page: Page, vector: str, to: lab.Point) -> list[list[float]]:
    lab.drag(page, vector, to, steps=20)
    k = acts.moved(K, int(vector[2:]), acts.tip(page, vector))
    acts.expect_weights(page, Q, k)
    return k


def test_a_drag_of_many_moves_is_one_step_back_and_one_forth(page: Page) -> None:
    k = dragged(page, "k-1", (-1.0, -2.0))
    page.keyboard.press("Control+z")
    acts.expect_weights(page, Q, K)
    assert acts.tip(page, "k-1") == (2.2, 1.0)
    page.keyboard.press("Control+Shift+Z")
    acts.expect_weights(page, Q, k)
    assert acts.tip(page, "k-1") == tuple(k[1])


def test_two_drags_of_one_tip_are_two_steps(page: Page) -> None:
    first = dragged(page, "k-1", (-1.0, -2.0))
    dragged(page, "k-1", (2.0, 2.0))
    page.keyboard.press("Control+z")
    acts.expect_weights(page, Q, first)
    page.keyboard.press("Control+z")
    acts.expect_weights(page, Q, K)


def test_a_new_step_ends_what_could_be_redone(page: Page) -> None:
    dragged(page, "k-1", (-1.0, -2.0))
    acts.undo(page).click()
    acts.expect_weights(page, Q, K)
    expect(page.get_by_role("button", name="Redo")).to_be_enabled()
    k = dragged(page, "k-0", (1.0, 2.0))
    expect(page.get_by_role("button", name="Redo")).to_be_disabled()
    page.keyboard.press("Control+Shift+Z")
    acts.answered(page)
    acts.expect_weights(page, Q, k)


def test_a_switch_is_a_step_and_a_chosen_query_is_none(page: Page) -> None:
    acts.switch(page, "Causal mask").check()
    acts.expect_weights(page, Q, K, causal=True)
    acts.choose(page, "Query token", "cat")
    expect(lab.handle(page, "q-1")).to_be_visible()
    acts.undo(page).click()
    acts.expect_weights(page, Q, K)
    expect(acts.switch(page, "Causal mask")).not_to_be_checked()


def test_a_reset_can_be_undone(page: Page) -> None:
    k = dragged(page, "k-2", (-2.0, -2.0))
    page.get_by_role("button", name="Reset", exact=True).click()
    acts.expect_weights(page, Q, K)
    acts.undo(page).click()
    acts.expect_weights(page, Q, k)
    assert acts.tip(page, "k-2") == tuple(k[2])


def test_the_buttons_say_whether_there_is_a_step(new_page: Callable[[], Page]) -> None:
    page = new_page()
    lab.open_scene(page, "/cat-sat")
    redo = page.get_by_role("button", name="Redo")
    expect(acts.undo(page)).to_be_disabled()
    page.keyboard.press("Control+z")
    k = dragged(page, "k-1", (-1.0, -2.0))
    expect(acts.undo(page)).to_be_enabled()
    expect(redo).to_be_disabled()
    acts.undo(page).click()
    expect(acts.undo(page)).to_be_disabled()
    redo.click()
    acts.expect_weights(page, Q, k)
    expect(redo).to_be_disabled()
