"""`python -m tests.bench [--only NAME] [--quick]`: measure the budgets and print them as a table.

Ends with 1 where something that must be is missed. Run it alone on a quiet machine: browser, server and bench
share its cores.
"""

import argparse
import os
import platform
import traceback
from collections.abc import Callable, Sequence

from tests.bench import core, drag, load, opening, scaling, static
from tests.bench.table import HEAD, Row

ROWS: dict[str, Callable[[bool], Row]] = {
    "drag": drag.near,
    "far": drag.far,
    "river": drag.river,
    "step": core.step_row,
    "step-river": core.learning_row,
    "step-causal": core.growing_row,
    "attend": core.attend_row,
    "scaling": scaling.answer_row,
    "scaling-page": scaling.painted_row,
    "weight": opening.weight_row,
    "opening": opening.opening_row,
    "static": static.opening_row,
    "static-drag": static.drag_row,
    "static-weight": static.weight_row,
    "build": load.build_row,
    "memory": load.memory_row,
    "crowd": load.crowd_row,
}


def measure(name: str, quick: bool) -> Row:
    """One row; what goes wrong becomes its verdict, so that the others are still measured."""
    try:
        return ROWS[name](quick)
    except Exception as error:
        traceback.print_exc()
        return Row(name, fault=f"{type(error).__name__}: {error}"[:200])


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument(
        "--only", action="append", choices=ROWS, metavar="NAME", help=f"one of {', '.join(ROWS)}"
    )
    parser.add_argument("--quick", action="store_true", help="few repeats: a first look, not a figure")
    wanted = parser.parse_args(arguments)
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    print(f"{os.cpu_count()} cores, load before the start {load}, Python {platform.python_version()}\n")
    print(HEAD, flush=True)
    rows = []
    for name in wanted.only or ROWS:
        rows.append(measure(name, wanted.quick))
        print(rows[-1], flush=True)
    return int(any(row.is_missed for row in rows))


if __name__ == "__main__":
    raise SystemExit(main())
