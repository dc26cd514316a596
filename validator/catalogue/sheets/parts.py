"""The files inside a workbook (XLSX and ODS are ZIP archives), opened within bounds."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Mapping
from xml.parsers import expat

MOST_FILE = 40_000_000
"""Bytes of the largest workbook that is read; pictures in it are passed over."""
MOST_XML = 60_000_000
"""Bytes that the texts of a workbook, or all its files, may have once they are unpacked."""
MOST_PARTS = 5_000
"""Files in a workbook."""
_CHUNK = 1_000_000
_ODS = "content.xml"
_XML = (".xml", ".rels")


class PartsError(Exception):
    """A workbook that is not opened; the message says why."""


def xml_parts(raw: bytes, endings: tuple[str, ...] = _XML) -> Mapping[str, bytes]:
    """The XML files of a workbook, by their paths inside; with no ``endings`` asked for, all files.

    Raises:
        PartsError: it is no archive, is damaged or locked, or would be too large.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            return _unpacked(archive, endings or ("",))
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError) as error:
        if raw.startswith(b"\xd0\xcf\x11\xe0"):
            raise PartsError("it is locked by a password, or in an old format of Excel") from error
        raise PartsError("it is no workbook, or is damaged") from error
    except (OSError, ValueError, OverflowError, MemoryError) as error:
        raise PartsError("it is no workbook, or is damaged") from error


def packed(parts: Mapping[str, bytes]) -> bytes:
    """An archive of just these files, so that what was looked at is what is read."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
        if _ODS in parts:
            archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        for name, content in parts.items():
            archive.writestr(name, content)
    return made.getvalue()


def is_ods(parts: Mapping[str, bytes]) -> bool:
    """Tell whether a workbook is ODS; else it is XLSX.

    Raises:
        PartsError: it could be both.
    """
    ours = any(name.lower().startswith("xl/") for name in parts)
    if ours and _ODS in parts:
        raise PartsError("its archive is not one that a spreadsheet writes")
    return _ODS in parts


def _unpacked(archive: zipfile.ZipFile, endings: tuple[str, ...]) -> dict[str, bytes]:
    names = archive.namelist()
    if len(names) > MOST_PARTS or len(set(names)) < len(names):
        raise PartsError("its archive is not one that a spreadsheet writes")
    left = MOST_XML
    found: dict[str, bytes] = {}
    for entry in archive.infolist():
        if not entry.filename.lower().endswith(endings):
            continue
        found[entry.filename] = _part(archive, entry, left)
        left -= len(found[entry.filename])
    return found


def _part(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, most: int) -> bytes:
    if entry.flag_bits & 1:
        raise PartsError("it is locked by a password")
    pieces: list[bytes] = []
    size = 0
    with archive.open(entry) as file:
        while piece := file.read(_CHUNK):
            size += len(piece)
            if size > most:
                raise PartsError(f"it has more than {MOST_XML:,} bytes once it is unpacked")
            pieces.append(piece)
    return b"".join(pieces)


def parser() -> expat.XMLParserType:
    """A parser of XML that refuses document types, by which a text could grow or reach out."""
    made = expat.ParserCreate(namespace_separator=" ")
    made.buffer_text = True

    def refuse(*_: object) -> None:
        raise PartsError("its XML has a document type, which no spreadsheet writes")

    made.StartDoctypeDeclHandler = refuse
    return made


def local(name: str) -> str:
    """The name of an element or attribute without its namespace."""
    return name.rpartition(" ")[2]


def parse(made: expat.XMLParserType, text: bytes) -> None:
    """Let a parser read a whole part.

    Raises:
        PartsError: it is not XML.
    """
    try:
        made.Parse(text, True)
    except expat.ExpatError as error:
        raise PartsError("its XML is damaged") from error
