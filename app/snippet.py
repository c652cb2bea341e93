"""The present state as a few lines of NumPy that, run anywhere, print the numbers of the page."""

from __future__ import annotations

from app.readings import Look


def snippet(look: Look) -> str:
    """A complete program: the vectors as they are now, the formula, the weights and the output."""
    state = look.state
    arrays = "\n".join(f"{name} = np.array({getattr(state, name).tolist()})" for name in ("q", "k", "v"))
    scaled = "scores = q @ k.T / np.sqrt(q.shape[1])" if state.scale else "scores = q @ k.T"
    hidden = "scores[np.triu_indices(len(q), 1)] = -np.inf\n" if state.causal else ""
    return (
        f"import numpy as np\n\n{arrays}\n\n{scaled}\n{hidden}"
        "weights = np.exp(scores - scores.max(axis=1, keepdims=True))\n"
        "weights /= weights.sum(axis=1, keepdims=True)\n"
        f"print(weights.round({look.decimals}))\n"
        f"print((weights @ v).round({look.decimals}))\n"
    )
