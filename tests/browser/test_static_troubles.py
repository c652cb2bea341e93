"""A static page whose Python does not start says so plainly, names who is to blame, keeps what it shows."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from app import runtime as pinned
from tests.browser import lab, runtime
from tests.browser.acts import expect_weights
from tests.browser.conftest import NewPage
from tests.browser.static_site import StaticSite
from tests.browser.test_static import PATIENCE, open_static
from tests.browser.watch import Troubles
from tests.facts import CAT_SAT_K, CAT_SAT_Q

OUTSIDE = re.compile(rf"https://{re.escape(pinned.HOST)}/")
UNANSWERED = "The arrows can be dragged, but no number answers."


@pytest.fixture(scope="package")
def outside_site() -> Iterator[StaticSite]:
    """An export whose pages ask the one outside host."""
    with StaticSite(options=["--scene", "cat-sat"]) as site:
        yield site


@pytest.fixture
def bare_page(new_page: NewPage, troubles: Troubles) -> Page:
    """A page without an offline worker, which would ask past the tests' routes."""
    troubles.allow("Service Worker registration blocked")
    return new_page(service_workers="block")


def line(page: Page) -> Locator:
    return page.locator("[data-part=python]")


def expect_failure(page: Page, *words: str) -> None:
    """The line says all of this, and the arrows can still be dragged while the numbers stay."""
    for word in words:
        expect(line(page)).to_contain_text(word, timeout=PATIENCE * 1000)
    expect(line(page).locator("[role=alert]")).to_contain_text(UNANSWERED)
    expect(page.locator(".offline")).to_have_count(1)
    expect(page.locator(".veiled")).to_have_count(0)
    lab.drag(page, "k-1", (-1.5, -1.0))
    assert lab.tip_position(page, "k-1") == pytest.approx((-1.5, -1.0), abs=0.02)
    expect_weights(page, CAT_SAT_Q, CAT_SAT_K)


def deliver(page: Page, change: Callable[[str, bytes], bytes] = lambda name, body: body) -> list[str]:
    """Stand for the outside host, with the pinned files; what was asked."""
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        name = route.request.url.rsplit("/", 1)[-1]
        body = change(name, (runtime.find() / name).read_bytes())
        route.fulfill(body=body, headers={"Access-Control-Allow-Origin": "*"})

    page.context.route(OUTSIDE, answer)
    return asked


WORKER = "**/worker.*.js"


def change_worker(page: Page, before: str = "", after: str = "") -> None:
    """Put code before and after what the worker's script says."""

    def answer(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, body=f"{before}\n{response.text()}\n{after}")

    page.context.route(WORKER, answer)


def without_subtle(page: Page) -> None:
    """Let the worker live as over plain HTTP, where browsers do not tell hashes."""
    change_worker(page, before="Object.defineProperty(crypto, 'subtle', {value: undefined})")


def test_the_one_outside_host_is_named_and_asked_for_the_pinned_files_alone(
    outside_site: StaticSite, bare_page: Page, troubles: Troubles
) -> None:
    troubles.allow(f"outside host: {OUTSIDE.pattern}")
    asked = deliver(bare_page)
    without_subtle(bare_page)
    bare_page.goto(f"{outside_site.url}/cat-sat.html")
    expect(line(bare_page)).to_contain_text(f"Starting Python from {pinned.HOST}")
    lab.wait_ready(bare_page, timeout=PATIENCE)
    lab.drag(bare_page, "k-1", (-1.5, -1.0))
    lab.wait_until(bare_page, lambda: bare_page.url.endswith("?k-1=-1.5,-1"))
    assert sorted(url.rsplit("/", 1)[-1] for url in asked) == sorted(file.name for file in pinned.FILES)


def test_a_blocked_host_is_named(outside_site: StaticSite, bare_page: Page, troubles: Troubles) -> None:
    troubles.allow("outside host", "failed request", "ERR_FAILED")
    bare_page.context.route(OUTSIDE, lambda route: route.abort())
    bare_page.goto(f"{outside_site.url}/cat-sat.html?k-1=1,1")
    expect_failure(bare_page, f"could not be fetched from {pinned.HOST}", "may be blocked here")


