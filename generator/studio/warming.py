"""What a process loads once, so that those forked from it need not, by drawing a card."""

from __future__ import annotations

import generator.drawing.surface
import generator.drawing.trial  # noqa: F401
from generator.design.canvas import Canvas
from generator.design.filling import face_from
from generator.design.lookup import built_in_folder
from generator.design.templating import load_templates
from generator.drawing.engine import engine
from generator.studio.pictures import Shot, picture_of
from validator.run import extra_checks

_CONTEXT = {
    "c": {"id": "warm", "name": "Warm", "text": "Gain **1** light.", "players": "", "cost": 1},
    "set": {"id": "warm", "name": "Warm", "singular": "Warm", "form": "card"},
    "game": {"id": "warm", "name": "Warm", "revision": "", "theme": "", "language": "en"},
    "face": "front",
}
_POKER = Canvas(63.5, 88.9, 3.0)
_DPI = 100


def warm_up() -> None:
    """Draw a card with the built-in templates, which no project can change.

    Most of the time of a first drawing goes into what is the same for all of them: modules, C
    declarations and fonts.
    """
    engine()
    extra_checks()
    root = built_in_folder().parent
    templates, _ = load_templates(root, draft=True)
    if templates is not None:
        svg, _ = templates.fill("basic/card", _CONTEXT, _POKER, {})
        if svg:
            picture_of(Shot(face_from(svg, _POKER, str(root)), _DPI))
