"""One visitor: a message in, the changed readings out, and whatever is refused changes nothing."""

from __future__ import annotations

import json
from math import cos, isfinite, pi, sin
from typing import Any, NoReturn

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app import parts, session
from app.scene import Scene
from app.session import Session
from scenes import SCENES, cat_sat
from tests import facts, oracle

Parts = dict[str, Any]
VECTORS = ("q", "k", "v")


def no_number(text: str) -> NoReturn:
    raise AssertionError(f"{text} is no JSON")


def strict(text: str) -> Parts:
    """The answer, if it is JSON that every reader takes: UTF-8, finite numbers."""
    answer: Parts = json.loads(text.encode().decode(), parse_constant=no_number)
    return answer


class Page:
    """What a page does: it sends messages and keeps the parts that it was given."""

    def __init__(self, session: Session | None = None) -> None:
        self.session = session or Session(cat_sat.SCENE)
        self.state = self.session.state
        self.parts: Parts = {}
        self.ask("hello")

    def send(self, text: object) -> Parts:
        answer = strict(self.session.handle(text))
        if "refused" in answer:
            self.put_back(answer)
        else:
            self.take(answer)
        return answer

    def ask(self, do: str, **fields: Any) -> Parts:
        return self.send(json.dumps({"do": do, **fields}))

    def take(self, answer: Parts) -> None:
        """Everything in an answer is new."""
        for name, part in answer["parts"].items():
            assert self.parts.get(name) != part
        self.parts.update(answer["parts"])

    def put_back(self, answer: Parts) -> None:
        """A refusal tells at most where the arrows are, since a page may have moved them ahead of it."""
        for name, part in answer["parts"].items():
            assert name.startswith("plane:")
            assert self.parts[name] == part

    def now(self, *, resting: bool) -> Parts:
        """What a page that looked the same way and was opened now would show."""
        other = Session(self.session.scene, self.state)
        other.pointed, other.walk = self.session.pointed, self.session.walk
        parts: Parts = strict(other.answer(resting=resting))["parts"]
        return parts

    def is_up_to_date(self, *, resting: bool = True) -> bool:
        """Whether all of that is what this page shows; while a tip moves, the slower parts may lag."""
        return all(self.parts[name] == part for name, part in self.now(resting=resting).items())


@pytest.fixture
def page() -> Page:
    return Page()


def kept(page: Page) -> Parts:
    """The state as plain Python, with what is pointed at and whether there are steps."""
    state = page.state
    values = {name: getattr(state, name) for name in ("tokens", "scale", "causal", "query", "view")}
    rows = {name: getattr(state, name).tolist() for name in VECTORS}
    steps = {"undo": state.history.can_undo, "redo": state.history.can_redo}
    return {**values, **rows, **steps, "pointed": page.session.pointed, "walk": page.session.walk}


def assert_weights(page: Page) -> None:
    """The weights that the page shows are those of the slow loops."""
    state = page.state
    q, k, v = (getattr(state, name).tolist() for name in VECTORS)
    weights, _ = oracle.attend(
        q, k, v, causal=state.causal, scaled=state.scale, factor=oracle.factor_of(state)
    )
    shown = [[w or 0.0 for w in row] for row in page.parts["table:weights"]["values"]]
    np.testing.assert_allclose(shown, weights, rtol=0, atol=1e-12)
    steps = [values[2] or 0.0 for values in page.parts["table:steps"]["values"]]
    np.testing.assert_allclose(steps, weights[state.query], rtol=0, atol=1e-12)


# --- a drag -----------------------------------------------------------------------------------


@pytest.mark.parametrize("vector", ["k-1", "q-2", "v-1"])
def test_each_move_of_a_drag_gets_the_right_numbers_and_only_news(page: Page, vector: str) -> None:
    page.ask("set", name="view", value="values" if vector[0] == "v" else "keys")
    quick = page.now(resting=False).keys()
    for step in range(60):
        x, y = (220 - 7 * step) / 100, (100 - 5 * step) / 100
        answer = page.ask("move", vector=vector, x=x, y=y, gesture="drag-1", n=step)
        assert answer["n"] == step
        assert "refused" not in answer
        assert answer["parts"].keys() <= quick
        assert getattr(page.state, vector[0])[int(vector[2:])].tolist() == [x, y]
        assert_weights(page)
        assert step % 10 or page.is_up_to_date(resting=False)
    page.ask("move", vector=vector, x=x, y=y, gesture="drag-1", rest=True)
    assert page.is_up_to_date()


