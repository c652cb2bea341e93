"""The words of show, hide and lock: one list for the page, the snippets and the tests."""

import re
from pathlib import Path

import pytest

from app import presentation
from app.page import assets
from scenes import SCENES

STATIC = Path(__file__).parents[1] / "static"
# Published words, which must never be gone: an address that uses one stays alive.
PARTS = {"intro view plane history controls fields sentence steps product formula tasks lesson"}
MORE = {
    "cat-sat": "walk matrix",
    "river-bank": "walk matrix actions features",
    "causal-mask": "walk matrix sides grow cache",
    "scaling": "bar products picks slopes descent",
}
LOCKS = {
    "cat-sat": "drag query scale mask view",
    "river-bank": "drag query scale mask view learn table tokens",
    "causal-mask": "drag query scale mask view tokens",
    "scaling": "drag scale view dk entries draw rate descent",
}


@pytest.mark.parametrize("slug", MORE)
def test_published_words_are_still_there(slug: str) -> None:
    assert {word for words in (*PARTS, MORE[slug]) for word in words.split()} <= set(presentation.parts(slug))
    assert set(LOCKS[slug].split()) <= set(presentation.locks(slug))


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.slug)
def test_an_embed_shows_parts_that_the_scene_has_in_a_height_that_it_knows(scene: object) -> None:
    slug = getattr(scene, "slug", "")
    shown, all_parts = presentation.embedded(slug), presentation.parts(slug)
    assert set(shown) < set(all_parts)
    assert len(set(all_parts)) == len(all_parts)
    assert presentation.ALL not in all_parts
    assert 300 <= presentation.height(slug) <= 560


def test_a_new_scene_has_what_every_scene_of_vectors_has() -> None:
    assert presentation.parts("new") == presentation.parts("cat-sat")
    assert presentation.locks("new") == presentation.locks("cat-sat")


def test_the_page_knows_how_to_lock_each_word() -> None:
    script = (STATIC / "locks.mjs").read_text(encoding="utf-8")
    known = set(re.findall(r"^  (\w+): ", script.partition("const LOCKS = {")[2], re.MULTILINE))
    assert {word for words in presentation.LOCKS.values() for word in words} == known


def test_the_script_for_other_sites_is_small_and_needs_nothing() -> None:
    script = assets.embed_script()
    assert len(script) < 3000
    assert b"const ENDING = ''" in script  # what a site without a server replaces
    assert not re.search(rb"\b(import|require|eval|Function|innerHTML|fetch|XMLHttpRequest)\b", script)
