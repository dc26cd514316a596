"""Faces as PNG files and one sheet with all of them, to look at while drawing.

Without a game a template can be tried alone: its data file holds the record's keys (``id``,
``name``, ``text``, ``cost``, ...), or a list of several records.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from generator.atomic import below, replaced_folder
from generator.design.canvas import Subject, canvas_of
from generator.design.face import Face, Origin
from generator.design.faces import BLEED_MM, faces_of
from generator.design.filling import Wanted, filled
from generator.design.templating import Templates
from generator.drawing.draw import Drawer, draw
from generator.drawing.raster import Rasteriser, write_image
from generator.failures import WrongUseError
from generator.options.preview import PreviewOptions
from generator.options.protocol import Context, Made, stop_on_errors
from generator.outputs.contact import Shown, contact_sheet, cut_out, shrunk
from generator.outputs.drawn import drawer_of, game_opened, templates_of
from generator.outputs.pictures.pixels import refuse_too_many
from generator.printing.kit.only import only_of
from validator.catalogue.model import Game
from validator.catalogue.source import read_source
from validator.findings import Finding, Place, Severity, did_you_mean


def preview(
    game: Game, templates: Templates, only: Sequence[str] = ()
) -> tuple[dict[str, Shown], tuple[Finding, ...]]:
    """Faces of a game by name: a component's id for its front, ``<set>-back`` for backs.

    ``only`` is what is typed after ``--only``; all are drawn without it.

    Raises:
        WrongUseError: it names what is not there.
    """
    pairs, findings = faces_of(game, templates, wanted=only_of(only, [game]).takes)
    faces: dict[str, Shown] = {}
    for pair in pairs:
        faces[pair.component] = Shown(pair.front, pair.shape, pair.outline_mm)
        if pair.back is None:
            continue
        back = Shown(pair.back, pair.shape, pair.outline_mm)
        if back not in faces.values():
            name = f"{pair.deck}-back"
            faces[name if name not in faces else f"{pair.component}-back"] = back
    return faces, findings


def preview_template(
    templates: Templates, template: str, size: str, records: Iterable[Mapping[str, Any]]
) -> tuple[dict[str, Shown], tuple[Finding, ...]]:
    """Faces of a template filled with plain records, for drawing before there is a game."""
    if size not in templates.sizes:
        message = f"there is no size {size!r}"
        hint = did_you_mean(size, templates.sizes, f"sizes: {', '.join(templates.sizes)}")
        place = Place("templates/sizes.yaml")
        return {}, (Finding("size-unknown", Severity.ERROR, "", place, message, hint),)
    faces: dict[str, Shown] = {}
    findings: list[Finding] = []
    trim = templates.sizes[size]
    for number, record in enumerate(records, 1):
        face, problems = _from_record(templates, template, size, record, number)
        findings.extend(problems)
        if face is not None:
            name = str(record.get("id", f"{template.replace('/', '-')}-{number}"))
            faces[name] = Shown(face, trim.shape, trim.outline_mm)
    return faces, tuple(findings)


def write(
    faces: Mapping[str, Shown], out: Path, dpi: float, crop_mm: float, drawer: Drawer = draw
) -> tuple[Path, ...]:
    """Write a PNG of each face and ``contact.png`` with all of them; return the files.

    With ``crop_mm`` the faces are cut to their shape, without they are shown with their bleed.
    What an earlier preview wrote to the folder ``out`` is replaced.

    Raises:
        OutputError: the folder cannot be written.
        WrongUseError: a picture would have too many pixels.
    """
    if not faces:
        return ()
    drawn = [shown.face for shown in faces.values()]
    refuse_too_many(drawn, dpi)
    pixels = sum(face.page_mm[0] * face.page_mm[1] for face in drawn) * (dpi / 25.4) ** 2
    names, images = [], {}
    with replaced_folder(out) as fresh, Rasteriser(drawer(tuple(drawn))) as rasteriser:
        for name, shown in faces.items():
            image = rasteriser.image(shown.face.key, dpi, crop_mm)
            image = cut_out(image, shown) if crop_mm else image
            names.append(f"{name.replace('/', '-').replace('#', '-')}.png")
            write_image(image, fresh / names[-1], dpi)
            images[name] = shrunk(image, pixels)
        names.append("contact.png")
        write_image(contact_sheet(images), fresh / names[-1], dpi)
    return tuple(out / name for name in names)


def _from_record(
    templates: Templates, template: str, size: str, record: Mapping[str, Any], number: int
) -> tuple[Face | None, list[Finding]]:
    trim = templates.sizes[size]
    canvas = canvas_of(trim, BLEED_MM)
    common = {"id": f"record-{number}", "name": "Name", "copies": 1, "players": "*"}
    context = {
        "c": {**common, "provenance": "reconstructed", "text": "", **record},
        "set": {"id": "set", "name": "Cards", "singular": "Card", "form": "card"},
        "game": {"id": "game", "name": "Game", "revision": "1", "terms": {}},
        "face": "front",
    }
    origin = Origin("", templates.place(template), f"record {number}")
    (done,) = filled(templates, [Wanted(template, context, canvas, origin)])
    subject = Subject("", lambda value, key: None)
    return done.face, [fault.finding(subject) for fault in done.faults]


def _records(path: Path) -> list[Mapping[str, Any]]:
    source, findings = read_source(path, str(path))
    stop_on_errors(findings)
    if source is None:
        return []
    data = source.data.get("components", [source.data]) if isinstance(source.data, dict) else None
    return [item for item in data or source.data if isinstance(item, dict)]


def make(context: Context, options: PreviewOptions) -> Iterator[Made]:
    """Draw the faces of a game, or of a template."""
    folder = context.folder(options.out)
    if options.template is not None:
        templates = templates_of(context.root, options.ink, draft=options.draft)
        records = _records(options.data) if options.data else [{}]
        faces, findings = preview_template(templates, options.template, options.size, records)
        folder = below(folder, "preview")
    elif options.game is not None:
        game, templates = game_opened(context, options.game, options.ink, draft=options.draft)
        faces, findings = preview(game, templates, options.only or ())
        folder = below(folder, game.id, "preview")
    else:
        raise WrongUseError("name a game, or a template with --template")
    crop_mm = 0.0 if options.bleed else BLEED_MM
    drawer = drawer_of(templates, context.watch)
    written = write(faces, folder, options.dpi, crop_mm, drawer)
    told = f"{len(faces)} faces, all on {written[-1]}" if written else "no face drawn"
    yield Made(written, findings, told)
