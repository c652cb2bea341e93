"""A static page in Firefox: its Python starts, answers, and shows the state of a link."""

from typing import Any

from tests import facts
from tests.browser import acts, lab
from tests.browser.static_site import StaticSite
from tests.browser.test_static import PATIENCE


def test_a_static_page_computes(page: Any, site: StaticSite) -> None:
    lab.open_scene(page, f"{site.url}/cat-sat.html?scale=off", timeout=PATIENCE)
    acts.expect_weights(page, facts.CAT_SAT_Q, facts.CAT_SAT_K, scaled=False)
    lab.drag(page, "k-1", (-1.5, -1.0))
    keys = acts.moved(facts.CAT_SAT_K, 1, acts.tip(page, "k-1"))
    acts.expect_weights(page, facts.CAT_SAT_Q, keys, scaled=False)
    assert page.locator(".veiled").count() == 0
