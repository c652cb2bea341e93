"""The catalogue: both languages whole, every text used, numbers as each language writes them."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from app import address, language
from app.entry import coordinate
from app.language import codes, preferred, speaking
from app.numerals import number, percent, plain, precise, root, significant, typed, vector, whole
from app.readings import Look
from app.scene import Scene
from app.session import Session
from app.snippet import snippet
from scenes import SCENES, cat_sat
from tests import catalogue, facts

ROOT = Path(__file__).parents[1]
NARROW = "\u202f"
each_scene = pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.slug)

NAMES_WITH_A_POINT = ("Llama\u00a03.1\u00a08B",)
SAME_IN_BOTH = {
    "language.direction",
    "frame.lab",
    "help.touch.1",
    "help.tab.1",
    "help.arrows.1",
    "help.escape.1",
    "help.undo.2",
    "help.question.1",
    "page.blank",
    "page.stage.original",
    "page.results.tip",
    "page.features.x-cell",
    "page.features.cell-value",
    "page.descent.pause",
    "head.score",
    "head.divided",
    "sentence.comma",
    "sentence.spoken",
    "walk.moves.1",
    "walk.moves.3",
    "option.entries.signs",
    "projection.sum",
    "chart.products.x",
    "chart.products.x-divided",
    "scene.cat-sat.title",
    "scene.river-bank.title",
    "guide.desktop",
    "guide.locks.tokens",
    "guide.names.canvas",
    "guide.names.jupyter-book",
    "guide.names.mkdocs",
    "guide.names.moodle",
    "guide.names.notion",
    "guide.names.quarto",
    "guide.names.sphinx",
    "guide.parts.cache",
    "shell.name",
}


def texts(code: str) -> dict[str, str]:
    """A language's own texts by key, read without the code under test."""

    def flat(value: Any, key: str) -> dict[str, str]:
        if isinstance(value, str):
            return {key: value}
        items = value.items() if isinstance(value, dict) else enumerate(value, 1)
        return {k: t for name, part in items for k, t in flat(part, f"{key}.{name}").items()}

    parts = tomllib.loads((ROOT / f"app/words/{code}.toml").read_text(encoding="utf-8"))
    return {key: text for name, part in parts.items() for key, text in flat(part, name).items()}


EN, DE = texts("en"), texts("de")


def numbers(text: str, decimal: str, thousands: str) -> Counter[float]:
    """The numbers in a text, as a language writes them; a sign before one does not count."""
    found = re.findall(rf"\d{{1,3}}(?:{thousands}\d{{3}})+|\d+(?:{re.escape(decimal)}\d+)?", text)
    return Counter(float(re.sub(thousands, "", each).replace(decimal, ".")) for each in found)


# --- the catalogue ----------------------------------------------------------------------------------


def test_both_languages_say_the_same_things_in_the_same_order() -> None:
    assert list(DE) == list(EN)
    signs = {"language.decimal", "language.thousands", "language.between", "sentence.comma"}
    assert all(
        re.search(r"\w|␣|\?|↑", text) for each in (EN, DE) for key, text in each.items() if key not in signs
    )


@pytest.mark.parametrize("key", EN)
def test_each_text_has_the_same_places(key: str) -> None:
    places = [Counter(re.findall(r"\{\w+\}", text)) for text in (EN[key], DE[key])]
    assert places[0] == places[1]


def test_no_german_number_has_a_decimal_point() -> None:
    for key, text in DE.items():
        for name in NAMES_WITH_A_POINT:
            text = text.replace(name, "")
        assert not re.search(r"\d\.\d", text), key


def test_the_german_texts_name_the_same_numbers() -> None:
    for key, text in DE.items():
        if key.split(".")[0] != "language":
            text = text.replace("Pos1", "Home")
            for name in NAMES_WITH_A_POINT:
                text = text.replace(name, "Llama 3,1 8B")
            assert numbers(text, ",", NARROW) == numbers(EN[key], ".", ","), key


def test_what_is_the_same_in_both_languages_is_known() -> None:
    assert {key for key in EN if DE[key] == EN[key]} == SAME_IN_BOTH


def test_german_texts_have_german_quotation_marks() -> None:
    for key, text in DE.items():
        assert text.count("„") == text.count("“"), key
        assert "”" not in text, key
        assert '"' not in text.replace('sandbox="allow-scripts allow-same-origin"', ""), key