def test_one_drag_is_one_step_and_the_next_another(page: Page) -> None:
    for drag, x in (("a", 1), ("a", 2), ("b", 1), ("b", 3)):
        page.ask("move", vector="k-1", x=x, y=0, gesture=drag)
    page.ask("undo")
    assert page.state.k[1].tolist() == [2, 0]
    page.ask("undo")
    assert page.state.k[1].tolist() == facts.CAT_SAT_K[1]
    assert page.parts["choice"]["undo"] is False
    assert page.parts["choice"]["redo"] is True
    page.ask("redo")
    assert page.state.k[1].tolist() == [2, 0]
    assert page.is_up_to_date()


def test_moves_that_name_no_gesture_are_steps_of_their_own(page: Page) -> None:
    page.ask("move", vector="k-1", x=1, y=0)
    page.ask("move", vector="k-1", x=2, y=0)
    page.ask("undo")
    assert page.state.k[1].tolist() == [1, 0]


@pytest.mark.parametrize(
    ("x", "y", "place"),
    [(9, -9, [3.2, -3.2]), (1.234, 0.999, [1.23, 1.0]), (-0.0, -0.004, [0, 0]), (1e8, 3.2, [3.2, 3.2])],
)
def test_a_dragged_tip_snaps_and_stops_at_the_edge(
    page: Page, x: float, y: float, place: list[float]
) -> None:
    page.ask("move", vector="k-1", x=x, y=y, gesture="drag")
    assert page.state.k[1].tolist() == place


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("vector", ["k-1", "k-3", "q-2", "v-1"])
def test_the_answer_to_a_move_is_small_wherever_the_tip_is(page: Page, vector: str, causal: bool) -> None:
    page.ask("set", name="view", value="values" if vector[0] == "v" else "keys")
    page.ask("set", name="causal", value=causal)
    sizes = []
    for step in range(48):
        reach, angle = 3.2 * 1.4142 * (step % 7 + 1) / 7, 2 * pi * step / 48
        place = {"x": reach * cos(angle), "y": reach * sin(angle)}
        text = page.session.handle(
            json.dumps({"do": "move", "vector": vector, "gesture": "g", "n": step, **place})
        )
        sizes.append(len(text.encode()))
    assert max(sizes) <= 3000


# --- what else a page may ask ---------------------------------------------------------------------


def test_hello_is_answered_with_everything_again(page: Page) -> None:
    before = dict(page.parts)
    page.parts.clear()
    assert page.ask("hello", n=7)["n"] == 7
    assert page.parts == before
    assert page.is_up_to_date()
    slow = {"frame", "controls", "tips", "handles", "spoken", "snippet"}
    assert page.parts.keys() - page.now(resting=False).keys() >= slow
    assert_weights(page)


def test_a_typed_number_moves_one_coordinate(page: Page) -> None:
    page.ask("type", vector="k-1", axis=0, text="−250")
    page.ask("type", vector="k-1", axis=1, text=" 1.234 ")
    assert page.state.k[1].tolist() == [-250, 1.23]
    assert page.is_up_to_date()
    page.ask("undo")
    assert page.state.k[1].tolist() == [-250, 1]


def test_home_brings_one_vector_back(page: Page) -> None:
    page.ask("move", vector="k-1", x=0, y=0)
    page.ask("move", vector="k-2", x=0, y=0)
    page.ask("home", vector="k-1")
    assert page.state.k[1].tolist() == facts.CAT_SAT_K[1]
    assert page.state.k[2].tolist() == [0, 0]


@pytest.mark.parametrize(
    ("name", "value"), [("scale", False), ("causal", True), ("query", 0), ("query", 5), ("view", "values")]
)
def test_a_control_sets_its_parameter(page: Page, name: str, value: Any) -> None:
    page.ask("set", name=name, value=value)
    assert getattr(page.state, name) == value
    assert page.parts["controls"][name]["value"] == value
    assert page.is_up_to_date()
    assert_weights(page)


def test_pointing_writes_out_another_key_until_reset(page: Page) -> None:
    answer = page.ask("point", key=5)
    assert answer["parts"].keys() == {"choice", "plane:foot", "text:product"}
    assert page.parts["choice"]["key"] == 5
    page.ask("reset")
    assert page.parts["choice"]["key"] == 1


def test_the_walk_goes_move_by_move_and_can_be_left(page: Page) -> None:
    for move in range(4):
        page.ask("walk", move=move)
        assert page.parts["walk"]["move"] == move
        assert page.is_up_to_date()
    page.ask("walk", move=None)
    assert page.parts["walk"] is None


def test_reset_brings_the_opening_back_and_can_be_undone(page: Page) -> None:
    opening = dict(page.parts)
    page.ask("move", vector="k-1", x=0, y=0)
    page.ask("set", name="causal", value=True)
    page.ask("reset")
    assert page.parts == opening | {name: page.parts[name] for name in ("choice", "steps")}
    page.ask("undo")
    assert page.state.causal
    assert page.is_up_to_date()


