"""The causal mask and the cache it allows: the masked numbers, and the sentence as it grows."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from scenes.causal_mask import VOCABULARY
from tests import facts, oracle
from tests.browser import acts, lab
from tests.browser.growing import KEPT, Sentence, add, add_typed, remove

Q, K, V = facts.RIVER_BANK_Q, facts.RIVER_BANK_K, facts.RIVER_BANK_V
TOKENS, BANK = facts.RIVER_BANK_TOKENS, facts.RIVER_BANK_QUERY
UNMASKED, _ = oracle.attend(Q, K, V)


@pytest.fixture
def page(again: Callable[[str], Page]) -> Page:
    return again("/causal-mask")


def lower(rows: facts.Rows) -> list[list[str]]:
    return [[f"{w:.3f}" if j <= i else "–" for j, w in enumerate(row)] for i, row in enumerate(rows)]


def test_the_masked_weights_and_outputs_stand_on_the_page(page: Page) -> None:
    assert lab.texts(page, "weights") == lower(facts.RIVER_BANK_CAUSAL_WEIGHTS)
    acts.expect_weights(page, Q, K, causal=True)
    assert lab.matrix(page, "weights", 4, 4)[0] == [1.0, "hidden", "hidden", "hidden"]
    assert lab.texts(page, "output") == [[f"{o:.3f}" for o in row] for row in facts.RIVER_BANK_CAUSAL_OUTPUT]
    assert acts.are_close(lab.matrix(page, "output", 4, 2), oracle.attend(Q, K, V, causal=True)[1])
    scaled = [[score / 2**0.5 for score in row] for row in facts.RIVER_BANK_SCORES]
    texts = [[f"{s:.2f}" if j <= i else "−∞" for j, s in enumerate(row)] for i, row in enumerate(scaled)]
    assert lab.texts(page, "scaled") == texts
    assert lab.matrix(page, "scaled", 4, 4)[1][2:] == ["hidden", "hidden"]


def test_both_sides_show_where_the_weight_on_flooded_goes(page: Page) -> None:
    masked, unmasked = facts.RIVER_BANK_CAUSAL_WEIGHTS[BANK], facts.RIVER_BANK_WEIGHTS[BANK]
    both = [[*(f"{w:.3f}" for w in masked[:3]), "–"], [f"{w:.3f}" for w in unmasked]]
    assert lab.texts(page, "sides") == both
    acts.switch(page, "Causal mask").uncheck()
    acts.expect_weights(page, Q, K)
    assert lab.texts(page, "sides") == both
    acts.choose(page, "Query token", "river")
    lab.wait_until(page, lambda: lab.texts(page, "sides")[0] == ["0.196", "0.804", "–", "–"])


def test_the_mask_leaves_the_last_row_as_it_was_and_raises_the_others(page: Page) -> None:
    on = lab.matrix(page, "weights", 4, 4)
    acts.switch(page, "Causal mask").uncheck()
    acts.expect_weights(page, Q, K)
    off = lab.matrix(page, "weights", 4, 4)
    assert on[3] == off[3]
    for row in range(3):
        for key in range(row + 1):
            assert on[row][key] > off[row][key]  # type: ignore[operator]


def test_a_hidden_key_wins_nothing_wherever_it_is_dragged(page: Page) -> None:
    expect(lab.handle(page, "k-3")).to_contain_class("masked")
    before = lab.matrix(page, "weights", 4, 4)[BANK]
    lab.handle(page, "k-3").focus()
    for place in ((3.1, 0.1), (2.0, 0.0), (-3.0, -3.0)):
        lab.drag(page, "k-3", place, release=False)
        acts.expect_weights(page, Q, acts.moved(K, 3, acts.tip(page, "k-3")), causal=True)
        assert lab.matrix(page, "weights", 4, 4)[BANK] == before
        page.mouse.up()
    assert acts.drawn(page, "key")["alpha"][3] < min(acts.drawn(page, "key")["alpha"][:3])


def test_a_new_token_adds_a_row_and_a_column_and_changes_nothing_above(page: Page) -> None:
    sentence = Sentence(TOKENS, facts.RIVER_BANK_X)
    above = lab.matrix(page, "weights", 4, 4)
    add(page, "village")
    sentence.add("village", VOCABULARY["village"])
    sentence.expect(page)
    assert [row[:4] for row in lab.matrix(page, "weights", 5, 5)[:4]] == above
    assert [row[4] for row in lab.matrix(page, "weights", 5, 5)] == ["hidden"] * 4 + [
        pytest.approx(oracle.attend(sentence.q, sentence.k, sentence.v)[0][4][4])
    ]
    expect(page.get_by_role("radio", name="village", exact=True)).to_be_checked()
    expect(page.locator("td.changed")).to_have_count(0)
    said = acts.shown(lab.part(page, "step"))
    assert said.startswith("To read village the step computes its q, k and v and one row of 5 scores")
    assert "the 4 tokens before come from the cache" in said
    assert "query is used once and not kept" in said


def test_a_typed_token_takes_its_features(page: Page) -> None:
    sentence = Sentence(TOKENS, facts.RIVER_BANK_X)
    for token, features in {"<b>": (0.5, -1, 0.25), "the": (0, 0, 0), "The": (1, 1, 1)}.items():
        add_typed(page, token, features)
        sentence.add(token, features)
        sentence.expect(page)
    assert page.locator("main b").get_by_text("<b>").count() == 0


@pytest.mark.parametrize(("token", "features", "said", "field"), [
    ("", ("1", "0", "0"), "Type the next token", "A token of your own"),
    ("x", ("abc", "0", "0"), "is not a number", "water"),
    ("x", ("0", "1,5", "0"), "point", "place noun"),
    ("x", ("0", "0", "1e999"), "too far out", "grammar word"),
])  # fmt: skip
def test_a_token_typed_badly_is_refused_at_its_field(
    page: Page, token: str, features: tuple[str, ...], said: str, field: str
) -> None:
    add_typed(page, token, features)
    expect(page.locator("[aria-invalid=true]")).to_have_count(1)
    expect(page.get_by_label(field, exact=True)).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_label(field, exact=True)).to_be_focused()
    expect(page.get_by_role("alert").filter(has_text=said).first).to_be_visible()
    acts.expect_weights(page, Q, K, causal=True)
    add_typed(page, "x", (0, 0, 0))
    expect(page.locator("[aria-invalid=true]")).to_have_count(0)


def test_without_the_mask_every_earlier_row_changes_and_is_marked(page: Page) -> None:
    acts.switch(page, "Causal mask").uncheck()
    acts.expect_weights(page, Q, K)
    sentence = Sentence(TOKENS, facts.RIVER_BANK_X, causal=False)
    before = oracle.attend(sentence.q, sentence.k, sentence.v)
    add(page, "rose")
    sentence.add("rose", VOCABULARY["rose"])
    sentence.expect(page)
    after = oracle.attend(sentence.q, sentence.k, sentence.v)
    for name, old, new in (("weights", before[0], after[0]), ("output", before[1], after[1])):
        changed = {
            f"{name}-{i}-{j}"
            for i, row in enumerate(old)
            for j, number in enumerate(row)
            if abs(number - new[i][j]) > 1e-9
        }
        assert {cell.split("-")[1] for cell in changed} == set("0123")
        marked = page.locator(f"td.changed[data-cell^={name}-]").all()
        assert {cell.get_attribute("data-cell") for cell in marked} == changed
    expect(lab.part(page, "mask")).to_contain_text("The cache would now be wrong")
    acts.switch(page, "Causal mask").check()
    expect(page.locator("td.changed")).to_have_count(0)


def test_twelve_tokens_are_the_most_and_one_the_least(page: Page) -> None:
    sentence = Sentence(TOKENS, facts.RIVER_BANK_X)
    for word in ("yesterday", "water", "and", "shore", "and", "rose", "village", "water"):
        add(page, word)
        sentence.add(word, VOCABULARY[word])
    sentence.expect(page)
    for word in VOCABULARY:
        expect(page.get_by_role("button", name=word, exact=True)).to_be_disabled()
    acts.expect_overflow_free(page)
    for _ in range(11):
        remove(page)
        sentence.remove()
    sentence.expect(page)
    expect(page.get_by_role("button", name="Remove the last token")).to_be_disabled()
    assert lab.texts(page, "weights") == [["1.000"]]
    add(page, "shore")
    sentence.add("shore", VOCABULARY["shore"])
    sentence.expect(page)


def test_removing_adding_undoing_and_resetting_leave_no_stale_entry(page: Page) -> None:
    sentence = Sentence(TOKENS, facts.RIVER_BANK_X)
    add(page, "water")
    sentence.add("water", VOCABULARY["water"])
    sentence.expect(page)
    acts.undo(page).click()
    sentence.remove()
    sentence.expect(page)
    for _ in range(3):
        remove(page)
        sentence.remove()
    sentence.expect(page)
    expect(page.locator(KEPT)).to_have_count(0)
    page.get_by_role("button", name="Reset", exact=True).click()
    Sentence(TOKENS, facts.RIVER_BANK_X).expect(page)
