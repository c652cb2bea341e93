"""Every text can be read on what lies behind it, in light and in dark (WCAG 2.2, 1.4.3: 4.5 to 1)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.palette import ROLES, SURFACES, css

Colour = tuple[float, float, float]
STATIC = Path(__file__).resolve().parents[1] / "static"
THEMES = ("light", "dark")
LEAST = 4.5


def rgb(text: str) -> Colour:
    assert re.fullmatch(r"#[0-9a-f]{6}", text)
    red, green, blue = (int(text[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def luminance(colour: Colour) -> float:
    """Relative luminance, WCAG 2.2."""
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """color-mix(in srgb, one share, other)."""
    red, green, blue = (a * share + b * (1 - share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def tone(name: str, theme: str) -> Colour:
    return rgb(getattr({**ROLES, **SURFACES}[name], theme))


def variable(name: str, theme: str) -> str:
    """A variable of tokens.css: the first value is for light, the last for dark."""
    values = re.findall(rf"{name}:\s*([^;}}]+)", (STATIC / "tokens.css").read_text(encoding="utf-8"))
    return str(values[0 if theme == "light" else -1]).strip()


def share(text: str, theme: str) -> float:
    """A percentage, written out or by a variable of tokens.css."""
    named = re.fullmatch(r"var\((--[\w-]+)\)", text.strip())
    return float((variable(named[1], theme) if named else text).strip().removesuffix("%")) / 100


def heat(theme: str) -> tuple[float, float]:
    """How much of the key's colour lies in a cell: slope per weight, and start."""
    rule = re.search(r"\.weights td \{[^}]*}", (STATIC / "lab.css").read_text(encoding="utf-8"))
    assert rule
    mix = r"color-mix\(in srgb, var\(--key\) calc\(var\(--w\) \* (.+?) \+ (.+?)\), var\(--card\)\)"
    found = re.search(mix, rule[0])
    assert found
    return share(found[1], theme), share(found[2], theme)


def deep_from() -> float:
    """The weight above which a cell takes the other text colour."""
    found = re.search(r"'deep', value > ([\d.]+)", (STATIC / "number_table.mjs").read_text(encoding="utf-8"))
    return float(found[1]) if found else 1.0


def heat_contrast(weight: float, theme: str) -> float:
    slope, start = heat(theme)
    cell = mixed(tone("key", theme), tone("card", theme), weight * slope + start)
    name = "--deep-text" if weight > deep_from() else "--heat-text"
    return contrast(rgb(variable(name, theme)), cell)


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast((0, 0, 0), (1, 1, 1)) == pytest.approx(21)
    assert contrast(rgb("#777777"), (1, 1, 1)) == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("surface", ["paper", "card"])
@pytest.mark.parametrize("name", [*ROLES, "ink", "soft"])
def test_text_in_every_colour_can_be_read(name: str, surface: str, theme: str) -> None:
    assert contrast(tone(name, theme), tone(surface, theme)) >= LEAST


@pytest.mark.parametrize("theme", THEMES)
def test_what_a_control_is_seen_by_stands_out(theme: str) -> None:
    assert contrast(tone("edge", theme), tone("card", theme)) >= 3


@pytest.mark.parametrize("theme", THEMES)
def test_a_weight_can_be_read_on_its_own_heat(theme: str) -> None:
    contrasts = {step / 100: heat_contrast(step / 100, theme) for step in range(101)}
    assert {weight: round(c, 2) for weight, c in contrasts.items() if c < LEAST} == {}


@pytest.mark.parametrize("theme", THEMES)
def test_more_weight_is_never_less_of_the_colour(theme: str) -> None:
    slope, start = heat(theme)
    assert slope > 0
    assert start >= 0
    assert slope + start <= 1


def test_no_two_roles_have_the_same_colour() -> None:
    for theme in THEMES:
        assert len({getattr(role, theme) for role in ROLES.values()}) == len(ROLES)


def test_the_stylesheet_names_every_colour_in_both_themes() -> None:
    text = css()
    for name, colours in {**ROLES, **SURFACES}.items():
        assert text.count(f"--{name}:{colours.light};") == 1
        assert text.count(f"--{name}:{colours.dark};") == 2
    assert text.count("{") == text.count("}")