# --- keys and sources -------------------------------------------------------------------------------

NAMED = catalogue.named_keys(ROOT)
FAMILIES = {
    "control": {name for scene in SCENES for name in scene.state().param},
    "option": {name for scene in SCENES for name in scene.state().param},
    "layer": {layer.name for scene in SCENES for chart in scene.charts for layer in chart.layers},
    "chart": {chart.name for scene in SCENES for chart in scene.charts},
    "scene": {scene.slug for scene in SCENES},
}
"""Sections whose keys are put together: the second word is the name of something that is there."""


@pytest.mark.parametrize("key", EN)
def test_every_text_is_used(key: str) -> None:
    named = {key, catalogue.base(key)}
    section, name = key.split(".")[:2]
    if named & NAMED:
        return
    assert any("*" in pattern and catalogue.matches(pattern, each) for pattern in NAMED for each in named)
    assert name in FAMILIES.get(section, {name})


def test_every_key_that_is_named_is_there() -> None:
    known = {each for key in EN for each in (key, catalogue.base(key))}
    sections = {".".join(key.split(".")[:n]) for key in EN for n in (1, 2) if key.count(".") >= n}
    keys = {name for name in NAMED if re.fullmatch(r"[\w-]+(\.[\w-]+)+", name)}
    asked = {key for key in keys if key.rpartition(".")[0] in sections and key not in sections}
    assert len(asked) > 250
    assert not asked - known


def test_the_search_finds_what_is_missing_and_what_is_not_used(tmp_path: Path) -> None:
    for name, text in (
        ("app/a.py", 'told("refusal.full")\nfind(f"option.{name}.{value}")\n"""walk.hidden"""'),
        ("static/b.mjs", "told(isOpen ? 'walk.back' : `plane.${view}`) // 'walk.next'"),
        ("static/c.html", '{{ lines("help." ~ name) }}{{ told("frame.try") }}'),
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    found = catalogue.named_keys(tmp_path)
    assert {"refusal.full", "option.*.*", "page.walk.back", "page.plane.*", "help.*", "frame.try"} <= found
    assert "page.walk.next" not in found
    assert catalogue.matches("option.*.*", "option.view.keys")
    assert not catalogue.matches("option.*.*", "control.view")
    assert not catalogue.matches("*.*", "control.view")


# --- which language ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("accepted", "code"),
    [
        ("de-AT,de;q=0.9,en;q=0.5", "de"),
        ("de", "de"),
        ("DE-ch", "de"),
        ("fr", "en"),
        ("fr, de;q=0.3", "de"),
        ("en;q=0.4, de;q=0.8", "de"),
        ("en, de", "en"),
        ("de;q=0", "en"),
        ("de;q=0.000, fr", "en"),
        ("de;q=2", "en"),
        ("", "en"),
        ("*", "en"),
        (";;;,,q=,\x00", "en"),
        ("../../de", "en"),
        ("x" * 100_000 + ",de", "en"),
    ],
)
def test_the_language_is_the_first_of_ours_that_the_browser_wants(accepted: str, code: str) -> None:
    assert preferred(accepted) == code


def test_the_default_comes_first_and_a_language_is_spoken_inside_only() -> None:
    assert codes() == ("en", "de")
    with speaking("de"):
        with speaking("en"):
            assert language.told("frame.close") == "Close"
        assert language.told("frame.close") == "Schließen"
    assert language.told("frame.close") == "Close"


# --- numbers in German ------------------------------------------------------------------------------


def test_numbers_are_written_as_in_german() -> None:
    with speaking("de"):
        written = {
            number(-0.125): "−0,13",
            number(-0.001): "0,00",
            number(1234.5, 1): "1234,5",
            percent(0.518, 1): f"51,8{NARROW}%",
            percent(0.759): f"76{NARROW}%",
            percent(0.997): f"über 99{NARROW}%",
            precise(-0.000045397): "−4,54e-05",
            significant(11.3137): "11,3",
            significant(0.0000122): "1,22 × 10⁻⁵",
            whole(200_000): f"200{NARROW}000",
            root(128): "√128 ≈ 11,3",
            root(4096): f"√4{NARROW}096 = 64",
            vector([1.54, 0.48]): "(1,54; 0,48)",
            vector([-1, 0.0], 3): "(−1,000; 0,000)",
            typed(-2.5): "-2,50",
            plain(-2.5): "-2.50",
        }
    assert all(text == wanted for text, wanted in written.items())


