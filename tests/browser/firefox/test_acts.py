"""What a person does in Firefox, and that each number which answers is that of an independent computation."""

from typing import Any

import pytest

from tests import facts, oracle
from tests.browser import acts, lab
from tests.browser.test_drag import MOVES, WAY, drag_along, expect_true_states, grab
from tests.browser.test_keyboard import FOCUSED, RING

Q, K = facts.CAT_SAT_Q, facts.CAT_SAT_K
COUNT_CANCELS = """
() => {
  window.__cancels = 0
  addEventListener('pointercancel', () => { window.__cancels++ }, true)
}
"""


@pytest.fixture
def page(page: Any) -> Any:
    lab.open_scene(page, "/cat-sat")
    return page


def test_the_numbers_follow_a_mouse_that_is_held_and_each_is_right(page: Any) -> None:
    acts.record(page)
    grab(page, "k-1")
    tips = [(2.2, 1.0), *drag_along(page, "k-1", WAY)]
    acts.expect_weights(page, Q, acts.moved(K, 1, tips[-1]))
    assert tips[-1] == pytest.approx(WAY[-1], abs=0.02)
    assert len(set(expect_true_states(page, tips))) >= MOVES / 2
    page.mouse.up()
    acts.answered(page)
    expect_true_states(page, tips)
    assert acts.tip(page, "k-1") == tips[-1]
    page.keyboard.press("Control+z")
    acts.expect_weights(page, Q, K)  # however many moves, it is one step
    page.locator(".tools .tool").nth(1).click()
    acts.expect_weights(page, Q, acts.moved(K, 1, tips[-1]))


def test_a_finger_moves_a_tip_and_the_numbers_follow_it(page: Any) -> None:
    page.evaluate(COUNT_CANCELS)
    x, y = lab.centre(lab.handle(page, "k-5"))
    page.finger.move(x + 4, y - 4)
    page.finger.down()
    page.finger.move(x - 76, y - 104, steps=10)
    end = acts.tip(page, "k-5")
    per_unit = lab.box(lab.plane(page, "k-5"))[2] / (2 * lab.limit(page, "k-5"))
    assert end == pytest.approx((1.8 - 80 / per_unit, -0.9 + 100 / per_unit), abs=0.02)
    acts.expect_weights(page, Q, acts.moved(K, 5, end))  # while the finger is still down
    page.finger.up()
    acts.answered(page)
    assert acts.tip(page, "k-5") == end
    assert page.evaluate("[window.__cancels, scrollY]") == [0, 0]


def test_tap_a_tip_then_tap_its_place(page: Any) -> None:
    for place in (lab.centre(lab.handle(page, "k-5")), lab.to_pixels(page, "k-5", (-1.5, -2.0))):
        page.finger.move(*place)
        page.finger.down()
        page.finger.up()
    lab.wait_until(page, lambda: acts.tip(page, "k-5") != tuple(K[5]))
    assert acts.tip(page, "k-5") == pytest.approx((-1.5, -2.0), abs=0.03)
    acts.expect_weights(page, Q, acts.moved(K, 5, acts.tip(page, "k-5")))


def test_keys_alone_reach_a_tip_move_it_and_bring_it_back(page: Any) -> None:
    lab.handle(page, "k-0").focus()
    page.keyboard.press("Tab")
    assert page.evaluate(f"({FOCUSED})().dataset.vector") == "k-1"
    (outline, _), (ring, _) = page.evaluate(RING)
    assert max(outline, ring) >= 2
    for keys, place in (
        ("ArrowLeft", (2.1, 1.0)),
        ("Shift+ArrowUp", (2.1, 1.01)),
        ("ArrowDown", (2.1, 0.91)),
        ("Home", (2.2, 1.0)),
    ):
        page.keyboard.press(keys)
        acts.expect_weights(page, Q, acts.moved(K, 1, place))
        assert acts.tip(page, "k-1") == place


def test_switches_and_rows_answer_to_a_click(page: Any) -> None:
    page.locator("[data-control=causal]").click()
    acts.expect_weights(page, Q, K, causal=True)
    assert [row.count("–") for row in lab.texts(page, "weights")] == [5, 4, 3, 2, 1, 0]
    page.locator("[data-control=scale]").click()
    acts.expect_weights(page, Q, K, causal=True, scaled=False)
    lab.cell(page, "weights", 5, 2).click()
    wanted = [[score] for score in (oracle.dot(Q[5], key) for key in K)]
    lab.wait_until(page, lambda: acts.are_close(lab.matrix(page, "steps", 6, 1), wanted))


def test_a_typed_number_moves_the_arrow_and_a_bad_one_is_named(page: Any) -> None:
    lab.handle(page, "k-1").focus()
    field = page.locator("[data-axis=x]")
    lab.wait_until(page, lambda: field.input_value() == "2.20")
    field.click()
    page.keyboard.press("Control+a")
    page.keyboard.type("-1.25")
    page.keyboard.press("Enter")
    acts.expect_weights(page, Q, acts.moved(K, 1, (-1.25, 1.0)))
    assert acts.tip(page, "k-1") == (-1.25, 1.0)
    page.keyboard.press("Control+a")
    page.keyboard.type("far")
    page.keyboard.press("Enter")
    lab.wait_until(page, lambda: "far" in acts.shown(lab.part(page, "refusal")))
    acts.expect_weights(page, Q, acts.moved(K, 1, (-1.25, 1.0)))


def test_a_reload_and_a_way_back_keep_what_was_set(page: Any) -> None:
    """Firefox fills fields as they stood before a reload, and keeps left pages in memory: neither may lie."""
    page.locator("[data-control=causal]").click()
    acts.expect_weights(page, Q, K, causal=True)
    lab.drag(page, "k-1", (-1.0, 2.0))
    place = acts.tip(page, "k-1")
    acts.expect_weights(page, Q, acts.moved(K, 1, place), causal=True)
    lab.wait_until(page, "location.search.includes('k-1=') && location.search.includes('mask=on')")
    for again in (page.reload, lambda: leave_and_return(page)):
        again()
        lab.wait_ready(page)
        acts.expect_weights(page, Q, acts.moved(K, 1, place), causal=True)
        assert acts.tip(page, "k-1") == place
        assert page.locator("[data-control=causal]").is_checked()
    lab.drag(page, "k-0", (1.0, 1.0))
    k = acts.moved(acts.moved(K, 1, place), 0, acts.tip(page, "k-0"))
    acts.expect_weights(page, Q, k, causal=True)


def leave_and_return(page: Any) -> None:
    page.goto("/")
    page.go_back()
    lab.wait_until(page, "location.pathname === '/cat-sat'")


def test_the_theme_is_chosen_painted_and_kept(page: Any) -> None:
    button = page.locator("[data-theme-button]")
    light = colours(page)
    for _ in ("light", "dark"):
        button.click()
    dark = colours(page)
    assert all(a != b for a, b in zip(light, dark, strict=True))
    page.reload()
    lab.wait_ready(page)
    assert colours(page) == dark
    button.click()
    assert colours(page) == light


def colours(page: Any) -> list[str]:
    """Of the page, of a table's text, and of what the browser itself draws."""
    found: list[str] = page.locator("[data-table=steps] td").evaluate(
        "cell => [getComputedStyle(document.body).backgroundColor, getComputedStyle(cell).color,"
        " getComputedStyle(cell).colorScheme]"
    )
    return found
