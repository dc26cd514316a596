"""That what is laid out can be drawn and read, as an extra check of ``trilith check``.

Every face without errors is tried out in a worker: whatever would stop a print is a finding before
anything is printed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from generator.design.face import FacePair
from generator.design.facecheck import layout_of
from generator.drawing.draw import try_out
from generator.svg.lint import Faint
from validator.catalogue.model import Catalogue, Game
from validator.findings import Finding, Place, Severity


def check_drawn(catalogue: Catalogue, root: Path) -> Iterator[Finding]:
    """Try out every face of every game that is laid out without errors."""
    layout = layout_of(catalogue, root)
    if layout.templates is None:
        return
    sound = [laid.sound for laid in layout.games]
    found, unfit = try_out(sound, layout.templates.store, layout.templates.pool)
    yield from unfit
    for game, laid in zip(catalogue.games.values(), layout.games, strict=True):
        yield from _faint(game, laid.pairs, found)


def _faint(
    game: Game, pairs: Sequence[FacePair], found: Sequence[tuple[str, Faint]]
) -> Iterator[Finding]:
    """The faintest text of each template and colour, at the name that it is part of, if any."""
    whose = {face.key: (pair, face) for pair in pairs for face in (pair.back, pair.front) if face}
    told: set[tuple[Place, str]] = set()
    for key, one in sorted(found, key=lambda pair: pair[1].ratio):
        if key not in whose:
            continue
        pair, face = whose[key]
        if face.origin is None or (face.origin.place, one.fill) in told:
            continue
        told.add((face.origin.place, one.fill))
        known = {each.id: each for each in game.sets[pair.deck].components}[pair.component]
        place = known.place_of("name") if one.text in known.name else face.origin.place
        message = (
            f"{one.text!r} on {face.origin.shown} has a contrast of {one.ratio:.1f} : 1 with what "
            f"lies beneath it, in {one.fill}"
        )
        hint = f"at {one.size:g} pt it needs at least {one.least:g} : 1"
        yield Finding("contrast-low", Severity.WARNING, game.id, place, message, hint)
