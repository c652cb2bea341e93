"""A state as the query of an address, both ways, strict and readable: `query=1&scale=off&k-1=-2,0.5`.

Only what differs from the scene's opening state is written. Reading never fails: each part that
cannot be understood is named in a notice, and the scene's own value stands in its place. Numbers
are written as Python prints them, so that a state comes back exactly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, quote

import numpy as np

from app.address_words import COUNTS, MATRICES, NAMES, ROWS, SWITCHES, Values, take
from app.language import codes, quoted, told
from app.projection import project
from app.state import AttentionState

LONGEST_ADDRESS = 16_000
"""In characters: twelve tokens of eighty, each sign written as %F0%9D%95%8F, and all the numbers fit."""
MOST_NOTICES = 8
"""So many are told one by one: a list is read, a page of it is not."""
PRESENTATION = ("embed", "theme", "lang", "show", "hide", "lock")
"""Words that say how a page is shown, not what its state is; they are no business of this module."""

Pair = tuple[str, str]


class Fault(NamedTuple):
    """A word of an address whose text could not be taken, and one sentence that says why."""

    word: str
    text: str
    reason: str


# --- writing ------------------------------------------------------------------------------------


def write(values: Values, opening: Values) -> str:
    """The query of an address for a snapshot, against the snapshot that the scene opens with; "" if equal."""
    return joined(pair for word in _words(values, opening) for pair in word)


def joined(pairs: Iterable[Pair]) -> str:
    """Words and their texts as the query of an address."""
    return "&".join(f"{word}={quote(text, safe=',;:|*~ ').replace(' ', '+')}" for word, text in pairs)


def _words(values: Values, opening: Values) -> Iterator[Iterable[Pair]]:
    if values["tokens"] != opening["tokens"]:
        yield [("tokens", tokens_text(values["tokens"]))]
    for word, name in SWITCHES.items():
        if name in values and values[name] != opening[name]:
            yield [(word, "on" if values[name] else "off")]
    for word, name in {**NAMES, **COUNTS}.items():
        if name in values and values[name] != opening[name]:
            yield [(word, f"{values[name]}")]
    for word, name in MATRICES.items():
        if name in values and not np.array_equal(values[name], opening[name]):
            yield [(word, ";".join(map(_row, values[name].tolist())))]
    if values.get("free"):
        yield [("free", ",".join(sorted(values["free"])))]
    for word, name in ROWS.items():
        if name in values:
            yield _row_words(word, values[name], opening[name], values)


def _row_words(word: str, rows: Any, opening: Any, values: Values) -> Iterator[Pair]:
    for i, row in enumerate(rows.tolist()):
        if "w_q" in values and word in "qkv" and f"{word}-{i}" not in values["free"]:
            continue  # follows from x and its matrix
        before = opening[i].tolist() if i < len(opening) else [0.0] * len(row)
        if row != before or f"{word}-{i}" in values.get("free", ()):
            yield f"{word}-{i}", _row(row)


def _row(row: list[float]) -> str:
    return ",".join(repr(value).removesuffix(".0") for value in row)


def tokens_text(tokens: Iterable[str]) -> str:
    """Tokens joined as the word `tokens` takes them."""
    return "|".join(map(_escaped, tokens))


def _escaped(token: str) -> str:
    return token.replace("\\", "\\\\").replace("|", "\\|")


# --- reading ------------------------------------------------------------------------------------


def read(query: str, state: AttentionState) -> list[str]:
    """Bring a freshly opened state to what an address says; the notices for what it could not say."""
    if len(query) > LONGEST_ADDRESS:
        return [told("address.too-long", most=LONGEST_ADDRESS)]
    notices: list[str] = []
    for word, _, reason in bring(_pairs(query, notices), state):
        key = "address.left-out" if word else "address.cannot-be"
        notices.append(told(key, word=word, reason=reason))
    beyond = len(notices) - MOST_NOTICES
    return notices if beyond <= 1 else [*notices[:MOST_NOTICES], told("address.more", count=beyond)]


def bring(pairs: Iterable[Pair], state: AttentionState) -> list[Fault]:
    """Bring a freshly opened state to what words and their texts say; what could not be taken, and why.

    A fault without a word means that the words do not fit together; then none of them is taken.
    """
    faults: list[Fault] = []
    draft = state.snapshot()
    for word, text in sorted(pairs, key=lambda pair: pair[0] != "tokens"):
        try:
            take(word, text, draft, state)
        except ValueError as reason:
            faults.append(Fault(word, text, str(reason)))
    try:
        _settle(draft, state)
    except ValueError as reason:
        faults.append(Fault("", "", str(reason)))
    return faults


def _pairs(query: str, notices: list[str]) -> list[Pair]:
    try:
        pairs = parse_qsl(query, keep_blank_values=True, errors="strict", max_num_fields=200)
    except ValueError:
        notices.append(told("address.unreadable"))
        return []
    words = dict(pairs)
    for word, count in Counter(word for word, _ in pairs if word not in PRESENTATION).items():
        if count > 1:
            notices.append(told("address.repeated", word=word))
    if words.get("lang", codes()[0]) not in codes():
        reason = told("address.choice", choices=", ".join(codes()), text=quoted(words["lang"]))
        notices.append(told("address.left-out", word="lang", reason=reason))
    return [pair for pair in words.items() if pair[0] not in PRESENTATION]


def _settle(draft: Values, state: AttentionState) -> None:
    """Give the state what was understood; all of it or, where the parts do not fit (ValueError), none."""
    before = state.snapshot()
    if "w_q" in draft:
        _derive(draft)
    changed = {name: value for name, value in draft.items() if not np.array_equal(value, before[name])}
    with state.history.held():
        state.update(**changed)


def _derive(draft: Values) -> None:
    """Vectors follow from x and the matrices, all but the free ones."""
    for role, matrix in zip("qkv", MATRICES.values(), strict=True):
        rows = project(draft["x"], draft[matrix])
        for name in draft["free"]:
            if name[0] == role:
                rows[int(name[2:])] = draft[role][int(name[2:])]
        draft[role] = rows
