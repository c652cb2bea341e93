"""A mouse and tips that meet, cross, vanish or are let go: exactly one vector moves, none is lost."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests import facts
from tests.browser import acts, lab
from tests.browser.lab import Point

Q, K = facts.CAT_SAT_Q, facts.CAT_SAT_K
EMPTY = (-2.6, -2.6)  # nothing is near


@pytest.fixture
def page(again: Callable[[str], Page]) -> Page:
    return again("/cat-sat")


def tips(page: Page) -> list[Point]:
    return [acts.tip(page, name) for name in ("q-2", *(f"k-{i}" for i in range(6)))]


def opening() -> list[Point]:
    return [tuple(each) for each in (Q[2], *K)]  # type: ignore[misc]


def type_place(page: Page, name: str, place: Point) -> None:
    lab.handle(page, name).focus()
    for axis, value in zip("xy", place, strict=True):
        page.get_by_role("textbox", name=axis, exact=True).fill(str(value))
        page.get_by_role("textbox", name=axis, exact=True).press("Enter")
    lab.wait_until(page, lambda: acts.tip(page, name) == place)


def test_a_tip_keeps_its_identity_when_it_passes_over_another(page: Page) -> None:
    start, end = (2.2, 1.0), (2.6, 0.2)  # across q_sat at (2.4, 0.6)
    lab.drag(page, "k-1", end, steps=20)
    place = acts.tip(page, "k-1")
    assert place == pytest.approx(end, abs=0.02)
    acts.expect_weights(page, Q, acts.moved(K, 1, place))
    assert tips(page)[0] == tuple(Q[2])
    lab.drag(page, "k-1", start, steps=20)
    assert acts.tip(page, "k-1") == pytest.approx(start, abs=0.02)
    assert tips(page)[0] == tuple(Q[2])


def test_of_tips_in_one_place_exactly_one_moves_and_each_can_be_had(page: Page) -> None:
    for name in ("k-1", "k-2", "q-2"):
        type_place(page, name, (1.0, 1.0))
    order = {"k-2": (-2.0, 2.0), "k-1": (-2.0, -2.0), "q-2": (2.5, -1.0)}
    for name, place in order.items():
        before = dict(zip(("q-2", *(f"k-{i}" for i in range(6))), tips(page), strict=True))
        page.keyboard.press("Escape")
        choose_by_tab(page, name)
        lab.drag(page, name, place)
        assert acts.tip(page, name) == pytest.approx(place, abs=0.02)
        after = dict(zip(before, tips(page), strict=True))
        assert {each for each in before if before[each] != after[each]} == {name}


def choose_by_tab(page: Page, name: str) -> None:
    """Walk with Tab from the first handle to this one."""
    lab.handle(page, "q-2").focus()
    for _ in range(8):
        if lab.handle(page, name).evaluate("handle => handle.matches(':focus')"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach {name}")


def test_without_a_choice_the_topmost_of_the_tips_moves(page: Page) -> None:
    type_place(page, "k-1", (1.0, 1.0))
    type_place(page, "k-4", (1.0, 1.0))
    lab.handle(page, "k-0").focus()
    before = tips(page)
    lab.drag(page, "k-1", (-2.0, -1.0))
    assert len([1 for a, b in zip(before, tips(page), strict=True) if a != b]) == 1


def test_a_vector_of_no_length_is_a_dot_that_can_be_pulled_out_again(page: Page) -> None:
    lab.drag(page, "k-1", (0.0, 0.0))
    acts.expect_weights(page, Q, acts.moved(K, 1, (0, 0)))
    drawn = acts.drawn(page, "key")
    assert (drawn["head"][1], drawn["width"][1], drawn["dot"][1] > 0) == (0, 0, True)
    assert all(head > 0 for i, head in enumerate(drawn["head"]) if i != 1)
    assert "nan" not in page.locator("main").inner_text().lower()
    lab.drag(page, "k-1", (-1.0, 1.0))
    place = acts.tip(page, "k-1")
    assert place == pytest.approx((-1.0, 1.0), abs=0.02)
    acts.expect_weights(page, Q, acts.moved(K, 1, place))
    assert acts.drawn(page, "key")["head"][1] > 0


def test_all_vectors_of_no_length_share_the_weight_evenly(page: Page) -> None:
    for i in range(6):
        type_place(page, f"k-{i}", (0.0, 0.0))
    type_place(page, "q-2", (0.0, 0.0))
    zeros = [[0.0, 0.0]] * 6
    acts.expect_weights(page, acts.moved(Q, 2, (0, 0)), zeros)
    assert lab.texts(page, "weights")[2] == ["0.17"] * 6
    assert "nan" not in page.locator("main").inner_text().lower()
    choose_by_tab(page, "k-3")
    lab.drag(page, "k-3", (1.0, -1.0))
    acts.expect_weights(page, acts.moved(Q, 2, (0, 0)), acts.moved(zeros, 3, acts.tip(page, "k-3")))


def test_tap_a_tip_then_tap_the_place(page: Page) -> None:
    lab.handle(page, "k-1").click()
    expect(page.locator(".hint")).to_contain_text("Tap where k of cat should point")
    page.mouse.click(*lab.to_pixels(page, "k-1", (-1.0, -2.0)))
    acts.expect_weights(page, Q, acts.moved(K, 1, acts.tip(page, "k-1")))
    assert acts.tip(page, "k-1") == pytest.approx((-1.0, -2.0), abs=0.02)
    moved = tips(page)
    page.mouse.click(*lab.to_pixels(page, "k-1", EMPTY))  # only one tap is meant
    acts.answered(page)
    assert tips(page) == moved
    acts.undo(page).click()
    acts.expect_weights(page, Q, K)


def test_escape_lets_a_tapped_tip_be(page: Page) -> None:
    lab.handle(page, "k-1").click()
    page.keyboard.press("Escape")
    expect(page.locator(".hint")).to_have_text("")
    page.mouse.click(*lab.to_pixels(page, "k-1", EMPTY))
    acts.answered(page)
    assert tips(page) == opening()


def test_escape_cancels_a_drag(page: Page) -> None:
    lab.drag(page, "k-1", (-2.0, 2.0), release=False)
    acts.expect_weights(page, Q, acts.moved(K, 1, acts.tip(page, "k-1")))
    page.keyboard.press("Escape")
    acts.expect_weights(page, Q, K)
    page.mouse.move(*lab.to_pixels(page, "k-1", (2.0, -2.0)))
    page.mouse.up()
    acts.answered(page)
    assert tips(page) == opening()
    acts.expect_weights(page, Q, K)


def test_escape_cancels_the_drag_of_a_tip_that_lies_under_another_handle(page: Page) -> None:
    type_place(page, "k-1", (2.3, 0.6))
    lab.handle(page, "q-2").focus()
    lab.drag(page, "k-1", (-2.0, 2.0), release=False, grip=(-3, 0))
    assert acts.tip(page, "k-1") == pytest.approx((-2.0, 2.0), abs=0.02)
    page.keyboard.press("Escape")
    acts.answered(page)
    assert tips(page) == [tuple(Q[2]), tuple(K[0]), (2.3, 0.6), *opening()[3:]]
    page.mouse.up()
    acts.answered(page)
    acts.expect_weights(page, Q, acts.moved(K, 1, (2.3, 0.6)))


@pytest.mark.parametrize("key", ["Backspace", "Delete"])
def test_no_key_deletes_a_vector(page: Page, key: str) -> None:
    lab.handle(page, "k-1").click()
    page.keyboard.press(key)
    page.keyboard.press("Escape")
    acts.answered(page)
    assert tips(page) == opening()
    acts.expect_weights(page, Q, K)


def test_a_tap_on_the_empty_plane_changes_nothing(page: Page) -> None:
    page.mouse.click(*lab.to_pixels(page, "k-1", EMPTY))
    page.mouse.dblclick(*lab.to_pixels(page, "k-1", EMPTY))
    acts.answered(page)
    assert tips(page) == opening()
    acts.expect_weights(page, Q, K)


def test_a_drag_that_leaves_the_plane_stops_at_its_edge(page: Page) -> None:
    left, _, width, _ = lab.box(lab.plane(page, "k-1"))
    page.mouse.move(*lab.centre(lab.handle(page, "k-1")))
    page.mouse.down()
    page.mouse.move(left + width + 200, 20, steps=5)
    assert acts.tip(page, "k-1") == (3.2, 3.2)
    page.mouse.up()
    acts.expect_weights(page, Q, acts.moved(K, 1, (3.2, 3.2)))


def test_a_handle_brought_into_view_stays_on_its_tip(page: Page) -> None:
    type_place(page, "k-1", (3.2, 3.2))
    lab.handle(page, "k-1").evaluate("handle => handle.scrollIntoView({block: 'nearest', inline: 'nearest'})")
    assert tips(page) == [tuple(Q[2]), tuple(K[0]), (3.2, 3.2), *opening()[3:]]
