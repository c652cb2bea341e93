"""Snippets for other pages: an HTML parser makes exactly the address of them, and that opens the state."""

import random
from html.parser import HTMLParser
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from app import address
from app.address import Pair
from app.embed import Embedding, WordError, as_site, embedding
from app.presentation import locks, parts
from app.scene import Scene
from scenes import SCENES
from tests.wandering import same, wander

CAT_SAT = SCENES[0]
SITE = "https://lab.example"
Attributes = dict[str, str | None]


class Elements(HTMLParser):
    """The elements of a piece of HTML, and the texts in it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, Attributes]] = []
        self.texts: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.texts += [data] if data.strip() else []


def frame(made: Embedding) -> Attributes:
    [(tag, attributes)] = Elements(made.iframe).found
    assert tag == "iframe"
    return attributes


def script(made: Embedding) -> tuple[Attributes, Attributes, str]:
    parsed = Elements(made.script)
    assert [tag for tag, _ in parsed.found] == ["script", "noscript", "a"]
    [text] = parsed.texts
    return parsed.found[0][1], parsed.found[2][1], text


def opened(scene: Scene, query: str) -> dict[str, Any]:
    """What a page opened with such an address holds."""
    state = scene.state()
    assert address.read(query, state) == []
    return state.snapshot()


def test_the_forms_are_as_they_are_documented() -> None:
    made = embedding(CAT_SAT, [("mask", "on"), ("query", "1"), ("title", "By hand"), ("height", "700")], SITE)
    assert made.iframe == (
        '<iframe src="https://lab.example/cat-sat?embed=1&amp;mask=on&amp;query=1" title="By hand" '
        'width="100%" height="700" loading="lazy" allow="clipboard-write" frameborder="0"></iframe>'
    )
    assert made.script == (
        '<script src="https://lab.example/embed.js" data-scene="cat-sat" data-mask="on" data-query="1" '
        'data-title="By hand" data-height="700" async></script>\n'
        '<noscript><a href="https://lab.example/cat-sat?mask=on&amp;query=1">By hand</a></noscript>'
    )


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.slug)
def test_any_state_goes_through_html_and_comes_back_exactly(scene: Scene, seed: int) -> None:
    state = scene.state()
    opening = state.snapshot()
    wander(state, random.Random(seed))
    query = address.write(state.snapshot(), opening)
    made = embedding(scene, parse_qsl(query, keep_blank_values=True), SITE)

    source = frame(made)["src"] or ""
    assert source == f"{SITE}/{scene.slug}?embed=1{'&' if query else ''}{query}"
    assert same(opened(scene, urlsplit(source).query), state.snapshot()) == []

    tag, link, _ = script(made)
    words = [
        (name.removeprefix("data-"), text or "") for name, text in tag.items() if name.startswith("data-")
    ]
    shown = {"scene": scene.slug, "title": scene.heading, "height": str(made.height)}
    assert {word: text for word, text in words if word in shown} == shown
    told = address.joined(pair for pair in words if pair[0] not in shown)
    assert same(opened(scene, told), state.snapshot()) == []
    assert link["href"] == f"{SITE}/{scene.slug}{'?' if query else ''}{query}"


HOSTILE = "\"><script>alert(1)</script> '&lt; <!-- \u202e שלום 🦉"


def test_texts_stay_texts_whatever_they_hold() -> None:
    tokens = "|".join([HOSTILE, *CAT_SAT.state().tokens[1:]])
    made = embedding(CAT_SAT, [("tokens", tokens), ("title", f"{HOSTILE}\n\nx")], SITE)
    title = f"{HOSTILE} x"
    assert frame(made)["title"] == title
    tag, _, text = script(made)
    assert tag["data-tokens"] == tokens
    assert tag["data-title"] == text == title
    for form in (made.iframe, made.script):
        assert "<script>" not in form
        assert "\n\n" not in form


def test_the_link_of_a_reader_without_scripts_shows_the_whole_scene() -> None:
    made = embedding(CAT_SAT, [("k-1", "1,1"), ("theme", "dark"), ("hide", "steps")], SITE)
    assert script(made)[1]["href"] == f"{SITE}/cat-sat?k-1=1,1&theme=dark"


@pytest.mark.parametrize(
    ("words", "title"),
    [([], "One query meets six keys"), ([("lang", "de")], "Eine Query trifft auf sechs Keys")],
)
def test_the_title_is_the_scenes_own_in_the_language_of_the_frame(words: list[Pair], title: str) -> None:
    assert frame(embedding(CAT_SAT, words, SITE))["title"] == title


BAD = {
    ("mask", "maybe"): "on or off is expected, not “maybe”.",
    ("view", "sideways"): "one of keys, values is expected, not “sideways”.",
    ("query", "6"): "a row from 0 to 5 is expected, not “6”.",
    ("k-1", "a"): "2 numbers joined by commas are expected, not “a”.",
    ("k-9", "1,1"): "rows from 0 to 5 are there.",
    ("height", "12"): "a whole number of pixels from 120 to 5000 is expected.",
    ("height", "٨٠٠"): "a whole number of pixels from 120 to 5000 is expected.",
    ("title", " "): "1 to 200 characters are expected, which say what the frame holds.",
    ("theme", "pink"): "one of auto, light, dark is expected, not “pink”.",
    ("lang", "tlh"): "one of en, de is expected, not “tlh”.",
    (
        "hide",
        "steps,stairs",
    ): "all, or some of intro, view, plane, history, controls, fields, sentence, steps, "
    "product, walk, matrix, formula, tasks, lesson joined by commas, is expected.",
    ("show", ""): "all, or some of intro, view, plane, history, controls, fields, sentence, steps, "
    "product, walk, matrix, formula, tasks, lesson joined by commas, is expected.",
    ("lock", "all,dk"): "all, or some of drag, query, scale, mask, view joined by commas, is expected.",
    ("tokens", "a\0"): "whole characters are expected; one of these cannot stand in a page.",
    ("tokens", "\udcff"): "whole characters are expected; one of these cannot stand in a page.",
}


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.slug)
def test_every_part_and_lock_can_be_named(scene: Scene) -> None:
    for word, names in (
        ("show", parts(scene.slug)),
        ("hide", parts(scene.slug)),
        ("lock", locks(scene.slug)),
    ):
        for text in (*names, "all", ",".join(names)):
            source = frame(embedding(scene, [(word, text)], SITE))["src"]
            assert source == f"{SITE}/{scene.slug}?embed=1&{word}={text}"


@pytest.mark.parametrize(("word", "text"), BAD)
def test_a_bad_word_is_refused_with_what_is_expected(word: str, text: str) -> None:
    with pytest.raises(WordError) as refusal:
        embedding(CAT_SAT, [("k-0", "1,1"), (word, text)], SITE)
    assert (refusal.value.word, refusal.value.text, str(refusal.value)) == (word, text, BAD[word, text])


@pytest.mark.parametrize(
    "word", ["dk", "wq", "nonsense", "scene", "form", "q", "embed", "src", "k-", "k-x", ""]
)
def test_a_word_that_the_scene_has_not_is_refused_with_those_it_has(word: str) -> None:
    with pytest.raises(WordError, match="there is no such word for cat-sat; there are tokens, scale, mask"):
        embedding(CAT_SAT, [(word, "1")], SITE)


def test_a_word_that_stands_twice_is_refused() -> None:
    with pytest.raises(WordError, match="given already, as “on”"):
        embedding(CAT_SAT, [("mask", "on"), ("mask", "off")], SITE)


def test_an_address_that_no_page_would_read_is_refused() -> None:
    every_digit = f"-{'9' * 3}.{'0' * 300}1"
    rows = [(f"{role}-{row}", f"{every_digit},{every_digit}") for role in "qkv" for row in range(12)]
    with pytest.raises(WordError, match="longer than 16000 characters"):
        embedding(CAT_SAT, [("tokens", "|".join("🦉" * 12)), *rows], SITE)


def test_the_longest_tokens_are_no_obstacle() -> None:
    tokens = "|".join("🦉" * 80 for _ in range(12))
    assert embedding(CAT_SAT, [("tokens", tokens)], SITE).source


@pytest.mark.parametrize(
    ("text", "site"),
    [
        ("https://lab.example/", "https://lab.example"),
        ("http://127.0.0.1:5006", "http://127.0.0.1:5006"),
        ("https://lab.example/a/b/", "https://lab.example/a/b"),
        ("http://[::1]:80", "http://[::1]:80"),
        ("HTTPS://lab.example", "https://lab.example"),
        (" https://lab.exam\nple/", "https://lab.example"),
    ],
)
def test_a_site_is_taken_without_its_last_slash(text: str, site: str) -> None:
    assert as_site(text) == site


@pytest.mark.parametrize(
    "text",
    """
    lab.example  //lab.example  ftp://a  https://  https://a?b  https://a?  https://a#b  https://a#
    https://me@a  https://a:99999
    https://a:x  https://[  javascript:alert(1)  "><b>
    """.split(),
)
def test_what_is_no_site_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not where a lab can be: one such as https://lab\.example is"):
        as_site(text)
