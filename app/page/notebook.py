"""The lab in a notebook: `from app.page.notebook import show`, then `lab = show("cat-sat")`.

Everything goes through the notebook's own comms: there is no server of ours, and no file is asked for.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import parse_qsl, urlencode

import panel as pn

from app.address import bring, tokens_text
from app.language import DEFAULT, codes, quoted, speaking, told
from app.page import browser_code
from app.page.stage import Stage
from app.scene import Scene
from app.session import Session
from app.state import AttentionState
from scenes import named

Pair = tuple[str, str]


class NotebookLab(Stage):
    """A scene in a notebook. As a cell's last line, and in Panel's layouts, it shows itself.

    What is dragged changes `state`, and what is set on `state` moves the arrows.
    """

    def __init__(self, session: Session, **params: Any) -> None:
        super().__init__(session, in_notebook=True, **params)
        self._is_on_show = False

    @property
    def state(self) -> AttentionState:
        """Tokens, vectors and switches, as they are now; `state.result` has the weights and outputs."""
        return self.session.state

    def display(self) -> None:
        """Show the lab in the output of the running cell: in another cell, as another view of the same."""
        from IPython.display import display

        browser_code.publish()
        with pn.config.set(inline=True):
            bundle, metadata = self._repr_mimebundle_()
        display(bundle, metadata=metadata, raw=True)
        self._is_on_show = True
        _shell().events.register("post_execute", self._forget)

    def _forget(self) -> None:
        _shell().events.unregister("post_execute", self._forget)
        self._is_on_show = False

    def _ipython_display_(self) -> None:
        """As the last line of the very cell that has shown it, it is there already."""
        if not self._is_on_show:
            self.display()

    def _on_msg(self, ref: str, manager: Any, msg: Any) -> None:
        """JupyterLab may deliver messages in threads; whatever happens to a state here happens in turn."""
        take_in = super()._on_msg
        _in_turn(lambda: take_in(ref, manager, msg) if ref in self._models else None)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.session.scene.slug}: {len(self.state.tokens)} tokens>"


def show(scene: str = "cat-sat", **words: Any) -> NotebookLab:
    """Show a scene of the lab under the running cell, and give it back.

    `scene` is its name, or the end of an address such as "cat-sat?mask=on&k-1=-2,0.5". The words of an
    address may also be given by keyword, an underscore for the hyphen: `mask=True`, `query=1`,
    `k_1=(-2, 0.5)`, `tokens=["a", "b"]`, `lang="de"`. ValueError names what cannot be understood,
    RuntimeError says where there is no notebook; then nothing is shown.
    """
    name, _, query = scene.partition("?")
    pairs = dict([*parse_qsl(query, keep_blank_values=True), *map(_pair, words.items())])
    code = pairs.pop("lang", DEFAULT)
    if code not in codes():
        raise _refusal("lang", code, told("address.choice", choices=", ".join(codes()), text=quoted(code)))
    with speaking(code):
        session = _session(named(name), pairs)
        _shell()
        lab = NotebookLab(session)
    lab.display()
    return lab


# --- the words of an address ------------------------------------------------------------------


def _session(scene: Scene, words: dict[str, str]) -> Session:
    """A session that has understood all of the words, or ValueError for the first that it has not."""
    for word, text, reason in bring(words.items(), scene.state()):
        raise _refusal(word, text, reason) if word else ValueError(reason)
    return Session(scene, query=urlencode(words))


def _refusal(word: str, text: str, reason: object) -> ValueError:
    return ValueError(told("notebook.refused", word=word, text=text, reason=reason))


def _pair(given: tuple[str, Any]) -> Pair:
    name, value = given
    return name.replace("_", "-"), _text(name, value)


def _text(name: str, value: Any) -> str:
    """A value as an address writes it: on and off, numbers joined by commas, rows by semicolons."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, str) or not isinstance(value, Iterable):
        return str(value)
    parts = list(value)
    if name == "tokens":
        return tokens_text(map(str, parts))
    if any(isinstance(part, Iterable) and not isinstance(part, str) for part in parts):
        return ";".join(_text("", part) for part in parts)
    return ",".join(map(str, parts))


# --- the notebook around it ---------------------------------------------------------------------


def _shell() -> Any:
    """The notebook's side of this Python, or RuntimeError where there is none."""
    try:
        from IPython import get_ipython
    except ImportError:
        raise RuntimeError(told("notebook.no-notebook")) from None
    shell = get_ipython()
    if not hasattr(shell, "kernel"):
        raise RuntimeError(told("notebook.no-notebook"))
    return shell


def _in_turn(call: Callable[[], None]) -> None:
    """Carry out a call in the kernel's own thread: after the running cell, where another thread asks."""
    if threading.current_thread() is threading.main_thread():
        call()
    else:
        _shell().kernel.io_loop.add_callback(call)
