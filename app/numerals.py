"""The one place where a number becomes text.

Rounding is half away from zero on the decimal digits that Python prints for a
float, so 1.005 reads 1.01 although its binary value lies just below: that is
the rule people use on paper, and the same value reads the same everywhere.
The decimal sign is that of the language spoken; `plain` keeps the point, for code and addresses.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Context, Decimal

from app.language import current, told

MINUS = "−"
HIDDEN = "–"
"""Stands for the weight of a key that the mask hides: not a small weight, none."""
MINUS_INFINITY = "−∞"
NARROW_SPACE = "\u202f"

_STEPS = tuple(Decimal(1).scaleb(-places) for places in range(7))
_HUNDRED = Decimal(100)
_NEARLY_ALL = 0.9995
"""A share below it is not called all of it, since the others beside it can be seen."""
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_WIDE = Context(prec=330)  # digits enough for any float, as 1e308 has 309 before the point


def number(value: float, decimals: int = 2) -> str:
    """Text of a finite number with a fixed count of decimals (0 to 6), and never "-0.00"."""
    return _signed(Decimal(repr(float(value))).quantize(_STEPS[decimals], ROUND_HALF_UP, _WIDE))


def _signed(rounded: Decimal) -> str:
    if not rounded:
        return localised(f"{abs(rounded):f}")
    return localised(f"{rounded:f}".replace("-", MINUS))


def localised(digits: str) -> str:
    """Digits with a decimal point, with the decimal sign of the language that is spoken."""
    sign = current().decimal
    return digits if sign == "." else digits.replace(".", sign)


def plain(value: float, decimals: int = 2) -> str:
    """The same digits as code and addresses want them: with a point, and the keyboard's minus sign."""
    rounded = Decimal(repr(float(value))).quantize(_STEPS[decimals], ROUND_HALF_UP, _WIDE)
    return f"{rounded if rounded else abs(rounded):f}"


def typed(value: float, decimals: int = 2) -> str:
    """The same digits as a person types them: the language's decimal sign, the keyboard's minus sign."""
    return localised(plain(value, decimals))


def percent(share: float, decimals: int = 0) -> str:
    """Per cent of a share, whole unless decimals are asked for: 0.759 reads "76 %", 0.997 "over 99 %"."""
    rounded = (Decimal(repr(float(share))) * _HUNDRED).quantize(_STEPS[decimals], ROUND_HALF_UP, _WIDE)
    if rounded == _HUNDRED and not decimals and share < _NEARLY_ALL:
        return told("number.over", share=f"99{NARROW_SPACE}%")
    return f"{_signed(rounded)}{NARROW_SPACE}%"


def precise(value: float) -> str:
    """Four significant digits, for tooltips: 0.000045397 reads "4.54e-05"."""
    text = localised(f"{float(value) + 0.0:.4g}")
    return MINUS + text[1:] if text.startswith("-") else text


def significant(value: float, digits: int = 3) -> str:
    """So many significant digits: "11.3", "0.0180", and "1.22 × 10⁻⁵" where zeros would pile up."""
    exact = Decimal(repr(float(value)))
    if not exact:
        return "0"
    rounded = Context(prec=digits, rounding=ROUND_HALF_UP).plus(exact)
    power = rounded.adjusted()
    if -5 < power < 7:
        return _signed(rounded.quantize(_STEPS[0].scaleb(min(0, power - digits + 1))))
    mantissa = _signed(rounded.scaleb(-power).quantize(_STEPS[digits - 1]))
    return f"{mantissa} × 10{str(power).translate(_RAISED)}"


def whole(count: int) -> str:
    """A whole number with its thousands apart: "4,096"."""
    return f"{count:,}".replace(",", current().thousands).replace("-", MINUS)


def root(count: int) -> str:
    """A root and what it comes to: "√64 = 8", "√128 ≈ 11.3"."""
    exact = math.isqrt(count)
    if exact * exact == count:
        return f"√{whole(count)} = {exact}"
    return f"√{whole(count)} ≈ {significant(math.sqrt(count))}"


def vector(coordinates: Iterable[float], decimals: int = 2) -> str:
    """Text of a vector: "(1.54, 0.48)"."""
    return f"({current().between.join(number(value, decimals) for value in coordinates)})"
