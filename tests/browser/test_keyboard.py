"""The keyboard alone: every tip is reached and moved, focus is seen and never caught, typing left alone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests import facts, oracle
from tests.browser import acts, lab

Q, K = facts.CAT_SAT_Q, facts.CAT_SAT_K
ORDER = ["q-2", "k-0", "k-1", "k-2", "k-3", "k-4", "k-5"]
FOCUSED = """
() => {
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  return active
}
"""
# How the focused element shows it: its outline, or the ring that its ::before draws.
RING = f"""
() => {{
  const active = ({FOCUSED})()
  const next = active.matches('input[type=radio]') ? active.nextElementSibling : active
  const outline = getComputedStyle(next), ring = getComputedStyle(active, '::before')
  const colour = style => style === outline ? outline.outlineColor : ring.borderTopColor
  const width = style => style === outline
    ? (outline.outlineStyle === 'none' ? 0 : parseFloat(outline.outlineWidth))
    : (active.matches('.handle') ? parseFloat(ring.borderTopWidth) : 0)
  return [outline, ring].map(style => [width(style), colour(style)])
}}
"""


@pytest.fixture
def page(again: Callable[[str], Page]) -> Page:
    return again("/cat-sat")


def focused(page: Page) -> dict[str, str | None]:
    found: dict[str, str | None] = page.evaluate(
        f"() => {{ const e = ({FOCUSED})(); return {{vector: e.dataset.vector ?? null, tag: e.tagName,"
        " name: e.getAttribute('aria-label') ?? e.textContent}}"
    )
    return found


def test_tab_reaches_every_tip_the_query_first_and_leaves_again(page: Page) -> None:
    lab.handle(page, "q-2").focus()
    reached = []
    for _ in ORDER:
        reached.append(focused(page)["vector"])
        page.keyboard.press("Tab")
    assert reached == ORDER
    assert focused(page)["vector"] is None
    page.keyboard.press("Shift+Tab")
    assert focused(page)["vector"] == ORDER[-1]


def test_tab_goes_through_the_whole_page_and_out_of_it(page: Page) -> None:
    page.evaluate("document.activeElement.blur()")
    page.locator("body").evaluate(
        "body => { body.tabIndex = -1; body.focus(); body.removeAttribute('tabindex') }"
    )
    passed = []
    for _ in range(80):
        page.keyboard.press("Tab")
        passed.append(focused(page))
        if passed[-1]["tag"] == "BODY":
            break
    assert passed[-1]["tag"] == "BODY", "focus never left the page"
    assert [each["vector"] for each in passed if each["vector"]] == ORDER
    assert (passed[0]["name"] or "").startswith("Skip to the lab")


def test_the_focus_is_seen_wherever_it_is(page: Page) -> None:
    page.keyboard.press("Tab")
    page.locator("a.skip").focus()
    unseen = []
    while True:
        page.keyboard.press("Tab")
        here = focused(page)
        if here["tag"] == "BODY":
            break
        if not any(width >= 2 and not is_clear(colour) for width, colour in page.evaluate(RING)):
            unseen.append(here)
    assert unseen == []


def is_clear(colour: str) -> bool:
    return colour in {"transparent", "rgba(0, 0, 0, 0)"}


def test_ten_arrow_presses_move_by_exactly_one(page: Page) -> None:
    lab.handle(page, "k-1").focus()
    for key, place in {
        "ArrowLeft": (1.2, 1.0),
        "ArrowUp": (1.2, 2.0),
        "ArrowRight": (2.2, 2.0),
        "ArrowDown": (2.2, 1.0),
    }.items():
        for _ in range(10):
            page.keyboard.press(key)
        assert acts.tip(page, "k-1") == place
        acts.expect_weights(page, Q, acts.moved(K, 1, place))
    assert focused(page)["vector"] == "k-1"


def test_with_shift_the_steps_are_fine_and_home_brings_the_tip_back(page: Page) -> None:
    lab.handle(page, "k-1").focus()
    for _ in range(7):
        page.keyboard.press("Shift+ArrowUp")
    page.keyboard.press("Shift+ArrowLeft")
    assert acts.tip(page, "k-1") == (2.19, 1.07)
    acts.expect_weights(page, Q, acts.moved(K, 1, (2.19, 1.07)))
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Home")
    acts.expect_weights(page, Q, K)
    assert acts.tip(page, "k-1") == (2.2, 1.0)


def test_arrows_stop_at_the_edge_and_do_not_scroll_the_page(page: Page) -> None:
    lab.handle(page, "k-1").focus()
    for _ in range(25):
        page.keyboard.press("ArrowDown")
    lab.handle(page, "k-1").press("ArrowDown")
    for _ in range(20):
        page.keyboard.press("ArrowDown")
    assert acts.tip(page, "k-1") == (2.2, -3.2)
    acts.expect_weights(page, Q, acts.moved(K, 1, (2.2, -3.2)))
    assert page.evaluate("scrollY") == 0


def test_a_held_key_is_one_step_of_the_history(page: Page) -> None:
    lab.handle(page, "k-1").focus()
    for _ in range(12):  # a key that is down repeats
        page.keyboard.down("ArrowLeft")
    page.keyboard.up("ArrowLeft")
    acts.expect_weights(page, Q, acts.moved(K, 1, (1.0, 1.0)))
    page.keyboard.press("Control+z")
    acts.expect_weights(page, Q, K)


def test_a_handle_says_what_where_and_how_much_at_rest(page: Page) -> None:
    handle = lab.handle(page, "k-1")
    expect(handle).to_have_accessible_name("Key of cat at (2.20, 1.00), 76\u202f% of sat")
    expect(lab.handle(page, "q-2")).to_have_accessible_name("Query of sat at (2.40, 0.60)")
    handle.press("Home")
    for _ in range(20):
        handle.press("ArrowLeft")
    share = 100 * oracle.attend(Q, acts.moved(K, 1, (0.2, 1.0)), K)[0][2][1]
    expect(handle).to_have_accessible_name(f"Key of cat at (0.20, 1.00), {share:.0f}\u202f% of sat")
    expect(lab.part(page, "spoken")).to_contain_text("sat attends most to mat")
    expect(lab.part(page, "spoken")).to_have_role("status")


def test_shortcuts_leave_typing_alone(page: Page) -> None:
    lab.drag(page, "k-1", (-1.0, -2.0))
    k = acts.moved(K, 1, acts.tip(page, "k-1"))
    acts.expect_weights(page, Q, k)
    field = page.get_by_role("textbox", name="x", exact=True)
    field.fill("1.2345")
    field.press("Control+z")
    field.press("Control+Shift+z")
    acts.answered(page)
    acts.expect_weights(page, Q, k)
    assert acts.tip(page, "k-1") == tuple(k[1])
    field.press("Escape")


def test_shortcuts_act_only_inside_the_lab(page: Page) -> None:
    lab.drag(page, "k-1", (-1.0, -2.0))
    k = acts.moved(K, 1, acts.tip(page, "k-1"))
    page.get_by_role("link", name="Attention Arrows").focus()
    page.keyboard.press("Control+z")
    acts.answered(page)
    acts.expect_weights(page, Q, k)


def test_switches_and_choices_are_worked_by_role_and_label(page: Page) -> None:
    mask = page.get_by_role("switch", name="Causal mask", exact=True)
    mask.focus()
    page.keyboard.press(" ")
    acts.expect_weights(page, Q, K, causal=True)
    division = page.get_by_role("switch", name="Divide scores by √dk (√2)", exact=True)
    division.press(" ")
    acts.expect_weights(page, Q, K, causal=True, scaled=False)
    page.get_by_role("radio", name="sat", exact=True).press("ArrowRight")
    expect(page.get_by_role("radio", name="on", exact=True)).to_be_checked()
    expect(page.get_by_role("radio", name="on", exact=True)).to_be_focused()
    expect(lab.handle(page, "q-3")).to_be_visible()
    page.get_by_role("radio", name="Query and keys", exact=True).press("ArrowRight")
    expect(lab.handle(page, "v-0")).to_be_visible()
