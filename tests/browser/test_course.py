"""The sample course page on another origin: three scenes, by iframe and by script, under a strict policy."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Frame, Page, expect

from tests import facts
from tests.browser import acts, hosting, lab
from tests.browser.hosting import Hosted
from tests.browser.serving import Server
from tests.browser.watch import Troubles

Q, K = facts.CAT_SAT_Q, facts.CAT_SAT_K
NEAR = 10  # px; a frame is as high as its content to within these
# For three seconds, at every repaint: the heights that a frame had.
HEIGHTS = """
frame => new Promise(done => {
  const seen = new Set(), end = performance.now() + 3000
  const look = () => {
    seen.add(frame.offsetHeight)
    performance.now() < end ? requestAnimationFrame(look) : done([...seen])
  }
  look()
})
"""
# Content height, and whether there is anything to scroll or a bar for it.
INSIDE = """
() => {
  const {scrollWidth, scrollHeight, clientWidth, clientHeight} = document.documentElement
  const isScrolled = scrollWidth > clientWidth || scrollHeight > clientHeight || clientWidth < innerWidth
  return [document.body.getBoundingClientRect().height, innerHeight, isScrolled]
}
"""


@pytest.fixture(scope="module")
def host(server: Server) -> Iterator[Hosted]:
    with Hosted(hosting.course(server.url)) as host:
        yield host


@pytest.fixture
def course(page: Page, host: Hosted, troubles: Troubles) -> Page:
    troubles.allow("preloaded using link preload")  # a frame out of sight paints late, and that is right
    page.goto(f"{host.url}/course.html")
    expect(page.locator("iframe")).to_have_count(3)
    return page


def fits(frame: Frame) -> bool:
    content, height, is_scrolled = frame.evaluate(INSIDE)
    return abs(content - height) <= NEAR and not is_scrolled


def expect_fit_and_still(page: Page, n: int) -> Frame:
    """The n-th frame comes to the height of its content, and then keeps it."""
    frame = hosting.frame(page, n)
    lab.wait_until(page, lambda: fits(frame))
    assert len(page.locator("iframe").nth(n).evaluate(HEIGHTS)) == 1
    assert fits(frame)
    return frame


def test_the_page_and_the_lab_are_of_two_origins_and_neither_needs_more_than_the_policy_allows(
    course: Page, server: Server, host: Hosted
) -> None:
    assert course.evaluate("origin") == host.url
    policy = course.locator("meta[http-equiv]").get_attribute("content") or ""
    assert "unsafe" not in policy
    assert policy.count(server.url) == 2  # as a source of the script and of the frames
    for n in range(3):
        assert hosting.frame(course, n).evaluate("origin") == server.url


def test_a_drag_in_each_frame_moves_its_own_arrow_alone(course: Page) -> None:
    second = hosting.frame(course, 1)
    lab.drag(second, "k-3", (-1.0, 2.0))
    assert acts.tip(second, "k-3") == pytest.approx((-1.0, 2.0), abs=0.03)
    lab.wait_until(second, lambda: "wk=" in second.url)
    third = hosting.frame(course, 2)
    lab.drag(third, "q-2", (1.0, 1.0))  # locked
    acts.answered(third)
    assert acts.tip(third, "q-2") == (2, 0)
    first = hosting.frame(course, 0)
    assert acts.tip(first, "k-1") == tuple(K[1])
    lab.drag(first, "k-1", (-2.0, 1.5))
    place = acts.tip(first, "k-1")
    assert place == pytest.approx((-2.0, 1.5), abs=0.03)
    acts.expect_weights(first, Q, acts.moved(K, 1, place))


def test_frames_by_script_are_as_high_as_what_they_show(course: Page) -> None:
    first = hosting.frame(course, 0)  # which the page's own script makes as high
    lab.wait_until(course, lambda: fits(first))
    second = expect_fit_and_still(course, 1)
    height = lab.box(course.locator("iframe").nth(1))[3]
    second.get_by_role("button", name="Walk through the four moves").click()
    expect_fit_and_still(course, 1)
    assert lab.box(course.locator("iframe").nth(1))[3] > height + 50
    second.get_by_role("button", name="Close").click()
    expect_fit_and_still(course, 1)
    assert lab.box(course.locator("iframe").nth(1))[3] == height
    third = hosting.frame(course, 2)
    third.get_by_text("or type one").click()
    hosting.stand_still(course)
    third.get_by_role("button", name="rose").click()
    lab.wait_until(third, lambda: "tokens=" in third.url)
    expect_fit_and_still(course, 2)


def test_at_every_width_there_is_nothing_to_scroll_in_a_frame(course: Page) -> None:
    for width in (360, 640, 1064):
        course.set_viewport_size({"width": width, "height": 900})
        expect_fit_and_still(course, 1)
        acts.expect_overflow_free(course)


def test_the_course_reacts_to_what_its_scenes_report(course: Page) -> None:
    move, add = course.locator("#move-query"), course.locator("#add-token")
    first = hosting.frame(course, 0)
    lab.drag(first, "k-1", (1.0, 1.0))
    lab.wait_until(first, lambda: "k-1=" in first.url)
    expect(move).not_to_have_class("task met")
    hosting.stand_still(course)
    lab.drag(first, "q-2", (0.0, 2.0))
    expect(move).to_have_class("task met")
    expect(move).to_contain_text("q of sat moved. sat attends most to sat, ")
    hosting.frame(course, 2).get_by_role("button", name="rose").click()
    expect(add).to_have_class("task met")


def test_frames_by_script_are_titled_lazy_and_follow_the_page_s_theme(course: Page) -> None:
    frame = course.locator("iframe").nth(1)
    hosting.frame(course, 1)
    expect(frame).to_have_attribute("title", "Where queries, keys and values come from")
    expect(course.locator("iframe").nth(2)).to_have_attribute("title", "The causal mask")
    expect(frame).to_have_attribute("loading", "lazy")
    expect(frame).to_have_attribute("allow", "clipboard-write")
    roots = [hosting.frame(course, n).locator("html") for n in (0, 1)]
    expect(roots[1]).not_to_have_attribute("data-theme", "dark")
    for theme in ("dark", "light"):
        course.locator("#theme").click()
        for root in roots:
            expect(root).to_have_attribute("data-theme", theme)


def test_without_javascript_each_script_leaves_a_link(
    new_page: Callable[..., Page], host: Hosted, server: Server, troubles: Troubles
) -> None:
    troubles.allow(r"\.mjs csp")  # so the browser calls that scripts are switched off
    page = new_page(java_script_enabled=False)
    page.goto(f"{host.url}/course.html")
    links = page.locator("main noscript a")
    assert [link.get_attribute("href") for link in links.all()] == [
        f"{server.url}/river-bank",
        f"{server.url}/causal-mask",
    ]
    expect(links.first).to_be_visible()
