"""Photographs and scans of filled-in sheets are read: what is marked, and what is written.

A cell is marked, empty or unsure; what is unsure is for people to say. Reading needs OpenCV (the
extra ``photographs``), which is loaded only then.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pypdfium2 as pdfium
from PIL import Image, ImageOps, UnidentifiedImageError

from generator.changes.print_records import FOLDER, Cell, FormPage, PrintRecord
from generator.design.pictures import MAX_PIXELS
from generator.failures import WrongUseError
from validator.plainfile import read_plain
from validator.program import way_to_get

if TYPE_CHECKING:
    from generator.playtest.vision import CellInk, Photograph

FORMATS = ("JPEG", "PNG", "WEBP", "HEIF")
"""What cameras and scanners write; PDF besides."""
LEAST_PIXELS = 1000
"""Pixels of the longer side of a picture that shows a sheet well enough."""
MOST_PIXELS = 3200
"""Pixels of the longer side that a picture is reduced to (A4 at 270 dpi; own choice)."""
MOST_PAGES = 100
"""Pages of one scan."""
CLEAR = 0.04
"""Share of a cell with ink that is a mark; from half of it on it may be one (own measurements)."""
BLACKED = 0.8
"""Share of a cell that is dark from which on it is blacked out: a correction."""
WEAK, ALIKE = 0.25, 0.4
"""Beside the clearest mark of its question: what is weaker strays in, what is more is a mark."""
FindRecord = Callable[[str], PrintRecord | None]
"""Gives the print of a code."""
_CODE = re.compile(r"([A-Z0-9]{6})-([1-9][0-9]{0,2})")
_BROKEN = (OSError, ValueError, SyntaxError)  # what Pillow raises
_SAVE_AGAIN = "save it as JPEG, PNG, WebP, HEIC or PDF"


@dataclass(frozen=True, slots=True)
class SheetReading:
    """What one sheet says: its print code and number, and the values marked by what they answer.

    ``unsure`` are the cells (answers, value) to be asked about; ``pictures`` show what is written,
    as PNG by the :class:`~generator.changes.print_records.WritingLines` it is written on.
    """

    code: str
    page: int
    marks: Mapping[str, tuple[str, ...]]
    unsure: tuple[tuple[str, str], ...]
    pictures: Mapping[str, bytes]


def read_photograph(
    path: Path, find_record: FindRecord, sheet: str = ""
) -> tuple[SheetReading, ...]:
    """The sheets in a photograph, or in a scan of several pages, blank ones left out.

    ``sheet`` is what is printed on the sheet (``K7F2QX-3``), for one whose QR cannot be read.

    Raises:
        WrongUseError: something cannot be read; it says of every page what to do.
    """
    try:
        import pi_heif

        from generator.playtest.vision import Photograph
    except ImportError as error:
        raise WrongUseError(
            f"reading photographs needs OpenCV: {way_to_get('photographs')}"
        ) from error
    pi_heif.register_heif_opener()  # what telephones take; Pillow reads it from then on
    readings, failures = [], []
    for name, picture in _open_pictures(path):
        try:
            readings.append(_read_sheet(Photograph(picture), find_record, sheet))
        except WrongUseError as error:
            failures.append(f"{name}: {error}")
    if failures or not readings:
        raise WrongUseError("\n".join(failures) or f"{path.name} shows nothing; take it again")
    return tuple(readings)


def _find_sheet(told: str, find_record: FindRecord, sheet: str) -> tuple[PrintRecord, FormPage]:
    """The print and the sheet that a QR tells, or else ``sheet``."""
    found = _CODE.fullmatch(told) or _CODE.fullmatch(sheet.strip().upper())
    if not found:
        raise WrongUseError(
            "its QR cannot be read; say the code that is printed beside it (as K7F2QX-3), or "
            "photograph it again in more light"
        )
    record = find_record(found[1])
    if record is None:
        raise WrongUseError(
            f"there is no print {found[1]} here: it is a sheet of another project, or its record "
            f"in {FOLDER}/GAME/prints is missing; restore that from version control"
        )
    for page in record.pages:
        if page.number == int(found[2]):
            return record, page
    raise WrongUseError(f"print {record.code} of {record.game} has no sheet {found[2]}")


def _read_sheet(shown: Photograph, find_record: FindRecord, sheet: str) -> SheetReading:
    record, page = _find_sheet(shown.read_code(), find_record, sheet)
    flat = shown.lay_flat(page)
    many = {one.id: one.many for one in record.questions}
    groups: dict[str, list[Cell]] = {}
    for cell in page.cells:
        groups.setdefault(cell.answers, []).append(cell)
    marks: dict[str, tuple[str, ...]] = {}
    unsure: list[tuple[str, str]] = []
    for answers, cells in groups.items():
        marked, asked = judge(
            [flat.seen[cell] for cell in cells], many.get(answers, cells[0].printed is None)
        )
        marks[answers] = tuple(cells[one].value for one in marked)
        unsure += [(answers, cells[one].value) for one in asked]
    pictures = {one.answers: flat.show(one.box) for one in page.lines if flat.is_written(one.box)}
    marks = {answers: values for answers, values in marks.items() if values}
    return SheetReading(record.code, page.number, marks, tuple(unsure), pictures)


def judge(cells: Sequence[CellInk], many: bool) -> tuple[list[int], list[int]]:
    """Which cells of a question are marked, and which have to be asked about.

    A line that strays in from elsewhere is weak beside a mark, or lies on one side of its cell.
    """
    clearest = max((ink.strength for ink in cells if ink.covered < BLACKED), default=0.0)
    none_is_clear = all(ink.strength < CLEAR for ink in cells)
    mark_from, ask_from = (WEAK, 0.0) if many else (ALIKE, WEAK)
    marked: list[int] = []
    unsure: list[int] = []
    for number, ink in enumerate(cells):
        beside = ink.strength / max(clearest, CLEAR)
        if ink.strength >= CLEAR and beside >= mark_from and ink.covered < BLACKED:
            marked.append(number)
        elif (
            ink.covered >= BLACKED
            or (ink.strength >= CLEAR / 2 and beside >= ask_from)
            or ((none_is_clear or many) and ink.amount >= CLEAR)
        ):
            unsure.append(number)
    if len(marked) > 1 and not many:
        return [], sorted(unsure + marked)
    return marked, unsure


def _open_pictures(path: Path) -> Iterator[tuple[str, Image.Image]]:
    """The pages of a file that show something, with names to tell them by.

    Raises:
        WrongUseError: it is no picture, damaged, too small, or too large to be decoded at all.
    """
    try:
        data = read_plain(path)
        pages = _pdf_pages(data) if data.startswith(b"%PDF") else _upright(data)
        for number, picture in enumerate(pages, 1):
            if not _is_blank(picture):
                yield (path.name if number == 1 else f"{path.name}, page {number}"), picture
    except UnidentifiedImageError as error:
        raise WrongUseError(f"{path.name} is no picture that is read; {_SAVE_AGAIN}") from error
    except (*_BROKEN, Image.DecompressionBombError, pdfium.PdfiumError) as error:
        message = f"{path.name} cannot be read: {error}; {_SAVE_AGAIN}, or take it again"
        raise WrongUseError(message) from error


def _upright(data: bytes) -> Iterator[Image.Image]:
    with warnings.catch_warnings():  # sizes are looked at here
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        image = Image.open(io.BytesIO(data), formats=FORMATS)
    _check_size(image.size, LEAST_PIXELS)
    image.draft("RGB", (MOST_PIXELS, MOST_PIXELS))
    picture = ImageOps.exif_transpose(image).convert("RGB")
    picture.thumbnail((MOST_PIXELS, MOST_PIXELS), Image.Resampling.BOX)
    yield picture


def _pdf_pages(data: bytes) -> Iterator[Image.Image]:
    with pdfium.PdfDocument(data) as document:
        if len(document) > MOST_PAGES:
            raise ValueError(f"{len(document)} pages; {MOST_PAGES} are read at once")
        for page in document:
            for one in page.get_objects(filter=[pdfium.raw.FPDF_PAGEOBJ_IMAGE]):
                _check_size(one.get_px_size(), 0)
            picture = page.render(scale=MOST_PIXELS / max(*page.get_size(), 1)).to_pil()
            yield picture.convert("RGB")


def _check_size(size: tuple[int, int], least: int) -> None:
    wide, high = size
    if wide * high > MAX_PIXELS:
        raise ValueError(f"it has {wide} x {high} pixels, and {MAX_PIXELS:,} are the most")
    if max(wide, high) < least:
        raise ValueError(f"it has {wide} x {high} pixels, and its longer side needs {least:,}")


def _is_blank(picture: Image.Image) -> bool:
    """Tell whether a page shows nothing, as the back of a sheet."""
    greys = picture.convert("L").reduce(8).histogram()
    seen = [grey for grey, count in enumerate(greys) if count]
    return seen[0] > seen[-1] * 0.6
