"""The tasks of every scene: open at first, met by what a person can do, and not by what only comes near."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from app.language import codes, language
from app.scene import Scene
from app.session import Session
from app.tasks import Task, met
from scenes import SCENES, cat_sat
from tests import facts, oracle

BY_SLUG = {scene.slug: scene for scene in SCENES}
each_scene = pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.slug)

Move = dict[str, Any]


def drag(vector: str, x: float, y: float) -> Move:
    return {"do": "move", "vector": vector, "x": x, "y": y, "rest": True}


def typed(vector: str, axis: int, text: str) -> Move:
    return {"do": "type", "vector": vector, "axis": axis, "text": text}


def flip(name: str, value: object) -> Move:
    return {"do": "set", "name": name, "value": value}


def act(name: str, on: object = None) -> Move:
    return {"do": "act", "name": name, "on": on}


def add(token: str) -> Move:
    return act("add", {"token": token})


ALONE = flip("learns", "vector")
DIVIDE, LEAVE_OUT = flip("scale", True), flip("scale", False)
MASK, UNMASK = flip("causal", True), flip("causal", False)
RESET = {"do": "reset"}
TEN = act("learn", 10)


class Visit:
    """A person on a scene's page: what they do, and which tasks the page says are met."""

    def __init__(self, scene: Scene, query: str = "") -> None:
        self.session = Session(scene, query=query)
        self._told: dict[str, bool] = {}
        self.do({"do": "hello"})

    def do(self, *moves: Move) -> set[str]:
        for move in moves:
            answer = json.loads(self.session.handle(json.dumps(move)))
            assert "refused" not in answer
            self._told.update(answer["parts"].get("tasks", {}))
        return {name for name, is_met in self._told.items() if is_met}


# --- for each task: what comes near, and then what meets it ------------------------------------------------

WAYS: dict[str, dict[str, tuple[list[list[Move]], list[Move]]]] = {
    "cat-sat": {
        "drain-cat": ([[drag("k-1", 0.5, 0.9)]], [drag("k-1", -1, -1)]),
        "undecided": ([[drag("q-2", 0.3, 0.1)], [drag("q-2", 0.2, 0.1), MASK]], [drag("q-2", 0.2, 0.1)]),
        "slide": ([[drag("k-1", 2.1, 1.4)], [drag("k-1", 2.2, 2.2)]], [drag("k-1", 1.9, 2.2)]),
        "turn": ([[drag("q-2", 2, -2)], [drag("v-1", -3, 0)]], [drag("q-2", -2, 0)]),
        "decide": (
            [[drag("q-2", 3.2, 0.8), LEAVE_OUT], [drag("k-5", -1.8, 0.9), LEAVE_OUT, drag("q-2", 3.2, 1.6)]],
            [LEAVE_OUT, drag("q-2", 3.2, 1.6)],
        ),
    },
    "river-bank": {
        "ask": ([[drag("q-2", 1, 1)], [ALONE, drag("q-2", 0, 2)], [drag("k-1", -3, 0)]], [drag("q-2", 0, 2)]),
        "order": ([[act("shuffle"), MASK], [act("shuffle"), RESET]], [act("shuffle")]),
        "together": (
            [[drag("k-3", 2.1, 1.1)], [drag("k-1", 3, 1)], [drag("k-1", 2.5, 0.5), drag("k-0", 0.5, 1)]],
            [drag("k-3", 1, 2)],
        ),
        "alone": (
            [
                [drag("k-1", 3, 0)],
                [ALONE, drag("k-1", 2.4, 0)],
                [ALONE, drag("k-3", 3, 1), drag("k-1", 3, 0)],
            ],
            [ALONE, drag("k-1", 2.5, 0)],
        ),
        "itself": ([[drag("q-2", 0, 3.2)], [drag("k-2", 2.5, 1)]], [drag("k-2", 3, 1)]),
    },
    "scaling": {
        "spread": ([[flip("d_k", 128)], [flip("d_k", 32)], [flip("d_k", 64), DIVIDE]], [flip("d_k", 64)]),
        "soften": ([[flip("d_k", 64), DIVIDE], [flip("d_k", 1)]], [DIVIDE]),
        "learn": ([[TEN, TEN], [DIVIDE, TEN], [flip("d_k", 64), DIVIDE, TEN, TEN]], [DIVIDE, TEN, TEN]),
        "still": ([[TEN] * 10, [flip("d_k", 256), *[TEN] * 9]], [flip("d_k", 256), *[TEN] * 10]),
        "tie": ([[drag("k-1", 1.3, -0.3)], [DIVIDE, drag("k-1", 1.3, 0)]], [drag("k-1", 1.3, -0.1)]),
    },
    "causal-mask": {
        "peek": ([[drag("k-3", 3.2, 1)], [UNMASK, drag("k-1", 3, 0)]], [UNMASK]),
        "hidden-key": ([[drag("k-3", 2, 2)], [UNMASK, drag("k-3", 2.6, 1)]], [drag("k-3", 2.6, 1)]),
        "add": ([[UNMASK, add("water")], [act("remove"), RESET]], [add("water")]),
        "rewrite": ([[add("water")], [add("water"), UNMASK]], [UNMASK, add("water")]),
        "sixth": ([[add("and")] * 4, [UNMASK, *[add("and")] * 5]], [add("and")] * 5),
    },
}
STEPS = [
    pytest.param(slug, name, *steps, id=f"{slug}-{name}")
    for slug, tasks in WAYS.items()
    for name, steps in tasks.items()
]


