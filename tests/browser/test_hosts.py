"""The lab in courses made with MkDocs, Sphinx and Jupyter Book, on another origin, by iframe and script."""

import functools
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import ElementHandle, Frame, Page

from tests import facts, oracle
from tests.browser import acts, hosting, lab
from tests.browser.serving import ROOT, Server
from tests.browser.watch import Troubles
from tests.hosts import sites

Sites = dict[str, str]
# What Markdown, reStructuredText and HTML would make something of.
TOKENS = ["The", 'c"a&t', "<b>sat</b>", "*o*_n_", "`the`", "$$mat$$"]
GOAL = (-1.0, 1.5)  # of a drag
WITHIN = 10  # px by which a frame's height may differ from its content's
# Where the content ends, how high the frame is, its scrollbar, and what it would scroll.
FRAME = """
() => {
  const page = document.documentElement
  const boxes = [...document.body.querySelectorAll('*')].map(e => e.getBoundingClientRect())
  const seen = boxes.filter(box => box.width > 1)
  return {
    end: Math.max(...seen.map(box => box.bottom)) + scrollY,
    height: innerHeight,
    bar: innerWidth - page.clientWidth,
    down: page.scrollHeight - innerHeight,
    across: page.scrollWidth - innerWidth,
  }
}
"""
STEADY = 3.0  # seconds for which no frame may change its height
# Since when the page's frames have had their present heights, in seconds, asked again and again.
STEADY_FOR = """
() => {
  const now = [...document.querySelectorAll('iframe')].map(({offsetHeight}) => offsetHeight).join()
  if (window.__heights !== now) Object.assign(window, {__heights: now, __since: performance.now()})
  return (performance.now() - window.__since) / 1000
}
"""


@pytest.fixture(scope="package")
def courses(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sites]:
    """The addresses of the sites, each built once, with what the command line prints."""
    script = printed(server, "script", "--show", "matrix", "--tokens", "|".join(TOKENS))
    snippets = {"IFRAME": printed(server, "iframe"), "SCRIPT": script}
    with ExitStack() as stack:
        folders = {
            host: sites.build(host, tmp_path_factory.mktemp(host), snippets) for host in sites.COMMANDS
        }
        yield {host: stack.enter_context(sites.served(folder)) for host, folder in folders.items()}


def printed(server: Server, form: str, *words: str) -> str:
    command = [sys.executable, "-m", "app", "embed", "cat-sat", "--at", server.url, "--form", form]
    command += ["--query", "2", "--mask", "on", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, check=True, timeout=60).stdout.decode()


def frames(page: Page) -> list[tuple[ElementHandle, Frame]]:
    """The iframe and the script's frame, when both answer."""
    lab.wait_until(page, "document.querySelectorAll('iframe').length === 2")
    return [(element, hosting.answering(page, element)) for element in page.query_selector_all("iframe")]


def expect_fitting(frame: Frame, *, grows: bool) -> None:
    """Come back when the frame is as high as its content, or where it does not grow, high enough."""

    def is_fitting() -> bool:
        now = frame.evaluate(FRAME)
        spare = now["height"] - now["end"]
        is_high_enough = abs(spare) <= WITHIN if grows else spare >= 0
        return is_high_enough and now["bar"] == 0 and now["down"] <= 0 and now["across"] <= 0

    lab.wait_until(frame, is_fitting)


def expect_steady(page: Page) -> None:
    """Come back when no frame has changed its height for three seconds; one that creeps never comes there."""
    lab.wait_until(page, lambda: page.evaluate(STEADY_FOR) >= STEADY)


def expect_weights(frame: Frame, queries: acts.Rows) -> None:
    """Come back when the table of steps shows the weights of an independent computation."""
    weights, _ = oracle.attend(queries, facts.CAT_SAT_K, facts.CAT_SAT_V, causal=True)
    wanted: list[list[object]] = [[weight] for weight in weights[2][:3]]
    wanted += [["hidden"]] * 3
    lab.wait_until(
        frame, lambda: acts.are_close([row[2:] for row in lab.matrix(frame, "steps", 6, 3)], wanted)
    )


def is_there(frame: Frame) -> bool:
    return acts.tip(frame, "q-2") == pytest.approx(GOAL, abs=0.03)


@pytest.mark.parametrize("host", sites.COMMANDS)
def test_a_course_holds_the_lab_in_both_forms(
    page: Page, courses: Sites, server: Server, troubles: Troubles, host: str
) -> None:
    troubles.allow("THEBE_JS_URL")  # Jupyter Book declares it twice by itself, also where no lab is
    page.goto(courses[host])
    both = frames(page)
    assert {frame.url.split("/cat-sat")[0] for _, frame in both} == {server.url} != {courses[host]}
    for (_, frame), grows, tokens in zip(both, (False, True), (facts.CAT_SAT_TOKENS, TOKENS), strict=True):
        assert frame.locator("[data-table=steps] tbody th").all_text_contents() == tokens
        expect_weights(frame, facts.CAT_SAT_Q)
        expect_fitting(frame, grows=grows)
        lab.plane(frame, "q-2").scroll_into_view_if_needed()  # the whole of it, where the drag ends too
        lab.drag(frame, "q-2", GOAL)
        lab.wait_until(frame, functools.partial(is_there, frame))
        expect_weights(frame, acts.moved(facts.CAT_SAT_Q, 2, acts.tip(frame, "q-2")))
        hosting.stand_still(page)
        acts.switch(frame, "Causal mask").click()
        expect_fitting(frame, grows=grows)
    expect_steady(page)

    page.set_viewport_size({"width": 480, "height": 900})
    expect_fitting(both[1][1], grows=True)
    expect_steady(page)
    expect_fitting(both[1][1], grows=True)