def test_a_host_that_is_silent_is_named_within_ten_seconds(
    outside_site: StaticSite, bare_page: Page, troubles: Troubles
) -> None:
    troubles.allow("outside host")
    bare_page.context.route(OUTSIDE, lambda route: None)
    bare_page.goto(f"{outside_site.url}/cat-sat.html")
    expect(line(bare_page)).to_contain_text(f"Still waiting for {pinned.HOST}", timeout=10_000)


@pytest.mark.parametrize("is_secure", [True, False])
def test_a_file_that_is_not_the_pinned_one_is_never_run(
    is_secure: bool, outside_site: StaticSite, bare_page: Page, troubles: Troubles
) -> None:
    troubles.allow("outside host", "integrity", "Failed to find a valid digest")
    if not is_secure:
        without_subtle(bare_page)
    deliver(bare_page, lambda name, body: body + b"//" if name == "pyodide.asm.js" else body)
    bare_page.goto(f"{outside_site.url}/cat-sat.html")
    expect_failure(bare_page, "pyodide.asm.js is not the file that this page was made for")


def test_a_folder_that_was_not_copied_whole_is_told(
    site: StaticSite, bare_page: Page, troubles: Troubles
) -> None:
    troubles.allow("404")
    bare_page.context.route("**/lab.*.zip", lambda route: route.fulfill(status=404))
    bare_page.goto(f"{site.url}/cat-sat.html")
    expect_failure(bare_page, ".zip was answered with 404", "Was the whole folder copied?")


def test_a_page_opened_as_a_file_says_what_to_do(
    site: StaticSite, bare_page: Page, troubles: Troubles
) -> None:
    troubles.allow("outside host: file:///")
    bare_page.goto((site.folder / "cat-sat.html").as_uri())
    expect_failure(bare_page, "opened as a file", "python -m http.server")
    expect(line(bare_page).get_by_role("button")).to_be_hidden()
    bare_page.get_by_role("link", name="River bank").click()
    expect(line(bare_page)).to_contain_text("opened as a file")


def with_policy(page: Page, policy: str) -> None:
    """Serve the worker's script under a Content-Security-Policy, as a strict site serves all its files."""

    def answer(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, headers={**response.headers, "Content-Security-Policy": policy})

    page.context.route(WORKER, answer)


def test_a_policy_that_forbids_webassembly_is_named(
    site: StaticSite, bare_page: Page, troubles: Troubles
) -> None:
    troubles.allow("Content Security Policy", "unsafe-eval")
    with_policy(bare_page, "script-src 'self'")
    bare_page.goto(f"{site.url}/cat-sat.html")
    expect_failure(bare_page, "WebAssembly", "'wasm-unsafe-eval'")


def test_the_policy_that_is_asked_for_is_enough(
    site: StaticSite, bare_page: Page, troubles: Troubles
) -> None:
    troubles.allow("violates the following Content Security Policy")  # blobs; its own files are then run
    with_policy(bare_page, "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'")
    open_static(bare_page, f"{site.url}/cat-sat.html")


def test_python_that_cannot_start_says_why(site: StaticSite, bare_page: Page, troubles: Troubles) -> None:
    troubles.allow("initRandomDevice")
    change_worker(bare_page, before="Object.defineProperty(self, 'crypto', {value: undefined})")
    bare_page.goto(f"{site.url}/cat-sat.html")
    expect_failure(bare_page, "Python could not start: RuntimeError: Aborted(initRandomDevice)")


def test_python_that_stops_is_told_and_a_reload_goes_on(
    site: StaticSite, bare_page: Page, troubles: Troubles
) -> None:
    undone = (
        "onmessage = event => { if (String(event.data).includes('undo')) throw Error('gone'); keep(event) }"
    )
    change_worker(bare_page, after=f"const keep = onmessage\n{undone}")
    open_static(bare_page, f"{site.url}/cat-sat.html")
    lab.drag(bare_page, "k-1", (-1.5, -1.0))
    lab.wait_until(bare_page, lambda: bare_page.url.endswith("?k-1=-1.5,-1"))
    bare_page.get_by_role("button", name="Undo").click()
    expect(line(bare_page)).to_contain_text("Python has stopped")
    bare_page.context.unroute(WORKER)
    line(bare_page).get_by_role("button", name="Try again").click()
    lab.wait_ready(bare_page, timeout=PATIENCE)
    lab.wait_until(bare_page, lambda: bare_page.url.endswith("/cat-sat.html"))
    expect_weights(bare_page, CAT_SAT_Q, CAT_SAT_K)
