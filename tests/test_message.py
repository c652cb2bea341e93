"""Messages of a page: what is read from them, and what is refused in one sentence."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.message import LONGEST_MESSAGE, cell, gesture, number, parse, text

modest = settings(max_examples=80, deadline=None)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@modest
@given(st.dictionaries(st.text(max_size=5), values, max_size=4))
def test_a_json_object_is_read_as_it_was_written(message: dict[str, Any]) -> None:
    written = json.dumps(message)
    if len(written) <= LONGEST_MESSAGE:
        assert parse(written) == message


def test_a_message_may_be_as_long_as_is_said_and_no_longer() -> None:
    frame = len('{"a":""}')
    assert parse('{"a":"' + "x" * (LONGEST_MESSAGE - frame) + '"}')
    with pytest.raises(ValueError, match=rf"^A message must be a text of at most {LONGEST_MESSAGE} char"):
        parse('{"a":"' + "x" * (LONGEST_MESSAGE - frame + 1) + '"}')


NO_OBJECTS: list[object] = ["[]", "[{}]", '"a"', "1", "null", "true", "-0.0"]
NO_JSON: list[object] = [
    "",
    " ",
    "{",
    "{'a': 1}",
    '{"a": 1,}',
    "undo",
    '{"a": NaN}',
    '{"a": Infinity}',
    '{"a": -Infinity}',
]
NO_JSON += ["NaN", "[" * LONGEST_MESSAGE, '{"a":' * 700, '{"a": 1} {}', "\ufeff{}", '{"a": 01}', "\x00"]
NO_TEXTS: list[object] = [None, 1, b"{}", {}, [], {"do": "undo"}, bytearray(b"{}")]


@pytest.mark.parametrize("received", NO_OBJECTS + NO_JSON + NO_TEXTS, ids=lambda value: ascii(value)[:30])
def test_anything_else_is_refused_in_one_sentence(received: object) -> None:
    with pytest.raises(ValueError, match=r"^A message must be [^.\n]*\.$"):
        parse(received)


# --- what a message names ---------------------------------------------------------------------------


@pytest.mark.parametrize("value", [0, 1, -3.25, 1e8, 999_999_999, -0.0, 5e-324])
def test_a_number_is_a_number(value: float) -> None:
    assert number(value) == value
    assert type(number(value)) is float


NO_NUMBERS: list[object] = [None, "1", "", True, False, [], [1], {}, 1e9, -1e9, 10**400, -(10**400), 1j]
NO_NUMBERS += [float("nan"), float("inf"), float("-inf")]


@pytest.mark.parametrize("value", NO_NUMBERS, ids=lambda number: f"{number}"[:20])
def test_a_place_that_is_no_number_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match=r"^A position must be two numbers\.$"):
        number(value)


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("wq-1-0", ("wq", 1, 0)),
        ("x-11-2", ("x", 11, 2)),
        ("x-999-999", ("x", 999, 999)),
        ("-0-0", ("", 0, 0)),
    ],
)
def test_a_cell_is_named_by_its_table_row_and_column(name: str, place: tuple[str, int, int]) -> None:
    assert cell({"cell": name}) == place


NO_CELLS = ["", "wq", "wq-1", "wq-1-", "wq--1-0", "wq-1-0-0", "wq-1.0-0", "wq- 1-0", "wq-+1-0", "wq-1_0-0"]
NO_CELLS += ["wq-a-0", "wq-1-0 ", "wq-٣-0", "wq-²-0", "wq-1000-0", "wq-0-" + "9" * 3000, "wq−1−0", "-1"]


@pytest.mark.parametrize("name", NO_CELLS, ids=lambda name: ascii(name)[:20])
def test_a_name_that_is_no_cells_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"^A cell is named by its table, row and column, such as wq-1-0\.$"):
        cell({"cell": name})


@modest
@given(st.text(max_size=12))
def test_whatever_a_cell_is_called_it_is_read_or_refused(name: str) -> None:
    try:
        table, row, column = cell({"cell": name})
    except ValueError:
        return
    assert (row, column) == tuple(map(int, name.rsplit("-", 2)[1:]))
    assert name.startswith(f"{table}-")
    assert 0 <= row < 1000
    assert 0 <= column < 1000


def test_a_text_is_given_as_it_is() -> None:
    for value in ("", "k-1", "<b>", "🐈", "\ud800"):
        assert text({"vector": value}, "vector") == value


NO_NAMES: list[object] = [None, 1, True, ["k-1"], {}]


@pytest.mark.parametrize("message", [{}, *({"vector": value} for value in NO_NAMES)], ids=str)
def test_what_is_missing_or_no_text_is_asked_for_by_name(message: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"^The message must name its vector\.$"):
        text(message, "vector")
    with pytest.raises(ValueError, match=r"^The message must name its cell\.$"):
        cell(message)


def test_a_gesture_has_a_name_of_modest_length_or_none() -> None:
    assert gesture({"gesture": "drag-7"}) == "drag-7"
    assert gesture({"gesture": ""}) == ""
    assert gesture({"gesture": "x" * 500}) == "x" * 40
    for message in ({}, {"gesture": None}, {"gesture": 7}, {"gesture": ["a"]}, {"gesture": True}):
        assert gesture(message) is None
