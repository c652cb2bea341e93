"""A KV cache: what a token-by-token decoder keeps of the tokens that it has read.

Under the causal mask a token's output never changes once it is computed, so only its key and its
value are needed again: they are kept, its query is not. Multiplications are counted as in the
projections X W (Vaswani et al. 2017, section 3.2.2) and in q·k and weight·v of every visible pair.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from app.attention import Attention, attend, causal_mask

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class KVCache:
    """Keys (n, d_k) and values (n, d_v) of the n tokens read so far: exactly n rows, never a blank one."""

    k: Floats
    v: Floats

    @classmethod
    def empty(cls, d_k: int = 2, d_v: int = 2) -> KVCache:
        """A cache before the first token."""
        return cls(np.empty((0, d_k)), np.empty((0, d_v)))

    def __len__(self) -> int:
        return len(self.k)

    def step(
        self, q: ArrayLike, k: ArrayLike, v: ArrayLike, *, scale: bool | float = True
    ) -> tuple[Attention, KVCache]:
        """Read m new tokens: their attention to all n + m keys, and the cache that holds them too.

        q, k (m, d_k) and v (m, d_v) of the new tokens alone, m at least 1. The mask is aligned bottom-right:
        the queries are the last m of the n + m tokens. Raises ValueError as `attend` does.
        """
        if not len(np.asarray(q)) == len(np.asarray(k)) == len(np.asarray(v)):
            raise ValueError("q, k and v must have one row for each new token")
        keys, values = np.concatenate([self.k, np.asarray(k)]), np.concatenate([self.v, np.asarray(v)])
        new = len(np.asarray(q))
        return attend(q, keys, values, scale=scale, mask=causal_mask(new, len(keys))), KVCache(keys, values)


def decode(
    q: Floats, k: Floats, v: Floats, *, prompt: int = 1, scale: bool | float = True
) -> tuple[list[Attention], KVCache]:
    """Read a sentence with a cache: the first `prompt` tokens at once, then one by one.

    q, k (n, d_k), v (n, d_v), 1 <= prompt <= n. One Attention a step, and the cache after the last.
    """
    if type(prompt) is not int or not 1 <= prompt <= len(q):
        raise ValueError(f"the prompt must have 1 to {len(q)} tokens, not {prompt}")
    cache = KVCache.empty(k.shape[1], v.shape[1])
    steps = []
    for start, end in [(0, prompt), *((row, row + 1) for row in range(prompt, len(q)))]:
        result, cache = cache.step(q[start:end], k[start:end], v[start:end], scale=scale)
        steps.append(result)
    return steps, cache


@dataclass(frozen=True)
class Work:
    """Multiplications of one step, with and without a cache."""

    cached: int
    full: int


def work(n: int, features: int, d: int = 2, *, causal: bool = True) -> Work:
    """What the step that reads the n-th token multiplies; without a cache all n tokens are computed anew.

    A token's three projections take 3 · features · d, each visible pair d for q·k and d for weight·v.
    """
    pairs = n * (n + 1) // 2 if causal else n * n
    return Work(3 * features * d + 2 * d * n, 3 * features * d * n + 2 * d * pairs)
