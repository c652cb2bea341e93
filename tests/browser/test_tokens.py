"""Tokens are text: markup, templates, doubles, blanks, emoji, right-to-left, long ones keep their place."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import acts, lab
from tests.browser.conftest import DESKTOP
from tests.browser.extra_pages import HOSTILE, SPREAD
from tests.browser.serving import Server
from tests.browser.watch import Troubles

N = len(HOSTILE)
BLANK = HOSTILE.index(" ")
SHOWN = tuple("␣" if not token.strip() else token for token in HOSTILE)
NAMES = tuple(f"the #{i + 1}" if token == "the" else token for i, token in enumerate(SHOWN))
Q, K = SPREAD[::-1], SPREAD


@pytest.fixture(scope="module")
def opened(browser: Browser, extra_server: Server) -> Iterator[tuple[Page, Troubles]]:
    troubles = Troubles()
    with browser.new_context(**DESKTOP) as context:  # type: ignore[arg-type]
        troubles.watch(context)
        page = context.new_page()
        lab.open_scene(page, extra_server.url + "/hostile")
        yield page, troubles


@pytest.fixture
def page(opened: tuple[Page, Troubles]) -> Iterator[Page]:
    page, troubles = opened
    page.set_viewport_size(DESKTOP["viewport"])  # type: ignore[arg-type]
    yield page
    assert page.evaluate("window.__xss ?? null") is None
    assert page.locator("main img").count() == 0
    assert troubles.unexpected() == []


def row_names(page: Page, table: str) -> list[str]:
    return [acts.shown(row) for row in page.locator(f"[data-table={table}] tbody th").all()]


def test_the_tokens_are_as_hostile_as_they_should_be() -> None:
    assert N == 12
    assert max(map(len, HOSTILE)) == 40
    assert len(set(HOSTILE)) == N - 1


def test_each_stands_literally_in_its_own_row(page: Page) -> None:
    assert row_names(page, "steps") == list(SHOWN)
    assert row_names(page, "weights") == list(SHOWN)
    columns = [acts.shown(each) for each in page.locator("[data-table=weights] thead th").all()]
    assert columns[-N:] == list(SHOWN)
    acts.expect_weights(page, Q, K)


def test_each_can_be_chosen_by_its_own_name(page: Page) -> None:
    for row, name in enumerate(NAMES):
        page.get_by_role("radio", name=name, exact=True).check()
        expect(lab.handle(page, f"q-{row}")).to_be_visible()
        expect(page.get_by_role("button", name=f"Choose the query {name}", exact=True)).to_have_attribute(
            "aria-pressed", "true"
        )
        sentence = acts.shown(lab.part(page, "sentence"))
        assert sentence.startswith(f"{name} attends")


def test_handles_labels_and_texts_say_it_literally(page: Page) -> None:
    for row, name in enumerate(NAMES):
        key = K[row]
        place = f"({key[0]:.2f}, {key[1]:.2f})".replace("-", "−")
        label = lab.handle(page, f"k-{row}").get_attribute("aria-label") or ""
        assert label.startswith(f"Key of {name} at {place}")
        assert acts.shown(page.locator(f'[data-label="k-{row}"]')) == f"k{name}"
        page.get_by_role("button", name=f"Write out {name}", exact=True).focus()
        expect(lab.part(page, "product")).to_contain_text(f"k{name} = ")
    output = acts.shown(lab.part(page, "output"))
    assert all(f"v{name}" in output for name in NAMES)


def test_every_cell_has_a_tooltip_of_its_own(page: Page) -> None:
    titles = [each.get_attribute("title") for each in page.locator("[data-table=weights] td").all()]
    assert len(set(titles)) == N * N
    assert titles[2 * N + 3].startswith("the #3 → the #4: 0.")  # type: ignore[union-attr]


def test_the_walk_and_the_snippet_take_them_too(page: Page) -> None:
    page.get_by_role("button", name="Walk through the four moves").click()
    for _ in range(3):
        page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("button", name="Next")).to_be_disabled()
    assert row_names(page, "walk")[:N] == list(SHOWN)
    page.get_by_role("button", name="Close").click()
    names: dict[str, object] = {"print": lambda *_: None}
    exec(acts.code(page), names)
    assert names["weights"].shape == (N, N)  # type: ignore[attr-defined]


def test_right_to_left_words_do_not_turn_the_sentence_round(page: Page) -> None:
    row = next(i for i, token in enumerate(HOSTILE) if "ש" in token)
    page.get_by_role("radio", name=NAMES[row], exact=True).check()
    sentence = lab.part(page, "sentence").locator("p").first
    expect(sentence).to_contain_text(f"{NAMES[row]} attends most to")
    word, line = sentence.locator("bdi").first, sentence
    assert lab.box(word)[0] == pytest.approx(lab.box(line)[0], abs=2)  # it stands first, at the left


@pytest.mark.parametrize("width", [320, 768, 1280])
def test_the_page_is_no_wider_than_the_window(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    acts.expect_overflow_free(page)


@pytest.mark.parametrize("width", [320, 768, 1400])
def test_no_two_column_heads_of_the_matrix_overlap_and_each_is_over_its_cells(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    heads = page.locator("[data-table=weights] thead th").all()[-N:]
    boxes = [lab.box(head) for head in heads]
    assert all(a[0] + a[2] <= b[0] + 0.5 for a, b in pairwise(boxes))
    for column, (left, _, wide, _) in enumerate(boxes):
        cell_left, _, cell_wide, _ = lab.box(lab.cell(page, "weights", 0, column))
        assert left + wide / 2 == pytest.approx(cell_left + cell_wide / 2, abs=2)
    assert heads[0].evaluate("head => head.querySelector('[title]')?.title ?? head.title") == HOSTILE[0]


def test_dragging_one_of_two_equal_tokens_moves_it_alone(page: Page) -> None:
    lab.handle(page, "k-3").focus()
    lab.drag(page, "k-3", (0.5, -2.5))
    k = acts.moved(K, 3, acts.tip(page, "k-3"))
    acts.expect_weights(page, Q, k)
    page.get_by_role("button", name="Reset", exact=True).click()
    acts.expect_weights(page, Q, K)
