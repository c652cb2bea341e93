"""A server 50 ms away: handles follow at once, nothing piles up, no late answer moves a handle back."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import facts
from tests.browser import acts, lab
from tests.browser.conftest import DESKTOP, take_back
from tests.browser.delay import DelayProxy
from tests.browser.lab import Point
from tests.browser.serving import Server
from tests.browser.test_drag import drag_along, expect_true_states, grab

Q, K = facts.CAT_SAT_Q, facts.CAT_SAT_K
START = (2.2, 1.0)
WAY = [(2.2 - 0.1 * i, 1.0 - 0.07 * i) for i in range(1, 41)]
SETTLED = 0.150  # seconds after release
SLOW_MACHINE = 0.100  # on top of that, for two busy cores


@pytest.fixture(scope="module")
def far_page(browser: Browser, server: Server) -> Iterator[acts.Kept]:
    with (
        DelayProxy(server.port, delay=0.05) as proxy,
        browser.new_context(base_url=proxy.url, **DESKTOP) as context,  # type: ignore[arg-type]
    ):
        yield acts.Kept(context)


@pytest.fixture
def page(far_page: acts.Kept, request: pytest.FixtureRequest) -> Iterator[Page]:
    yield far_page.open("/cat-sat")
    take_back(far_page, request)


def move_steadily(page: Page, way: Sequence[Point]) -> list[tuple[Point, Point]]:
    """Places asked for, one a frame as with a real mouse, and where the handle was at once after each."""
    pixels = [lab.to_pixels(page, "k-1", place) for place in way]
    seen = []
    for pixel, place in zip(pixels, way, strict=True):
        page.mouse.move(*pixel)
        seen.append((place, acts.tip(page, "k-1")))
        page.evaluate("new Promise(requestAnimationFrame)")
    return seen


def test_the_handle_follows_at_once_and_nothing_piles_up(page: Page) -> None:
    acts.record(page)
    grab(page, "k-1")
    seen = move_steadily(page, WAY)
    page.mouse.up()
    assert all(tip == pytest.approx(place, abs=0.02) for place, tip in seen)
    tips = [START, *(tip for _, tip in seen)]
    acts.expect_weights(page, Q, acts.moved(K, 1, tips[-1]))
    acts.answered(page)
    assert len(set(expect_true_states(page, tips))) >= 5
    released = page.evaluate("window.__released")
    after = [then - released for then, _ in acts.states(page) if then > released]
    assert len(after) <= 2  # the answer that was on its way, and the last place's
    assert max(after, default=0) / 1000 <= SETTLED + SLOW_MACHINE
    assert acts.tip(page, "k-1") == tips[-1]


def test_two_quick_drags_never_move_a_handle_back(page: Page) -> None:
    for way in (WAY[:20], WAY[20:40]):
        grab(page, "k-1")
        passed = drag_along(page, "k-1", way)
        page.mouse.up()
        assert all(later[0] < earlier[0] for earlier, later in pairwise(passed))
    acts.answered(page)
    assert acts.tip(page, "k-1") == passed[-1]
    acts.expect_weights(page, Q, acts.moved(K, 1, passed[-1]))


def test_what_is_sent_twice_still_arrives(page: Page) -> None:
    lab.handle(page, "k-1").focus()
    page.keyboard.press("ArrowLeft")
    acts.expect_weights(page, Q, acts.moved(K, 1, (2.1, 1.0)))
    for _ in range(3):  # the second goes out before the first is answered
        page.keyboard.press("Home")
    acts.answered(page)
    acts.expect_weights(page, Q, K)
    assert acts.tip(page, "k-1") == START


def test_both_numbers_typed_at_once_move_the_handle(page: Page) -> None:
    lab.handle(page, "k-1").focus()
    for axis, text in {"x": "1", "y": "1.0"}.items():
        page.get_by_role("textbox", name=axis, exact=True).fill(text)
        page.keyboard.press("Enter")
    acts.answered(page)
    acts.expect_weights(page, Q, acts.moved(K, 1, (1.0, 1.0)))
    assert acts.tip(page, "k-1") == (1, 1)


def test_a_refusal_is_not_lost_behind_a_late_answer(far_page: acts.Kept, page: Page) -> None:
    far_page.open("/river-bank")
    lab.handle(page, "k-3").hover()  # its answer comes after the cell was typed into
    cell = page.locator('[data-cell="wq-1-0"] input')
    cell.fill("abc")
    cell.press("Enter")
    expect(lab.part(page, "cell-refusal")).to_contain_text("is not a number")
