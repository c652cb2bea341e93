"""Rich text without markup: a list of segments that the page turns into elements by `textContent`.

A segment is a plain text or a pair (kind, text): a role's name ("query", "key", "value",
"output") colours a token, "q", "k", "v" or "o" is a symbol with the token as its subscript,
"strong" stresses, "sub" and "sup" set lower and higher, "on" and "off" light a part of the
formula. Tokens are only ever the text of a segment, so nothing in them can become markup.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

Segment = str | tuple[str, str]
Rich = list[Segment]

BLANK = "␣"


def labels(tokens: Sequence[str]) -> list[str]:
    """A name for each token that no other has: a repeated token gets its position, "the #3"."""
    counts = Counter(tokens)
    shown = [token if token.strip() else BLANK for token in tokens]
    return [
        name if counts[token] == 1 and counts.get(name, 0) <= 1 else f"{name} #{row + 1}"
        for row, (token, name) in enumerate(zip(tokens, shown, strict=True))
    ]


def plain(rich: Rich) -> str:
    """The text that a reader hears: symbols are spoken as "q of cat"."""
    return "".join(segment if isinstance(segment, str) else _spoken(*segment) for segment in rich)


def _spoken(kind: str, text: str) -> str:
    return f"{kind} of {text}" if len(kind) == 1 else text


def listed(names: Sequence[str], kind: str) -> Rich:
    """Names joined as in a sentence: a, b and c."""
    rich: Rich = []
    for position, name in enumerate(names):
        if position:
            rich.append(" and " if position == len(names) - 1 else ", ")
        rich.append((kind, name))
    return rich
