"""Rich text: names that no two tokens share, and tokens that can never become markup."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from app.language import listed, plain
from app.texts import BLANK, labels

modest = settings(max_examples=100, deadline=None)
tricky = st.sampled_from(["a", "a #1", "a #2", "a #3", "", " ", "\t", BLANK, f"{BLANK} #1", "A", "<b>"])


@pytest.mark.parametrize(
    ("tokens", "names"),
    [
        (["The", "cat", "sat"], ["The", "cat", "sat"]),
        (["The", "the"], ["The", "the"]),
        (["the", "cat", "the", "The"], ["the #1", "cat", "the #3", "The"]),
        (["a", "a", "a"], ["a #1", "a #2", "a #3"]),
        (["a", ""], ["a", "␣"]),
        (["", "a", ""], ["␣ #1", "a", "␣ #3"]),
        (["<b>x</b>", "A & B", "{{7*7}}", "$$x$$"], ["<b>x</b>", "A & B", "{{7*7}}", "$$x$$"]),
        (["🐈", "قطة"], ["🐈", "قطة"]),
    ],
)
def test_a_repeated_token_gets_its_position_and_the_others_stay(tokens: list[str], names: list[str]) -> None:
    assert labels(tokens) == names


@pytest.mark.parametrize(
    "tokens",
    [["", " "], ["", " ", "\t"], ["", BLANK], ["a", "a", "a #1"], ["a #2", "a", "a"], [" ", " ", "␣ #1"]],
)
def test_names_made_up_here_meet_no_token_and_no_other_name(tokens: list[str]) -> None:
    assert len(set(labels(tokens))) == len(tokens)


@modest
@given(st.lists(tricky | st.text(max_size=3), min_size=1, max_size=12))
@example(["", " "])
@example(["a", "a", "a #1"])
def test_no_two_tokens_have_the_same_name(tokens: list[str]) -> None:
    names = labels(tokens)
    assert len(set(names)) == len(names) == len(tokens)
    assert all(name.strip() for name in names)


@modest
@given(st.lists(st.text("abc", min_size=1, max_size=2), min_size=1, max_size=12))
def test_a_name_shows_its_token(tokens: list[str]) -> None:
    for row, (token, name) in enumerate(zip(tokens, labels(tokens), strict=True)):
        assert name == (token if tokens.count(token) == 1 else f"{token} #{row + 1}")


def test_what_is_heard_is_the_text_with_symbols_spoken() -> None:
    assert (
        plain([("q", "sat"), " · ", ("k", "cat"), " = ", ("strong", "5.88")]) == "q of sat · k of cat = 5.88"
    )
    assert plain([("query", "sat"), " attends most to ", ("key", "cat")]) == "sat attends most to cat"
    assert plain([]) == ""


def test_markup_in_a_token_stays_text() -> None:
    token = '<img src=x onerror="window.__xss=1">'
    assert plain([("key", token)]) == token
    assert plain([("k", token)]) == f"k of {token}"


@pytest.mark.parametrize(
    ("names", "text"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_names_are_listed_as_in_a_sentence(names: list[str], text: str) -> None:
    rich = listed(names, "key")
    assert plain(rich) == text
    assert [segment[1] for segment in rich if isinstance(segment, tuple)] == names


def test_a_listed_name_is_never_joined_into_the_plain_text() -> None:
    rich = listed(["<a>", "<b>", "<c>"], "key")
    assert not any("<" in segment for segment in rich if isinstance(segment, str))


@pytest.mark.parametrize("token", ["", " ", "\u200b", "\u200e\u200f", "\u0301", "\ufeff", "\t\u00a0"])
def test_a_token_that_nobody_could_see_gets_a_sign(token: str) -> None:
    assert labels(["a", token]) == ["a", BLANK]


@pytest.mark.parametrize("token", ["e\u0301", "👩\u200d🚀", "·", "\u200bx", "שלום"])
def test_a_token_that_shows_something_keeps_it(token: str) -> None:
    assert labels(["a", token]) == ["a", token]
