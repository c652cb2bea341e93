"""Whatever is done, in whatever order: vectors follow from features, and every step can be taken back."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from app.projected import ProjectedState
from tests.projected import Snapshot, assert_sound, kept, river_bank

LOOKS = ("query", "view", "learns")
numbers = st.integers(-300, 300).map(lambda n: n / 100) | st.sampled_from([0.0, 1000.0, 1e9])
roles = st.sampled_from("qkv")
rows = st.integers(0, 4)
names = st.builds("{}-{}".format, roles, rows)
acts = st.one_of(
    st.tuples(st.just("move"), names, numbers, numbers),
    st.tuples(
        st.just("write"), st.sampled_from(["x", "wq", "wk", "wv", "q"]), rows, st.integers(0, 2), numbers
    ),
    st.tuples(st.just("attach"), names),
    st.tuples(st.just("shuffle"), st.permutations(range(4))),
    st.tuples(st.just("set"), st.sampled_from(["learns"]), st.sampled_from(["matrix", "vector", "both"])),
    st.tuples(st.just("set"), st.sampled_from(["scale", "causal"]), st.booleans()),
    st.tuples(st.just("set"), roles, st.lists(st.tuples(numbers, numbers), min_size=4, max_size=4)),
    st.sampled_from([("undo",), ("redo",), ("reset",)]),
)


class Piles:
    """Going back and forth by the book: whole snapshots on two piles."""

    def __init__(self) -> None:
        self.earlier: list[Snapshot] = []
        self.undone: list[Snapshot] = []

    def note(self, before: Snapshot, after: Snapshot) -> None:
        """A change is a step where it changes more than what is looked at."""
        if any(before[name] != after[name] for name in before if name not in LOOKS):
            self.earlier.append(before)
            self.undone.clear()

    def go(self, way: str, present: Snapshot) -> Snapshot:
        """Where a step back or forth must lead."""
        source, target = (self.earlier, self.undone) if way == "undo" else (self.undone, self.earlier)
        if not source:
            return present
        target.append(present)
        return source.pop()


def carry_out(act: tuple[Any, ...], state: ProjectedState) -> bool:
    """Whether the state took it."""
    try:
        if act[0] == "set":
            state.update(**{act[1]: act[2]})
        else:
            getattr(state, act[0])(*act[1:])
    except ValueError:
        return False
    return True


@settings(max_examples=80, deadline=None)
@given(st.lists(acts, max_size=14))
def test_after_any_sequence_of_acts_all_is_sound(sequence: list[tuple[Any, ...]]) -> None:
    state, piles = river_bank(), Piles()
    for act in sequence:
        before = kept(state)
        taken = carry_out(act, state)
        after = kept(state)
        if act[0] in ("undo", "redo"):
            assert after == piles.go(act[0], before)
        elif taken:
            piles.note(before, after)
        else:
            assert after == before
        assert (state.history.can_undo, state.history.can_redo) == (bool(piles.earlier), bool(piles.undone))
        assert all(int(name[2:]) < len(state.tokens) for name in state.free)
        assert_sound(state, atol=1e-7)  # scores may reach a million
