"""From features through W_Q, W_K, W_V to the output: the second scene's numbers, and what a drag means."""

from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Page, expect

from tests import facts, oracle
from tests.browser import acts, lab

Q, K, V = facts.RIVER_BANK_Q, facts.RIVER_BANK_K, facts.RIVER_BANK_V
X, W_Q, W_K, W_V = facts.RIVER_BANK_X, facts.RIVER_BANK_W_Q, facts.RIVER_BANK_W_K, facts.RIVER_BANK_W_V
TOKENS, BANK = facts.RIVER_BANK_TOKENS, facts.RIVER_BANK_QUERY
OPENING = {"x": X, "wq": W_Q, "wk": W_K, "wv": W_V, "q": Q, "k": K, "v": V}


@pytest.fixture
def page(again: Callable[[str], Page]) -> Page:
    return again("/river-bank")


def as_read(number: float, decimals: int) -> str:
    return f"{number:.{decimals}f}".replace("-", "−")


def expect_table(page: Page, name: str, rows: Sequence[Sequence[float]]) -> None:
    width = len(rows[0])
    lab.wait_until(page, lambda: acts.are_close(lab.matrix(page, name, len(rows), width), rows))
    assert lab.texts(page, name) == [[as_read(number, 2) for number in row] for row in rows]


def expect_tables(page: Page, **other: Sequence[Sequence[float]]) -> None:
    for name, rows in {**OPENING, **other}.items():
        expect_table(page, name, rows)


def changed(page: Page, table: str) -> set[tuple[int, int]]:
    """The cells of a table that are marked as changed by the last step."""
    cells = page.locator(f"td.changed[data-cell^='{table}-']").all()
    names = [(cell.get_attribute("data-cell") or "").split("-") for cell in cells]
    return {(int(row), int(column)) for _, row, column in names}


def learn(page: Page, *, alone: bool) -> None:
    acts.choose(page, "A drag means", "this vector alone" if alone else "the matrix learns it")


def test_every_number_of_the_lesson_stands_on_the_page(page: Page) -> None:
    expect_tables(page)
    assert lab.texts(page, "weights") == [[f"{w:.3f}" for w in row] for row in facts.RIVER_BANK_WEIGHTS]
    acts.expect_weights(page, Q, K)
    heads = [acts.shown(head) for head in page.locator("[data-table=x] thead th").all()]
    assert heads[-3:] == facts.RIVER_BANK_FEATURES
    rows = [acts.shown(head) for head in page.locator("[data-table=wq] tbody th").all()]
    assert rows == facts.RIVER_BANK_FEATURES


@pytest.mark.parametrize("row", range(4))
def test_each_query_has_its_scores_and_its_output(page: Page, row: int) -> None:
    acts.choose(page, "Query token", TOKENS[row])
    scores = facts.RIVER_BANK_SCORES[row]
    lab.wait_until(page, lambda: [each[0] for each in lab.matrix(page, "steps", 4, 1)] == scores)
    x, y = facts.RIVER_BANK_OUTPUT[row]
    expect(lab.part(page, "output")).to_contain_text(f"= ({x:.3f}, {y:.3f})")
    expect(lab.part(page, "sentence")).to_contain_text(f"({x:.3f}, {y:.3f})")
    texts = lab.texts(page, "steps")
    assert [each[2] for each in texts] == [f"{w:.3f}" for w in facts.RIVER_BANK_WEIGHTS[row]]
    if row == BANK:
        assert [each[1] for each in texts] == [f"{s:.2f}" for s in facts.RIVER_BANK_SCALED]


def test_a_vector_is_written_out_as_the_rows_that_its_features_add_up(page: Page) -> None:
    expect(lab.part(page, "projection-q")).to_have_text("qbank = place noun (2.00, 0.00) = (2.00, 0.00)")
    acts.choose(page, "Query token", "flooded")
    expect(lab.part(page, "projection-q")).to_have_text(
        "qflooded = water (1.00, 0.00) + grammar word (0.00, 1.00) = (1.00, 1.00)"
    )


def test_dragging_q_bank_teaches_the_place_row_alone(page: Page) -> None:
    lab.drag(page, "q-2", (1.0, 1.0))
    expect_tables(page, wq=acts.moved(W_Q, 1, (1, 1)), q=acts.moved(Q, BANK, (1, 1)))
    acts.expect_weights(page, acts.moved(Q, BANK, (1, 1)), K)
    assert changed(page, "wq") == {(1, 0), (1, 1)}
    assert changed(page, "q") == {(BANK, 0), (BANK, 1)}
    assert acts.drawn(page, "query")["x"] == [1.0]
    acts.undo(page).click()
    expect_tables(page)


