"""What was measured, against what it must be and what it aims at, as a Markdown table."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Measure:
    """One number: at most `must` (or at least, where more is better); without a `must` it is only told."""

    label: str
    value: float
    unit: str
    must: float | None = None
    aim: float | None = None
    more_is_better: bool = False

    def meets(self, bound: float | None) -> bool:
        """Whether the number keeps a bound; no bound is always kept."""
        if bound is None:
            return True
        return self.value >= bound if self.more_is_better else self.value <= bound

    def bound(self, bound: float | None) -> str:
        """A bound in words."""
        sign = "≥" if self.more_is_better else "≤"
        return "" if bound is None else f"{self.label} {sign} {bound:g} {self.unit}".strip()

    def __str__(self) -> str:
        digits = (
            0 if isinstance(self.value, int) or abs(self.value) >= 100 else 1 if abs(self.value) >= 10 else 2
        )
        return f"{self.label} {self.value:.{digits}f} {self.unit}".strip()


@dataclass(frozen=True)
class Row:
    """A line of the table. `fault` says why nothing (or nothing right) was measured."""

    what: str
    measures: Sequence[Measure] = ()
    note: str = ""
    fault: str = ""

    @property
    def is_missed(self) -> bool:
        """Whether something that must be is not."""
        return bool(self.fault) or not all(each.meets(each.must) for each in self.measures)

    @property
    def verdict(self) -> str:
        """The verdict in words."""
        if self.fault:
            return f"**not measured**: {self.fault}"
        missed = [each.label for each in self.measures if not each.meets(each.must)]
        if missed:
            return f"**missed**: {', '.join(missed)}"
        if not any(each.must is not None for each in self.measures):
            return "no budget"
        return "aim met" if all(each.meets(each.aim) for each in self.measures) else "must met"

    def __str__(self) -> str:
        cells = (
            self.what,
            ", ".join(filter(None, (each.bound(each.must) for each in self.measures))) or "–",
            ", ".join(filter(None, (each.bound(each.aim) for each in self.measures))) or "–",
            "; ".join(filter(None, (", ".join(map(str, self.measures)), self.note))) or "–",
            self.verdict,
        )
        return f"| {' | '.join(cell.replace('|', '/').replace(chr(10), ' ') for cell in cells)} |"


HEAD = "| what | must | aim | measured | verdict |\n|---|---|---|---|---|"


def percentile(values: Sequence[float], part: float) -> float:
    """The value that `part` of all do not exceed; of no values, infinity, which keeps no bound."""
    if not values:
        return float("inf")
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def median(values: Sequence[float]) -> float:
    """The median; of no values, infinity."""
    return statistics.median(values) if values else float("inf")
