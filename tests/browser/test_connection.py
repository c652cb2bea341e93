"""Nothing is lost: by a reload, by going away and back, by a cut line, by a server that comes again."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser import lab
from tests.browser.delay import DelayProxy
from tests.browser.serving import Server
from tests.browser.watch import Troubles

LOST = "connection to the server was lost"
OFFLINE = (
    "ERR_CONNECTION_REFUSED",
    "ERR_EMPTY_RESPONSE",
    "ERR_CONNECTION_RESET",
    "ERR_SOCKET_NOT_CONNECTED",
    "not connected",
    "[Ww]eb[Ss]ocket",
)


def drag_to(page: Page, name: str, place: tuple[float, float], address: str) -> None:
    lab.drag(page, name, place)
    lab.wait_until(page, lambda: page.url.endswith(address))


def press(page: Page, name: str, address: str) -> None:
    page.get_by_role("button", name=name).click()
    lab.wait_until(page, lambda: page.url.endswith(address))


def stands(page: Page, name: str, place: tuple[float, float]) -> bool:
    return lab.tip_position(page, name) == pytest.approx(place, abs=0.02)


def allow_the_loss(troubles: Troubles) -> None:
    for words in OFFLINE:
        troubles.allow(words)


def test_a_reload_keeps_the_state_and_the_steps(page: Page) -> None:
    lab.open_scene(page, "/cat-sat")
    drag_to(page, "k-1", (1, 1), "?k-1=1,1")
    drag_to(page, "k-2", (-1, -2), "?k-1=1,1&k-2=-1,-2")
    page.reload()
    lab.wait_ready(page)
    assert stands(page, "k-2", (-1, -2))
    for address in ("?k-1=1,1", "/cat-sat"):
        press(page, "Undo", address)
    for address in ("?k-1=1,1", "?k-1=1,1&k-2=-1,-2"):
        press(page, "Redo", address)


def test_going_away_and_back_finds_the_state_again(page: Page) -> None:
    lab.open_scene(page, "/cat-sat")
    drag_to(page, "k-1", (1, 1), "?k-1=1,1")
    page.get_by_role("link", name="River bank").click()
    page.wait_for_url("**/river-bank")
    lab.wait_ready(page)
    page.go_back()
    lab.wait_ready(page)
    lab.wait_until(page, lambda: stands(page, "k-1", (1, 1)))


def test_moves_make_no_entries_in_the_browser_s_history(page: Page) -> None:
    lab.open_scene(page, "/cat-sat")
    before = page.evaluate("history.length")
    drag_to(page, "k-1", (1, 1), "?k-1=1,1")
    drag_to(page, "q-2", (0, 2), "?q-2=0,2&k-1=1,1")
    assert page.evaluate("history.length") == before


def goes_on(
    page: Page, troubles: Troubles, url: str, lose: Callable[[], None], come_back: Callable[[], object]
) -> None:
    """Lose the server in mid-work, drag on without it, find all of it when it is back, without a click."""
    allow_the_loss(troubles)
    lab.open_scene(page, f"{url}/cat-sat")
    drag_to(page, "k-1", (1, 1), "?k-1=1,1")
    lose()
    expect(lab.part(page, "connection")).to_contain_text(LOST)
    lab.drag(page, "k-2", (-2, -2))
    assert stands(page, "k-2", (-2, -2))
    with page.expect_navigation():
        come_back()
    lab.wait_ready(page)
    lab.wait_until(page, lambda: page.url.endswith("?k-1=1,1&k-2=-2,-2"))
    assert stands(page, "k-2", (-2, -2))
    expect(lab.part(page, "connection")).to_contain_text("is back")
    page.get_by_role("button", name="Undo").click()
    lab.wait_until(page, lambda: page.url.endswith("?k-1=1,1"))


def test_a_server_that_is_killed_and_started_again(
    page: Page, own_server: Server, troubles: Troubles
) -> None:
    goes_on(page, troubles, own_server.url, own_server.stop, own_server.start)


def test_a_line_that_is_cut_and_mended(page: Page, far_server: DelayProxy, troubles: Troubles) -> None:
    goes_on(page, troubles, far_server.url, far_server.cut, far_server.restore)


def test_a_link_opens_just_its_state_and_names_what_it_could_not_say(page: Page) -> None:
    lab.open_scene(page, "/cat-sat?k-1=1,1&k-9=1,1&scale=perhaps&mask=on&theme=dark")
    expect(lab.part(page, "notices").locator("li")).to_have_count(2)
    expect(lab.part(page, "notices")).to_contain_text("k-9")
    expect(lab.part(page, "notices")).to_contain_text("scale")
    expect(page.get_by_role("switch", name="Causal mask")).to_be_checked()
    assert stands(page, "k-1", (1, 1))
    lab.wait_until(page, lambda: page.url.endswith("?theme=dark&mask=on&k-1=1,1"))
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_reset_goes_to_the_link_s_state_and_original_to_the_scene_s(page: Page) -> None:
    lab.open_scene(page, "/cat-sat?k-1=1,1")
    drag_to(page, "k-1", (2, 2), "?k-1=2,2")
    page.get_by_role("button", name="Reset").click()
    lab.wait_until(page, lambda: page.url.endswith("?k-1=1,1"))
    page.get_by_role("button", name="Original").click()
    lab.wait_until(page, lambda: page.url.endswith("/cat-sat"))
    assert lab.matrix(page, "weights", 6, 6)[2][1] == pytest.approx(0.7593886)


def test_a_link_is_copied_or_else_offered(page: Page) -> None:
    lab.open_scene(page, "/cat-sat?k-1=1,1")
    page.evaluate(
        "() => { const writeText = async text => { window.copied = text };"
        " Object.defineProperty(navigator, 'clipboard', {value: {writeText}, configurable: true}) }"
    )
    page.get_by_role("button", name="Copy link").click()
    lab.wait_until(page, lambda: page.evaluate("window.copied") == page.url)
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')) }")
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_label("Link to just this state")).to_have_value(page.url)


def test_a_tab_without_storage_works_all_the_same(page: Page) -> None:
    page.add_init_script(
        "for (const name of ['localStorage', 'sessionStorage'])"
        " Object.defineProperty(window, name, {get() { throw new DOMException('blocked') }})"
    )
    lab.open_scene(page, "/cat-sat")
    drag_to(page, "k-1", (1, 1), "?k-1=1,1")
    page.get_by_role("button", name="Theme").click()
    page.get_by_role("button", name="Undo").click()
    lab.wait_until(page, lambda: page.url.endswith("/cat-sat"))


def test_the_keyboard_s_list_opens_on_a_question_mark_and_closes(page: Page) -> None:
    lab.open_scene(page, "/cat-sat")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.locator('[data-axis="x"]').press("?")
    expect(page.get_by_role("dialog")).to_be_hidden()
