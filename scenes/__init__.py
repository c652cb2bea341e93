"""The scenes in lesson order: add a module beside these, name it here, and it has a page."""

from scenes import cat_sat, river_bank

SCENES = (cat_sat.SCENE, river_bank.SCENE)