def test_dragging_q_flooded_moves_along_who_shares_its_features(page: Page) -> None:
    acts.choose(page, "Query token", "flooded")
    lab.drag(page, "q-3", (2.0, 2.0))
    q: facts.Rows = [[0.5, 1.5], [1.5, 0.5], [2, 0], [2, 2]]
    expect_tables(page, wq=[[1.5, 0.5], [2, 0], [0.5, 1.5]], q=q)
    acts.expect_weights(page, q, K)
    assert changed(page, "wq") == {(0, 0), (0, 1), (2, 0), (2, 1)}
    assert {row for row, _ in changed(page, "q")} == {0, 1, 3}
    drawn = acts.drawn(page, "query")
    assert sorted(zip(drawn["x"], drawn["y"], strict=True)) == [(0.5, 1.5), (1.5, 0.5), (2, 2)]
    expect(page.locator('[data-vector^="q-"]')).to_have_count(1)
    acts.undo(page).click()
    expect_tables(page)
    assert acts.tip(page, "q-3") == (1, 1)


@pytest.mark.parametrize(("vector", "table", "w"), [("k-3", "wk", W_K), ("v-3", "wv", W_V)])
def test_keys_and_values_learn_as_queries_do(page: Page, vector: str, table: str, w: facts.Rows) -> None:
    if vector[0] == "v":
        acts.choose(page, "Plane", "Values and output")
        page.get_by_role("button", name="Write out flooded", exact=True).focus()
        lab.handle(page, vector).focus()  # v_river lies in the same place
    lab.drag(page, vector, (-1.0, -2.0))
    x, y = acts.tip(page, vector)
    old = OPENING[vector[0]][3]
    step = [(x - old[0]) / 2, (y - old[1]) / 2]
    learnt = [[a + s * has for a, s in zip(row, step, strict=True)] for row, has in zip(w, X[3], strict=True)]
    derived = [[oracle.dot(tokens, column) for column in zip(*learnt, strict=True)] for tokens in X]
    expect_tables(page, **{table: learnt, vector[0]: derived})
    river = pytest.approx(tuple(derived[1]), abs=0.01)
    lab.wait_until(page, lambda: acts.tip(page, f"{vector[0]}-1") == river)


def test_a_vector_alone_leaves_the_matrix_and_comes_back(page: Page) -> None:
    learn(page, alone=True)
    lab.drag(page, "k-3", (-2.0, 1.0))
    k = acts.moved(K, 3, acts.tip(page, "k-3"))
    expect_tables(page, k=k)
    acts.expect_weights(page, Q, k)
    expect(lab.part(page, "free")).to_contain_text("kflooded")
    expect(page.locator("[data-table=k] tr.free")).to_have_count(1)
    learn(page, alone=False)
    lab.drag(page, "q-2", (1.0, 1.0))  # others still learn
    expect_tables(page, k=k, wq=acts.moved(W_Q, 1, (1, 1)), q=acts.moved(Q, BANK, (1, 1)))
    attach = page.locator('[data-attach="k-3"]')
    assert acts.shown(attach) == "Attach kflooded again"
    attach.click()
    expect_tables(page, wq=acts.moved(W_Q, 1, (1, 1)), q=acts.moved(Q, BANK, (1, 1)))
    expect(lab.part(page, "free")).to_be_empty()
    assert acts.tip(page, "k-3") == (2, 1)


def by_token(page: Page) -> dict[str, tuple[dict[str, float], object]]:
    """Each token's weights by the token they go to, and its vectors."""
    order = [acts.shown(head) for head in page.locator("[data-table=weights] tbody th").all()]
    weights = lab.matrix(page, "weights", 4, 4)
    vectors = [lab.matrix(page, name, 4, 2) for name in "qkv"]
    return {
        token: (dict(zip(order, weights[i], strict=True)), [rows[i] for rows in vectors])  # type: ignore[arg-type]
        for i, token in enumerate(order)
    }


def test_shuffled_tokens_keep_their_weights_and_outputs(page: Page) -> None:
    before = by_token(page)
    page.get_by_role("button", name="Shuffle the tokens").click()
    lab.wait_until(page, lambda: list(by_token(page)) != TOKENS)
    after = by_token(page)
    assert sorted(after) == sorted(TOKENS)
    for token in TOKENS:
        assert after[token][1] == before[token][1]
        assert after[token][0] == pytest.approx(before[token][0], abs=1e-12)
    expect(page.get_by_role("radio", name="bank", exact=True)).to_be_checked()
    expect(lab.part(page, "output")).to_contain_text("= (0.944, 0.028)")
    expect(lab.part(page, "notice")).to_contain_text("attention alone knows no order")
    acts.undo(page).click()
    lab.wait_until(page, lambda: list(by_token(page)) == TOKENS)
    expect_tables(page)