@pytest.mark.parametrize("do", ["undo", "redo", "reset"])
def test_going_nowhere_is_no_fault_and_answered_with_nothing(page: Page, do: str) -> None:
    assert page.ask(do, n=1) == {"n": 1, "parts": {}}


# --- refused --------------------------------------------------------------------------------------

PLACE = {"vector": "k-1", "x": 1, "y": 1}
NAMES: list[Any] = ["k-99", "z-0", "k--1", "k-١", "k-01", "k-00009", "k-", "", "k-" + "9" * 3000]
NAMES += [None, 1, ["k-1"], {}]
NUMBERS: list[Any] = ["1", None, True, [], {}, 10**400, 1e999, -1e999]


def each(do: str, field: str, values: list[Any], **others: Any) -> list[Parts]:
    """One message for each value of a field."""
    return [{"do": do, **others, field: value} for value in values]


MESSAGES: list[Parts] = [
    *each("", "do", ["jump", "Move", "", None, 1, True, [], ["move"], {}, "x" * 3000]),
    *each("move", "vector", NAMES, x=1, y=1),
    *each("type", "vector", NAMES, axis=0, text="1"),
    *each("home", "vector", NAMES),
    *each("move", "x", NUMBERS, vector="k-1", y=1),
    *each("move", "y", NUMBERS, vector="k-1", x=1),
    *each("type", "axis", [2, -1, "0", 1.0, 0.0, True, None, [], 10**30], vector="k-1", text="1"),
    *each("type", "text", ["", "abc", "1e999", "1,5", "nan", 5, None, [], "\ud800"], vector="k-1", axis=0),
    *each("type", "cell", ["wq-0-0", "q-0-0", "", "x" * 3000, None, []], text="1"),
    *each("set", "value", [6, -1, 10**30, "2", 2.0, True, None, [], {}], name="query"),
    *each("set", "value", ["both", "", None, 0, True, ["keys"]], name="view"),
    *each("set", "value", [1, 0, "on", None, []], name="scale"),
    *each("set", "value", [1, 0, "on", None, []], name="causal"),
    *each("set", "name", ["tokens", "q", "name", "x" * 3000, None, ["query"]], value=1),
    *each("point", "key", [6, -1, "1", 1.0, True, False, None, [], 10**30]),
    *each("walk", "move", [4, -1, "1", 1.0, True, [], 10**30]),
    *each("act", "name", ["jump", "x" * 3000, None, ["shuffle"]]),
    *each("nudge", "by", [0.1, "1", None, True, 1e999], cell="wq-0-0", gesture="g"),
    *({"do": do} for do in ("move", "type", "home", "set", "point", "act", "nudge")),
    {"do": "set", "name": "query"},
    {"vector": "k-1"},
    {},
]
NO_MESSAGES = {
    "nothing": "",
    "no JSON": "undo",
    "half a message": '{"do": "undo"',
    "a list": '["undo"]',
    "a text": '"undo"',
    "a number": "1",
    "null": "null",
    "not a number": "NaN",
    "NaN for a place": '{"do": "move", "vector": "k-1", "x": NaN, "y": 1}',
    "Infinity for a place": '{"do": "move", "vector": "k-1", "x": 1, "y": -Infinity}',
    "65,000 characters": json.dumps({"do": "undo", "n": "x" * 65_000}),
    "deep lists": "[" * 3900,
    "deep objects": '{"do":' * 600 + "1" + "}" * 600,
    "bytes": b'{"do": "undo"}',
    "None": None,
    "a dict": {"do": "undo"},
}


def is_clear(sentence: str) -> bool:
    """One sentence of a modest length that speaks neither Python nor of a fault in here."""
    foreign = ("AttentionState", "parameter", "class '", "Something went wrong", "\n", ". ")
    return sentence.endswith(".") and len(sentence) <= 200 and not any(word in sentence for word in foreign)


def assert_refused(page: Page, text: object, n: int | None = None) -> None:
    before = kept(page)
    answer = page.send(text)
    assert is_clear(answer["refused"])
    assert answer.get("n") == n
    assert kept(page) == before
    assert page.is_up_to_date()


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: ascii(message)[:60])
def test_a_message_that_asks_for_what_cannot_be_is_refused_in_one_sentence(
    page: Page, message: Parts
) -> None:
    page.ask("move", **PLACE, rest=True)
    page.ask("undo")
    assert_refused(page, json.dumps({**message, "n": 41}).replace("Infinity", "1e999"), n=41)
    page.ask("redo")
    assert page.state.k[1].tolist() == [1, 1]


@pytest.mark.parametrize("text", NO_MESSAGES.values(), ids=NO_MESSAGES)
def test_what_is_no_message_is_refused_in_one_sentence(page: Page, text: object) -> None:
    assert_refused(page, text)