@each_scene
def test_there_are_a_few_each_with_a_name_of_its_own_and_a_way(scene: Scene) -> None:
    names = [task.name for task in scene.tasks]
    assert 3 <= len(names) <= 6
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", name) for name in names)
    assert names == list(WAYS[scene.slug])


@each_scene
def test_none_is_met_when_the_scene_opens(scene: Scene) -> None:
    assert met(scene.tasks, scene.state()) == dict.fromkeys(WAYS[scene.slug], False)
    assert Visit(scene).do() == set()


@pytest.mark.parametrize(("slug", "name", "near", "moves"), STEPS)
def test_it_is_met_by_its_way_and_not_by_what_comes_near(
    slug: str, name: str, near: list[list[Move]], moves: list[Move]
) -> None:
    visit = Visit(BY_SLUG[slug])
    for nearly in near:
        assert name not in visit.do(*nearly)
        visit.do(RESET, {"do": "original"}, *([flip("learns", "matrix")] if slug == "river-bank" else []))
    assert name in visit.do(*moves)
    assert name not in visit.do(RESET)


def test_keys_and_typed_numbers_meet_them_as_a_drag_does() -> None:
    visit = Visit(cat_sat.SCENE)
    steps = [drag("q-2", round(2.4 - 0.1 * n, 2), 0.6) for n in range(1, 24)]  # as by the arrow key
    assert "undecided" not in visit.do(*steps)
    assert "undecided" in visit.do(*(drag("q-2", 0.1, round(0.6 - 0.1 * n, 2)) for n in range(1, 6)))
    assert "decide" in visit.do(RESET, typed("q-2", 0, "12"), typed("q-2", 1, "3"))
    assert "drain-cat" in visit.do(RESET, typed("k-1", 0, "-1"))


def test_while_a_tip_moves_nothing_is_told_and_at_rest_it_is() -> None:
    visit = Visit(cat_sat.SCENE)
    for x in (1.0, 0.0, -1.0):
        assert visit.do({**drag("k-1", x, -1), "rest": False, "gesture": "drag-1"}) == set()
    assert visit.do({**drag("k-1", -1, -1), "gesture": "drag-1"}) == {"drain-cat"}


@pytest.mark.parametrize("slug", ["cat-sat", "river-bank", "causal-mask"])
@pytest.mark.parametrize("tokens", ["a", "a|b|c", "sat|sat|bank|bank", "|| "])
def test_where_its_tokens_are_missing_or_twice_there_a_task_stays_open(slug: str, tokens: str) -> None:
    visit = Visit(BY_SLUG[slug], f"tokens={tokens}")
    assert visit.do(UNMASK, MASK) == set()
    assert visit.do(UNMASK, drag("k-0", -3, 0), drag("q-0", -3, 0)) == set()


def test_only_a_missing_token_keeps_a_goal_from_being_asked() -> None:
    with pytest.raises(ZeroDivisionError):
        Task("broken", lambda state: 1 / 0 > 0).is_met(cat_sat.state())


# --- what cat-sat asks for, worked out by the slow loops ------------------------------------------------

places = st.tuples(*[st.integers(-320, 320).map(lambda n: n / 100)] * 2)


@settings(max_examples=150, deadline=None)
@given(
    places | st.sampled_from([(2.4, 0.6)]),
    places | st.sampled_from([(2.2, 1.0)]),
    st.booleans(),
    st.booleans(),
)
@example((2.4, 0.6), (1.9, 2.2), True, False)
@example((3.2, 1.6), (2.2, 1.0), False, False)
@example((-2.0, 0.0), (2.2, 1.0), True, False)
def test_each_is_met_just_where_its_prompt_says(
    query: tuple[float, float], key: tuple[float, float], scale: bool, causal: bool
) -> None:
    q, k = ([list(row) for row in rows] for rows in (facts.CAT_SAT_Q, facts.CAT_SAT_K))
    q[2], k[1] = list(query), list(key)
    weights, outputs = oracle.attend(q, k, facts.CAT_SAT_V, scaled=scale, causal=causal)
    row, score = weights[2], query[0] * key[0] + query[1] * key[1]
    away = ((key[0] - 2.2) ** 2 + (key[1] - 1.0) ** 2) ** 0.5
    wanted = {
        "drain-cat": row[1] < 0.10,
        "undecided": max(row) <= 0.25,
        "slide": away >= 1 and 5.7 <= score <= 6.1,
        "turn": outputs[2][0] < -0.5,
        "decide": away < 0.005 and row[1] > 0.95,
    }
    moves = [drag("q-2", *query), drag("k-1", *key), flip("scale", scale), flip("causal", causal)]
    assert Visit(cat_sat.SCENE).do(*moves) == {name for name, is_met in wanted.items() if is_met}


# --- in words -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", codes())
@each_scene
def test_each_has_its_words_in_every_language(scene: Scene, code: str) -> None:
    texts = language(code).texts
    for task in scene.tasks:
        for part in ("prompt", "hint", "why"):
            text = texts[f"scene.{scene.slug}.task.{task.name}.{part}"]
            assert text.strip() == text
            assert text[-1] in ".?"
            assert not re.search(r"[<>{}*`]|&\w+;", text)
            for label in re.findall("“(.+?)”|„(.+?)“", text):
                assert "".join(label) in texts.values()  # it stands on the page, just so
