"""axe-core finds nothing on any page: both themes, wide and narrow, with everything opened that opens."""

from importlib.resources import files
from typing import Any, Literal

import pytest
from playwright.sync_api import Page

from scenes import SCENES
from tests.browser import lab
from tests.browser.watch import Troubles

AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
# After two repaints: by then what watches sizes has heard of a new width.
RUN = """
async tags => {
  for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame)
  const runOnly = {type: 'tag', values: tags}
  const {violations} = await axe.run(document, {runOnly, resultTypes: ['violations']})
  return violations.flatMap(({id, impact, nodes}) => nodes.map(
    ({target, html, failureSummary}) => ({id, impact, target: target.flat(), html, failureSummary})))
}
"""
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
EMBEDS = ("cat-sat?embed=1&lock=all&show=all&hide=foo", "causal-mask?embed=1")
PATHS = (
    *("/", "/no-such-page", "/embed-guide"),
    *(f"/{scene.slug}" for scene in SCENES),
    *(f"/{embed}" for embed in EMBEDS),
)


def violations(page: Page) -> list[str]:
    """What axe finds. Handles may overlap, so their target size is no fault: number fields do the same."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)  # by the browser's protocol, which no policy of the page stops
    found: list[dict[str, Any]] = page.evaluate(RUN, TAGS)
    return [
        f"{each['impact']}: {each['id']} at {each['target']}\n{each['html'][:300]}\n{each['failureSummary']}"
        for each in found
        if not (each["id"] == "target-size" and is_handle(page, each["target"]))
    ]


def is_handle(page: Page, target: list[str]) -> bool:
    return page.locator(target[-1]).first.evaluate("element => element.matches('.handle')") is True


def open_and_turn_everything(page: Page) -> None:
    for details in page.locator("details").filter(visible=True).all():
        details.locator("summary").click()
    for switch in page.get_by_role("switch").all():
        if switch.is_enabled():
            switch.click()
    walk = page.get_by_role("button", name="Walk through the four moves")
    if walk.count() and walk.is_visible():
        walk.click()
        page.get_by_role("button", name="Close").wait_for()


@pytest.mark.parametrize("path", PATHS)
def test_axe_finds_nothing(page: Page, troubles: Troubles, path: str) -> None:
    troubles.allow("404")
    page.goto(path)
    if path[1:].partition("?")[0] in {scene.slug for scene in SCENES}:
        lab.wait_ready(page)
    found: dict[str, list[str]] = {}
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 900})
        for theme in THEMES:
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            for violation in violations(page):
                found.setdefault(violation, []).append(f"{theme}, {width} px")
        open_and_turn_everything(page)
    if found:
        told = (f"{', '.join(where)}\n{violation}" for violation, where in found.items())
        pytest.fail("\n\n".join(told), pytrace=False)
