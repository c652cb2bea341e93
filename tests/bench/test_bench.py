"""What the bench calls right: wrong numbers must never look quick."""

import numpy as np
import pytest

from tests.bench import plain
from tests.bench.drag import Plane, judge
from tests.bench.table import Measure, Row, percentile

PLANE = Plane(left=100, top=50, width=512, height=512, limit=3.2)
WAY = plain.path(plain.MOVES)


def cells(matrix: plain.Matrix) -> list[list[str]]:
    return [[repr(value), f"{value:.2f}"] for value in matrix.ravel().tolist()]


def test_the_path_stays_on_the_plane_in_steps_that_can_be_told_apart() -> None:
    assert all(abs(x) < 3 and abs(y) < 3 for x, y in WAY)
    assert [plain.nearest([plain.START, *WAY], point) for point in WAY] == list(range(1, len(WAY) + 1))
    assert plain.nearest(WAY, (0.0, 0.0)) is None


def test_the_place_behind_a_matrix_is_found_and_nothing_else_is() -> None:
    for point in WAY:
        assert plain.place_behind(plain.weights(point)) == pytest.approx(point, abs=1e-6)
    off = plain.weights(WAY[3])
    off[4, 5] += 1e-6
    assert plain.place_behind(off) is None
    assert plain.place_behind(np.full((6, 6), 1 / 6)) is None


def test_a_text_that_says_another_number_than_its_cell_is_not_right() -> None:
    shown = cells(plain.weights(WAY[0]))
    assert plain.painted(shown) is not None
    assert plain.painted([[shown[0][0], "0.99"], *shown[1:]]) is None
    assert plain.painted(shown[1:]) is None
    assert plain.painted([["hidden", "–"], *shown[1:]]) is None


def test_a_move_is_answered_by_the_first_right_matrix_for_it_or_a_later_one() -> None:
    moves = [(1000.0 + 17 * i, *PLANE.pixels(point)) for i, point in enumerate(WAY)]
    wrong = [["1.0", "1.00"]] * 36
    frames = [(1005.0, cells(plain.weights(plain.START))), (1010.0, wrong)]
    frames += [(1020.0 + 34 * i, cells(plain.weights(WAY[2 * i]))) for i in range(60)]
    frames += [(3060.0, cells(plain.weights(WAY[-1])))]
    seen = judge({"moves": moves, "frames": frames, "releases": [3040.0]}, PLANE, WAY)
    assert (seen.answered, seen.wrong, seen.settled) == (61, 1, 20.0)
    assert seen.delays[:4] == [20.0, 37.0, 20.0, 37.0]


def test_verdicts() -> None:
    met = Measure("p95", 30, "ms", 40, 28)
    assert Row("a", [met]).verdict == "must met"
    assert (
        Row("a", [Measure("updates", 80, "", 90, 95, more_is_better=True), met]).verdict
        == "**missed**: updates"
    )
    assert Row("a", [Measure("told", 80, "ms")]).verdict == "no budget"
    assert Row("a", fault="it fell").is_missed
    assert not Measure("p95", percentile([], 0.95), "ms", 40).meets(40)
