"""Colour by role, named once: a role has the same colour on every plane, table and text."""

from __future__ import annotations

from typing import NamedTuple


class Tone(NamedTuple):
    """One colour in the two themes, as CSS hex."""

    light: str
    dark: str


ROLES: dict[str, Tone] = {
    "query": Tone("#b93a0b", "#ff9166"),
    "key": Tone("#1d62a8", "#74b3ff"),
    "value": Tone("#17724a", "#5fd39a"),
    "output": Tone("#7b3fa0", "#c9a0f3"),
    "hidden": Tone("#6a707a", "#9aa1ac"),
}
SURFACES: dict[str, Tone] = {
    "paper": Tone("#fbfaf6", "#15181d"),
    "card": Tone("#ffffff", "#1b1f26"),
    "ink": Tone("#20242b", "#e9e7e1"),
    "soft": Tone("#565e6a", "#a9afb9"),
    "line": Tone("#e3e0d8", "#2e343d"),
    "grid": Tone("#efece5", "#262b33"),
    "axis": Tone("#b9b5aa", "#59616d"),
    "edge": Tone("#85817a", "#7a828e"),
}


_SYSTEM = (
    "--query:LinkText;--key:CanvasText;--value:CanvasText;--output:Highlight;--hidden:GrayText;"
    "--paper:Canvas;--card:Canvas;--ink:CanvasText;--soft:CanvasText;--line:GrayText;--grid:GrayText;"
    "--axis:CanvasText;--edge:CanvasText;"
)


def css() -> str:
    """The colours as CSS variables.

    Light by default and on paper, dark by attribute or by the reader's system, and the system's own
    where it forces them.
    """
    light, dark = (_block(theme) for theme in (0, 1))
    return (
        f":root{{color-scheme:light;{light}}}\n"
        "@media screen{\n"
        f'@media(prefers-color-scheme:dark){{:root:not([data-theme="light"]){{color-scheme:dark;{dark}}}}}\n'
        f':root[data-theme="dark"]{{color-scheme:dark;{dark}}}\n'
        "}\n"
        f"@media(forced-colors:active){{:root{{{_SYSTEM}}}}}\n"
    )


def _block(theme: int) -> str:
    tones = {**ROLES, **SURFACES}
    return "".join(f"--{name}:{tone[theme]};" for name, tone in tones.items())
