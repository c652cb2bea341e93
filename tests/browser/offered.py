"""What each scene offers to a screen reader: its tables with their sizes, the controls around its plane."""

TABLES = {
    "cat-sat": {"From score to weight": (6, 3), "Weights:": (6, 6)},
    "river-bank": {
        "X:": (4, 3),
        "W Q:": (3, 2),
        "Q =": (4, 2),
        "W K:": (3, 2),
        "K =": (4, 2),
        "W V:": (3, 2),
        "V =": (4, 2),
        "From score to weight": (4, 3),
        "Weights:": (4, 4),
    },
    "scaling": {
        "Standard deviation": (5, 3),
        "How often": (2, 3),
        "From score to weight": (4, 3),
        "Slopes of softmax": (4, 4),
    },
    "causal-mask": {
        "The chosen row": (2, 4),
        "From score to weight": (4, 3),
        "Weights:": (4, 4),
        "Scaled scores": (4, 4),
        "Outputs": (4, 2),
        "The cache": (4, 4),
        "The last row": (2, 4),
        "Multiplications": (2, 2),
    },
}
# In reading order: the role, the beginning of the name, and whether it is checked or disabled.
VIEW = (("radio", "Query and keys", True), ("radio", "Values and output", False))
HISTORY = (("button", "Undo", "disabled"), ("button", "Redo", "disabled"), ("button", "Reset", None))
FIELDS = (("textbox", "x", None), ("textbox", "y", None))


def handles(query: str, *keys: str) -> tuple[tuple[str, str, None], ...]:
    return (("button", f"Query {query}", None), *(("button", f"Key {key}", None) for key in keys))


def queries(*names: str, chosen: str) -> tuple[tuple[str, str, bool], ...]:
    return tuple(("radio", name, name == chosen) for name in names)


BANK = (
    "of The at (0.00, 1.00)",
    "of river at (2.00, 0.00)",
    "of bank at (0.00, 1.00)",
    "of flooded at (2.00, 1.00)",
)
SWITCHES = ("Divide scores by √dk (√2)", "Causal mask")
CONTROLS = {
    "cat-sat": (
        *VIEW,
        *HISTORY,
        *handles("of sat at (2.40, 0.60)", "of The at (−1.20, 0.60)", "of cat at (2.20, 1.00)",
                 "of sat at (0.40, 2.20)", "of on at (−0.80, 1.60)", "of the at (−1.40", "of mat at (1.80"),
        *queries("The", "cat", "sat", "on", "the", "mat", chosen="sat"),
        ("switch", SWITCHES[0], True),
        ("switch", SWITCHES[1], False),
        *FIELDS,
    ),
    "river-bank": (
        *VIEW,
        *HISTORY,
        *handles("of bank at (2.00, 0.00)", *BANK),
        *queries("The", "river", "bank", "flooded", chosen="bank"),
        ("switch", SWITCHES[0], True),
        ("switch", SWITCHES[1], False),
        ("radio", "the matrix learns it", True),
        ("radio", "this vector alone", False),
        ("button", "Shuffle the tokens", None),
        *FIELDS,
    ),
    "scaling": (
        *VIEW,
        *HISTORY,
        *handles("at (0.80, 0.60)", "1 at (0.20, 1.40)", "2 at (1.30, −0.90)", "3 at (−1.20", "4 at (0.20"),
        ("button", "Play", None),
        ("button", "Step", None),
        ("button", "10 steps", None),
        ("button", "Restart", "disabled"),
        *FIELDS,
    ),
    "causal-mask": (
        *VIEW,
        *HISTORY,
        *handles("of bank at (2.00, 0.00)", *BANK),
        *queries("The", "river", "bank", "flooded", chosen="bank"),
        ("switch", SWITCHES[0], True),
        ("switch", SWITCHES[1], True),
        *FIELDS,
    ),
}  # fmt: skip
