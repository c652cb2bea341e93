"""Dragging: numbers that change while the pointer moves, and each of them is right."""

from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Page

from tests import facts, oracle
from tests.browser import acts, lab
from tests.browser.lab import Point

Q, K, V = facts.CAT_SAT_Q, facts.CAT_SAT_K, facts.CAT_SAT_V
MOVES = 60
WAY = [(2.2 - 0.07 * i, 1.0 - 0.05 * i) for i in range(1, MOVES + 1)]  # through the origin to the far side
# How long a key press takes until the number that it changes is there, in ms.
ROUND_TRIP = """
async ([handle, cell]) => {
  const changed = new Promise(done => {
    const observer = new MutationObserver(() => { observer.disconnect(); done(performance.now()) })
    observer.observe(cell, {attributeFilter: ['data-value']})
  })
  const start = performance.now()
  handle.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowLeft', bubbles: true}))
  return await changed - start
}
"""


@pytest.fixture
def page(again: Callable[[str], Page]) -> Page:
    return again("/cat-sat")


def grab(page: Page, name: str) -> None:
    lab.handle(page, name).scroll_into_view_if_needed()
    page.mouse.move(*lab.centre(lab.handle(page, name)))
    page.mouse.down()


def drag_along(page: Page, name: str, way: Sequence[Point]) -> list[Point]:
    """Move the held tip from place to place; where its handle was right after each move."""
    pixels = [lab.to_pixels(page, name, place) for place in way]
    passed = []
    for pixel in pixels:
        page.mouse.move(*pixel)
        passed.append(acts.tip(page, name))
    return passed


def weights(tip: Point) -> list[float]:
    """All 36 weights with k_cat at a place, row after row."""
    return [weight for row in oracle.attend(Q, acts.moved(K, 1, tip), V)[0] for weight in row]


def index_of(values: Sequence[float], passed: Sequence[list[float]]) -> int:
    """Which of the places gives exactly these weights."""
    for i, wanted in enumerate(passed):
        if all(abs(a - b) <= acts.EXACT for a, b in zip(values, wanted, strict=True)):
            return i
    raise AssertionError(f"no place of the path gives {values}")


def expect_true_states(page: Page, tips: list[Point]) -> list[int]:
    """Every recorded state is right for a place of the path, and none is older than the one before."""
    passed = [weights(tip) for tip in tips]
    found = []
    for _, cells in acts.states(page):
        found.append(index_of([float(value) for value, _ in cells], passed))
        assert all(abs(float(text) - float(value)) <= 0.005 + 1e-9 for value, text in cells)
    assert found == sorted(found)
    return found


def test_the_numbers_follow_a_held_drag_and_each_is_right(page: Page) -> None:
    acts.record(page)
    grab(page, "k-1")
    tips = [(2.2, 1.0), *drag_along(page, "k-1", WAY)]
    acts.expect_weights(page, Q, acts.moved(K, 1, tips[-1]))
    assert tips[-1] == pytest.approx(WAY[-1], abs=0.02)
    before = len(set(expect_true_states(page, tips)))
    assert before >= 30
    page.mouse.up()
    acts.answered(page)
    assert len(acts.states(page)) == len(expect_true_states(page, tips))
    assert len(set(expect_true_states(page, tips))) == before
    assert acts.tip(page, "k-1") == tips[-1]
    acts.expect_weights(page, Q, acts.moved(K, 1, tips[-1]))


def test_answers_are_not_held_back_on_the_way(page: Page) -> None:
    """Without TCP_NODELAY each waits 40 ms for an acknowledgement, however quick the machine."""
    elements = [lab.handle(page, "k-1").element_handle(), lab.cell(page, "weights", 2, 1).element_handle()]
    delays = sorted(page.evaluate(ROUND_TRIP, elements) for _ in range(30))
    assert delays[10] < 30, delays
