"""The causal scene's sentence kept on paper beside the page: what must stand there after each token."""

import re
from collections.abc import Sequence

from playwright.sync_api import Page, expect

from tests import facts, oracle
from tests.browser import acts, lab

KEPT = "[data-table=cache] tr[data-state=kept]"
W = (facts.RIVER_BANK_W_Q, facts.RIVER_BANK_W_K, facts.RIVER_BANK_W_V)


def projected(x: Sequence[float], w: facts.Rows) -> list[float]:
    """One token's vector: x @ w."""
    return [oracle.dot(x, column) for column in zip(*w, strict=True)]


class Sentence:
    """Tokens with the q, k and v that their features give."""

    def __init__(self, tokens: Sequence[str], x: facts.Rows, *, causal: bool = True) -> None:
        self.tokens = list(tokens)
        self.q, self.k, self.v = ([projected(row, w) for row in x] for w in W)
        self.causal = causal

    def add(self, token: str, features: Sequence[float]) -> None:
        """Append a token."""
        self.tokens.append(token)
        for rows, w in zip((self.q, self.k, self.v), W, strict=True):
            rows.append(projected(features, w))

    def remove(self) -> None:
        """Take the last one away."""
        for rows in (self.tokens, self.q, self.k, self.v):
            rows.pop()

    def expect(self, page: Page) -> None:
        """Come back when the page shows these tokens, and check everything that follows from them."""
        n = len(self.tokens)
        expect(page.locator("[data-table=weights] tbody tr")).to_have_count(n)
        acts.expect_weights(page, self.q, self.k, self.v, causal=self.causal)
        output = oracle.attend(self.q, self.k, self.v, causal=self.causal)[1]
        lab.wait_until(page, lambda: acts.are_close(lab.matrix(page, "output", n, 2), output))
        self.expect_cache(page)
        for table in ("weights", "scaled", "output", "cache"):
            heads = [acts.shown(head) for head in page.locator(f"[data-table={table}] tbody th").all()]
            assert heads == self.tokens, table

    def expect_cache(self, page: Page) -> None:
        """One row a token, its k and v; all but the last are kept from before."""
        kept = [[*k, *v] for k, v in zip(self.k, self.v, strict=True)]
        lab.wait_until(page, lambda: acts.are_close(lab.matrix(page, "cache", len(kept), 4), kept))
        assert len(lab.texts(page, "cache")) == len(kept)
        rows = page.locator("[data-table=cache] tbody tr").all()
        states = [row.get_attribute("data-state") for row in rows]
        assert states == ["kept"] * (len(kept) - 1) + ["computed"]


def multiplications(tokens: int, queries: range, *, causal: bool, features: int = 3, d: int = 2) -> int:
    """Counted one by one: projections of so many tokens, q·k and weight·v of all that each query sees."""
    count = 0
    for _ in range(tokens):
        for _matrix in W:
            count += features * d
    for query in queries:
        for _key in range(query + 1 if causal else queries[-1] + 1):
            count += d + d
    return count


def steps(n: int, *, causal: bool = True) -> list[tuple[int, int]]:
    """For each of n steps: multiplications with the cache and without."""
    cached = [multiplications(1, range(i, i + 1), causal=causal) for i in range(n)]
    full = [multiplications(i + 1, range(i + 1), causal=causal) for i in range(n)]
    return list(zip(cached, full, strict=True))


def add(page: Page, word: str) -> None:
    """Add an offered token, and wait for its row."""
    rows = page.locator("[data-table=weights] tbody tr")
    before = rows.count()
    page.get_by_role("group", name="Add the next token").get_by_role("button", name=word, exact=True).click()
    expect(rows).to_have_count(before + 1)


def remove(page: Page) -> None:
    """Take the last token away, and wait for it."""
    rows = page.locator("[data-table=weights] tbody tr")
    before = rows.count()
    page.get_by_role("button", name="Remove the last token").click()
    expect(rows).to_have_count(before - 1)


def add_typed(page: Page, token: str, features: Sequence[object]) -> None:
    """Type a token with its features and send it off."""
    form = page.locator(".typed-token")
    if not form.is_visible():
        page.get_by_text("or type one").click()
    form.get_by_label("A token of your own").fill(token)
    for name, value in zip(facts.RIVER_BANK_FEATURES, features, strict=True):
        form.get_by_label(name).fill(str(value))
    form.get_by_role("button", name="Add it").click()


def is_zero(said: str) -> bool:
    """Whether a text says that two computations agree: "exactly 0", or what rounding leaves."""
    if "exactly 0" in said:
        return True
    found = re.search(r"0 to rounding \(([^)]+)\)", said)
    return found is not None and 0 < float(found[1]) < 1e-12
