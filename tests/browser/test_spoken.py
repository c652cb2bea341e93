"""What is said aloud: nothing on the way, one text at rest; and the focus is never dropped to the page."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser import acts, growing, lab

# Every live region of the page, and each text that one of them takes from now on.
LISTEN = """
() => {
  const said = (window.__said = [])
  const regions = '[aria-live], [role=status], [role=alert], [role=log], output:not([aria-hidden])'
  let count = 0
  const walk = node => node.querySelectorAll('*').forEach(e => {
    if (e.shadowRoot) walk(e.shadowRoot)
    if (!e.matches(regions)) return
    count++
    new MutationObserver(() => { if (e.textContent) said.push(e.textContent) })
      .observe(e, {subtree: true, childList: true, characterData: true})
  })
  walk(document)
  return count
}
"""
FOCUSED = """
() => {
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  return [active.localName, active.getAttribute('aria-label') ?? active.title ?? '', active.textContent]
}
"""


def said(page: Page) -> list[str]:
    found: list[str] = page.evaluate("() => window.__said.splice(0)")
    return found


def move_a_hundred_times(page: Page, name: str) -> None:
    """Drag back and forth, a place a frame, and hold."""
    lab.handle(page, name).scroll_into_view_if_needed()
    x, y = lab.centre(lab.handle(page, name))
    page.mouse.move(x, y)
    page.mouse.down()
    for i in range(100):
        page.mouse.move(x - 20 - 3 * (i % 20), y + 2 * (i % 20))
        page.evaluate("new Promise(requestAnimationFrame)")


@pytest.mark.parametrize("walked", [False, True], ids=["", "with the walk-through open"])
def test_a_hundred_moves_say_nothing_and_the_release_says_one_text(
    again: Callable[[str], Page], walked: bool
) -> None:
    page = again("/cat-sat")
    if walked:
        page.get_by_role("button", name="Walk through the four moves").click()
        expect(lab.part(page, "spoken")).to_contain_text("q of sat · k of cat = 2.40 × 2.20")
    acts.answered(page)
    assert page.evaluate(LISTEN) >= 3
    move_a_hundred_times(page, "k-1")
    assert said(page) == []
    page.mouse.up()
    lab.wait_until(page, lambda: page.evaluate("window.__said.length > 0"))
    acts.answered(page)
    (text,) = said(page)
    x, y = (f"{value:.2f}".replace("-", "−") for value in acts.tip(page, "k-1"))
    assert text.startswith(f"Key of cat at ({x}, {y})")
    assert "sat attends" in text
    if walked:
        page.get_by_role("button", name="Close").click()


def test_a_held_key_says_nothing_until_it_is_let_go(again: Callable[[str], Page]) -> None:
    page = again("/cat-sat")
    lab.handle(page, "k-1").focus()
    acts.answered(page)
    lab.handle(page, "k-1").focus()
    page.evaluate(LISTEN)
    for _ in range(10):
        page.keyboard.down("ArrowLeft")
    assert said(page) == []
    page.keyboard.up("ArrowLeft")
    lab.wait_until(page, lambda: page.evaluate("window.__said.length > 0"))
    assert [text.startswith("Key of cat at (1.20, 1.00)") for text in said(page)] == [True]


def test_a_descent_speaks_when_it_stops(again: Callable[[str], Page]) -> None:
    page = again("/scaling")
    page.evaluate(LISTEN)
    page.get_by_role("button", name="Play").click()
    lab.wait_until(page, lambda: "Step 5" in (lab.part(page, "descent").text_content() or ""))
    assert said(page) == []
    page.get_by_role("button", name="Pause").click()
    lab.wait_until(page, lambda: page.evaluate("window.__said.length > 0"))
    assert len(said(page)) == 1


def test_what_a_link_could_not_say_is_said_with_the_first_result(page: Page) -> None:
    lab.open_scene(page, "/cat-sat?k-9=1,1")
    expect(lab.part(page, "spoken")).to_contain_text("k-9")
    expect(lab.part(page, "spoken")).to_contain_text("sat attends most to cat")


def focused(page: Page) -> str:
    """The name of what has the focus; the page itself has none."""
    name, label, text = page.evaluate(FOCUSED)
    return "" if name in {"body", "html"} else (label or text)


def press(page: Page, name: str) -> None:
    button = page.get_by_role("button", name=name, exact=True)
    button.focus()
    button.press("Enter")


def test_undone_to_the_start_the_focus_stays_and_one_press_more_does_nothing(
    again: Callable[[str], Page],
) -> None:
    page = again("/cat-sat")
    lab.drag(page, "k-1", (-1.0, -2.0))
    page.mouse.move(1, 1)  # or the tip that comes back points at its key
    acts.answered(page)
    place = acts.tip(page, "k-1")
    press(page, "Undo")
    expect(acts.undo(page)).to_be_disabled()
    assert focused(page) == "Undo"
    page.keyboard.press("Enter")
    acts.answered(page)
    assert acts.tip(page, "k-1") == (2.2, 1)
    press(page, "Redo")
    expect(page.get_by_role("button", name="Redo")).to_be_disabled()
    assert focused(page) == "Redo"
    page.keyboard.press("Enter")
    acts.answered(page)
    assert acts.tip(page, "k-1") == place


def test_a_sentence_grown_full_or_cut_to_one_keeps_the_focus(again: Callable[[str], Page]) -> None:
    page = again("/causal-mask")
    for count in range(4, 12):
        assert count == 4 or focused(page) == "water"
        press(page, "water")
        expect(page.locator("[data-table=weights] tbody tr")).to_have_count(count + 1)
    expect(page.get_by_role("button", name="water", exact=True)).to_be_disabled()
    assert focused(page) == "water"
    for _ in range(11):
        growing.remove(page)
    expect(page.get_by_role("button", name="Remove the last token")).to_be_disabled()
    assert focused(page) == "Remove the last token"
    page.keyboard.press("Enter")  # which adds nothing either
    acts.switch(page, "Causal mask").click()
    lab.wait_until(page, lambda: "mask" not in acts.shown(lab.part(page, "formula")))
    expect(page.locator("[data-table=weights] tbody tr")).to_have_count(1)


def test_a_power_is_heard_as_one(again: Callable[[str], Page]) -> None:
    page = again("/cat-sat")
    page.get_by_role("button", name="Walk through the four moves").click()
    for _ in range(2):
        page.get_by_role("button", name="Next", exact=True).click()
    lab.wait_until(page, lambda: "e to the power of 4.16 ≈ 63.93" in acts.shown(lab.part(page, "spoken")))
    page.get_by_role("button", name="Close").click()


def test_how_far_learning_has_come_is_heard(again: Callable[[str], Page]) -> None:
    page = again("/scaling")
    page.get_by_role("button", name="10 steps").click()
    status = lab.part(page, "descent")
    lab.wait_until(page, lambda: acts.shown(status).startswith("Step 10: the loss is "))
    lab.wait_until(page, lambda: acts.shown(lab.part(page, "spoken")).startswith(f"{acts.shown(status)}. "))


def test_the_last_vector_that_is_attached_again_leaves_the_focus_in_the_tables(
    again: Callable[[str], Page],
) -> None:
    page = again("/river-bank")
    acts.choose(page, "A drag means", "this vector alone")
    lab.drag(page, "k-1", (1.0, -1.0))
    lab.drag(page, "k-3", (-1.0, -1.0))
    attach = page.locator("[data-attach]")
    expect(attach).to_have_count(2)
    attach.first.focus()
    attach.first.press("Enter")
    expect(attach).to_have_count(1)
    assert focused(page).startswith("Attach")
    page.keyboard.press("Enter")
    expect(attach).to_have_count(0)
    assert focused(page) == "The, water"
