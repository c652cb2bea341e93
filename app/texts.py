"""Rich text without markup: a list of segments that the page turns into elements by `textContent`.

A segment is a plain text or a pair (kind, text): a role's name ("query", "key", "value",
"output") colours a token, "q", "k", "v" or "o" is a symbol with the token as its subscript,
"strong" stresses, "em" sets symbols, "sub" and "sup" set lower and higher, "on" and "off" light a part of the
formula. Tokens are only ever the text of a segment, so nothing in them can become markup.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence

Segment = str | tuple[str, str]
Rich = list[Segment]

BLANK = "␣"


def is_visible(token: str) -> bool:
    """Whether a text shows anything: not so a space, a sign without width, or an accent alone."""
    return any(unicodedata.category(sign)[0] not in "CZM" for sign in token)


def labels(tokens: Sequence[str]) -> list[str]:
    """A name for each token that no other has: a repeated token gets its position, "the #3"."""
    shown = [token if is_visible(token) else BLANK for token in tokens]
    counts = Counter(shown)
    taken = {name for name in shown if counts[name] == 1}
    names = []
    for row, name in enumerate(shown, start=1):
        if counts[name] > 1:
            name = f"{name} #{row}"
            while name in taken:  # somebody's token reads just like it
                name += f" #{row}"
            taken.add(name)
        names.append(name)
    return names


def brief(value: object) -> str:
    """What somebody sent, short enough to be named in a sentence."""
    return _cut(repr(value))


def legible(text: str) -> str:
    """What somebody typed, short, and with what cannot be seen written out."""
    return _cut(repr(text)[1:-1].replace("\\'", "'"))


def _cut(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}…"
