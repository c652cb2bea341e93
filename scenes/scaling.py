"""Random vectors, one pattern of scores, gradient descent: why scores are divided by √d_k."""

from __future__ import annotations

from app.chart import Chart, Layer
from app.descent_readings import NEVER, SHOWN_STEPS
from app.draws import EDGE
from app.learning import VALUES
from app.scaling_state import ScalingState
from app.scene import Scene

TOKENS = ("1", "2", "3", "4")
Q = ((0.8, 0.6),) * 4
K = ((0.2, 1.4), (1.3, -0.9), (-1.2, 1.6), (0.2, -1.1))
SEED = 5
WIDTH_TICKS = tuple((4**power, f"{4**power:,}") for power in range(7))
WIDTH_RANGE = (0.8, 5120)


def state() -> ScalingState:
    """A fresh state: four keys that reach 1, 0.5, 0 and −0.5 along the query, and the division left out."""
    return ScalingState(tokens=TOKENS, q=Q, k=K, v=VALUES, scale=False, seed=SEED)


def _picks(name: str, title: str, *, dashed: bool) -> Chart:
    return Chart(
        name=name,
        title=title,
        x_label="largest of the 8 weights",
        y_label="trials, %",
        x_range=(0.1, 1.0),
        y_range=(0, 100),
        layers=(Layer("trials", "bars", "key", dashed=dashed),),
        height=190,
    )


CHARTS = (
    Chart(
        name="products",
        title="Dot products",
        x_label="q · k",
        y_label="pairs (highest = 1)",
        x_range=(-EDGE, EDGE),
        y_range=(0, 1.08),
        layers=(
            Layer("random pairs", "bars", "query", alpha=0.7),
            Layer("normal curve", "line", "ink"),
            Layer("one standard deviation", "both", "ink", dashed=True),
        ),
        height=300,
    ),
    _picks("pick-undivided", "Not divided", dashed=True),
    _picks("pick-divided", "Divided by √dₖ", dashed=False),
    Chart(
        name="slope",
        title="The steepest slope at every width",
        x_label="width dₖ",
        y_label="largest ∂w / ∂s",
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
        title="Loss, step by step",
        x_label="steps of gradient descent",
        y_label="loss",
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
        title="Steps until the loss is half",
        x_label="width dₖ",
        y_label="steps",
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
        y_ticks=((1, "1"), (10, "10"), (100, "100"), (400, "400"), (NEVER, "never")),
        height=230,
    ),
)

SCENE = Scene(
    slug="scaling",
    title="Scaling",
    heading="Why divide by √dₖ",
    lead="Dot products of long vectors are large, and large scores turn softmax into a hard pick through which nothing can be learnt. One switch takes all of that away. Flip it, change the width, and watch everything answer.",
    state=state,
    parts=("scaling",),
    charts=CHARTS,
    pulls=True,
    decimals=3,
    lesson=(
        (
            "Where the root comes from",
            "Let every entry of q and k have mean 0 and variance 1. Each product of two entries then has mean 0 and variance 1 too, and variances of independent terms add up: q · k is a sum of d_k of them, so its variance is d_k and it spreads by √d_k. Whether the entries are normal or just ±1 makes no difference to that.",
        ),
        (
            "What softmax makes of it",
            "Softmax looks at differences of scores. Stretch them, and the leader takes all: its weight nears 1, the others near 0, and the slope w (1 − w) of each weight vanishes at both ends. The division by √d_k keeps the spread at 1, at any width: 8 for the 64 numbers of a head in the first Transformer, about 11.3 for the 128 of a head in Llama 3.1 8B.",
        ),
        (
            "What the descent isolates",
            "The steps here are taken on the scores, so that only the slope of softmax decides. A real network takes them on the keys and queries, and there leaving out the division also makes the gradient √d_k times as large: that hides the trouble for a while, and up to a width of about 512 the undivided run even ends with the lower loss.",
        ),
        (
            "Be fair to small widths",
            "At d_k = 2, as on the planes of the other scenes, the division is only ÷ 1.41: a gentle softening, the same as raising the temperature of softmax to 1.41. It becomes a necessity with the width.",
        ),
    ),
    tries=(
        "Move the width from 1 up to 4,096 with the division off: the hill of dot products outgrows its chart. Then switch the division on.",
        "At d_k = 128, read how often one of eight random keys takes over 99 % of the weight. Switch: never.",
        "Drag k_2 towards k_1: where two scores are close, the slope is back.",
        "Play the descent undivided at 128, then divided. Compare what the same 150 steps bring.",
        "Find the width at which the division begins to matter for learning; then raise the learning rate and look again.",
        "Draw the entries as ±1 instead of normal, and draw again: the spread stays √d_k.",
    ),
)
