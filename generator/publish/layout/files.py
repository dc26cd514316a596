"""Files for layout programs: the table, the JSON with its schema, the include, the pictures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from generator.design.face import Face
from generator.drawing.raster import Rasteriser, encoded
from generator.publish.contents.pictures import Outline, cut_to, dpi_of, file_stem, sides
from generator.publish.contents.publication import Filled, Job, Publication
from generator.publish.layout.record import cards_json
from generator.publish.layout.rows import merge_table
from generator.shipped import DATA

NAME = "layout"
STATIC = ("cards.schema.json", "cards.typ")
"""Files that are the same for every game."""
DPI = 300.0
"""What printers of books ask for of pictures."""
MOST_PX = 6000
"""Most pixels of the longer side: a board of 500 mm at 300 dpi."""


def _fill(job: Job, folder: Path) -> Filled:
    files = dict(_pictures(job, folder))
    (folder / "cards.csv").write_bytes(merge_table(job.contents, files))
    text = cards_json(job.contents, job.pairs, files)
    (folder / "cards.json").write_text(text, encoding="utf-8", newline="\n")
    for name in STATIC:
        (folder / name).write_bytes((DATA / "layout_programs" / name).read_bytes())
    made = ("cards.csv", "cards.json", *STATIC, *sorted(set(files.values())))
    return Filled(made, f"cards.csv, cards.json, cards.typ and {len(set(files.values()))} pictures")


PUBLICATION = Publication(NAME, _fill, wanted=lambda job: False)


def _pictures(job: Job, folder: Path) -> Iterator[tuple[tuple[str, str], str]]:
    """Write a picture of every distinct face; yields the file of each component's sides."""
    made: dict[tuple[str, Outline], str] = {}
    with Rasteriser(job.book) as raster:
        for name, side, face, shape in sides(job.pairs.values()):
            if (face.key, shape) not in made:
                file = f"{file_stem(name)}-{side}{_suffix(shape)}"
                made[face.key, shape] = file
                dpi = dpi_of(face, DPI, MOST_PX)
                image = raster.image(face.key, dpi, face.bleed_mm)
                (folder / file).write_bytes(_encoded(image, shape, face, dpi))
            yield (name, side), made[face.key, shape]


def _suffix(shape: Outline) -> str:
    """PNG where something is cut away, which JPEG cannot tell."""
    return ".jpg" if shape.shape == "rect" else ".png"


def _encoded(image: Image.Image, shape: Outline, face: Face, dpi: float) -> bytes:
    return encoded(cut_to(image, shape, face.width_mm), _suffix(shape), dpi)
