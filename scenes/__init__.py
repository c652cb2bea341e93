"""The scenes in lesson order: add a module beside these, name it here, and it has a page."""

from scenes import cat_sat, causal_mask, river_bank, scaling

SCENES = (cat_sat.SCENE, river_bank.SCENE, scaling.SCENE, causal_mask.SCENE)
