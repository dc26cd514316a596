"""What is wrong with the faces of a game, beyond what laying them out tells.

Every face is laid out as it will be printed: text that does not fit its box at the smallest
allowed size, missing glyphs, unknown icons, missing pictures, SVG that would not be drawn and
too little contrast are findings before anything is printed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from generator.design.face import (
    Face,
    FacePair,
    distinct_faces,
    names_without_letters,
    of_system,
    spots_of,
)
from generator.design.face_cache import undrawn_fields
from generator.design.faces import LaidOut, faces_of
from generator.design.template_words import template_texts_wanted
from generator.design.templates import Templates, load_templates
from generator.typeset.markup import mistakes
from validator.cache import project_cache
from validator.catalogue.boards.geometry import build_geometry
from validator.catalogue.file_cache import FileCache
from validator.catalogue.model import Catalogue, Game, place_in
from validator.catalogue.translating.files import languages_of, read_language
from validator.catalogue.words.grammar import grammar_of
from validator.checks.translations import Translation, check_sentences
from validator.findings import Finding, Severity, did_you_mean


def players_of(game: Game, catalogue: Catalogue, root: Path) -> Sequence[Game]:
    """The games whose zones spots may name: itself, or those that share the box.

    Nothing can be said of a box (or by a game of what its box lays out) without all of them.
    """
    folders = {path.parent.name for path in (root / "components").glob("*/game.yaml")}
    if not (game.is_box or game.box):
        return (game,)
    if folders - set(catalogue.games):
        return ()
    box = game.id if game.is_box else game.box
    return tuple(one for one in catalogue.games.values() if one.box == box)


def unknown_spots(
    game: Game, pairs: Sequence[FacePair], games: Sequence[Game], templates: Templates
) -> Iterator[Finding]:
    """Spots for zones that no set-up has; without a complete set-up there is none to compare."""
    if not games or not all(one.complete and one.setup.steps for one in games):
        return
    faces: dict[str, dict[str, Face]] = {}
    for pair in pairs:
        component_set = game.sets[pair.deck]
        faces.setdefault(component_set.template, {})[pair.front.key] = pair.front
        if pair.back is not None:
            faces.setdefault(component_set.back or "", {})[pair.back.key] = pair.back
    for template, drawn in faces.items():
        for zone in _strangers(drawn.values(), games):
            known = [name for one in games for name in one.setup.zones]
            hint = did_you_mean(zone, known, "name a zone as setup.yaml lists it")
            if f"seat.{zone}" in known:
                hint = f"write `seat.{zone}`, as setup.yaml does"
            message = f"the template {template} has a spot for {zone!r}, which is no zone"
            place = templates.locate(f'spot("{zone}"', template)
            yield Finding("spot-unknown", Severity.ERROR, game.id, place, message, hint)


def _strangers(faces: Iterable[Face], games: Iterable[Game]) -> Iterator[str]:
    """The zones that spots of ``faces`` name and none of ``games`` has, each once."""
    known = {zone for game in games for zone in _zones(game)}
    named = dict.fromkeys(spot.zone for face in faces for spot in spots_of(face))
    for zone in filter(None, named):
        own = f"seat.{zone}" if "." in zone else zone  # a space of a board that every seat has
        if known.isdisjoint((zone, own, re.sub(r"^seat\d+\.", "seat.", zone))):
            yield zone


def _zones(game: Game) -> Iterator[str]:
    """The zones of a game as they are listed, and each space of those that are boards."""
    for name, label in game.setup.zones.items():
        yield name
        if label.board in game.boards:
            spaces = build_geometry(game.boards[label.board], game)[0].spaces
            yield from (f"{name}.{one.id}" for one in spaces)


@dataclass(frozen=True, slots=True)
class CheckedFaces:
    """The faces of all games of a catalogue, with the templates they were made by, if any."""

    templates: Templates | None
    games: tuple[LaidOut, ...]
    findings: tuple[Finding, ...]


_Loaded: TypeAlias = "tuple[Templates | None, list[Finding]]"
_BEGUN: dict[Path, _Loaded] = {}  # the templates of a project whose check was begun
_LAST: list[tuple[Catalogue, Path, CheckedFaces]] = []  # one is kept: several checks look at it


@contextmanager
def begin(root: Path, kept: FileCache | None = None) -> Iterator[None]:
    """Load the templates of a project for the check in the block, but for what was ``kept``."""
    _BEGUN[root] = _load(root, kept)
    try:
        yield
    finally:
        _BEGUN.pop(root, None)


def _load(root: Path, kept: FileCache | None = None) -> _Loaded:
    return load_templates(root, store=project_cache(root), draft=True, kept=kept)


def check_faces(catalogue: Catalogue, root: Path) -> Iterator[Finding]:
    """Lay out every face of every game; sets of a shared box count once, with the box."""
    yield from layout_of(catalogue, root).findings


def templates_of(catalogue: Catalogue, root: Path) -> Templates | None:
    """The templates of a project whose check was begun, else those its faces are laid out with."""
    return _BEGUN[root][0] if root in _BEGUN else layout_of(catalogue, root).templates


def layout_of(catalogue: Catalogue, root: Path) -> CheckedFaces:
    """The faces of a catalogue, laid out once for all checks that ask for them."""
    for known, where, layout in _LAST:
        if known is catalogue and where == root:
            return layout
    return lay_out(catalogue, root, *(_BEGUN.get(root) or _load(root)))


def lay_out(
    catalogue: Catalogue,
    root: Path,
    templates: Templates | None,
    found: Sequence[Finding],
    laid: Callable[[Game, Templates], LaidOut] = faces_of,
) -> CheckedFaces:
    """The faces of a catalogue in templates that were loaded with these findings.

    It is what :func:`layout_of` gives of this catalogue from now on.
    """
    findings = [*found, *check_template_words(catalogue, root)]
    games = []
    for game in catalogue.games.values():
        if templates is None:
            break
        own = _own(game, catalogue)
        games.append(laid(own, templates))
        findings += _findings_of(own, templates, games[-1])
        players = players_of(game, catalogue, root)
        findings += unknown_spots(own, games[-1].pairs, players, templates)
    layout = CheckedFaces(templates, tuple(games), tuple(findings))
    _LAST[:] = [(catalogue, root, layout)]
    return layout


def _own(game: Game, catalogue: Catalogue) -> Game:
    box = catalogue.games.get(game.box) if game.box else None
    if box is None:
        return game
    own = {name: made for name, made in game.sets.items() if name not in box.sets}
    return replace(game, sets=own)


def _findings_of(game: Game, templates: Templates, laid: LaidOut) -> Iterator[Finding]:
    for term in game.terms.values():
        if term.icon is None or term.icon in templates.icons:
            continue
        place = place_in(game, "terms", term.id, "icon")
        hint = did_you_mean(term.icon, templates.icons, f"add templates/icons/{term.icon}.svg")
        message = f"the term {term.id!r} names the icon {term.icon!r}, which there is not"
        yield Finding("icon-unknown", Severity.ERROR, game.id, place, message, hint)
    decks = dict.fromkeys(pair.deck for pair in laid.pairs)
    yield from undrawn_fields(game, decks, templates.fields_read)
    theme = templates.in_theme(game.theme or "").theme
    yield from names_without_letters(game, theme.fonts)
    if theme.fallback is not None:
        yield from of_system(game, distinct_faces(laid.pairs), theme.fallback)
    slips = tuple(_slips(game))
    yield from slips
    said = {_markup_in(finding) for finding in slips} - {""}
    for finding in laid.findings:
        if not (finding.code == "text-markup" and any(map(_markup_in(finding).startswith, said))):
            yield finding


def _slips(game: Game) -> Iterator[Finding]:
    """What the words of terms leave open, which every text with them would repeat."""
    for term in game.terms.values():
        for key, word in (("one", term.one), ("many", term.many)):
            for mistake in mistakes(word):
                place = place_in(game, "terms", term.id, key)
                message = f"{mistake.message} in the term {term.id!r}"
                yield Finding("text-markup", Severity.ERROR, game.id, place, message, mistake.hint)


def _markup_in(finding: Finding) -> str:
    """What a finding of markup shows of the text: what stands between its first backticks."""
    return finding.message.partition("`")[2].partition("`")[0]


def check_template_words(catalogue: Catalogue, root: Path) -> Iterator[Finding]:
    """Look at the sentences of templates in every PO file of the games."""
    for name, game in catalogue.games.items():
        for language in languages_of(root, name):
            po = read_language(root, name, language)
            if not po.faults:
                wanted = tuple(template_texts_wanted(root, game, language))
                one = Translation(name, language, po, wanted, grammar_of(language))
                yield from check_sentences(one)
