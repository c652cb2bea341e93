"""lock= in an address: what is locked is moved by no pointer and no key, and says that it is locked."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from app.scene import Scene
from scenes import SCENES
from tests import facts
from tests.browser import acts, lab
from tests.browser.conftest import PHONE

Q, K = facts.CAT_SAT_Q, facts.CAT_SAT_K
# Controls of a locked lab that somebody could still press or write into, but for those that change no state.
FREE = """
lab => [...lab.querySelectorAll('button, input, select, textarea')]
  .filter(e => e.checkVisibility() && !e.disabled && !e.readOnly && e.ariaDisabled !== 'true')
  .filter(e => !e.closest('.walk-section, .steps, .tools, fieldset:disabled'))
  .map(e => e.outerHTML)
"""


def pull(page: Page, name: str, to: tuple[float, float]) -> None:
    """Try to move a tip in every way there is: dragged, tapped, by keys."""
    lab.drag(page, name, to)
    handle = lab.handle(page, name)
    page.mouse.click(*lab.centre(handle))
    page.mouse.click(*lab.to_pixels(page, name, to))
    for key in ("ArrowLeft", "Shift+ArrowUp", "Home"):
        handle.press(key)


def test_locked_arrows_stay_where_they_are(page: Page) -> None:
    lab.open_scene(page, "/cat-sat?lock=drag&k-1=1,2")
    k = acts.moved(K, 1, (1, 2))
    for name in ("k-1", "q-2"):
        pull(page, name, (-2.0, -2.0))
        expect(lab.handle(page, name)).to_have_attribute("aria-disabled", "true")
        expect(lab.handle(page, name)).to_have_accessible_description(
            "It is locked here and stays where it is."
        )
    acts.answered(page)
    assert acts.tip(page, "k-1") == (1, 2)
    assert acts.tip(page, "q-2") == tuple(Q[2])
    acts.expect_weights(page, Q, k)
    for axis in ("x", "y"):
        expect(page.get_by_role("textbox", name=axis)).not_to_be_editable()
    acts.switch(page, "Causal mask").check()  # the rest is as free as ever
    acts.expect_weights(page, Q, k, causal=True)
    acts.undo(page).click()
    acts.expect_weights(page, Q, k)


def test_a_finger_moves_no_locked_arrow(new_page: Callable[..., Page]) -> None:
    page = new_page(**PHONE)
    lab.open_scene(page, "/cat-sat?embed=1&show=matrix&lock=drag")
    page.touchscreen.tap(*lab.centre(lab.handle(page, "k-1")))
    page.touchscreen.tap(*lab.to_pixels(page, "k-1", (-1.0, -1.0)))
    acts.switch(page, "Causal mask").tap()
    acts.expect_weights(page, Q, K, causal=True)
    expect(page.locator(".armed")).to_have_count(0)
    assert acts.tip(page, "k-1") == tuple(K[1])


def test_a_locked_switch_is_disabled_and_the_link_s_value_stays(page: Page) -> None:
    lab.open_scene(page, "/cat-sat?mask=on&lock=mask,scale")
    for name in ("Causal mask", "Divide scores"):
        expect(acts.switch(page, name)).to_be_disabled()
        expect(acts.switch(page, name)).to_be_checked()
        acts.switch(page, name).locator("..").click(force=True)
    expect(page.get_by_role("button", name="Original")).to_be_hidden()  # it would take the mask off
    lab.drag(page, "k-1", (1.0, 1.0))
    k = acts.moved(K, 1, acts.tip(page, "k-1"))
    acts.expect_weights(page, Q, k, causal=True)
    page.get_by_role("button", name="Reset").click()
    acts.expect_weights(page, Q, K, causal=True)


def test_a_locked_query_cannot_be_chosen_in_any_place(page: Page) -> None:
    lab.open_scene(page, "/cat-sat?lock=query")
    group = page.get_by_role("group", name="Query token")
    assert all(option.is_disabled() for option in group.get_by_role("radio").all())
    expect(page.get_by_role("button", name="Choose the query mat")).to_be_disabled()
    lab.cell(page, "weights", 5, 5).click()
    acts.answered(page)
    expect(lab.handle(page, "q-2")).to_be_visible()
    expect(lab.handle(page, "q-5")).to_have_count(0)
    expect(page.get_by_role("button", name="Write out cat")).to_be_enabled()  # reading is no choosing


def test_locked_tables_can_be_read_but_not_written(page: Page) -> None:
    lab.open_scene(page, "/river-bank?lock=table")
    field = lab.cell(page, "wq", 1, 0).locator("input")
    expect(field).not_to_be_editable()
    field.focus()
    for key in ("9", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    acts.answered(page)
    assert lab.value(page, "wq", 1, 0) == 2
    expect(field).to_have_value("2.00")


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.slug)
def test_with_all_locked_nothing_is_left_to_change(page: Page, scene: Scene) -> None:
    lab.open_scene(page, f"/{scene.slug}?lock=all")
    standing = lab.cells(page, "steps")
    assert page.locator("[data-lab]").evaluate(FREE) == []
    pull(page, "q-0" if scene.slug == "scaling" else "q-2", (-1.0, 1.0))
    acts.answered(page)
    assert lab.cells(page, "steps") == standing
    expect(acts.undo(page)).to_be_disabled()


def test_steps_made_unlocked_are_no_way_around_a_lock(page: Page) -> None:
    lab.open_scene(page, "/cat-sat")
    acts.switch(page, "Causal mask").check()
    lab.wait_until(page, lambda: page.url.endswith("mask=on"))
    lab.open_scene(page, "/cat-sat?mask=on&lock=mask")
    acts.answered(page)
    expect(acts.undo(page)).to_be_disabled()
