"""Random states of hand-set vectors, for the tests of what is read from them."""

from hypothesis import strategies as st

from app.state import AttentionState

places = st.integers(-320, 320).map(lambda n: n / 100) | st.sampled_from([0.0, 1000.0, -1000.0])


@st.composite
def states(draw: st.DrawFn) -> AttentionState:
    n = draw(st.integers(1, 5))
    rows = st.lists(st.tuples(places, places), min_size=n, max_size=n)
    vectors = {name: draw(rows) for name in ("q", "k", "v")}
    switches = {name: draw(st.booleans()) for name in ("scale", "causal")}
    return AttentionState(tokens=["a"] * n, query=draw(st.integers(0, n - 1)), **vectors, **switches)
