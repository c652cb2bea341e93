"""Random vectors, one pattern of scores, gradient descent: why scores are divided by √d_k."""

from __future__ import annotations

from app.chart import Chart, Layer
from app.descent_readings import NEVER, SHOWN_STEPS, present_loss
from app.draws import EDGE
from app.learning import VALUES, loss
from app.parameters import Floats
from app.scaling_state import ScalingState
from app.scene import Scene
from app.slope_readings import steepest
from app.tasks import Task

TOKENS = ("1", "2", "3", "4")
Q = ((0.8, 0.6),) * 4
K = ((0.2, 1.4), (1.3, -0.9), (-1.2, 1.6), (0.2, -1.1))
SEED = 5
WIDTH_TICKS = tuple((8**power, str(8**power)) for power in range(5))
WIDTH_RANGE = (0.8, 5120)


def state() -> ScalingState:
    """A fresh state: four keys that reach 1, 0.5, 0 and −0.5 along the query, and the division left out."""
    return ScalingState(tokens=TOKENS, q=Q, k=K, v=VALUES, scale=False, seed=SEED)


def _picks(name: str, *, dashed: bool) -> Chart:
    return Chart(
        name=name,
        x_range=(0.1, 1.0),
        y_range=(0, 100),
        layers=(Layer("trials", "bars", "key", dashed=dashed),),
        height=190,
    )


CHARTS = (
    Chart(
        name="products",
        x_range=(-EDGE, EDGE),
        y_range=(0, 1.08),
        layers=(
            Layer("random pairs", "bars", "query", alpha=0.7),
            Layer("normal curve", "line", "ink"),
            Layer("one standard deviation", "both", "ink", dashed=True),
        ),
        height=300,
    ),
    _picks("pick-undivided", dashed=True),
    _picks("pick-divided", dashed=False),
    Chart(
        name="slope",
        x_range=WIDTH_RANGE,
        y_range=(1e-6, 1.5),
        layers=(
            Layer("divided", "line", "key"),
            Layer("not divided", "both", "key", dashed=True),
            Layer("as it is set", "dots", "ink"),
        ),
        x_scale="log",
        y_scale="log",
        x_ticks=WIDTH_TICKS,
        y_ticks=(
            (1, "1"),
            (0.1, "0.1"),
            (0.01, "0.01"),
            (0.001, "0.001"),
            (1e-4, "10⁻⁴"),
            (1e-5, "10⁻⁵"),
            (1e-6, "10⁻⁶"),
        ),
        height=230,
    ),
    Chart(
        name="loss",
        x_range=(-4, SHOWN_STEPS + 4),
        y_range=(0, 1.1),
        layers=(
            Layer("divided", "line", "output"),
            Layer("not divided", "line", "output", dashed=True),
            Layer("half of its start", "dots", "output", dashed=True),
            Layer("where it stands", "dots", "ink"),
        ),
        height=230,
    ),
    Chart(
        name="halving",
        x_range=WIDTH_RANGE,
        y_range=(0.8, 1500),
        layers=(
            Layer("divided", "line", "output"),
            Layer("not divided", "both", "output", dashed=True),
            Layer("never", "dots", "output", dashed=True, alpha=0.5),
            Layer("as it is set", "dots", "ink"),
        ),
        x_scale="log",
        y_scale="log",
        x_ticks=WIDTH_TICKS,
        y_ticks=((1, "1"), (10, "10"), (100, "100"), (400, "400"), (NEVER, "descent.never")),
        height=230,
    ),
)

# --- tasks ---------------------------------------------------------------------------------------------


def _start_loss(state: ScalingState) -> float:
    """The loss where the descent set out."""
    return loss(state.pattern * state.factor, state.v, state.v[state.goal])


def _is_soft(state: ScalingState) -> bool:
    return state.scale and state.d_k >= 128 and _row(state).max() < 0.5


def _learns(state: ScalingState) -> bool:
    is_quick = state.d_k >= 128 and 0 < state.taken <= 20
    return is_quick and present_loss(state) < 0.05 and _start_loss(state) > 0.3


def _stands_still(state: ScalingState) -> bool:
    if state.taken < 100:
        return False
    start = _start_loss(state)
    return start > 0.1 and 0.99 * start < present_loss(state) <= start


def _is_tied(state: ScalingState) -> bool:
    return not state.scale and state.d_k >= 128 and steepest(_row(state)) > 0.2


def _row(state: ScalingState) -> Floats:
    weights: Floats = state.result.weights[state.query]
    return weights


TASKS = (
    Task("spread", lambda state: not state.scale and state.d_k == 64),
    Task("soften", _is_soft),
    Task("learn", _learns),
    Task("still", _stands_still),
    Task("tie", _is_tied),
)

SCENE = Scene(
    slug="scaling",
    state=state,
    tasks=TASKS,
    parts=("scaling",),
    charts=CHARTS,
    pulls=True,
    decimals=3,
)
