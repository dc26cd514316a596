"""Look at faces while drawing them: PNG files and one sheet with all of them.

    python -m generator.outputs.preview henge --only luck-strong-backs --dpi 150
    python -m generator.outputs.preview --template henge/luck --size poker --data card.yaml

The second form needs no game: ``card.yaml`` holds the record's keys (``id``, ``name``,
``text``, ``cost``, ...), or a list of several records.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from PIL import Image

from generator.design.face import Face
from generator.design.faces import BLEED_MM, face_from, faces_of
from generator.design.templating import Subject, Templates, canvas_of, load_templates
from generator.drawing import libcairo
from validator.catalogue.load import load
from validator.catalogue.source import read_source
from validator.findings import Finding, Place, Severity

SHEET_WIDTH_PX = 1800
"""Width of a contact sheet; faces that are wider get a sheet of their own width."""
GAP_PX = 12


def preview(
    root: Path, game: str, only: Sequence[str] = (), ink: str = "normal"
) -> tuple[dict[str, Face], list[Finding]]:
    """Faces of a game by name: a component's id for its front, ``<set>-back`` for backs.

    ``only`` names components or sets; all are drawn without it.
    """
    catalogue, problems = load(root, [game])
    templates, findings = load_templates(root, ink)
    findings = [*problems, *findings]
    found = catalogue.games.get(game)
    if found is None or templates is None:
        return {}, findings
    pairs, drawn = faces_of(
        found,
        templates,
        wanted=lambda c: not only or c.id in only or c.set_id in only,
    )
    faces: dict[str, Face] = {}
    for pair in pairs:
        faces[pair.component] = pair.front
        if pair.back is not None and pair.back not in faces.values():
            name = f"{pair.deck}-back"
            faces[name if name not in faces else f"{pair.component}-back"] = pair.back
    return faces, [*findings, *drawn]


def preview_template(
    root: Path, template: str, size: str, records: Iterable[Mapping[str, Any]], ink: str = "normal"
) -> tuple[dict[str, Face], list[Finding]]:
    """Faces of a template filled with plain records, for drawing before there is a game."""
    templates, findings = load_templates(root, ink)
    if templates is None:
        return {}, findings
    if size not in templates.sizes:
        message, hint = f"there is no size {size!r}", f"sizes: {', '.join(templates.sizes)}"
        place = Place("templates/sizes.yaml")
        return {}, [*findings, Finding("size-unknown", Severity.ERROR, "", place, message, hint)]
    faces = {}
    for number, record in enumerate(records, 1):
        face, problems = _from_record(templates, template, size, record, number)
        findings.extend(problems)
        if face is not None:
            faces[str(record.get("id", f"{template.replace('/', '-')}-{number}"))] = face
    return faces, findings


def contact_sheet(images: Sequence[Image.Image]) -> Image.Image:
    """All images in rows on one grey sheet."""
    width = max([SHEET_WIDTH_PX, *(image.width + 2 * GAP_PX for image in images)])
    spots: list[tuple[int, int]] = []
    x = y = GAP_PX
    row = 0
    for image in images:
        if x > GAP_PX and x + image.width + GAP_PX > width:
            x, y, row = GAP_PX, y + row + GAP_PX, 0
        spots.append((x, y))
        x, row = x + image.width + GAP_PX, max(row, image.height)
    sheet = Image.new("RGB", (width, y + row + GAP_PX), "#8a8a8a")
    for image, spot in zip(images, spots, strict=True):
        sheet.paste(image, spot)
    return sheet


def write(faces: Mapping[str, Face], out: Path, dpi: float, crop_mm: float = 0.0) -> list[Path]:
    """Write a PNG of each face and ``contact.png`` with all of them; return the files."""
    from generator.drawing.draw import draw  # noqa: PLC0415  (needs libcairo)
    from generator.drawing.raster import Rasteriser, write_image  # noqa: PLC0415

    out.mkdir(parents=True, exist_ok=True)
    written, images = [], []
    with Rasteriser(draw(faces.values())) as rasteriser:
        for name, face in faces.items():
            image = rasteriser.image(face.key, dpi, crop_mm)
            images.append(image)
            written.append(out / f"{name.replace('/', '-').replace('#', '-')}.png")
            write_image(image, written[-1], dpi)
    if images:
        written.append(out / "contact.png")
        write_image(contact_sheet(images), written[-1], dpi)
    return written


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit status: 1 if there is an error among the findings."""
    options = _parser().parse_args(arguments)
    libcairo.require()
    root = Path(options.project).resolve()
    if options.template:
        records, findings = _records(Path(options.data)) if options.data else ([{}], [])
        faces, problems = preview_template(
            root, options.template, options.size, records, options.ink
        )
        findings = [*findings, *problems]
    elif options.game:
        faces, findings = preview(root, options.game, options.only or (), options.ink)
    else:
        print("name a game, or a template with --template", file=sys.stderr)
        return 2
    written = write(faces, Path(options.out), options.dpi, BLEED_MM if options.trim else 0.0)
    for finding in findings:
        hint = f" ({finding.hint})" if finding.hint else ""
        print(f"{finding.place}: {finding.severity} {finding.code}: {finding.message}{hint}")
    print(f"{len(faces)} faces; {written[-1]}" if written else "no faces")
    return 1 if any(finding.severity is Severity.ERROR for finding in findings) else 0


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
    subject = Subject("", lambda value, key: None)
    svg, findings = templates.draw(template, context, canvas, subject)
    return (face_from(svg, canvas, str(templates.root)) if svg else None), findings


def _records(path: Path) -> tuple[list[Mapping[str, Any]], list[Finding]]:
    source, findings = read_source(path, str(path))
    if source is None:
        return [], findings
    data = source.data.get("components", [source.data]) if isinstance(source.data, dict) else None
    return [item for item in data or source.data if isinstance(item, dict)], findings


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m generator.outputs.preview", description=__doc__
    )
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("game", nargs="?", help="a game of the project")
    parser.add_argument("--only", nargs="+", metavar="ID", help="components or sets to draw")
    parser.add_argument("--template", help="draw a template instead, such as henge/luck")
    parser.add_argument("--data", help="YAML file with one record or a list of them")
    parser.add_argument("--size", default="poker", help="size of --template (poker)")
    parser.add_argument("--dpi", type=float, default=150)
    parser.add_argument("--ink", choices=("normal", "grey", "low"), default="normal")
    parser.add_argument("--trim", action="store_true", help="cut the bleed off")
    parser.add_argument("--project", default=".", help="folder with components/ (here)")
    parser.add_argument("--out", default="output/preview", help="where the pictures go")
    return parser


if __name__ == "__main__":
    sys.exit(main())
