"""What the last step changed: marked cells, and queries that moved along."""

from __future__ import annotations

import pytest

from app import planes
from app.feature_readings import feature_parts, moved_along
from app.projected import ProjectedState
from app.readings import Look
from app.state import AttentionState
from tests.projected import growing, river_bank

TABLES = ("x", "wq", "wk", "wv", "q", "k", "v")
FLOODED = 3


def look(state: AttentionState) -> Look:
    return Look(state, decimals=3)


def changed(state: ProjectedState) -> dict[str, list[list[int]]]:
    """The tables with cells that the page marks as changed, and these cells."""
    parts = feature_parts(look(state), False)
    marks = {name: parts[f"table:{name}"]["changed"] for name in TABLES}
    return {name: cells for name, cells in marks.items() if cells}


BANK_MOVED = {"wq": [[1, 0], [1, 1]], "q": [[2, 0], [2, 1]]}
FLOODED_MOVED = {
    "wq": [[0, 0], [0, 1], [2, 0], [2, 1]],
    "q": [[row, column] for row in (0, 1, 3) for column in (0, 1)],
}


def test_the_cells_that_a_drag_changed_are_marked_and_no_others() -> None:
    state = river_bank()
    assert changed(state) == {}
    state.move("q-2", 1, 1)
    assert changed(state) == BANK_MOVED
    state.move("q-3", 2, 2)
    assert changed(state) == FLOODED_MOVED
    state.undo()
    assert changed(state) == BANK_MOVED
    state.redo()
    assert changed(state) == FLOODED_MOVED
    state.scale = False
    assert changed(state) == {}


def test_a_whole_drag_is_compared_with_its_beginning() -> None:
    state = river_bank()
    for place in ((2, 2), (1.5, 1.5), (1, 2)):
        with state.gesture("drag"):
            state.move("q-3", *place)
    assert changed(state) == {"wq": [[0, 1], [2, 1]], "q": [[0, 1], [1, 1], [3, 1]]}


def test_a_typed_feature_marks_itself_and_the_vectors_that_follow() -> None:
    state = river_bank()
    state.write("x", 2, 0, 1)
    assert changed(state) == {"x": [[2, 0]], "q": [[2, 0]], "k": [[2, 0]], "v": [[2, 0]]}


def test_another_number_of_tokens_marks_none_of_their_rows() -> None:
    state = growing()
    state.act("add", {"token": "rose"})
    assert changed(state) == {}


def test_queries_that_moved_along_are_known_and_drawn() -> None:
    state = river_bank(query=FLOODED)
    assert moved_along(look(state)) == []
    state.move("q-3", 5, 5)  # past the plane's edge, where the numbers stay true
    assert moved_along(look(state)) == [0, 1]
    drawn = planes.plane(look(state))["query"]
    assert drawn == {"rows": [3, 0, 1], "x": [5, 2, 3], "y": [5, 3, 2], "strength": [1, 0, 0]}
    state.query = 0
    assert moved_along(look(state)) == [1, 3]
    state.scale = False
    assert planes.plane(look(state))["query"]["rows"] == [0]


@pytest.mark.parametrize("move", [("q-2", 1, 1), ("k-3", 2, 2), ("v-3", 2, 2)])
def test_where_no_other_query_moves_none_is_drawn(move: tuple[str, float, float]) -> None:
    state = river_bank()
    state.move(*move)
    assert moved_along(look(state)) == []
    assert planes.plane(look(state))["query"]["rows"] == [2]


def test_hand_set_vectors_never_move_along() -> None:
    state = AttentionState(tokens=["a", "b"], q=[[1, 0]] * 2, k=[[1, 0]] * 2, v=[[1, 0]] * 2)
    state.q = [[2, 2]] * 2
    assert moved_along(look(state)) == []


def test_another_order_moves_no_query() -> None:
    state = river_bank()
    state.shuffle([3, 2, 1, 0])
    assert moved_along(look(state)) == []
