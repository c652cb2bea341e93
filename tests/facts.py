"""Numbers that the lessons print or that follow from them, as plain Python.

None of them was computed by the code under test. "Published" numbers are rounded to two or three decimals as
printed; `CAT_SAT_V`, the stretched pattern and the learning exercise were chosen here.
"""

from __future__ import annotations

Row = list[float]
Rows = list[Row]

# cat-sat: six tokens with hand-set vectors, d_k = d_v = 2, scaled, no mask

CAT_SAT_TOKENS = ["The", "cat", "sat", "on", "the", "mat"]
CAT_SAT_QUERY = 2  # "sat"
CAT_SAT_Q: Rows = [[1.6, 0.4], [0.3, 2.0], [2.4, 0.6], [1.5, -1.2], [1.4, -0.8], [-0.5, 2.0]]
CAT_SAT_K: Rows = [[-1.2, 0.6], [2.2, 1.0], [0.4, 2.2], [-0.8, 1.6], [-1.4, -0.2], [1.8, -0.9]]
CAT_SAT_V: Rows = [[-1.0, -0.6], [1.8, 0.6], [1.4, 1.5], [-1.4, 1.0], [-0.8, -1.2], [0.6, -0.4]]

CAT_SAT_SCORES: Row = [-2.52, 5.88, 2.28, -0.96, -3.48, 3.78]  # the row of "sat"; exact
CAT_SAT_SCALED: Row = [-1.78, 4.16, 1.61, -0.68, -2.46, 2.67]
CAT_SAT_OUTPUT: Row = [1.54, 0.48]
CAT_SAT_WEIGHTS: Rows = [
    [0.01, 0.62, 0.11, 0.02, 0.01, 0.23],
    [0.04, 0.16, 0.58, 0.19, 0.01, 0.01],
    [0.00, 0.76, 0.06, 0.01, 0.00, 0.17],
    [0.01, 0.22, 0.01, 0.01, 0.01, 0.74],
    [0.01, 0.31, 0.03, 0.01, 0.02, 0.62],
    [0.09, 0.05, 0.50, 0.33, 0.03, 0.00],
]
CAT_SAT_UNSCALED_WEIGHTS: Row = [0.00, 0.87, 0.02, 0.00, 0.00, 0.11]  # the row of "sat" without the division

# river-bank: four tokens, three features, from X through W to the output; the causal rows are its masked twin

RIVER_BANK_TOKENS = ["The", "river", "bank", "flooded"]
RIVER_BANK_QUERY = 2  # "bank"
RIVER_BANK_FEATURES = ["water", "place noun", "grammar word"]
RIVER_BANK_X: Rows = [[0, 0, 1], [1, 0, 0], [0, 1, 0], [1, 0, 1]]
RIVER_BANK_W_Q: Rows = [[1, 0], [2, 0], [0, 1]]
RIVER_BANK_W_K: Rows = [[2, 0], [0, 1], [0, 1]]
RIVER_BANK_W_V: Rows = [[1, 0], [0, 1], [0, 0]]
RIVER_BANK_Q: Rows = [[0, 1], [1, 0], [2, 0], [1, 1]]
RIVER_BANK_K: Rows = [[0, 1], [2, 0], [0, 1], [2, 1]]
RIVER_BANK_V: Rows = [[0, 0], [1, 0], [0, 1], [1, 0]]

RIVER_BANK_SCORES: Rows = [[1, 0, 1, 1], [0, 2, 0, 2], [0, 4, 0, 4], [1, 2, 1, 3]]
RIVER_BANK_SCALED: Row = [0, 2.83, 0, 2.83]  # the row of "bank"
RIVER_BANK_EXPONENTIALS: Row = [1, 16.92, 1, 16.92]
RIVER_BANK_TOTAL = 35.84
RIVER_BANK_WEIGHTS: Rows = [
    [0.286, 0.141, 0.286, 0.286],
    [0.098, 0.402, 0.098, 0.402],
    [0.028, 0.472, 0.028, 0.472],
    [0.123, 0.249, 0.123, 0.505],
]
RIVER_BANK_OUTPUT: Rows = [[0.427, 0.286], [0.804, 0.098], [0.944, 0.028], [0.754, 0.123]]
RIVER_BANK_CAUSAL_WEIGHTS: Rows = [
    [1, 0, 0, 0],
    [0.196, 0.804, 0, 0],
    [0.053, 0.894, 0.053, 0],
    [0.123, 0.249, 0.123, 0.505],
]
RIVER_BANK_CAUSAL_OUTPUT: Rows = [[0, 0], [0.804, 0], [0.894, 0.053], [0.754, 0.123]]

# scaling: one pattern of four scores, stretched, and random vectors

PATTERN: Row = [1, 0.5, 0, -0.5]
STRETCHED_WEIGHTS: dict[float, Row] = {  # by stretch; √128 = 11.314, √512 = 22.63
    1.0: [0.455, 0.276, 0.167, 0.102],
    8.0: [0.982, 0.018, 0.000, 0.000],
    11.3: [0.996, 0.004, 0.000, 0.000],
    128**0.5: [0.997, 0.003, 0.000, 0.000],
    512**0.5: [1.000, 0.000, 0.000, 0.000],
}
LARGEST_SLOPE = {1.0: 0.24798, 8.0: 0.01798, 11.3: 0.00351, 128**0.5: 0.00348, 512**0.5: 0.0000122}
SLOPE_RATIO = {11.3: 70.7, 128**0.5: 71.2}  # slope at stretch 1 over slope at this one: "about 70 times"

HARD_PICK_D_K = 128
HARD_PICK_KEYS = 8
HARD_PICK_TRIALS = 20_000
HARD_PICK_UNSCALED_SHARE = (0.507, 0.529)  # 51.8 %, give or take three standard errors of 0.35 points
HARD_PICK_SCALED_SHARE = 0.0
HARD_PICK_SCALED_MEAN_TOP = 0.36

# learning: scores start at the pattern times the stretch, four values on the axes, the second one as target

LEARNING_VALUES: Rows = [[1, 0], [0, 1], [-1, 0], [0, -1]]
LEARNING_TARGET: Row = [0, 1]
LEARNING_RATE = 0.5
STEPS_UNTIL_HALF: dict[float, int | None] = {
    1.0: 6,
    8**0.5: 5,
    32**0.5: 12,
    8.0: 33,
    128**0.5: 152,
    512**0.5: None,
}  # within 400
LOSS_AFTER_100_STEPS = {1.0: 0.0054, 8.0: 0.0049, 128**0.5: 0.978, 512**0.5: 1.000}

# the key-value cache of Llama 3.1 8B: 32 layers × 8 KV heads × 128 numbers × (K and V) × 2 bytes a token

KV_CACHE_BYTES_PER_TOKEN = 131_072
