"""What only drawing can tell, as an extra check of ``trilith check``.

Every face is laid out as it will be printed: text that does not fit its box at the smallest
allowed size, missing glyphs, unknown icons, missing pictures, SVG that would not be drawn and
too little contrast are findings before anything is printed.

Codes:

``text-overflow``
    A text does not fit its box at the smallest size allowed. Good: fewer words, or a larger
    box or a smaller `min` in the template.
``text-outside``
    A text, turned or not, reaches over the edge of its piece and would be cut off. Good: another
    place, a smaller size, or `width=` and `min=` to shrink to.
``glyph-missing``
    The font has no sign for a letter. Good: another letter, or a font of the project's own in
    `templates/fonts` that has it.
``icon-unknown``, ``icon-grid``, ``icon-unreadable``
    A text or template names an icon that is not there, or its file is no drawing on a grid of
    24 x 24. Good: `templates/icons/<name>.svg` with `viewBox="0 0 24 24"`.
``picture-unusable``
    A picture is missing, damaged, too large or outside the project. Good: a PNG or JPEG named
    from the project's folder.
``contrast-low``
    A text is hard to read on its ground. Good: a darker or a lighter colour.
``font-unusable``, ``font-missing``
    The theme names a font or weight that is not there, or has none for a text's bold or italic.
    Good: a family that comes along, or a `file` in `templates/fonts`.
``template-missing``, ``template-syntax``, ``template-failed``
    A template is not there, cannot be read, or fails while it is filled in. Bad: `{{ c.cots }}`.
    Good: `{{ c.cost }}`; templates/README.md lists what there is.
``size-unknown``
    `size` names nothing in templates/sizes.yaml. Good: one of its names, or a new entry.
``svg-unsupported``, ``svg-value``, ``svg-colour``, ``svg-reference``
    The drawing uses what would be drawn wrong or not at all. Bad: a filter, `style="..."`,
    `<use>`, `hsl()`, `url(#nothing)`. Good: plain shapes with presentation attributes.
``svg-syntax``, ``svg-too-large``
    The drawing is not XML, or has more parts than a face can need.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from generator.design.faces import faces_of
from generator.design.templating import Templates, load_templates
from generator.store import project_store
from validator.catalogue.model import Catalogue, Game
from validator.findings import Finding, Severity
from validator.hints import did_you_mean


def check_faces(catalogue: Catalogue, root: Path) -> Iterator[Finding]:
    """Lay out every face of every game; sets of a shared box count once, with the box."""
    templates, findings = load_templates(root, store=project_store(root))
    yield from findings
    if templates is None:
        return
    for game in catalogue.games.values():
        yield from _check(_own(game, catalogue), templates)


def _own(game: Game, catalogue: Catalogue) -> Game:
    """The game without the sets of its box, when the box itself is checked too."""
    box = catalogue.games.get(game.box) if game.box else None
    if box is None:
        return game
    own = {name: made for name, made in game.sets.items() if name not in box.sets}
    return replace(game, sets=own)


def _check(game: Game, templates: Templates) -> Iterator[Finding]:
    yield from _unknown_icons(game, templates)
    yield from faces_of(game, templates)[1]


def _unknown_icons(game: Game, templates: Templates) -> Iterator[Finding]:
    """Icons of the game's terms that no template folder has."""
    for term in game.terms.values():
        if term.icon is None or term.icon in templates.icons:
            continue
        place = game.places.get("terms", game.place)
        hint = did_you_mean(term.icon, templates.icons, f"add templates/icons/{term.icon}.svg")
        message = f"the term {term.id!r} names the icon {term.icon!r}, which there is not"
        yield Finding("icon-unknown", Severity.ERROR, game.id, place, message, hint)
