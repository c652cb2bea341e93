"""The pages around the lab: what is listed, loaded, compressed, allowed; the theme; narrow windows."""

import gzip
import html
import http.client
import random
import re
import string
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from scenes import SCENES
from tests import facts
from tests.browser import acts, lab
from tests.browser.serving import HOST, Server
from tests.browser.watch import Troubles

SCENE_PATHS = tuple(f"/{scene.slug}" for scene in SCENES)
PATHS = ("/", "/embed-guide", *SCENE_PATHS)
UNNEEDED = ("bokeh-gl", "bokeh-mathjax", "bokeh-api")
SOCKET = {
    "Upgrade": "websocket",
    "Connection": "Upgrade",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
}


class Answer:
    """What a GET brought, or a request of another kind."""

    def __init__(self, server: Server, path: str, method: str = "GET", **headers: str) -> None:
        connection = http.client.HTTPConnection(HOST, server.port, timeout=10)
        connection.request(
            method, path, headers={name.replace("_", "-"): value for name, value in headers.items()}
        )
        got = connection.getresponse()
        self.status, self.headers = got.status, got.headers
        self.body = b"" if got.status == 101 else got.read()
        connection.close()


def test_the_index_lists_the_scenes_and_leads_to_each(page: Page) -> None:
    page.goto("/")
    links = page.locator("main li a")
    assert [urlsplit(link.get_attribute("href") or "").path for link in links.all()] == [
        s.slug for s in SCENES
    ]
    assert [h.inner_text() for h in links.locator("h2").all()] == [scene.heading for scene in SCENES]
    links.first.click()
    lab.wait_ready(page)
    assert page.title() == f"{SCENES[0].heading} · Attention Arrows"
    nav = page.get_by_role("navigation", name="Scenes")
    expect(nav.get_by_role("link")).to_have_count(len(SCENES))
    expect(nav.get_by_role("link", name=SCENES[0].title)).to_have_attribute("aria-current", "page")
    page.get_by_role("link", name="Attention Arrows").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Attention, by hand")


@pytest.mark.parametrize("path", [*PATHS, "/health", "/embed.js", "/?lang=%ff"])
def test_who_asks_for_the_headers_alone_gets_them(server: Server, path: str) -> None:
    asked, got = Answer(server, path, "HEAD"), Answer(server, path)
    assert (asked.status, asked.body) == (got.status, b"") == (200, b"")
    assert asked.headers["Content-Type"].partition(";")[0] == got.headers["Content-Type"].partition(";")[0]


@pytest.mark.parametrize("path", ["/nothing", "/cat-sat/nothing", "/assets/nothing.js", "/cat-sat/<b>x</b>"])
def test_an_address_that_leads_nowhere_says_so(server: Server, path: str) -> None:
    answer = Answer(server, path.replace("<", "%3C").replace(">", "%3E"))
    assert answer.status == 404
    assert b"Traceback" not in answer.body
    assert b"<b>x" not in answer.body


def test_a_lost_visitor_finds_the_scenes(page: Page, troubles: Troubles) -> None:
    troubles.allow("404")
    answer = page.goto("/nowhere")
    assert answer is not None
    assert answer.status == 404
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no such page")
    page.get_by_role("link", name="All scenes").click()
    expect(page.locator("main li a")).to_have_count(len(SCENES))


def test_health_answers(server: Server) -> None:
    answer = Answer(server, "/health")
    assert answer.status == 200
    assert b'"ok"' in answer.body


@pytest.mark.parametrize("path", PATHS)
def test_every_page_has_one_heading_a_policy_and_no_request_outside(page: Page, path: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    answer = page.goto(path)  # requests that leave, and troubles in the console, fail the test by themselves
    assert answer is not None
    if path in SCENE_PATHS:
        lab.wait_ready(page)
    assert page.locator("h1").count() == 1
    policy = answer.headers["content-security-policy"]
    assert "unsafe-eval" not in policy
    assert "object-src 'none'" in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert not [url for url in asked if any(name in url for name in UNNEEDED)]
    assert page.locator("html").get_attribute("lang") == "en"


@pytest.mark.parametrize("path", PATHS)
def test_pages_and_scripts_are_compressed(server: Server, path: str) -> None:
    answer = Answer(server, path, Accept_Encoding="gzip")
    assert answer.headers["Content-Encoding"] == "gzip"
    text = gzip.decompress(answer.body).decode()
    own = {part for part in text.split('"') if part.startswith(("assets/", "static/", "/static/"))}
    for script in [part for part in own if ".js" in part or ".mjs" in part or ".css" in part]:
        got = Answer(server, "/" + script.lstrip("/"), Accept_Encoding="gzip")
        assert got.status == 200
        assert got.headers["Content-Encoding"] == "gzip", script


def test_own_files_are_kept_for_ever_and_pages_are_not(server: Server) -> None:
    text = Answer(server, "/").body.decode()
    style = next(part for part in text.split('"') if part.startswith("assets/page") and part.endswith(".css"))
    assert "immutable" in (Answer(server, f"/{style}").headers["Cache-Control"] or "")
    assert "immutable" not in (Answer(server, "/").headers["Cache-Control"] or "")


def test_the_index_needs_no_scrolling_sideways(page: Page) -> None:
    page.goto("/")
    for width in (320, 360, 768, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        acts.expect_overflow_free(page)


def test_a_socket_is_opened_to_own_pages_alone(server: Server, page: Page) -> None:
    token = re.findall(r'"token":\s*"([^"]+)"', html.unescape(Answer(server, "/cat-sat").body.decode()))[0]

    def status(origin: str) -> int:
        headers = {**SOCKET, "Sec-WebSocket-Protocol": f"bokeh, {token}", "Origin": origin}
        return Answer(server, "/cat-sat/ws", **headers).status

    assert status(server.url) == 101
    assert status(f"http://localhost:{server.port}") == 101
    for stranger in (
        "http://example.com",
        f"http://{HOST}:1",
        "null",
        f"https://{HOST}.example.com:{server.port}",
    ):
        assert status(stranger) == 403
    lab.wait_until(page, lambda: "start the server with --allow-origin example.com." in server.log())
    assert "allow-websocket-origin" not in server.log()


@pytest.mark.parametrize("length", [17_000, 60_000, 200_000])
def test_an_address_however_long_opens_the_scene_and_is_named(page: Page, length: int) -> None:
    noise = random.Random(length).choices(string.ascii_letters, k=length)  # which nothing makes shorter
    lab.open_scene(page, f"/cat-sat?lang=de&tokens={''.join(noise)}")
    expect(lab.part(page, "notices")).to_have_text(
        "Die Adresse ist länger als 16000 Zeichen, darum öffnet die Szene mit ihren eigenen Werten."
    )
    acts.expect_weights(page, facts.CAT_SAT_Q, facts.CAT_SAT_K)


@pytest.mark.parametrize("count", [300, 1_500, 30_000])
def test_an_address_of_however_many_words_opens_the_scene_and_is_named(page: Page, count: int) -> None:
    lab.open_scene(page, f"/cat-sat?{'&'.join(f'a{i}' for i in range(count))}")
    expect(lab.part(page, "notices")).to_contain_text("so the scene opened as it is.")
    acts.expect_weights(page, facts.CAT_SAT_Q, facts.CAT_SAT_K)
