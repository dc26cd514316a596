"""Pictures of faces: one file a face, sprite sheets, and scenes for rulebooks and pages.

All are rendered from the vector PDF that is printed, so they show what comes out of a printer.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from PIL import Image, ImageOps

from generator.atomic import replaced_folder, write_bytes
from generator.design.face import Face, FacePair
from generator.design.faces import faces_of
from generator.design.templating import Templates
from generator.drawing.draw import FaceBook, draw
from generator.drawing.raster import Rasteriser, encoded
from generator.outputs.scenes import Look, hand_poses, scene, spread_poses
from generator.outputs.sprites import TABLETOP_SIMULATOR, SheetRule, sprite_sheets
from generator.printing.kit.selection import copies_needed
from validator.catalogue.model import Component, Game
from validator.findings import Finding, Severity, has_errors

Drawer: TypeAlias = Callable[[Sequence[Face]], FaceBook]
SUFFIXES = (".png", ".jpg")
LEAST_DPI, MOST_DPI = 20.0, 1200.0
SCENES = ("hand", "spread")


class PictureChoiceError(ValueError):
    """A choice that cannot be had; the message says what there is."""


@dataclass(frozen=True, slots=True)
class _Drawn:
    pairs: tuple[FacePair, ...]
    book: FaceBook


def face_files(
    game: Game,
    templates: Templates,
    out: Path,
    *,
    dpi: float = 150.0,
    suffix: str = ".png",
    bleed: bool = False,
    wanted: Callable[[Component], bool] | None = None,
    drawer: Drawer = draw,
) -> tuple[tuple[Path, ...], tuple[Finding, ...]]:
    """Write a picture of every face to ``out/<game>/faces/<deck>/<component>-<side>.png``.

    ``dpi`` is any resolution; ``bleed`` keeps what lies beyond the trim edge.

    Raises:
        PictureChoiceError: dpi or suffix cannot be had.
        OutputError: the folder cannot be written.
    """
    _check(dpi, suffix)
    drawn, findings = _drawn(game, templates, wanted, drawer)
    if drawn is None:
        return (), findings
    folder, names = out / game.id / "faces", []
    with replaced_folder(folder, tuple(game.sets)) as fresh, Rasteriser(drawn.book) as raster:
        for pair, side, face in _sides(drawn.pairs):
            name = Path(pair.deck) / f"{pair.component}-{side}{suffix}"
            image = raster.image(face.key, dpi, 0.0 if bleed else face.bleed_mm)
            (fresh / name).parent.mkdir(exist_ok=True)
            (fresh / name).write_bytes(encoded(image, suffix, dpi))
            names.append(folder / name)
    return tuple(names), findings


def sprite_files(
    game: Game,
    templates: Templates,
    out: Path,
    *,
    rule: SheetRule = TABLETOP_SIMULATOR,
    dpi: float = 150.0,
    suffix: str = ".png",
    drawer: Drawer = draw,
) -> tuple[tuple[Path, ...], tuple[Finding, ...]]:
    """Write sprite sheets of every deck to ``out/<game>/sprites/``, with ``sprites.json``.

    The JSON lists sheets with columns, rows, pixels of a cell, and the cards in reading order
    with their copies. A back that a deck shares is a picture of its own, and the hidden cell.

    Raises:
        PictureChoiceError: dpi or suffix cannot be had.
        OutputError: the folder cannot be written.
    """
    _check(dpi, suffix)
    drawn, findings = _drawn(game, templates, None, drawer)
    if drawn is None:
        return (), findings
    folder, sheets, names = out / game.id / "sprites", [], ["sprites.json"]
    with replaced_folder(folder, ("*.png", "*.jpg", "*.json")) as fresh:
        with Rasteriser(drawn.book) as raster:
            for deck, pairs in _decks(drawn.pairs).items():
                for name, image, about in _deck_sheets(deck, pairs, raster, rule, dpi, suffix):
                    (fresh / name).write_bytes(encoded(image, suffix, dpi))
                    names.append(name)
                    sheets.append({"file": name, "deck": deck, **about})
        text = json.dumps({"game": game.id, "sheets": sheets}, indent=2, ensure_ascii=False)
        (fresh / "sprites.json").write_text(text + "\n", encoding="utf-8", newline="\n")
    return tuple(folder / name for name in names), findings


def scene_file(
    game: Game,
    templates: Templates,
    path: Path,
    cards: Sequence[str],
    *,
    kind: str = "hand",
    dpi: float = 200.0,
    look: Look | None = None,
    side: str = "front",
    drawer: Drawer = draw,
) -> tuple[Finding, ...]:
    """Write a picture of ``cards`` (component ids, in order) as a hand or a spread to ``path``.

    Raises:
        PictureChoiceError: no such card, kind, side or format.
        OutputError: the file cannot be written.
    """
    _check(dpi, path.suffix.lower())
    if kind not in SCENES or side not in ("front", "back"):
        raise PictureChoiceError(f"there is no scene {kind} ({side}); there are hand and spread")
    if not cards:
        raise PictureChoiceError("there is nothing to show; name cards by their ids")
    drawn, findings = _drawn(game, templates, lambda c: c.id in set(cards), drawer)
    if any(finding.code != "print-nothing" for finding in findings) and drawn is None:
        return findings
    known = {pair.component for pair in drawn.pairs} if drawn else set()
    missing = [card for card in cards if card not in known]
    if drawn is None or missing:
        raise PictureChoiceError(f"{game.name} has no component {missing[0]!r}")
    write_bytes(path, _scene(drawn, cards, kind, side, dpi, look or Look(), path.suffix.lower()))
    return findings


def _scene(
    drawn: _Drawn, cards: Sequence[str], kind: str, side: str, dpi: float, look: Look, suffix: str
) -> bytes:
    pairs = {pair.component: pair for pair in drawn.pairs}
    images = []
    with Rasteriser(drawn.book) as raster:
        for card in cards:
            pair = pairs[card]
            face = pair.back if side == "back" and pair.back is not None else pair.front
            image = raster.image(face.key, dpi, face.bleed_mm)
            images.append(ImageOps.crop(image, 1))  # the outermost pixels are fractions
    width, height = images[0].size
    poses = (hand_poses if kind == "hand" else spread_poses)(len(images), width, height)
    corner = pairs[cards[0]].corner_mm * dpi / 25.4
    if suffix != ".png" and look.ground is None:
        look = replace(look, ground="#ffffff")
    return encoded(scene(images, poses, corner, look), suffix, dpi)


def _drawn(
    game: Game,
    templates: Templates,
    wanted: Callable[[Component], bool] | None,
    drawer: Drawer,
) -> tuple[_Drawn | None, tuple[Finding, ...]]:
    totals = tuple(sorted({table.total for table in game.configurations}))
    copies = copies_needed(game, totals)
    pairs, findings = faces_of(
        game,
        templates,
        wanted=lambda c: copies.get(c.id, 0) > 0 and (wanted is None or wanted(c)),
    )
    pairs = tuple(replace(pair, copies=copies[pair.component]) for pair in pairs)
    if has_errors(findings):
        return None, findings
    if not pairs:
        message = f"{game.name} has no face to show"
        return None, (Finding("print-nothing", Severity.ERROR, game.id, game.place, message),)
    return _Drawn(pairs, drawer([face for _, _, face in _sides(pairs)])), findings


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
    deck: str,
    pairs: Sequence[FacePair],
    raster: Rasteriser,
    rule: SheetRule,
    dpi: float,
    suffix: str,
) -> Iterator[tuple[str, Image.Image, dict[str, object]]]:
    backs = {pair.back.key: pair.back for pair in pairs if pair.back is not None}
    shared = next(iter(backs.values())) if len(backs) == 1 else None
    back = None if shared is None else raster.image(shared.key, dpi, shared.bleed_mm)
    if back is not None:
        yield f"{deck}-back{suffix}", back, {"face": "back", "shared": True}
    for side in ("front",) if len(backs) < 2 else ("front", "back"):
        faces = [face for pair in pairs if (face := _face(pair, side)) is not None]
        images = [raster.image(face.key, dpi, face.bleed_mm) for face in faces]
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


def _face(pair: FacePair, side: str) -> Face | None:
    """A side of a pair; where some of a deck have no back, their front stands in for it."""
    return pair.front if side == "front" else pair.back or pair.front


def _check(dpi: float, suffix: str) -> None:
    if not LEAST_DPI <= dpi <= MOST_DPI:
        raise PictureChoiceError(f"{dpi:g} dpi is not between {LEAST_DPI:g} and {MOST_DPI:g}")
    if suffix not in SUFFIXES:
        raise PictureChoiceError(f"pictures are {' or '.join(SUFFIXES)}, not {suffix or 'without'}")
