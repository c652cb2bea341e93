"""The lab in a real JupyterLab: by comms alone, twice on a page, run again, and in step with Python."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, WebSocketRoute, expect

from tests import facts, oracle
from tests.browser import acts, lab
from tests.browser.conftest import ACTION, DESKTOP, failed, keep
from tests.browser.extra_pages import HOSTILE
from tests.browser.jupyter import Jupyter, Notebook
from tests.browser.watch import Troubles

Q, K = facts.CAT_SAT_Q, facts.CAT_SAT_K
IMPORT = "from app.page.notebook import show\n"
LAB = f'{IMPORT}lab = show("cat-sat")'
SILENCE = 15_000  # ms; the lab waits for 4 s before it says that there is no answer
OWN_TO_JUPYTER = ("terminals plugin", "Connection lost, reconnecting")


@pytest.fixture(scope="module")
def jupyter() -> Iterator[Jupyter]:
    with Jupyter() as jupyter:
        yield jupyter


@pytest.fixture(scope="module")
def opened(jupyter: Jupyter, browser: Browser) -> Iterator[tuple[Notebook, Troubles]]:
    """One notebook for all tests, since a kernel and its imports take their time."""
    troubles = Troubles()
    with browser.new_context(**DESKTOP) as context:  # type: ignore[arg-type]
        context.set_default_timeout(ACTION)
        troubles.watch(context)
        yield Notebook(context.new_page(), jupyter.write("labs", "", "", "")), troubles


@pytest.fixture
def book(opened: tuple[Notebook, Troubles], request: pytest.FixtureRequest) -> Iterator[Notebook]:
    """The notebook; no trouble of ours may come up in it, and no request to outside."""
    book, troubles = opened
    troubles.allow(*OWN_TO_JUPYTER)
    yield book
    found = troubles.unexpected()
    troubles.forget()
    if found or request.node.stash.get(failed, False):
        keep(request.node.nodeid, [book.page])
    assert found == []


def drag(scope: Locator, vector: str, place: tuple[float, float]) -> tuple[float, float]:
    lab.drag(scope, vector, place)
    acts.answered(scope)
    x, y = acts.tip(scope, vector)
    return float(x), float(y)


def test_two_labs_go_their_own_ways_and_python_follows_both(book: Notebook) -> None:
    first, second = book.show(0, LAB), book.show(1, 'other = show("cat-sat")\nother')
    place = drag(first, "k-1", (-2.0, 1.5))
    assert place == pytest.approx((-2.0, 1.5), abs=0.02)
    acts.expect_weights(first, Q, acts.moved(K, 1, place))
    acts.expect_weights(second, Q, K)
    elsewhere = drag(second, "k-5", (-1.0, -1.0))
    acts.expect_weights(second, Q, acts.moved(K, 5, elsewhere))
    acts.expect_weights(first, Q, acts.moved(K, 1, place))
    text = book.run(2, "print(lab.state.k.tolist(), other.state.k.tolist())")
    assert str(acts.moved(K, 1, place)) in text
    assert str(acts.moved(K, 5, elsewhere)) in text


def test_what_python_sets_moves_the_arrows_in_every_view_and_a_bad_value_nothing(book: Notebook) -> None:
    views = [book.show(0, LAB), book.show(1, "lab")]
    book.run(2, "rows = lab.state.k.copy()\nrows[1] = -1.5, 0.5\nlab.state.k = rows")
    k = acts.moved(K, 1, (-1.5, 0.5))
    for view in views:
        acts.expect_weights(view, Q, k)
        assert acts.tip(view, "k-1") == (-1.5, 0.5)
    assert "ValueError: k must have one row a token: 6, not 1." in book.run(2, "lab.state.k = [[1, 2]]")
    for view in views:
        acts.answered(view)
        acts.expect_weights(view, Q, k)
    place = drag(views[1], "k-1", (2.0, 2.0))
    acts.expect_weights(views[0], Q, acts.moved(K, 1, place))
    weights, _ = oracle.attend(Q, acts.moved(K, 1, place), K)
    text = book.run(
        2, "print(lab.state.k[1].tolist(), [round(w, 6) for w in lab.state.result.weights[2].tolist()])"
    )
    assert f"{list(place)} {[round(w, 6) for w in weights[2]]}" in text


def test_a_cell_runs_again_and_again(book: Notebook) -> None:
    other = book.show(1, f"{LAB}\nother = lab")
    kept = drag(other, "k-1", (-2.0, -2.0))
    anew = book.show(0, LAB)
    for _ in range(2):
        drag(anew, "k-1", (1.0, -2.0))
        anew = book.show(0)
        acts.expect_weights(anew, Q, K)
        expect(book.output(0)).not_to_contain_text("Error")
    place = drag(anew, "k-1", (2.0, 2.0))
    assert str(list(place)) in book.run(2, "print(lab.state.k[1].tolist())")
    acts.expect_weights(other, Q, acts.moved(K, 1, kept))


def test_a_busy_python_is_told_of_and_catches_up(book: Notebook, jupyter: Jupyter) -> None:
    view, gone = book.show(0, LAB), book.show(2, 'show("cat-sat")')
    book.start(1, "import time, pathlib\nwhile not pathlib.Path('go').exists():\n    time.sleep(0.05)")
    lab.drag(gone, "k-1", (1.0, 1.0))
    book.start(2, "'another'")  # its view goes while it waits for an answer, and no error comes of that
    lab.drag(view, "k-1", (-2.0, 1.0))
    expect(lab.part(view, "connection")).to_contain_text("busy with another cell", timeout=SILENCE)
    (jupyter.work / "go").touch()
    expect(lab.part(view, "connection")).to_be_hidden()
    acts.expect_weights(view, Q, acts.moved(K, 1, (-2.0, 1.0)))
    assert "[-2.0, 1.0]" in book.run(1, "print(lab.state.k[1].tolist())")


def test_keys_in_the_lab_are_the_lab_s_and_the_notebook_keeps_its_own(book: Notebook) -> None:
    view = book.show(0, LAB)
    lab.handle(view, "k-1").focus()
    for key in "ArrowUp ArrowUp a b d d x m z Delete Shift+Enter j k".split():
        book.page.keyboard.press(key)
    acts.answered(view)
    assert acts.tip(view, "k-1") == (2.2, 1.2)
    expect(book.cells()).to_have_count(3)
    book.page.keyboard.press("Control+z")
    acts.expect_weights(view, Q, acts.moved(K, 1, (2.2, 1.1)))
    book.save()  # Ctrl+S stays the notebook's
    book.cells().nth(2).locator(".jp-InputPrompt").click()
    book.page.keyboard.press("Control+z")
    book.page.keyboard.press("b")
    expect(book.cells()).to_have_count(4)
    acts.answered(view)
    acts.expect_weights(view, Q, acts.moved(K, 1, (2.2, 1.1)))


def test_tokens_are_text_there_too_and_words_of_an_address_are_taken(book: Notebook) -> None:
    tokens = HOSTILE[:11]
    view = book.show(0, f"{IMPORT}lab = show('cat-sat?scale=off', tokens={tokens!r}, mask=True, query=10)")
    rows = [acts.shown(row) for row in view.locator("[data-table=steps] tbody th").all()]
    assert rows == [token if token.strip() else "␣" for token in tokens]
    assert book.page.evaluate("window.__xss ?? null") is None
    assert view.locator("img").count() == 0
    zeros = [(0.0, 0.0)] * 5
    acts.expect_weights(view, [*Q, *zeros], [*K, *zeros], causal=True, scaled=False)


def test_every_scene_opens_in_one_cell(book: Notebook) -> None:
    book.run(0, f'{IMPORT}labs = [show(name) for name in ("river-bank", "scaling", "causal-mask")]')
    expect(book.output(0).locator('[data-lab="ready"]')).to_have_count(3, timeout=20_000)


def test_it_is_as_dark_as_the_notebook(book: Notebook) -> None:
    view = book.show(0, LAB)
    host = view.locator("[data-theme]")
    expect(host).to_have_css("background-color", "rgb(251, 250, 246)")
    book.choose_theme("JupyterLab Dark")
    expect(host).to_have_css("background-color", "rgb(21, 24, 29)")
    colours = [view.locator(f"[data-table={name}] thead th").last for name in ("steps", "weights")]
    expect(colours[1]).to_have_css("color", "rgb(116, 179, 255)")
    lab.wait_until(book.page, DRAWN_DARK)
    book.choose_theme("JupyterLab Light")
    expect(host).to_have_css("background-color", "rgb(251, 250, 246)")


# The last figure's query has its dark colour: what is drawn follows the theme too.
DRAWN_DARK = """
Bokeh.documents.at(-1).roots().flatMap(root => [...root.references()])
  .filter(model => model.end?.type === 'VeeHead')
  .some(model => JSON.stringify(model.line_color).includes('rgb(255, 145, 102)'))
