"""Addresses: every state has one, it comes back exactly, and what is wrong in one falls away singly."""

import random
from pathlib import Path

import pytest

from app import address
from app.scene import Scene
from app.session import Session
from app.state import AttentionState
from scenes import SCENES
from tests.wandering import same, wander

BY_SLUG = {scene.slug: scene for scene in SCENES}
LINES = (Path(__file__).parent / "addresses.txt").read_text(encoding="utf-8").splitlines()
PUBLISHED = [line.split("\t") for line in LINES if line and not line.startswith("#")]


def read(slug: str, query: str) -> tuple[AttentionState, list[str]]:
    state = BY_SLUG[slug].state()
    return state, address.read(query, state)


@pytest.mark.parametrize(("slug", "query", "meaning"), PUBLISHED, ids=lambda part: part[:40])
def test_a_published_address_keeps_its_meaning(slug: str, query: str, meaning: str) -> None:
    state, notices = read(slug, query)
    assert notices == []
    for claim in meaning.split("; "):
        name, _, wanted = claim.partition("=")
        param, _, row = name.partition("[")
        value = getattr(state, param)
        assert repr(value[int(row[:-1])].tolist() if row else value) == wanted


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.slug)
def test_any_state_comes_back_exactly(scene: Scene, seed: int) -> None:
    state = scene.state()
    opening = state.snapshot()
    wander(state, random.Random(seed))
    query = address.write(state.snapshot(), opening)
    again = scene.state()
    assert address.read(query, again) == []
    assert same(state.snapshot(), again.snapshot()) == []
    assert again.history.steps == (0, 0)


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.slug)
def test_the_opening_state_has_the_empty_address(scene: Scene) -> None:
    assert address.write(scene.state().snapshot(), scene.state().snapshot()) == ""


BAD = {
    "k-1=abc": "k-1",
    "k-1=1": "k-1",
    "k-1=1,2,3": "k-1",
    "k-1=nan,0": "k-1",
    "k-1=1e999,0": "k-1",
    "k-1=1001,0": "k-1",
    "k-9=1,1": "k-9",
    "k-99999=1,1": "k-99999",
    "scale=maybe": "scale",
    "query=6": "query",
    "query=-1": "query",
    "query=1.5": "query",
    "view=sideways": "view",
    "tokens=" + "|".join("a" * 13): "tokens",
    "tokens=" + "a" * 81: "tokens",
    "wq=1,0;2,0;0,1": "wq",
    "free=k-1": "free",
    "nonsense=1": "nonsense",
}


@pytest.mark.parametrize("query", BAD)
def test_a_bad_part_falls_away_singly_and_is_named(query: str) -> None:
    state, notices = read("cat-sat", f"mask=on&{query}&k-0=1,1")
    assert [notice.split(" ")[0] for notice in notices] == [BAD[query]]
    assert state.causal
    assert state.k[0].tolist() == [1, 1]
    assert state.k[1:].tolist() == BY_SLUG["cat-sat"].state().k[1:].tolist()


@pytest.mark.parametrize("query", ["a" * 9000, "&".join(["k-1=1,2"] * 300), "%ff=1&k-1=0,0", "k-1=%ff,0"])
def test_what_cannot_be_read_at_all_opens_the_scene_as_it_is(query: str) -> None:
    state, notices = read("cat-sat", query)
    assert len(notices) == 1
    assert same(state.snapshot(), BY_SLUG["cat-sat"].state().snapshot()) == []


def test_a_word_that_stands_twice_is_named_and_the_last_one_counts() -> None:
    state = SCENES[0].state()
    assert address.read("query=1&mask=on&query=4&lang=en&lang=en", state) == [
        "query stands in the address more than once: the last one counts."
    ]
    assert (state.query, state.causal) == (4, True)


def test_of_many_bad_words_the_first_are_named_and_the_rest_counted() -> None:
    def notices(count: int) -> list[str]:
        return address.read("&".join(f"w{i}=1" for i in range(count)), SCENES[0].state())

    assert len(notices(8)) == 8
    assert len(notices(9)) == 9
    told = notices(150)
    assert len(told) == 9
    assert "w7" in told[7]
    assert told[8] == "142 more words of the address were left out too."


def test_vectors_that_grow_too_large_leave_the_scene_as_it_is() -> None:
    state, notices = read("river-bank", "wq=1000,0;2,0;0,1&x-1=1000,0,0")
    assert len(notices) == 1
    assert same(state.snapshot(), BY_SLUG["river-bank"].state().snapshot()) == []


def test_a_session_tells_its_address_its_notices_and_the_way_back() -> None:
    session = Session(BY_SLUG["cat-sat"], query="k-1=1,1&foo=2")
    answer = session.answer(resting=True)
    assert '"address":"k-1=1,1"' in answer
    assert '"linked":true' in answer
    assert "foo in the address was left out" in answer
    session.handle('{"do":"original"}')
    assert '"address":""' in Session(BY_SLUG["cat-sat"], session.state).answer(resting=True)
    session.handle('{"do":"reset"}')
    assert session.state.k[1].tolist() == [1, 1]


def test_a_page_that_opens_anew_brings_its_steps_along() -> None:
    session = Session(BY_SLUG["cat-sat"], query="k-1=1,1")
    session.handle('{"do":"hello","trail":["","k-1=2,2","k-1=1,1","k-1=3,3"],"depth":2}')
    places = []
    for act in ("undo", "undo", "redo", "redo", "redo"):
        session.handle(f'{{"do":"{act}"}}')
        places.append(session.state.k[1].tolist())
    assert places == [[2, 2], [2.2, 1.0], [2, 2], [1, 1], [3, 3]]


@pytest.mark.parametrize("trail", ["5", "[5, null]", '["k-1=abc"]', '["' + "a" * 9000 + '"]', "{}"])
def test_a_broken_trail_does_no_harm(trail: str) -> None:
    session = Session(BY_SLUG["cat-sat"])
    session.handle(f'{{"do":"hello","trail":{trail},"depth":1}}')
    session.handle('{"do":"undo"}')
    assert same(session.state.snapshot(), BY_SLUG["cat-sat"].state().snapshot()) == []


def test_a_scene_without_a_mask_knows_no_word_for_one() -> None:
    session = Session(BY_SLUG["scaling"], query="mask=on&dk=64")
    assert session.notices == ["mask in the address was left out: there is no such word here."]
    assert not session.state.causal
    assert "text:sentence" in session.answer(resting=True)


@pytest.mark.parametrize(("text", "width"), [("64.0", 64), ("64.", 64), ("6.4e1", 64), ("2e0", 2)])
def test_a_width_in_another_spelling_is_that_width(text: str, width: int) -> None:
    state, notices = read("scaling", f"dk={text}")
    assert notices == []
    d_k = state.snapshot()["d_k"]
    assert (d_k, type(d_k)) == (width, int)
    assert "refused" not in Session(BY_SLUG["scaling"], query=f"dk={text}").handle('{"do": "hello"}')


def test_the_longest_state_of_tokens_comes_back() -> None:
    state = BY_SLUG["causal-mask"].state()
    opening = state.snapshot()
    for _ in range(8):
        state.act("add", {"token": "𝕏" * 80, "features": ["0.25", "-1.75", "0.5"]})
    fresh = BY_SLUG["causal-mask"].state()
    assert address.read(address.write(state.snapshot(), opening), fresh) == []
    assert fresh.tokens == state.tokens
