"""The guide's answers: the snippets of the command line, or one sentence on what is wrong."""

import re
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlencode

import pytest

from app.__main__ import main
from app.language import codes, speaking
from app.page.guide import guide_variables, snippets
from app.page.hosts import HOSTS
from app.presentation import locks, parts
from app.scene import Scene
from scenes import SCENES
from tests.hosts.tools import WANTED

SITE = "https://lab.example"


def answer(**words: str) -> dict[str, str]:
    return snippets(urlencode({"scene": "cat-sat", "site": SITE, **words}))


def test_it_answers_with_what_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    forms = answer(mask="on", tokens='a"<b>&|שלום|🦉|d|e|f', title="By hand", height="700", lock="all")
    arguments = ["--mask", "on", "--tokens", 'a"<b>&|שלום|🦉|d|e|f', "--title", "By hand"]
    assert main(["embed", "cat-sat", "--at", SITE, *arguments, "--height", "700", "--lock", "all"]) == 0
    assert capsys.readouterr().out == f"{forms['iframe']}\n\n{forms['script']}\n"
    sources: list[Any] = []

    class Frames(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            sources.append(dict(attrs)["src"])

    Frames().feed(forms["iframe"])
    assert sources == [forms["source"]]


SCENES_TOLD = f"one of {', '.join(scene.slug for scene in SCENES)} is expected."
CAT = f"scene=cat-sat&site={SITE}"
REFUSED = {
    "scene=dog-sat": (None, f"There is no scene “dog-sat”: {SCENES_TOLD}"),
    "": (None, f"There is no scene “”: {SCENES_TOLD}"),
    "scene=cat-sat&site=lab": (
        None,
        "“lab” is not where a lab can be: one such as https://lab.example is expected.",
    ),
    f"{CAT}&height=x": ("height", "a whole number of pixels from 120 to 5000 is expected."),
    f"{CAT}&mask=maybe": ("mask", "on or off is expected, not “maybe”."),
    f"{CAT}&mask=maybe&in=de": ("mask", "Erwartet wird on oder off, nicht „maybe“."),
    f"{CAT}&mask=on&mask=off": ("mask", "this word has been given already, as “on”."),
    "&".join(
        [
            CAT,
            *(f"{role}-{row}=0.{'1' * 800},1" for role in "qkv" for row in range(6)),
            f"tokens={'🦉' * 80}|{'|'.join(['🦉' * 80] * 5)}",
        ]
    ): (
        "",
        "The address would be longer than 16000 characters, too long to be read.",
    ),
    "&".join(["a=1"] * 300): (None, "What was sent is no address."),
    "scene=%ff": (None, "What was sent is no address."),
}


@pytest.mark.parametrize("query", REFUSED, ids=lambda query: query[:40])
def test_bad_input_gets_one_sentence(query: str) -> None:
    word, sentence = REFUSED[query]
    assert snippets(query) == {"refused": sentence, **({} if word is None else {"word": word})}


@pytest.mark.parametrize("code", codes())
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.slug)
def test_every_part_and_lock_has_a_name_on_the_page(scene: Scene, code: str) -> None:
    with speaking(code):
        offered = guide_variables()["choices_by_scene"][scene.slug]
        heading = scene.heading
    assert [part for part, _ in offered["parts"]] == list(parts(scene.slug))
    assert [lock for lock, _ in offered["locks"]] == list(locks(scene.slug))
    assert all(word != name for word, name in (*offered["parts"], *offered["locks"]))
    assert set(offered["embedded"]) <= set(parts(scene.slug))
    assert offered["headings"][""] == offered["headings"][code] == heading


def test_the_versions_that_are_told_as_tried_are_those_that_the_tests_build() -> None:
    wanted = WANTED.read_text(encoding="utf-8")
    for version in (host.version for host in HOSTS if host.version):
        name, _, number = version.rpartition(" ")
        assert re.search(rf"^{name.lower().replace(' ', '-')}>={re.escape(number)}\b", wanted, re.MULTILINE)
    assert {host.key for host in HOSTS if host.known == "tried"} == {"mkdocs", "sphinx", "jupyter-book"}
