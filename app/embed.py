"""A scene for somebody else's page: the HTML of an iframe and of a script, from the words of an address.

Both forms ask for the same state. Whatever stands in them is escaped, so that a token is only ever text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from urllib.parse import urlsplit

from app import address, presentation
from app.address import PRESENTATION, Pair
from app.address_words import known
from app.language import codes, current, quoted, speaking, told
from app.scene import Scene

LOOKS = tuple(word for word in PRESENTATION if word != "embed")
"""Words that say how the frame shows its scene."""
FORMS = ("iframe", "script")
TITLE = "title"
HEIGHT = "height"
HEIGHTS_ALLOWED = (120, 5000)
_LONGEST_TITLE = 200
_HOST = re.compile(r"([A-Za-z0-9_-]+\.)*[A-Za-z0-9_-]+|\[[0-9A-Fa-f:.]+\]", re.ASCII)
_PATH = re.compile(r"[\w./~%-]*", re.ASCII)


class WordError(ValueError):
    """A word whose text cannot be embedded; the message is one sentence without the word itself."""

    def __init__(self, word: str, text: str, reason: str) -> None:
        super().__init__(reason)
        self.word, self.text = word, text


@dataclass(frozen=True)
class Embedding:
    """A scene as it is to stand in another page.

    `site` is where the lab is served, without a slash at its end; `pairs` are words of the scene's address
    with their texts, all known to be good; `title` says to a screen reader what the frame holds; `height`
    is in px; `ending` follows a scene's name in the site's addresses: ".html" where it was exported.
    """

    site: str
    scene: Scene
    pairs: tuple[Pair, ...]
    title: str
    height: int
    ending: str = ""

    @property
    def link(self) -> str:
        """Address of the scene as a page of its own, in the state that is embedded."""
        return self._address(pair for pair in self.pairs if pair[0] not in ("show", "hide", "lock"))

    @property
    def source(self) -> str:
        """Address of the frame."""
        return self._address([("embed", "1"), *self.pairs])

    @property
    def iframe(self) -> str:
        """One element, good wherever HTML is."""
        return (
            f"<iframe{_attributes(('src', self.source), ('title', self.title), ('width', '100%'))}"
            f"{_attributes((HEIGHT, str(self.height)), ('loading', 'lazy'), ('allow', 'clipboard-write'))}"
            ' frameborder="0"></iframe>'  # a style would need the page's policy to allow it
        )

    @property
    def script(self) -> str:
        """A script that makes the frame and keeps it as high as what it shows, and a link where none runs."""
        data = [("scene", self.scene.slug), *self.pairs, (TITLE, self.title), (HEIGHT, str(self.height))]
        words = _attributes(*((f"data-{word}", text) for word, text in data))
        return (
            f"<script{_attributes(('src', f'{self.site}/embed.js'))}{words} async></script>\n"
            f"<noscript><a{_attributes(('href', self.link))}>{escape(self.title)}</a></noscript>"
        )

    def _address(self, pairs: Iterable[Pair]) -> str:
        query = address.joined(pairs)
        return f"{self.site}/{self.scene.slug}{self.ending}{'?' if query else ''}{query}"


def _attributes(*pairs: Pair) -> str:
    return "".join(f' {name}="{_escaped(text)}"' for name, text in pairs)


def _escaped(text: str) -> str:
    """For an attribute in double quotes; line ends too, at which a block of Markdown would end."""
    return re.sub(r"[\t\n\f\r]", lambda sign: f"&#{ord(sign[0])};", escape(text))


# --- from words ---------------------------------------------------------------------------------


def embedding(scene: Scene, words: Sequence[Pair], site: str, ending: str = "") -> Embedding:
    """The scene in the state and the look that the words say; WordError for the first that is wrong.

    `words` are those of the scene's address, and title and height. `site` is what `as_site` gave.
    """
    texts = _once(words)
    with speaking(texts["lang"] if texts.get("lang") in codes() else current().code):
        heading = scene.heading
    title = _title(texts.pop(TITLE, heading))
    height = _height(texts.pop(HEIGHT)) if HEIGHT in texts else presentation.height(scene.slug)
    pairs = tuple(texts.items())
    for word, text in pairs:
        _check_signs(word, text)
        if word in LOOKS:
            _check_look(scene, word, text)
    _check_state(scene, [pair for pair in pairs if pair[0] not in LOOKS])
    made = Embedding(site, scene, pairs, title, height, ending)
    if len(urlsplit(made.source).query) > address.LONGEST_ADDRESS:
        raise WordError("", "", told("embed.too-long", most=address.LONGEST_ADDRESS))
    return made


def _once(words: Sequence[Pair]) -> dict[str, str]:
    texts: dict[str, str] = {}
    for word, text in words:
        if word in texts:
            raise WordError(word, text, told("embed.again", text=quoted(texts[word])))
        texts[word] = text
    return texts


def _check_look(scene: Scene, word: str, text: str) -> None:
    parts, locks = presentation.parts(scene.slug), presentation.locks(scene.slug)
    choices = {"theme": presentation.THEMES, "lang": codes(), "lock": locks}.get(word, parts)
    if word in ("theme", "lang"):
        if text not in choices:
            raise WordError(word, text, told("address.choice", choices=", ".join(choices), text=quoted(text)))
    elif not set(text.split(",")) <= {*choices, presentation.ALL}:
        raise WordError(word, text, told("embed.list", choices=", ".join(choices)))


def _check_state(scene: Scene, pairs: list[Pair]) -> None:
    state = scene.state()
    words = known(state.snapshot())
    for word, text in pairs:
        if re.sub(r"-\d+$", "-i", word, flags=re.ASCII) not in words:
            there = ", ".join((*words, *LOOKS, TITLE, HEIGHT))
            raise WordError(word, text, told("embed.no-word", scene=scene.slug, words=there))
    for fault in address.bring(pairs, state):
        raise WordError(*fault)


def _check_signs(word: str, text: str) -> None:
    """What HTML cannot hold, or cannot hold as it is."""
    if "\0" in text or any("\ud800" <= sign <= "\udfff" for sign in text):
        raise WordError(word, text, told("embed.signs"))


def _title(text: str) -> str:
    _check_signs(TITLE, text)
    if not text.strip() or len(text) > _LONGEST_TITLE:
        raise WordError(TITLE, text, told("embed.title", most=_LONGEST_TITLE))
    return " ".join(text.split())


def _height(text: str) -> int:
    low, high = HEIGHTS_ALLOWED
    if not re.fullmatch(r"\d{1,5}", text, re.ASCII) or not low <= int(text) <= high:
        raise WordError(HEIGHT, text, told("embed.height", low=low, high=high))
    return int(text)


def as_site(text: str) -> str:
    """Where the lab is served, such as https://lab.example/path, without its last slash; or ValueError."""
    refusal = ValueError(told("embed.site", text=quoted(text)))
    try:
        parts = urlsplit(text)
        host = parts.netloc.removesuffix(f":{parts.port}")
    except ValueError:  # a port that is none, a bracket that is not closed
        raise refusal from None
    is_sound = parts.scheme in ("http", "https") and _HOST.fullmatch(host) and _PATH.fullmatch(parts.path)
    if not is_sound or "?" in text or "#" in text:
        raise refusal
    return f"{parts.scheme}://{parts.netloc}{parts.path}".rstrip("/")
