"""Two labs in one document, and one page opened twice: neither moves the other's arrows."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests import facts
from tests.browser import acts, lab
from tests.browser.serving import Server

Q, K = facts.CAT_SAT_Q, facts.CAT_SAT_K


@pytest.fixture
def labs(new_page: Callable[[], Page], extra_server: Server) -> list[Locator]:
    page = new_page()
    lab.open_scene(page, extra_server.url + "/two-labs")
    labs = page.locator("[data-lab]")
    expect(labs).to_have_count(2)
    for each in labs.all():
        expect(each).to_have_attribute("data-lab", "ready")
    return labs.all()


def expect_opening(scope: lab.Scope) -> None:
    acts.answered(scope)
    acts.expect_weights(scope, Q, K)
    assert [acts.tip(scope, f"k-{i}") for i in range(6)] == [tuple(key) for key in K]


def test_two_labs_in_one_document_go_their_own_ways(labs: list[Locator]) -> None:
    for own, other in (labs, labs[::-1]):
        lab.drag(own, "k-1", (-2.0, 1.5))
        place = acts.tip(own, "k-1")
        assert place == pytest.approx((-2.0, 1.5), abs=0.02)
        acts.expect_weights(own, Q, acts.moved(K, 1, place))
        expect_opening(other)
        drawn = lab.page_of(own).evaluate(DRAWN_KEYS)
        assert sorted(xs[1] for xs in drawn) == sorted([2.2, place[0]])
        acts.switch(other, "Causal mask").check()
        acts.expect_weights(other, Q, K, causal=True)
        acts.answered(own)
        acts.expect_weights(own, Q, acts.moved(K, 1, place))
        for each in labs:
            each.get_by_role("button", name="Reset", exact=True).click()
            acts.expect_weights(each, Q, K)


# The x of all keys as each figure of the document draws them.
DRAWN_KEYS = """
() => Bokeh.documents.flatMap(document => document.roots().flatMap(root => [...root.references()]))
  .filter((model, i, all) => model.name === 'key' && all.indexOf(model) === i)
  .map(source => [...source.data.x])
"""


def test_shortcuts_and_choices_stay_in_their_lab(labs: list[Locator]) -> None:
    first, second = labs
    for each, to in ((first, (-2.0, 1.0)), (second, (1.0, -2.0))):
        lab.drag(each, "k-1", to)
    k = acts.moved(K, 1, acts.tip(first, "k-1"))
    lab.page_of(second).keyboard.press("Control+z")  # focus is in the second
    acts.expect_weights(second, Q, K)
    acts.answered(first)
    acts.expect_weights(first, Q, k)
    acts.choose(second, "Query token", "mat")
    expect(lab.handle(second, "q-5")).to_be_visible()
    expect(lab.handle(first, "q-2")).to_be_visible()
    expect(lab.handle(first, "q-5")).to_have_count(0)


def test_one_page_opened_twice_is_two_sessions(new_page: Callable[[], Page]) -> None:
    page = new_page()
    lab.open_scene(page, "/cat-sat")
    twin = page.context.new_page()
    lab.open_scene(twin, "/cat-sat")
    lab.drag(twin, "k-1", (-2.0, -2.0))
    k = acts.moved(K, 1, acts.tip(twin, "k-1"))
    acts.expect_weights(twin, Q, k)
    expect_opening(page)
    page.bring_to_front()
    lab.drag(page, "k-5", (-1.0, -1.0))
    acts.expect_weights(page, Q, acts.moved(K, 5, acts.tip(page, "k-5")))
    acts.answered(twin)
    acts.expect_weights(twin, Q, k)
    expect(acts.undo(twin)).to_be_enabled()
