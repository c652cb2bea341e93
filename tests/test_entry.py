"""Numbers as people type them: read as meant, or refused in one sentence that says why."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from app.entry import EntryError, coordinate, coordinates, snapped
from app.numerals import MINUS, number, plain

modest = settings(max_examples=100, deadline=None)


def refusal(text: object) -> str:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the message is what each test looks at
        coordinate(text)
    return str(caught.value)


def is_one_sentence(text: str) -> bool:
    opens = text[0].isupper() or text[0] == "“"
    return opens and text.endswith(".") and ". " not in text and len(text) < 160


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("1.25", 1.25),
        (" 2 ", 2.0),
        ("\t3\u00a0", 3.0),
        ("+.5", 0.5),
        ("1.", 1.0),
        ("-1.5", -1.5),
        ("−1.5", -1.5),
        ("−.5", -0.5),
        ("1e2", 100.0),
        ("1E+2", 100.0),
        ("25e-1", 2.5),
        ("1e-9999", 0.0),
        ("007", 7.0),
        ("1000", 1000.0),
        ("−1000", -1000.0),
        ("1.234", 1.23),
        ("0." + "1" * 100, 0.11),
    ],
)
def test_what_means_a_number_is_read(typed: str, value: float) -> None:
    assert coordinate(typed) == value


@pytest.mark.parametrize("typed", ["0", "-0", "−0", "-0.001", "−1e-9"])
def test_zero_has_no_sign(typed: str) -> None:
    assert str(coordinate(typed)) == "0.0"


@pytest.mark.parametrize(
    ("typed", "text"), [("1.005", "1.01"), ("2.675", "2.68"), ("−1.005", "−1.01"), ("0.125", "0.13")]
)
def test_what_is_typed_snaps_by_the_rule_by_which_it_is_shown(typed: str, text: str) -> None:
    assert number(coordinate(typed)) == text


@pytest.mark.parametrize(
    "typed",
    [
        *("abc", "inf", "-inf", "nan", "NaN", "Infinity", "0x10", "1_000", "1 000", "--1", "+-1", "1-", "."),
        *("1.2.3", "+", "e5", "1e", "1e5.0", "1e99999", "½", "²", "٣", "１", "1;2", "(1, 2)", "<b>1</b>"),
    ],
)
def test_what_is_no_number_is_named_with_what_is_expected(typed: str) -> None:
    sentence = refusal(typed)
    assert is_one_sentence(sentence)
    assert sentence == f"“{typed}” is not a number: one such as 1.25 is expected."


@pytest.mark.parametrize("typed", ["1,5", "-0,25", ",5"])
def test_a_decimal_comma_gets_a_hint(typed: str) -> None:
    sentence = refusal(typed)
    assert is_one_sentence(sentence)
    assert f"“{typed}”" in sentence
    assert "a point as the decimal sign" in sentence


@pytest.mark.parametrize("typed", ["1e5", "-1e5", "1000.01", "1e200", "1e999", "-1e999", "9" * 30])
def test_what_is_too_far_out_is_named_with_the_range(typed: str) -> None:
    sentence = refusal(typed)
    assert is_one_sentence(sentence)
    assert sentence == f"“{typed}” is too far out: a number from −1000 to 1000 is expected."


@pytest.mark.parametrize("typed", ["−abc", "−", "−1,5", "−1e5"])
def test_what_was_typed_is_named_as_it_was_typed(typed: str) -> None:
    assert f"“{typed}”" in refusal(typed)


@pytest.mark.parametrize("typed", ["a" * 41, "9" * 41, "1" * 3000, "1e" + "9" * 50, "x" * 100_000])
def test_a_long_text_is_named_by_its_beginning(typed: str) -> None:
    sentence = refusal(typed)
    assert is_one_sentence(sentence)
    assert f"“{typed[:40]}…”" in sentence


@pytest.mark.parametrize("typed", ["", " ", "\t\n", "\u00a0"])
def test_nothing_typed_is_named(typed: str) -> None:
    sentence = refusal(typed)
    assert is_one_sentence(sentence)
    assert sentence == "Nothing was typed: a number such as 1.25 is expected."


@pytest.mark.parametrize("given_value", [None, 5, 1.5, True, [], ["1"], {}, b"1"])
def test_what_is_no_text_is_refused(given_value: object) -> None:
    assert is_one_sentence(refusal(given_value))


@modest
@given(st.text(max_size=60))
@example("1e400")
@example("\ud800")
def test_any_text_is_read_within_range_or_refused(typed: str) -> None:
    try:
        value = coordinate(typed)
    except ValueError:
        value = 0.0
    assert abs(value) <= 1000


@modest
@given(st.integers(-100_000, 100_000))
def test_a_field_takes_back_what_it_shows(hundredths: int) -> None:
    value = hundredths / 100
    assert coordinate(plain(value)) == coordinate(number(value)) == value
    assert (MINUS in number(value)) == (value < 0)


@modest
@given(st.floats(-1000, 1000))
def test_snapping_goes_to_the_nearest_hundredth_and_stays(value: float) -> None:
    place = snapped(value)
    assert abs(place - value) <= 0.005 + 1e-12
    assert place == round(place * 100) / 100
    assert snapped(place) == place


def test_of_several_the_first_that_is_no_number_is_told() -> None:
    assert coordinates(["1", "-0.5", "2e1"]) == (1, -0.5, 20)
    with pytest.raises(EntryError, match="“x” is not a number") as refused:
        coordinates(["1", "x", "y"])
    assert refused.value.field == 1