@pytest.mark.parametrize(
    ("text", "value"),
    [("2,5", 2.5), ("2.5", 2.5), (" −,5 ", -0.5), ("1,005", 1.01), ("2,5e1", 25.0), ("7", 7.0)],
)
def test_a_comma_and_a_point_are_understood_in_german(text: str, value: float) -> None:
    with speaking("de"):
        assert coordinate(text) == value


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("abc", "„abc“ ist keine Zahl: Erwartet wird eine wie 1,25."),
        ("1,5,2", "„1,5,2“ ist keine Zahl: Erwartet wird eine wie 1,25."),
        ("1.000,5", "„1.000,5“ ist keine Zahl: Erwartet wird eine wie 1,25."),
        ("", "Es wurde nichts getippt: Erwartet wird eine Zahl wie 1,25."),
        ("1000,1", "„1000,1“ liegt zu weit draußen: Erwartet wird eine Zahl von −1000 bis 1000."),
    ],
)
def test_what_is_no_number_is_refused_in_german(text: str, sentence: str) -> None:
    with speaking("de"), pytest.raises(ValueError, match=rf"^{re.escape(sentence)}$"):
        coordinate(text)


def test_a_comma_is_refused_in_english() -> None:
    with pytest.raises(ValueError, match=r"^“2,5” is not a number: .* with a point as the decimal sign\.$"):
        coordinate("2,5")


# --- what a page is told ----------------------------------------------------------------------------


def told_parts(scene: Scene, query: str = "") -> dict[str, Any]:
    with speaking("de"):
        session = Session(scene, query=query)
    session.handle('{"do": "walk", "move": 3}')
    parts: dict[str, Any] = json.loads(session.handle('{"do": "hello"}'))["parts"]
    return parts


def test_published_weights_have_a_comma_and_their_values_are_the_same() -> None:
    parts, english = told_parts(cat_sat.SCENE), json.loads(Session(cat_sat.SCENE).answer(resting=True))
    assert parts["table:weights"]["texts"] == [
        "|".join(f"{weight:.2f}".replace(".", ",") for weight in row) for row in facts.CAT_SAT_WEIGHTS
    ]
    assert parts["table:weights"]["values"] == english["parts"]["table:weights"]["values"]
    assert parts["snippet"] == english["parts"]["snippet"]
    assert parts["place:q-2"] == "2,40|0,60"


def strings(value: Any) -> list[str]:
    """Every text in a page's parts."""
    if isinstance(value, dict):
        return [text for part in value.values() for text in strings(part)]
    if isinstance(value, list | tuple):
        return [text for part in value for text in strings(part)]
    return [value] if isinstance(value, str) else []


@each_scene
@pytest.mark.parametrize("query", ["", "mask=on&scale=off&view=values", "dk=1&scale=on"])
def test_a_german_session_says_no_english_number(scene: Scene, query: str) -> None:
    parts = told_parts(scene, query)
    code = {"snippet", "address", "steps"}
    texts = strings([part for name, part in parts.items() if name not in code])
    for name in ("Llama\u00a03.1\u00a08B",):
        texts = [text.replace(name, "") for text in texts]
    assert not [text for text in texts if re.search(r"\d\.\d", text)]


def test_notices_and_refusals_come_in_the_language_that_a_page_was_opened_in() -> None:
    with speaking("de"):
        session = Session(cat_sat.SCENE, query="lang=de&scale=x&k-1=2")
    assert session.notices == [
        "scale in der Adresse wurde weggelassen: Erwartet wird on oder off, nicht „x“.",
        "k-1 in der Adresse wurde weggelassen: Erwartet werden 2 Zahlen, mit Dezimalpunkt und durch Kommas "
        "getrennt, nicht „2“.",
    ]
    answer = json.loads(session.handle('{"do": "type", "vector": "k-1", "axis": 0, "text": "x"}'))
    assert answer["refused"] == "„x“ ist keine Zahl: Erwartet wird eine wie 1,25."


def test_addresses_and_code_are_the_same_in_both_languages() -> None:
    state = cat_sat.state()
    opening = state.snapshot()
    state.move("k-1", -1.25, 0.5)
    english = address.write(state.snapshot(), opening), snippet(Look(state))
    with speaking("de"):
        assert (address.write(state.snapshot(), opening), snippet(Look(state))) == english
    assert english[0] == "k-1=-1.25,0.5"