@pytest.mark.parametrize("n", ["NaN", "-Infinity", "1e999", '"\\ud800"', "[" * 950 + "]" * 950, "true", "{}"])
def test_an_odd_number_of_a_message_breaks_no_answer(page: Page, n: str) -> None:
    for text in (f'{{"do": "undo", "n": {n}}}', f'{{"do": "jump", "n": {n}}}'):
        page.send(text)
        assert page.is_up_to_date()


def test_a_fault_in_here_is_answered_logged_and_survived(
    page: Page, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(page.state, "move", lambda *arguments: 1 / 0)
    answer = page.ask("move", **PLACE, n=3)
    monkeypatch.undo()
    assert answer["refused"].startswith("Something went wrong")
    assert answer["n"] == 3
    assert "ZeroDivisionError" in caplog.text
    page.ask("move", **PLACE, rest=True)
    assert page.is_up_to_date()


# --- changes that no message asked for, and other visitors ----------------------------------------------


def test_a_change_from_python_is_told_once(page: Page) -> None:
    heard: list[str] = []
    page.session.listen = heard.append
    for change in ({"causal": True}, {"scale": False, "query": 0, "k": [[1, 2]] * 6}, {"view": "values"}):
        page.state.update(**change)
    page.state.undo()
    assert len(heard) == 4
    for text in heard:
        page.take(strict(text))
    assert page.is_up_to_date()
    page.ask("move", **PLACE)
    assert len(heard) == 4


def test_a_change_that_is_refused_is_not_told(page: Page) -> None:
    heard: list[str] = []
    page.session.listen = heard.append
    for change in (
        {"q": [[1, 1]] * 5},
        {"scale": False, "query": 6},
        {"causal": True, "v": [[1e200, 0]] * 6},
    ):
        with pytest.raises(ValueError, match=r"."):
            page.state.update(**change)
    assert heard == []
    assert page.is_up_to_date()


def test_two_pages_of_one_state_stay_together(page: Page) -> None:
    other, heard = Page(Session(page.session.scene, page.state)), list[str]()
    other.session.listen = heard.append
    page.ask("move", **PLACE, rest=True)
    other.take(strict(heard.pop()))
    assert heard == []
    assert other.is_up_to_date()


def test_nothing_leaks_between_two_visitors() -> None:
    one, other = Page(), Page()
    untouched = dict(other.parts)
    one.ask("move", **PLACE, gesture="drag")
    one.ask("set", name="causal", value=True)
    one.ask("point", key=4)
    one.state.update(tokens=["<b>"] * 6)
    assert other.ask("undo")["parts"] == {}
    other.parts.clear()
    assert other.ask("hello")["parts"] == untouched


# --- anything at all ---------------------------------------------------------------------------------

leaves = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
words = st.sampled_from(
    ["k-1", "q-2", "v-0", "query", "scale", "causal", "view", "keys", "values", "1.5", "abc"]
)
anything = st.recursive(
    leaves | words | st.integers(0, 7),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=6,
)
fields = ["vector", "x", "y", "gesture", "rest", "axis", "text", "name", "value", "key", "move", "n"]
fields += ["cell", "by", "on"]
dos = st.sampled_from(
    ["move", "type", "home", "set", "point", "walk", "act", "nudge", "undo", "redo", "reset"]
)
asked = st.fixed_dictionaries({"do": dos | anything}, optional=dict.fromkeys(fields, anything))


@settings(max_examples=120, deadline=None)
@given(st.sampled_from(SCENES), st.lists(asked | anything, max_size=6))
def test_whatever_comes_in_is_answered_and_leaves_a_sound_page(scene: Scene, messages: list[Any]) -> None:
    page = Page(Session(scene))
    for message in messages:
        answer = page.send(json.dumps(message))
        assert is_clear(answer.get("refused", "."))
    page.ask("set", name="scale", value=False)
    assert page.is_up_to_date()
    assert all(isfinite(number) for name in VECTORS for number in getattr(page.state, name).ravel())
    assert_weights(page)


def test_a_state_that_cannot_be_shown_is_not_stayed_in(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    before = page.state.snapshot()
    gather = parts.gather
    broken: list[bool] = []

    def fails_once(*args: Any, **options: Any) -> Any:
        if not broken:
            broken.append(True)
            raise TypeError("a reading that fails")
        return gather(*args, **options)

    monkeypatch.setattr(session, "gather", fails_once)
    answer = page.ask("move", vector="k-1", x=1, y=1)
    assert "went wrong" in answer["refused"]
    assert page.state.k.tolist() == before["k"].tolist()
    assert "refused" not in page.ask("move", vector="k-1", x=1, y=1)
