"""What playtest sheets ask, and where on the paper each answer stands: boxes, circles, lines.

A print notes its sheets (:class:`PrintRecord`) in the project, so that a photograph can be read
and a remark be set beside the data that it was made on, however the game has changed since.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from cattrs import structure

from generator.failures import WrongUseError
from validator.catalogue.model import SheetQuestion
from validator.catalogue.source import read_json
from validator.plainfile import LARGEST, read_plain

FOLDER = "playtests"
"""Folder of a project with a folder for each game; prints are noted in its ``prints``."""
LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Of codes and marks: none that is taken for another one."""
CODE = re.compile(f"[{LETTERS}]{{6}}")
TABLE = 0
"""In the place of a seat: the sheet of the whole table."""

Box = tuple[float, float, float, float]
"""Left, top, width and height, in mm from the upper left corner of the paper."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A box to tick or a number to circle: what it answers, with what, and where it stands.

    ``answers`` is the id of a question, ``value`` what a mark in it says. ``box`` is all that
    belongs to it, ``printed`` what is printed inside (a digit), which is no mark; None for nothing.
    """

    answers: str
    value: str
    box: Box
    printed: Box | None = None


@dataclass(frozen=True, slots=True)
class WritingLines:
    """Room to write by hand: it is kept as a picture beside its question."""

    answers: str
    box: Box


@dataclass(frozen=True, slots=True)
class FormPage:
    """One sheet: its number from 1, its seat (or :data:`TABLE`), its paper (mm), what is filled in.

    ``corners`` are the middles (mm) of the four markers, in the order upper left, upper right,
    lower right, lower left. ``code`` is where its code stands as QR, which says ``CODE-NUMBER``.
    """

    number: int
    seat: int
    paper: tuple[float, float]
    corners: tuple[tuple[float, float], ...]
    code: Box
    cells: tuple[Cell, ...]
    lines: tuple[WritingLines, ...]


@dataclass(frozen=True, slots=True)
class PrintRecord:
    """A print with playtest sheets: its code, what it was printed from, and its sheets.

    ``commit`` is the git revision of the data; where they were not committed, or there is no git,
    it is empty and ``CODE.zip`` beside the record holds them. ``marks`` are the marks on the
    pieces, by component, in the order in which sheets number them from 1.
    """

    code: str
    game: str
    revision: str
    language: str
    date: str
    commit: str
    marks: Mapping[str, str]
    questions: tuple[SheetQuestion, ...]
    pages: tuple[FormPage, ...] = ()

    def page(self, number: int) -> FormPage:
        """The sheet of that number.

        Raises:
            WrongUseError: there is none.
        """
        for page in self.pages:
            if page.number == number:
                return page
        raise WrongUseError(f"print {self.code} of {self.game} has no sheet {number}")


def record_path(root: Path, game: str, code: str) -> Path:
    """Where a print is noted."""
    return root / FOLDER / game / "prints" / f"{code}.json"


def read_record(root: Path, game: str, code: str) -> PrintRecord:
    """The print of that code.

    Raises:
        WrongUseError: there is none, or its file is damaged.
    """
    path = record_path(root, game, code)
    try:
        if not CODE.fullmatch(code):
            raise FileNotFoundError
        return structure(read_json(read_plain(path, inside=root)), PrintRecord)
    except FileNotFoundError:
        prints = sorted((root / FOLDER / game / "prints").glob("*.json"))
        known = ", ".join(one.stem for one in prints) or "none yet"
        raise WrongUseError(
            f"there is no print {code} of {game} in {FOLDER}/{game}/prints; prints are {known}"
        ) from None
    except (OSError, ValueError, TypeError, KeyError, ExceptionGroup) as error:
        raise WrongUseError(
            f"{path.relative_to(root)} cannot be used ({error}); restore it from version control"
        ) from error


def record_text(record: PrintRecord) -> str:
    """A record as JSON, as it is kept."""
    return json.dumps(asdict(record), ensure_ascii=False, indent=1) + "\n"


def find_record(root: Path, code: str, game: str = "*") -> PrintRecord | None:
    """The print of that code, of whichever game; None if there is none.

    Raises:
        WrongUseError: its file is damaged.
    """
    if CODE.fullmatch(code.upper()):
        for path in sorted((root / FOLDER).glob(f"{game}/prints/{code.upper()}.json")):
            return read_record(root, path.parents[1].name, path.stem)
    return None


MOST_BYTES = 1_000_000_000
"""Bytes of all files that are kept of a print."""


def read_kept(root: Path, record: PrintRecord) -> Iterator[tuple[str, bytes]]:
    """The files that were kept of a print, by path inside the project, with their contents.

    Raises:
        WrongUseError: they are not there any more, or damaged.
    """
    path = record_path(root, record.game, record.code).with_suffix(".zip")
    left = MOST_BYTES
    try:
        with zipfile.ZipFile(io.BytesIO(read_plain(path, MOST_BYTES, inside=root))) as kept:
            for entry in kept.infolist():
                left -= entry.file_size
                if left < 0 or entry.file_size > LARGEST:
                    raise ValueError(f"{entry.filename} is too large")
                yield entry.filename, kept.read(entry)
    except (OSError, ValueError, zipfile.BadZipFile) as error:
        raise WrongUseError(
            f"what was kept of print {record.code} cannot be read: {error}"
        ) from error
