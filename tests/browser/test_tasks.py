"""Tasks are ticked by what a person does, said once, remembered in the tab, and given up only by choice."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import acts, lab
from tests.browser.serving import START_SECONDS, Server
from tests.browser.test_connection import LOST, allow_the_loss
from tests.browser.watch import Troubles

FAR = (-1.0, -1.0)  # where k_cat keeps 1 % of the weight of sat
# What the live region said and the window was told, from now on.
LISTEN = """
() => {
  const find = node => {
    for (const e of node.querySelectorAll('*')) {
      const found = e.matches('[data-part=spoken]') ? e : e.shadowRoot && find(e.shadowRoot)
      if (found) return found
    }
  }
  const spoken = find(document)
  window.__said = []
  window.__told = []
  new MutationObserver(() => window.__said.push(spoken.textContent)).observe(spoken, {childList: true})
  addEventListener('attention-arrows:task', event => window.__told.push(event.detail))
}
"""


def task(page: Page, name: str) -> Locator:
    return page.locator(f"[data-task={name}]")


def ticked(page: Page) -> list[str | None]:
    return [item.get_attribute("data-task") for item in page.locator("[data-met]").all()]


def heard(page: Page) -> list[str]:
    """What was said of tasks."""
    said: list[str] = page.evaluate("__said")
    return [text[text.index("Task met") :] for text in said if "Task met" in text]


def expect_met(page: Page, name: str) -> None:
    item = task(page, name)
    expect(item.get_by_role("img", name="Met")).to_be_visible()
    expect(item.locator(".why")).to_be_visible()
    expect(item.locator("details")).to_be_hidden()


def expect_open(page: Page, name: str) -> None:
    item = task(page, name)
    expect(item.get_by_role("img", name="Met")).to_have_count(0)
    expect(item.locator(".why")).to_be_hidden()
    expect(item.locator("summary")).to_be_visible()


def drain(page: Page) -> None:
    lab.drag(page, "k-1", FAR)
    expect_met(page, "drain-cat")


@pytest.fixture
def cat_sat(page: Page) -> Page:
    lab.open_scene(page, "/cat-sat")
    page.evaluate(LISTEN)
    return page


def test_a_drag_meets_a_task_which_is_said_and_told_once(cat_sat: Page) -> None:
    page = cat_sat
    assert ticked(page) == []
    expect_open(page, "drain-cat")
    task(page, "drain-cat").get_by_text("Hint").click()
    expect(task(page, "drain-cat").get_by_text("pull kcat back")).to_be_visible()
    drain(page)
    said = "Task met: Bring the weight that sat gives to cat below 10\u202f%. Nothing was lost: "
    assert [text.startswith(said) for text in heard(page)] == [True]
    assert page.get_by_role("status").filter(has_text="Task met").count() == 1
    acts.undo(page).click()
    lab.wait_until(page, lambda: page.url.endswith("/cat-sat"))
    expect_met(page, "drain-cat")
    lab.drag(page, "k-1", FAR)
    lab.wait_until(page, lambda: "k-1" in page.url)
    assert len(heard(page)) == 1
    assert page.evaluate("__told") == [{"scene": "cat-sat", "task": "drain-cat", "met": True}]
    assert ticked(page) == ["drain-cat"]


def test_passing_through_meets_nothing_and_the_list_out_of_sight_shows_a_slip(cat_sat: Page) -> None:
    page = cat_sat
    lab.drag(page, "k-1", FAR, release=False)
    acts.answered(page)
    x, y = lab.to_pixels(page, "k-1", (2.2, 1.0))
    page.mouse.move(x, y)
    page.mouse.up()
    acts.answered(page)
    assert ticked(page) == []
    drain(page)
    expect(page.get_by_text("Task 1 met")).to_be_visible()
    expect(page.get_by_text("Task 1 met")).to_have_css("pointer-events", "none")


def test_arrow_keys_meet_a_task(cat_sat: Page) -> None:
    lab.handle(cat_sat, "k-1").focus()
    for _ in range(26):
        cat_sat.keyboard.press("ArrowLeft")
    expect_met(cat_sat, "drain-cat")
    expect(lab.handle(cat_sat, "k-1")).to_be_focused()


def test_a_switch_meets_a_task(page: Page) -> None:
    lab.open_scene(page, "/causal-mask")
    expect_open(page, "peek")
    acts.switch(page, "Causal mask").uncheck()
    expect_met(page, "peek")
    assert ticked(page) == ["peek"]


def test_ticks_outlive_reset_and_reload_until_they_are_given_up(cat_sat: Page) -> None:
    page = cat_sat
    over = page.get_by_role("button", name="Start over")
    expect(over).to_be_hidden()
    drain(page)
    page.get_by_role("button", name="Reset").click()
    lab.wait_until(page, lambda: page.url.endswith("/cat-sat"))
    page.reload()
    lab.wait_ready(page)
    page.evaluate(LISTEN)
    expect_met(page, "drain-cat")
    over.click()
    expect_open(page, "drain-cat")
    expect(over).to_be_hidden()
    expect(page.get_by_role("heading", name="Try this")).to_be_focused()
    assert page.evaluate("__said.at(-1)") == "All tasks are open again."
    page.reload()
    lab.wait_ready(page)
    assert ticked(page) == []
    assert page.evaluate("window.__told") is None


def test_what_a_link_opens_with_was_met_by_nobody(page: Page) -> None:
    lab.open_scene(page, "/cat-sat?k-1=-1,-1")
    acts.answered(page)
    assert ticked(page) == []
    lab.drag(page, "k-1", (2.2, 1.0))
    lab.wait_until(page, lambda: acts.tip(page, "k-1")[0] > 2)
    acts.answered(page)
    drain(page)


def test_without_storage_a_tick_lasts_as_long_as_the_page(page: Page) -> None:
    page.add_init_script(
        "Object.defineProperty(window, 'sessionStorage', {get() { throw new DOMException('blocked') }})"
    )
    lab.open_scene(page, "/cat-sat")
    drain(page)
    page.get_by_role("button", name="Start over").click()
    expect_open(page, "drain-cat")


def test_what_is_met_while_the_server_is_gone_is_ticked_when_it_is_back(
    page: Page, own_server: Server, troubles: Troubles
) -> None:
    allow_the_loss(troubles)
    lab.open_scene(page, f"{own_server.url}/cat-sat")
    acts.switch(page, "Divide scores").uncheck()
    lab.drag(page, "q-2", (3.2, 1.6))
    expect_met(page, "decide")
    own_server.stop()
    expect(lab.part(page, "connection")).to_contain_text(LOST)
    lab.drag(page, "k-1", FAR)
    with page.expect_navigation(timeout=START_SECONDS * 1000):
        own_server.start()
    lab.wait_ready(page)
    expect_met(page, "drain-cat")
    expect_met(page, "decide")


@pytest.mark.parametrize("stored", ['{"a": 1}', "[1, null, 'x']", '["no-such-task", "slide"]'])
def test_whatever_the_storage_holds_the_page_opens(page: Page, stored: str) -> None:
    page.add_init_script(f"sessionStorage['attention-arrows:/cat-sat:tasks'] = {stored!r}")
    lab.open_scene(page, "/cat-sat")
    wanted: list[Any] = ["slide"] if "slide" in stored else []
    assert ticked(page) == wanted
