"""A finger: it scrolls the page everywhere but on a tip, and a tip is easily caught."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import facts
from tests.browser import acts, lab, touch
from tests.browser.conftest import PHONE, take_back
from tests.browser.lab import Point
from tests.browser.serving import Server

Q, K = facts.CAT_SAT_Q, facts.CAT_SAT_K
HOLD = 600  # ms; longer than the press after which a browser would open a menu


@pytest.fixture(scope="module")
def phone(browser: Browser, server: Server) -> Iterator[acts.Kept]:
    with browser.new_context(base_url=server.url, **PHONE) as context:  # type: ignore[arg-type]
        yield acts.Kept(context)


@pytest.fixture
def page(phone: acts.Kept, request: pytest.FixtureRequest) -> Iterator[Page]:
    yield phone.open("/cat-sat")
    take_back(phone, request)


def tips(page: Page) -> list[Point]:
    return [acts.tip(page, name) for name in ("q-2", *(f"k-{i}" for i in range(6)))]


def expect_untouched(page: Page) -> None:
    assert tips(page) == [tuple(each) for each in (Q[2], *K)]
    acts.expect_weights(page, Q, K)


def swipe_and_settle(page: Page, start: Point, by: float) -> float:
    """Swipe up or down; by how much the page was scrolled when it came to rest."""
    before = page.evaluate(
        "() => { addEventListener('scrollend', () => { window.__rest = true }); return scrollY }"
    )
    touch.swipe(page, start, (start[0], start[1] + by))
    lab.wait_until(page, "window.__rest")
    return float(page.evaluate("() => { window.__rest = false; return scrollY }") - before)


def test_a_swipe_on_the_empty_plane_scrolls_the_page(page: Page) -> None:
    assert swipe_and_settle(page, lab.to_pixels(page, "k-1", (-2.6, -2.6)), -200) > 100
    expect_untouched(page)


def test_a_swipe_on_the_matrix_scrolls_the_page(page: Page) -> None:
    cell = lab.cell(page, "weights", 3, 2)
    cell.scroll_into_view_if_needed()
    assert swipe_and_settle(page, lab.centre(cell), 200) < -100
    expect_untouched(page)
    expect(page.get_by_role("radio", name="sat", exact=True)).to_be_checked()


@pytest.mark.parametrize("hold", [0, HOLD], ids=["at once", "after a long press"])
def test_a_swipe_on_a_tip_moves_the_tip_and_not_the_page(page: Page, hold: int) -> None:
    start = lab.centre(lab.handle(page, "k-1"))
    with touch.Fingers(page) as finger:
        finger.down(start)
        page.wait_for_timeout(hold)  # the one wait for time: a press is long by nothing else
        for i in range(1, 11):
            finger.move(lab.aside(start, (-8 * i, -10 * i)))
        end = acts.tip(page, "k-1")
        acts.expect_weights(page, Q, acts.moved(K, 1, end))  # while the finger is still down
    per_unit = lab.box(lab.plane(page, "k-1"))[2] / (2 * lab.limit(page, "k-1"))
    assert end == pytest.approx((2.2 - 80 / per_unit, 1.0 + 100 / per_unit), abs=0.03)
    acts.answered(page)
    assert acts.tip(page, "k-1") == end
    assert page.evaluate("scrollY") == 0
    assert tips(page)[3:] == [tuple(each) for each in K[2:]]


@pytest.mark.parametrize("away", [0, 6, 10, 14, 20])
def test_a_tip_is_caught_beside_it_and_does_not_jump(page: Page, away: int) -> None:
    per_unit = lab.box(lab.plane(page, "k-5"))[2] / (2 * lab.limit(page, "k-5"))
    start = lab.aside(lab.centre(lab.handle(page, "k-5")), (away * 0.6, away * 0.8))
    with touch.Fingers(page) as finger:
        finger.down(start)
        assert acts.tip(page, "k-5") == tuple(K[5])
        finger.move(lab.aside(start, (-7, 0)))  # just more than a finger trembles
        assert acts.tip(page, "k-5") == pytest.approx((1.8 - 7 / per_unit, -0.9), abs=0.02)
        finger.move(lab.aside(start, (-60, 30)))
    end = acts.tip(page, "k-5")
    assert end == pytest.approx((1.8 - 60 / per_unit, -0.9 - 30 / per_unit), abs=0.02)
    acts.expect_weights(page, Q, acts.moved(K, 5, end))
    assert tips(page)[:-1] == [tuple(each) for each in (Q[2], *K[:5])]


def test_of_two_near_tips_the_nearer_one_is_caught(page: Page) -> None:
    (x, y), (qx, qy) = lab.centre(lab.handle(page, "k-1")), lab.centre(lab.handle(page, "q-2"))
    assert ((x - qx) ** 2 + (y - qy) ** 2) ** 0.5 < 44  # their targets overlap
    start = (x + 0.4 * (qx - x), y + 0.4 * (qy - y))
    touch.swipe(page, start, (start[0] - 50, start[1] - 50))
    acts.answered(page)
    assert acts.tip(page, "q-2") == tuple(Q[2])
    assert acts.tip(page, "k-1") != tuple(K[1])


def test_tap_a_tip_then_tap_the_place(page: Page) -> None:
    page.touchscreen.tap(*lab.centre(lab.handle(page, "k-5")))
    expect(page.locator(".hint")).to_contain_text("Tap where k of mat should point")
    page.touchscreen.tap(*lab.to_pixels(page, "k-5", (-1.5, -2.0)))
    lab.wait_until(page, lambda: acts.tip(page, "k-5") != tuple(K[5]))
    assert acts.tip(page, "k-5") == pytest.approx((-1.5, -2.0), abs=0.03)
    acts.expect_weights(page, Q, acts.moved(K, 5, acts.tip(page, "k-5")))


def test_the_hint_of_a_tap_moves_nothing_on_the_page(page: Page) -> None:
    row = page.locator("[data-table=steps] tbody tr").first
    before = lab.box(row)
    page.touchscreen.tap(*lab.centre(lab.handle(page, "k-5")))
    expect(page.locator(".hint")).to_be_visible()
    assert lab.box(row) == before
    plane, hint = lab.box(page.locator("[data-plane]")), lab.box(page.locator(".hint"))
    assert plane[1] + plane[3] / 2 < hint[1] < hint[1] + hint[3] <= plane[1] + plane[3]


def test_a_tap_on_a_key_writes_its_product_out_and_one_on_a_row_chooses(page: Page) -> None:
    page.touchscreen.tap(*lab.centre(lab.handle(page, "k-3")))
    expect(lab.part(page, "product")).to_contain_text("kon")
    row = page.locator("[data-table=steps] tbody tr").nth(4)
    row.scroll_into_view_if_needed()
    row.tap()
    expect(lab.part(page, "product")).to_contain_text("kthe")
    lab.cell(page, "weights", 0, 2).tap()
    expect(page.get_by_role("radio", name="The", exact=True)).to_be_checked()


def test_with_two_fingers_the_numbers_are_those_of_the_arrows(page: Page) -> None:
    first, second = (lab.centre(lab.handle(page, name)) for name in ("k-2", "k-5"))
    with touch.Fingers(page) as fingers:
        fingers.down(first, second)
        for i in range(1, 6):
            fingers.move(lab.aside(first, (-10 * i, 0)), lab.aside(second, (5 * i, 0)))
    acts.answered(page)
    k = [list(acts.tip(page, f"k-{i}")) for i in range(6)]
    acts.expect_weights(page, Q, k)
