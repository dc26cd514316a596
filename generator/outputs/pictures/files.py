"""Pictures of faces: one file a face, sprite sheets, and scenes for rulebooks and pages.

All are rendered from the vector PDF that is printed, so they show what comes out of a printer.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import overload

from PIL import Image, ImageColor, ImageOps

from generator.atomic import below, replaced_folder, write_where_told
from generator.design.face import Face, FacePair
from generator.design.faces import faces_of
from generator.design.templating import Templates
from generator.drawing.draw import Drawer, draw
from generator.drawing.raster import Rasteriser, encoded
from generator.failures import WrongUseError
from generator.outputs.pictures.pixels import refuse_too_many
from generator.outputs.pictures.scenes import Look, hand_poses, paint, spread_poses
from generator.outputs.pictures.sprites import TABLETOP_SIMULATOR, SheetRule, sprite_sheets
from generator.printing.kit.selection import copies_needed
from validator.catalogue.model import Component, Game
from validator.findings import Finding, Severity, has_errors

SUFFIXES = (".png", ".jpg")
LEAST_DPI, MOST_DPI = 20.0, 1200.0


class PictureChoiceError(WrongUseError):
    """A choice that cannot be had; the message says what there is."""


class SceneKind(StrEnum):
    """How the cards of a scene lie."""

    HAND = "hand"
    SPREAD = "spread"


@dataclass(frozen=True, slots=True)
class Subject:
    """What is drawn: components of a game (those ``wanted``, or all it uses) by its templates."""

    game: Game
    templates: Templates
    wanted: Callable[[Component], bool] | None = None
    drawer: Drawer = draw


@dataclass(frozen=True, slots=True)
class Shot:
    """How a picture is taken: dots an inch, and the suffix of its file.

    Raises:
        PictureChoiceError: they cannot be had.
    """

    dpi: float = 150.0
    suffix: str = ".png"

    def __post_init__(self) -> None:
        if not LEAST_DPI <= self.dpi <= MOST_DPI:
            limits = f"{LEAST_DPI:g} and {MOST_DPI:g}"
            raise PictureChoiceError(f"{self.dpi:g} dpi is not between {limits}")
        if self.suffix not in SUFFIXES:
            have = self.suffix or "without"
            raise PictureChoiceError(f"pictures are {' or '.join(SUFFIXES)}, not {have}")


@dataclass(frozen=True, slots=True)
class Scene:
    """Cards (component ids, in order) on a table: as a hand or a spread, which side up, and lit.

    Raises:
        PictureChoiceError: there are no cards, no such side or no such colour of the ground.
    """

    cards: Sequence[str]
    kind: SceneKind = SceneKind.HAND
    side: str = "front"
    look: Look = field(default_factory=Look)

    def __post_init__(self) -> None:
        if self.side not in ("front", "back"):
            asked = f"{self.kind.value} ({self.side})"
            raise PictureChoiceError(f"there is no scene {asked}; there are hand and spread")
        if not self.cards:
            raise PictureChoiceError("there is nothing to show; name cards by their ids")
        try:
            ImageColor.getrgb(self.look.ground or "white")
        except ValueError as error:
            raise PictureChoiceError(str(error)) from error


def face_files(
    subject: Subject, out: Path, shot: Shot, *, bleed: bool = False
) -> tuple[tuple[Path, ...], tuple[Finding, ...]]:
    """Write a picture of every face to ``out/<game>/faces/<deck>/<component>-<side>.png``.

    ``bleed`` keeps what lies beyond the trim edge.

    Raises:
        OutputError: the folder cannot be written.
    """
    game = subject.game
    pairs, findings = _pairs(subject)
    if has_errors(findings):
        return (), findings
    folder, names = below(out, game.id, "faces"), []
    with replaced_folder(folder) as fresh, _raster(subject, pairs, shot) as raster:
        for pair, side, face in _sides(pairs):
            name = Path(pair.deck) / f"{pair.component}-{side}{shot.suffix}"
            image = raster.image(face.key, shot.dpi, 0.0 if bleed else face.bleed_mm)
            (fresh / name).parent.mkdir(exist_ok=True)
            (fresh / name).write_bytes(encoded(image, shot.suffix, shot.dpi))
            names.append(folder / name)
    return tuple(names), findings


def sprite_files(
    subject: Subject, out: Path, shot: Shot, rule: SheetRule = TABLETOP_SIMULATOR
) -> tuple[tuple[Path, ...], tuple[Finding, ...]]:
    """Write sprite sheets of every deck to ``out/<game>/sprites/``, with ``sprites.json``.

    The JSON lists sheets with columns, rows, pixels of a cell, and the cards in reading order
    with their copies. A back that a deck shares is a picture of its own, and the hidden cell.

    Raises:
        OutputError: the folder cannot be written.
    """
    game = subject.game
    pairs, findings = _pairs(subject)
    if has_errors(findings):
        return (), findings
    folder, sheets, names = below(out, game.id, "sprites"), [], ["sprites.json"]
    with replaced_folder(folder) as fresh:
        with _raster(subject, pairs, shot) as raster:
            for deck, held in _decks(pairs).items():
                for name, image, about in _deck_sheets(deck, held, raster, rule, shot):
                    (fresh / name).write_bytes(encoded(image, shot.suffix, shot.dpi))
                    names.append(name)
                    sheets.append({"file": name, "deck": deck, **about})
        text = json.dumps({"game": game.id, "sheets": sheets}, indent=2, ensure_ascii=False)
        (fresh / "sprites.json").write_text(text + "\n", encoding="utf-8", newline="\n")
    return tuple(folder / name for name in names), findings


def scene_file(
    subject: Subject, out: Path, scene: Scene, shot: Shot, *, force: bool = False
) -> tuple[tuple[Path, ...], tuple[Finding, ...]]:
    """Write a picture of a scene to ``out/<game>/hand.png`` (or ``spread``, by its kind).

    Raises:
        PictureChoiceError: the game has no such card.
        OutputError: the file cannot be written.
    """
    shown = replace(subject, wanted=lambda c: c.id in set(scene.cards))
    pairs, findings = _used_pairs(shown)
    if has_errors(findings):
        return (), findings
    known = {pair.component: pair for pair in pairs}
    for card in scene.cards:
        if card not in known:
            raise PictureChoiceError(f"{subject.game.name} has no component {card!r}")
    with _raster(shown, pairs, shot) as raster:
        data = _scene([known[card] for card in scene.cards], raster, scene, shot)
    path = below(out, subject.game.id, f"{scene.kind.value}{shot.suffix}")
    write_where_told(path, data, force=force)
    return (path,), findings


def _scene(pairs: Sequence[FacePair], raster: Rasteriser, scene: Scene, shot: Shot) -> bytes:
    images = []
    for pair in pairs:
        face = pair.back if scene.side == "back" and pair.back is not None else pair.front
        image = raster.image(face.key, shot.dpi, face.bleed_mm)
        images.append(ImageOps.crop(image, 1))  # the outermost pixels are fractions
    poses = hand_poses if scene.kind is SceneKind.HAND else spread_poses
    look, corner = scene.look, pairs[0].corner_mm * shot.dpi / 25.4
    if shot.suffix != ".png" and look.ground is None:
        look = replace(look, ground="#ffffff")
    painted = paint(images, poses(len(images), *images[0].size), corner, look)
    return encoded(painted, shot.suffix, shot.dpi)


def _raster(subject: Subject, pairs: Sequence[FacePair], shot: Shot) -> Rasteriser:
    faces = [face for _, _, face in _sides(pairs)]
    refuse_too_many(faces, shot.dpi)
    return Rasteriser(subject.drawer(faces))


def _pairs(subject: Subject) -> tuple[tuple[FacePair, ...], tuple[Finding, ...]]:
    """The faces to show; it is an error if there are none."""
    pairs, findings = _used_pairs(subject)
    if pairs or has_errors(findings):
        return pairs, findings
    game = subject.game
    message = f"{game.name} has no face to show: no piece is used"
    hint = "lay pieces out in setup.yaml with a `place` step"
    return (), (Finding("print-nothing", Severity.ERROR, game.id, game.place, message, hint),)


def _used_pairs(subject: Subject) -> tuple[tuple[FacePair, ...], tuple[Finding, ...]]:
    """The faces of what the game uses at any table, with the copies it uses."""
    copies = copies_needed(subject.game)
    wanted = subject.wanted
    pairs, findings = faces_of(
        subject.game,
        subject.templates,
        wanted=lambda c: copies.get(c.id, 0) > 0 and (wanted is None or wanted(c)),
    )
    return tuple(replace(pair, copies=copies[pair.component]) for pair in pairs), findings


def _sides(pairs: Sequence[FacePair]) -> Iterator[tuple[FacePair, str, Face]]:
    for pair in pairs:
        yield pair, "front", pair.front
        if pair.back is not None:
            yield pair, "back", pair.back


def _decks(pairs: Sequence[FacePair]) -> dict[str, list[FacePair]]:
    decks: dict[str, list[FacePair]] = {}
    for pair in pairs:
        decks.setdefault(pair.deck, []).append(pair)
    return decks


def _deck_sheets(
    deck: str, pairs: Sequence[FacePair], raster: Rasteriser, rule: SheetRule, shot: Shot
) -> Iterator[tuple[str, Image.Image, dict[str, object]]]:
    dpi, suffix = shot.dpi, shot.suffix
    backs = {pair.back.key: pair.back for pair in pairs if pair.back is not None}
    shared = next(iter(backs.values())) if len(backs) == 1 else None
    back = None if shared is None else raster.image(shared.key, dpi, shared.bleed_mm)
    if back is not None:
        yield f"{deck}-back{suffix}", back, {"face": "back", "shared": True}
    for side in ("front",) if len(backs) < 2 else ("front", "back"):
        faces = [face for pair in pairs if (face := _face(pair, side)) is not None]
        images = _Taken(raster, faces, dpi)
        cards = [{"component": pair.component, "copies": pair.copies} for pair in pairs]
        for number, (plan, image) in enumerate(sprite_sheets(images, rule, back), start=1):
            yield (
                f"{deck}-{side}s-{number}{suffix}",
                image,
                {
                    "face": side,
                    "columns": plan.columns,
                    "rows": plan.rows,
                    "cell_px": list(plan.cell),
                    "cards": cards[plan.first : plan.first + plan.count],
                },
            )


class _Taken(Sequence[Image.Image]):
    """Pictures of trimmed faces, each taken when it is asked for: a deck may have thousands."""

    def __init__(self, raster: Rasteriser, faces: Sequence[Face], dpi: float) -> None:
        self._raster = raster
        self._faces = faces
        self._dpi = dpi

    def __len__(self) -> int:
        return len(self._faces)

    @overload
    def __getitem__(self, index: int) -> Image.Image: ...
    @overload
    def __getitem__(self, index: slice) -> _Taken: ...
    def __getitem__(self, index: int | slice) -> Image.Image | _Taken:
        if isinstance(index, slice):
            return _Taken(self._raster, self._faces[index], self._dpi)
        face = self._faces[index]
        return self._raster.image(face.key, self._dpi, face.bleed_mm)


def _face(pair: FacePair, side: str) -> Face | None:
    """A side of a pair; where some of a deck have no back, their front stands in for it."""
    return pair.front if side == "front" else pair.back or pair.front
