"""The cache: what is kept is what the plane shows, the proof holds, and the work is counted right."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from scenes.causal_mask import VOCABULARY
from tests import facts
from tests.browser import acts, lab
from tests.browser.growing import Sentence, add, is_zero, steps

Q, K, V = facts.RIVER_BANK_Q, facts.RIVER_BANK_K, facts.RIVER_BANK_V


@pytest.fixture
def page(again: Callable[[str], Page]) -> Page:
    return again("/causal-mask")


@pytest.fixture
def sentence() -> Sentence:
    return Sentence(facts.RIVER_BANK_TOKENS, facts.RIVER_BANK_X)


@pytest.mark.parametrize("vector", ["k-0", "v-1"])
def test_a_dragged_vector_is_the_one_in_the_cache(page: Page, sentence: Sentence, vector: str) -> None:
    sentence.expect_cache(page)
    if vector[0] == "v":
        acts.choose(page, "Plane", "Values and output")
    lab.handle(page, vector).focus()
    lab.drag(page, vector, (-1.5, 2.0), release=False)
    place = acts.tip(page, vector)
    rows = sentence.k if vector[0] == "k" else sentence.v
    rows[int(vector[2:])] = list(place)
    sentence.expect_cache(page)
    page.mouse.up()
    acts.answered(page)
    sentence.expect_cache(page)
    acts.expect_weights(page, sentence.q, sentence.k, sentence.v, causal=True)
    acts.undo(page).click()
    Sentence(facts.RIVER_BANK_TOKENS, facts.RIVER_BANK_X).expect_cache(page)


def test_the_division_never_changes_what_is_kept(page: Page, sentence: Sentence) -> None:
    add(page, "shore")
    sentence.add("shore", VOCABULARY["shore"])
    acts.switch(page, "Divide scores by √d").uncheck()
    acts.expect_weights(page, sentence.q, sentence.k, causal=True, scaled=False)
    sentence.expect_cache(page)


def test_a_dragged_key_stays_where_it_is_when_the_sentence_grows(page: Page, sentence: Sentence) -> None:
    lab.handle(page, "k-1").focus()
    lab.drag(page, "k-1", (-1.0, 1.0))
    sentence.k[1] = list(acts.tip(page, "k-1"))
    add(page, "and")
    sentence.add("and", VOCABULARY["and"])
    sentence.expect(page)


def test_the_proof_compares_the_two_ways(page: Page, sentence: Sentence) -> None:
    for word in ("rose", "shore", "village"):
        add(page, word)
        sentence.add(word, VOCABULARY[word])
        lab.handle(page, "k-2").focus()
        lab.drag(page, "k-2", (1.23, -0.77 + len(word) / 10))
        sentence.k[2] = list(acts.tip(page, "k-2"))
        sentence.expect(page)
        n = len(sentence.tokens)
        cached, full = lab.matrix(page, "proof", 2, n)
        assert cached == pytest.approx(full, abs=1e-12)
        assert full == pytest.approx(lab.matrix(page, "weights", n, n)[-1], abs=1e-12)
        assert is_zero(acts.shown(lab.part(page, "proof")))
        heads = [acts.shown(head) for head in page.locator("[data-table=proof] tbody th").all()]
        assert all(head.startswith(word) for head in heads)


def expect_work(page: Page, n: int, *, causal: bool = True) -> None:
    counted = steps(n, causal=causal)
    now, so_far = counted[-1], tuple(sum(column) for column in zip(*counted, strict=True))
    lab.wait_until(page, lambda: lab.matrix(page, "work", 2, 2) == [list(now), list(so_far)])
    assert lab.texts(page, "work") == [[f"{count:,}" for count in row] for row in (now, so_far)]
    said = acts.shown(lab.part(page, "chart-work")).replace(",", "")
    assert said == (
        f"Step {n} takes {now[0]} multiplications with the cache and {now[1]} without; "
        f"all {n} steps {so_far[0]} against {so_far[1]}."
    )
    for layer, column in (("with the cache", 0), ("without", 1)):
        drawn = acts.drawn(page, f"layer:{layer}")
        assert drawn == {"x": list(range(1, n + 1)), "y": [each[column] for each in counted]}


def test_the_count_is_right_where_it_can_be_done_by_hand() -> None:
    projections, pair = 3 * 3 * 2, 2 + 2
    assert steps(1) == [(projections + pair, projections + pair)]
    assert steps(2)[1] == (projections + 2 * pair, 2 * projections + 3 * pair)
    assert steps(2, causal=False)[1] == (projections + 2 * pair, 2 * projections + 4 * pair)


def test_multiplications_with_and_without_the_cache(page: Page) -> None:
    expect_work(page, 4)
    add(page, "rose")
    expect_work(page, 5)
    acts.undo(page).click()
    expect_work(page, 4)
    acts.switch(page, "Causal mask").uncheck()
    acts.expect_weights(page, Q, K)
    acts.switch(page, "Causal mask").check()
    for count, word in enumerate(("and", "and", "water", "and", "and", "water", "and", "rose"), start=5):
        add(page, word)
        expect_work(page, count)


def test_the_size_of_the_cache_is_worked_out(page: Page) -> None:
    said = lab.part(page, "size")
    expect(said).to_contain_text("4 tokens × 2 (k and v) × 2 numbers = 16 numbers")
    expect(said).to_contain_text(f"= {facts.KV_CACHE_BYTES_PER_TOKEN:,} bytes = 128 KiB")
    add(page, "shore")
    expect(said).to_contain_text("5 tokens × 2 (k and v) × 2 numbers = 20 numbers")
