"""The scenes in lesson order: add a module beside these, name it here, and it has a page."""

from app.language import quoted, told
from app.scene import Scene
from scenes import cat_sat, causal_mask, river_bank, scaling

SCENES = (cat_sat.SCENE, river_bank.SCENE, scaling.SCENE, causal_mask.SCENE)


def named(slug: str) -> Scene:
    """The scene of a name; ValueError says which there are where it is none of them."""
    for scene in SCENES:
        if scene.slug == slug:
            return scene
    names = ", ".join(scene.slug for scene in SCENES)
    raise ValueError(told("refusal.no-scene", name=quoted(slug), names=names))
