"""Tables as files: a saved game with its pictures beside it, or a package that holds them."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from generator.atomic import below, replace_folder
from generator.book.table_layout import lay_out
from generator.book.table_picture import DrawnTable, table_image
from generator.book.table_pieces import TableLayout, kinds_of
from generator.design.face import FacePair, distinct_faces
from generator.design.faces import faces_of
from generator.design.templates import Templates
from generator.drawing.draw import Drawer
from generator.drawing.raster import Rasteriser, encode_image
from generator.options import OutputResult, TableProgram
from generator.outputs.tables.gallery import gallery_of, singles_of
from generator.outputs.tables.pcio import MOST_BYTES, MOST_WIDGETS, SCHEMA, widgets_of
from generator.outputs.tables.tts import game_to_save
from generator.printing.documents import drawing_of
from generator.printing.selection import copies_needed
from validator.catalogue.model import Component, Form
from validator.catalogue.seats import component_id, table_name, table_words
from validator.catalogue.setup_script import BOX
from validator.findings import Finding, has_errors
from validator.setup.deal import SetupResult
from validator.setup.guide import guide

VIEW_PX, VIEW_MM = 2000, 250.0
"""The longer side of the picture of a table, in pixels, and on the paper that it is made for."""
PICTURES = "pictures"


@dataclass(frozen=True, slots=True)
class TableScene:
    """A table after set-up with all it takes to draw it: faces, and the laid table."""

    result: SetupResult
    pairs: tuple[FacePair, ...]
    table: TableLayout

    @property
    def stem(self) -> str:
        """What its files are called: the game and the table, ``henge-3+1``."""
        return f"{self.result.game.id}-{table_name(self.result.configuration)}"

    @property
    def title(self) -> str:
        """What people call it: ``Henge for 3 players and 1 bot``."""
        table = self.result.configuration
        game, tongue = self.result.game.name, self.result.game.tongue
        players = table_words(table.players, table.bots, tongue)
        return tongue.say("{game} for {players}", game=game, players=players)


def write_table(
    result: SetupResult,
    templates: Templates,
    drawer: Drawer,
    out: Path,
    program: TableProgram,
    images_at: str = "",
) -> OutputResult:
    """Write a table to ``out/<game>/tables/<program>-<players>+<bots>/``.

    Pictures of a saved game are named by their place there, or below the address ``images_at``.

    Raises:
        OutputError: the folder cannot be written.
    """
    is_tts = program is TableProgram.TTS
    pairs, findings = _find_faces(result, templates, whole_decks=is_tts)
    if has_errors(findings):
        return OutputResult(findings)
    scene = TableScene(result, pairs, lay_out(result, kinds_of(result.game, pairs), seated=is_tts))
    name = f"{program}-{table_name(result.configuration)}"
    folder = below(out, result.game.id, "tables", name)
    faces = distinct_faces(pairs)
    book = drawer(faces)
    with replace_folder(folder) as fresh, Rasteriser(book) as raster:
        if is_tts:
            files, aside = _tts(scene, raster, _address(folder, images_at)), ""
        else:
            theme = templates.in_theme(result.game.theme or "").theme
            files, aside = _pcio(scene, raster, theme.values["colours"])
        shown = DrawnTable(scene.table, {face.key: drawing_of(face) for face in faces})
        picture = shown.at_most(VIEW_MM, VIEW_MM)
        dpi = VIEW_PX * 25.4 / max(picture.width, picture.height)
        files[f"{scene.stem}.png"] = encode_image(table_image(picture, book, dpi), ".png", 72)
        for path, data in files.items():
            (fresh / path).parent.mkdir(exist_ok=True)
            (fresh / path).write_bytes(data)
    beside = sum(path.startswith(PICTURES) for path in files)
    told = f" with {beside} pictures beside it" if beside else ""
    return OutputResult(findings, f"{folder / next(iter(files))}{told}", aside)


def _find_faces(
    result: SetupResult, templates: Templates, *, whole_decks: bool
) -> tuple[tuple[FacePair, ...], tuple[Finding, ...]]:
    """The faces of all that lies on the table, and with ``whole_decks`` of the rest of its decks.

    Such a deck has the same sheets at every table, so that its pictures are hosted once.
    """
    zones = (parts for zone, parts in result.zones.items() if zone != BOX)
    there = frozenset(component_id(part) for parts in zones for part in parts)
    sets = {c.set_id for c in result.game.components() if c.id in there}
    used = copies_needed(result.game)

    def is_asked_for(component: Component) -> bool:
        is_deck = result.game.sets[component.set_id].form in _DECKS and component.set_id in sets
        whole = whole_decks and is_deck and used.get(component.id, 0) > 0
        return whole or component.id in there

    return faces_of(result.game, templates, wanted=is_asked_for)[:2]


_DECKS = frozenset({Form.CARD, Form.CHIT, Form.COIN, Form.TOKEN, Form.MARKER})


def _address(folder: Path, images_at: str) -> Callable[[str], str]:
    if images_at:
        return lambda name: f"{images_at.rstrip('/')}/{name}"
    # The program writes such addresses plain, whatever signs the path has (recall).
    beside = (folder / PICTURES).resolve().as_posix().lstrip("/")
    return lambda name: f"file:///{beside}/{name}"


def _tts(scene: TableScene, raster: Rasteriser, address: Callable[[str], str]) -> dict[str, bytes]:
    game = scene.result.game
    gallery = gallery_of(game, scene.pairs, scene.table.kinds, raster)
    notes = {game.tongue.say("Set-up"): guide(game, scene.result.configuration)}
    save = game_to_save(scene.table, gallery, address, scene.title, notes)
    text = json.dumps(save, indent=1, ensure_ascii=False) + "\n"
    pictures = {f"{PICTURES}/{name}": data for name, data in gallery.pictures.items()}
    return {f"{scene.stem}.json": text.encode(), **pictures}


def _pcio(
    scene: TableScene, raster: Rasteriser, colours: Mapping[str, str]
) -> tuple[dict[str, bytes], str]:
    """The package, and what is said of a room with more widgets than it takes easily."""
    gallery = singles_of(scene.pairs, scene.table.kinds, raster, MOST_BYTES, colours)
    game = scene.result.game
    notes = guide(game, scene.result.configuration)
    widgets = widgets_of(scene.table, gallery.pieces, notes, game.tongue)
    text = json.dumps(widgets, indent=1, ensure_ascii=False) + "\n"
    assets = {f"userassets/{name}": data for name, data in gallery.pictures.items()}
    head = {"schemaVersion": SCHEMA.encode(), "widgets.json": text.encode()}
    package = zip_files({**head, **assets})
    count = len(widgets)
    crowd = f"{count} widgets are more than the {MOST_WIDGETS} that a room takes with ease"
    return {f"{scene.stem}.pcio": package}, crowd if count > MOST_WIDGETS else ""


def zip_files(files: Mapping[str, bytes]) -> bytes:
    """Files in a zip whose bytes depend on nothing else."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return target.getvalue()
