"""The first scene's numbers as the page shows them: on opening, after a reset, with each switch turned."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests import facts, oracle
from tests.browser import acts, lab

Q, K, V = facts.CAT_SAT_Q, facts.CAT_SAT_K, facts.CAT_SAT_V
TOKENS, SAT = facts.CAT_SAT_TOKENS, facts.CAT_SAT_QUERY
WEIGHTS, OUTPUT = oracle.attend(Q, K, V)


@pytest.fixture
def page(again: Callable[[str], Page]) -> Page:
    return again("/cat-sat")


def as_read(number: float) -> str:
    return f"{number:.2f}".replace("-", "−")


def expect_published(page: Page) -> None:
    assert lab.texts(page, "weights") == [[as_read(w) for w in row] for row in facts.CAT_SAT_WEIGHTS]
    assert acts.are_close(lab.matrix(page, "weights", 6, 6), WEIGHTS)
    columns = facts.CAT_SAT_SCORES, facts.CAT_SAT_SCALED, facts.CAT_SAT_WEIGHTS[SAT]
    assert lab.texts(page, "steps") == [
        [as_read(number) for number in row] for row in zip(*columns, strict=True)
    ]
    exact = [facts.CAT_SAT_SCORES, [score / 2**0.5 for score in facts.CAT_SAT_SCORES], WEIGHTS[SAT]]
    assert acts.are_close(lab.matrix(page, "steps", 6, 3), list(zip(*exact, strict=True)))
    assert acts.shown(lab.part(page, "product")) == "qsat · kcat = 2.40 × 2.20 + 0.60 × 1.00 = 5.88"
    assert acts.shown(lab.part(page, "output")).endswith("0.17 × vmat = (1.54, 0.48)")
    sentence = acts.shown(lab.part(page, "sentence"))
    assert sentence.startswith("sat attends most to cat, 76 %")
    assert "output is (1.54, 0.48)" in sentence


def test_every_published_number_stands_on_the_page_as_it_opens(new_page: Callable[[], Page]) -> None:
    page = new_page()
    lab.open_scene(page, "/cat-sat")
    expect_published(page)
    for name in ("Undo", "Redo"):
        expect(page.get_by_role("button", name=name)).to_be_disabled()
    assert [acts.tip(page, f"k-{i}") for i in range(6)] == [tuple(key) for key in K]
    assert acts.tip(page, "q-2") == tuple(Q[SAT])
    assert "Q, K and V are 6 × 2" in acts.shown(lab.part(page, "shapes"))


def test_and_again_after_a_drag_away_and_a_reset(page: Page) -> None:
    lab.drag(page, "k-1", (-2.0, -1.5))
    acts.expect_weights(page, Q, acts.moved(K, 1, acts.tip(page, "k-1")))
    assert lab.texts(page, "weights")[SAT][1] == "0.00"
    page.get_by_role("button", name="Reset").click()
    acts.expect_weights(page, Q, K)
    lab.wait_until(page, lambda: "2.40 × 2.20" in acts.shown(lab.part(page, "product")))
    expect_published(page)
    assert acts.tip(page, "k-1") == (2.2, 1.0)


def test_without_the_division_the_row_gets_sharper(page: Page) -> None:
    division = acts.switch(page, "Divide scores by √d")
    expect(division).to_be_checked()
    division.uncheck()
    acts.expect_weights(page, Q, K, scaled=False)
    assert lab.texts(page, "weights")[SAT] == [as_read(w) for w in facts.CAT_SAT_UNSCALED_WEIGHTS]
    steps = lab.texts(page, "steps")
    assert (
        [row[1] for row in steps] == [row[0] for row in steps] == [as_read(s) for s in facts.CAT_SAT_SCORES]
    )
    expect(lab.part(page, "formula").locator(".off")).to_contain_text("√d")
    division.check()
    acts.expect_weights(page, Q, K)
    expect(lab.part(page, "formula").locator(".off")).to_have_count(0)


def test_the_causal_mask_hides_the_upper_right_triangle_alone(page: Page) -> None:
    mask = acts.switch(page, "Causal mask")
    expect(mask).not_to_be_checked()
    mask.check()
    acts.expect_weights(page, Q, K, causal=True)
    texts = lab.texts(page, "weights")
    assert all((text == "–") == (j > i) for i, row in enumerate(texts) for j, text in enumerate(row))
    assert texts[0][0] == "1.00"
    steps = lab.texts(page, "steps")
    assert [row[1:] for row in steps[SAT + 1 :]] == [["−∞", "–"]] * 3
    assert [row[0] for row in steps] == [as_read(score) for score in facts.CAT_SAT_SCORES]
    assert [row[1:] for row in lab.matrix(page, "steps", 6, 3)[3:]] == [["hidden", "hidden"]] * 3
    assert "von" not in acts.shown(lab.part(page, "output"))
    mask.uncheck()
    acts.expect_weights(page, Q, K)


def test_hidden_cells_say_so_and_look_apart_from_a_tiny_weight(page: Page) -> None:
    acts.switch(page, "Causal mask").check()
    acts.expect_weights(page, Q, K, causal=True)
    hidden, tiny = lab.cell(page, "weights", 2, 5), lab.cell(page, "weights", 2, 0)
    assert hidden.get_attribute("title") == "sat → mat: masked"
    assert lab.texts(page, "weights")[2][0] == "0.00"
    assert (tiny.get_attribute("title") or "").startswith("sat → The: 0.00")
    pictures = [cell.evaluate("cell => getComputedStyle(cell).backgroundImage") for cell in (hidden, tiny)]
    assert "repeating-linear-gradient" in pictures[0]
    assert pictures[1] == "none"


def test_a_shorter_query_evens_the_weights(page: Page) -> None:
    tops = []
    for place in [(2.4, 0.6), (1.6, 0.4), (0.8, 0.2), (0.0, 0.0)]:
        lab.drag(page, "q-2", place)
        q = acts.moved(Q, SAT, acts.tip(page, "q-2"))
        acts.expect_weights(page, q, K)
        tops.append(max(oracle.attend(q, K, V)[0][SAT]))
    assert tops == sorted(tops, reverse=True)
    assert acts.tip(page, "q-2") == (0, 0)
    assert lab.texts(page, "weights")[SAT] == ["0.17"] * 6
    assert "equally to all 6 keys, 17 %" in acts.shown(lab.part(page, "sentence"))


def run(snippet: str) -> dict[str, list[list[float]]]:
    names: dict[str, object] = {"print": lambda *_: None}
    exec(snippet, names)
    weights, v = names["weights"], names["v"]
    return {"weights": weights.tolist(), "output": (weights @ v).tolist()}  # type: ignore[attr-defined, operator]


def test_the_snippet_computes_the_numbers_of_the_page(page: Page) -> None:
    page.get_by_text("Show as NumPy").click()
    code = page.locator("[data-part=numpy]")
    expect(code).to_be_visible()
    assert acts.are_close(run(code.inner_text())["weights"], WEIGHTS)
    assert acts.are_close([run(code.inner_text())["output"][SAT]], [OUTPUT[SAT]])
    acts.switch(page, "Causal mask").check()
    acts.switch(page, "Divide scores by √d").uncheck()
    lab.drag(page, "k-0", (1.0, 2.0))
    k = acts.moved(K, 0, acts.tip(page, "k-0"))
    acts.expect_weights(page, Q, k, causal=True, scaled=False)
    wanted, _ = oracle.attend(Q, k, V, causal=True, scaled=False)
    lab.wait_until(page, lambda: acts.are_close(run(code.inner_text())["weights"], wanted))
    page.get_by_text("Show as NumPy").click()
