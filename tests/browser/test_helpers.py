"""The tests' own tools, tried on a page that stands for the lab: nested shadow roots, a CSP, faults."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser import lab, touch
from tests.browser.watch import Troubles

# A plane whose one handle follows the pointer, and a table with its position in two cells.
LAB = """
<div id="host" style="margin: 40px"></div><script nonce="own">
  const outer = document.querySelector('#host').attachShadow({mode: 'open'})
  outer.innerHTML = '<div data-lab="loading"></div>' +
    '<table><td data-cell="k-1-0"><td data-cell="k-1-1"></table><p data-part="sentence">said</p>'
  const inner = outer.querySelector('div').attachShadow({mode: 'open'})
  inner.innerHTML = '<div data-plane data-limit="3.2" style="position:relative;width:410px;height:410px">' +
    '<button data-vector="k-1" style="position:absolute;width:28px;height:28px;margin:-14px;border:0;' +
    'padding:0;touch-action:none"></button></div>'
  const plane = inner.querySelector('[data-plane]'), tip = inner.querySelector('button')
  const place = (x, y) => {
    tip.style.left = `${(x + 3.2) / 6.4 * 100}%`
    tip.style.top = `${(3.2 - y) / 6.4 * 100}%`
    outer.querySelectorAll('td').forEach((td, i) => { td.dataset.value = [x, y][i] })
  }
  tip.onpointerdown = e => tip.setPointerCapture(e.pointerId)
  tip.onpointermove = e => {
    const box = plane.getBoundingClientRect()
    if (tip.hasPointerCapture(e.pointerId))
      place((e.clientX - box.left) / box.width * 6.4 - 3.2, 3.2 - (e.clientY - box.top) / box.height * 6.4)
  }
  place(2.2, 1)
  requestAnimationFrame(() => { outer.querySelector('div').dataset.lab = 'ready' })
</script>
"""
CSP = "<meta http-equiv='Content-Security-Policy' content=\"script-src 'nonce-own'\">"


@pytest.fixture(params=[False, True], ids=["mouse", "touch"])
def stand_in(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    context = browser.new_context(has_touch=request.param, is_mobile=request.param)
    page = context.new_page()
    page.set_content(CSP + LAB)
    lab.wait_ready(page)
    yield page
    context.close()


def test_numbers_are_read_through_shadow_roots(stand_in: Page) -> None:
    assert lab.matrix(stand_in, "k", 2, 3) == [[None, None, None], [2.2, 1.0, None]]
    assert lab.value(stand_in, "k", 1, 0) == 2.2
    assert lab.part(stand_in, "sentence").inner_text() == "said"
    assert lab.matrix(stand_in.locator("#host"), "k", 2, 2)[1] == [2.2, 1.0]


def test_hidden_numbers_read_hidden() -> None:
    assert [lab.number(each) for each in ("hidden", None, "-inf", "5.88")] == [
        "hidden",
        None,
        float("-inf"),
        5.88,
    ]


def test_a_tip_is_dragged_in_the_planes_units(stand_in: Page, request: pytest.FixtureRequest) -> None:
    assert lab.tip_position(stand_in, "k-1") == pytest.approx((2.2, 1.0), abs=1e-3)
    move = touch.drag if "touch" in request.node.callspec.id else lab.drag
    move(stand_in, "k-1", (-1.5, -2.0))
    lab.wait_until(stand_in, lambda: lab.value(stand_in, "k", 1, 1) != 1.0)
    half_a_pixel = 6.4 / 410 / 2
    assert lab.tip_position(stand_in, "k-1") == pytest.approx((-1.5, -2.0), abs=half_a_pixel)
    assert lab.matrix(stand_in, "k", 2, 2)[1] == pytest.approx([-1.5, -2.0], abs=half_a_pixel)


def test_waiting_ends_with_the_condition_or_says_what_did_not_come(stand_in: Page) -> None:
    lab.wait_until(stand_in, "document.readyState === 'complete'")
    with pytest.raises(AssertionError, match=r"did not come true in 0\.1 s: 1 > 2"):
        lab.wait_until(stand_in, "1 > 2", timeout=0.1)


FAULTS = {
    "console error: broken": "console.error('broken')",
    "console warning: worn": "console.warn('worn')",
    "uncaught: Error: thrown": "setTimeout(() => { throw new Error('thrown') })",
    "outside host: http://outside.invalid/x": "fetch('http://outside.invalid/x').catch(() => 0)",
    "failed request: http://127.0.0.1:9/x": "fetch('http://127.0.0.1:9/x').catch(() => 0)",
}


@pytest.mark.parametrize(("told", "script"), FAULTS.items())
def test_troubles_are_seen_and_can_be_allowed(browser: Browser, told: str, script: str) -> None:
    troubles = Troubles()
    with browser.new_context() as context:
        troubles.watch(context)
        page = context.new_page()
        page.evaluate(f"() => {{ {script} }}")
        lab.wait_until(page, lambda: any(each.startswith(told) for each in troubles.unexpected()))
        troubles.allow("broken", "worn", "thrown", "outside", "127.0.0.1:9", "ERR_CONNECTION_REFUSED")
        assert troubles.unexpected() == []


def test_a_quiet_page_has_no_troubles(browser: Browser) -> None:
    troubles = Troubles()
    with browser.new_context() as context:
        troubles.watch(context)
        context.new_page().evaluate("console.log('all is well')")
        assert troubles.unexpected() == []
