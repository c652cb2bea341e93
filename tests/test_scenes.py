"""Every scene: its address, its words, and a state of its own that opens with the right numbers."""

from __future__ import annotations

import re

import numpy as np
import pytest

from app.readings import TABLES, TEXTS, Look
from app.scene import Scene
from app.session import Session
from scenes import SCENES
from tests import oracle

RESERVED = {"", "static", "assets", "health", "embed-guide", "index"}

each_scene = pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.slug)


def test_no_two_scenes_share_an_address_or_a_title() -> None:
    assert SCENES
    assert len({scene.slug for scene in SCENES}) == len({scene.title for scene in SCENES}) == len(SCENES)


@each_scene
def test_its_address_needs_no_quoting_and_is_no_page_of_ours(scene: Scene) -> None:
    assert re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", scene.slug)
    assert scene.slug not in RESERVED


@each_scene
def test_it_says_something_everywhere(scene: Scene) -> None:
    assert all(text.strip() == text != "" for text in (scene.title, scene.heading, scene.lead))
    assert scene.lesson
    for heading, paragraph in scene.lesson:
        assert heading.strip()
        assert paragraph.strip()[-1] in ".!?"


@each_scene
def test_its_texts_hold_no_markup(scene: Scene) -> None:
    texts = [
        scene.title,
        scene.heading,
        scene.lead,
        *(t for pair in scene.lesson for t in pair),
    ]
    assert not any(re.search(r"</?\w+|&\w+;|\*\*|`|\$\$", text) for text in texts)


@each_scene
def test_each_visitor_gets_a_fresh_state(scene: Scene) -> None:
    one, other = scene.state(), scene.state()
    opening = {name: other.k.tolist() for name in ("k", "opening")}
    one.move("k-0", -1, 1)
    one.causal = not one.causal
    assert one is not other
    assert other.k.tolist() == scene.state().k.tolist() == opening["k"]
    assert other.opening["k"].tolist() == opening["opening"]
    assert not other.history.can_undo


@each_scene
def test_it_opens_on_the_plane_with_nothing_to_undo(scene: Scene) -> None:
    state = scene.state()
    assert scene.limit > 0
    assert scene.decimals in (2, 3)
    assert all(np.abs(rows).max() <= scene.limit for rows in (state.q, state.k, state.v))
    assert len(state.tokens) == len(state.q) == len(state.k) == len(state.v)
    assert 0 <= state.query < len(state.tokens)
    assert not state.history.can_undo


@each_scene
def test_its_opening_numbers_are_those_of_the_slow_loops(scene: Scene) -> None:
    state = scene.state()
    q, k, v = (rows.tolist() for rows in (state.q, state.k, state.v))
    weights, output = oracle.attend(
        q, k, v, causal=state.causal, scaled=state.scale, factor=oracle.factor_of(state)
    )
    np.testing.assert_allclose(state.result.weights, weights, rtol=0, atol=1e-12)
    np.testing.assert_allclose(state.result.output, output, rtol=0, atol=1e-12)


@each_scene
def test_every_part_of_its_page_can_be_read(scene: Scene) -> None:
    look = Look(scene.state(), scene.decimals, scene.limit)
    assert all(part(look) for part in (*TABLES.values(), *TEXTS.values()))
    assert '"refused"' not in Session(scene).handle('{"do": "hello"}')
