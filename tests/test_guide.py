"""The guide's answers: the snippets of the command line, or one sentence on what is wrong."""

from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlencode

import pytest

from app import presentation
from app.__main__ import main
from app.page.guide import guide_variables, snippets
from scenes import SCENES

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


REFUSED = {
    "scene=dog-sat": ("scene", "One of cat-sat, river-bank, scaling, causal-mask is expected as the scene."),
    "scene=cat-sat&site=lab": (
        None,
        "'lab' is not where a lab can be: one such as https://lab.example is expected.",
    ),
    f"scene=cat-sat&site={SITE}&height=x": (
        "height",
        "a whole number of pixels from 120 to 5000 is expected.",
    ),
    f"scene=cat-sat&site={SITE}&mask=maybe": ("mask", "on or off is expected, not 'maybe'."),
    f"scene=cat-sat&site={SITE}&mask=on&mask=off": ("mask", "this word has been given already, as 'on'."),
    "a" * 20000: (None, "This is longer than any address can be."),
    "": ("scene", "One of cat-sat, river-bank, scaling, causal-mask is expected as the scene."),
}


@pytest.mark.parametrize("query", REFUSED)
def test_bad_input_gets_one_sentence(query: str) -> None:
    word, sentence = REFUSED[query]
    assert snippets(query) == {"refused": sentence, **({"word": word} if word else {})}


@pytest.mark.parametrize("query", ["&".join(["a=1"] * 300), "scene=%ff"])
def test_what_is_no_query_is_refused_too(query: str) -> None:
    assert snippets(query).keys() == {"refused"}


def test_every_part_and_lock_of_every_scene_has_a_name_on_the_page() -> None:
    choices = guide_variables()["choices"]
    assert list(choices) == [scene.slug for scene in SCENES]
    for slug, offered in choices.items():
        assert [part for part, _ in offered["parts"]] == list(presentation.parts(slug))
        assert [lock for lock, _ in offered["locks"]] == list(presentation.locks(slug))
        assert set(offered["embedded"]) <= set(presentation.parts(slug))