"""


def test_a_restarted_kernel_is_told_of_and_the_cell_runs_again(book: Notebook) -> None:
    before = book.show(0, LAB)
    address = book.page.url
    book.restart()
    lab.drag(before, "k-1", (-2.0, 1.0))
    expect(lab.part(before, "connection")).to_contain_text("Python does not answer", timeout=SILENCE)
    assert acts.tip(before, "k-1") == pytest.approx((-2.0, 1.0), abs=0.02)
    assert book.page.url == address
    after = book.show(0)
    expect(lab.part(after, "connection")).to_be_hidden()
    place = drag(after, "k-1", (2.0, 1.5))
    assert str(list(place)) in book.run(1, "print(lab.state.k[1].tolist())")


def test_a_page_that_is_loaded_anew_gets_all_it_needs_from_the_next_run(book: Notebook) -> None:
    book.run(2, "kept = 1")
    book.page.reload()
    book.wait_for_kernel()
    view = book.show(0, f"{LAB}\nkept")  # the kernel is the same
    place = drag(view, "k-1", (-2.0, 1.0))
    acts.expect_weights(view, Q, acts.moved(K, 1, place))


class Line:
    """The line of a page to its kernels: while `loses` is set, the first words of labs are lost on it."""

    def __init__(self, page: Page) -> None:
        self.loses = True
        self.lost = 0
        page.route_web_socket("**/channels**", self._carry)

    def _carry(self, line: WebSocketRoute) -> None:
        kernel = line.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            text = message if isinstance(message, str) else message.decode("latin1")
            if self.loses and "comm_msg" in text and "hello" in text:
                self.lost += 1
            else:
                kernel.send(message)

        line.on_message(pass_on)


def test_a_first_word_that_is_lost_is_said_again_and_a_view_that_is_gone_says_nothing(book: Notebook) -> None:
    line = Line(book.page)
    book.page.reload()
    book.wait_for_kernel()
    book.run(0, LAB)
    lab.wait_until(book.page, lambda: line.lost > 0)
    book.run(0)  # the first view was never answered
    told = lab.part(book.output(0), "connection")
    expect(told).to_contain_text("Python does not answer", timeout=SILENCE)
    line.loses = False
    lab.wait_ready(book.output(0))
    expect(told).to_be_hidden()
    place = drag(book.output(0), "k-1", (-2.0, 1.0))
    acts.expect_weights(book.output(0), Q, acts.moved(K, 1, place))


def test_a_jupyterlab_without_panel_s_extension_is_told_what_it_lacks(
    book: Notebook, jupyter: Jupyter, opened: tuple[Notebook, Troubles]
) -> None:
    opened[1].allow("comm manager")
    config = jupyter.folder / "config" / "labconfig" / "page_config.json"
    config.parent.mkdir()
    config.write_text('{"disabledExtensions": {"@pyviz/jupyterlab_pyviz": true}}', encoding="utf-8")
    book.open(jupyter.write("lacking", LAB))
    book.run(0)
    expect(lab.part(book.output(0), "connection")).to_contain_text(
        "pyviz_comms must be installed", timeout=SILENCE
    )
