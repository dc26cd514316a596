"""Two folders of results, file by file: bytes, or pixels where a PDF holds another number."""

import difflib
from dataclasses import dataclass

import pypdfium2

DPI = 100
PARTS = 3
"""Lines of a difference that are shown."""


@dataclass(frozen=True)
class Compared:
    """How a file of both compares: ``same``, ``pixels`` or ``other``, and what differs."""

    name: str
    outcome: str
    what: str = ""


def compare(old, new):
    """Every file below both folders, by its name."""
    names = {
        path.relative_to(folder).as_posix()
        for folder in (old, new)
        for path in folder.rglob("*")
        if path.is_file()
    }
    for name in sorted(names):
        one, other = old / name, new / name
        if not one.is_file() or not other.is_file():
            gone = "is not made any more" if one.is_file() else "is new"
            yield Compared(name, "other", gone)
        elif one.read_bytes() == other.read_bytes():
            yield Compared(name, "same")
        elif one.suffix == ".pdf":
            what = "; ".join(_pages(one, other))
            yield Compared(name, "other" if what else "pixels", what)
        else:
            yield Compared(name, "other", _lines(one, other))


def _pages(one, other):
    """What is to be seen of two PDFs: numbers of pages, then pages whose pixels or text differ."""
    before, after = pypdfium2.PdfDocument(one), pypdfium2.PdfDocument(other)
    if len(before) != len(after):
        yield f"{len(before)} pages, now {len(after)}"
        return
    for number, (page, now) in enumerate(zip(before, after, strict=True), 1):
        if _seen(page) != _seen(now):
            yield f"page {number}"


def _seen(page):
    bitmap = page.render(scale=DPI / 72)
    return page.get_textpage().get_text_range(), bitmap.to_pil().tobytes()


def _lines(one, other):
    try:
        before, after = (path.read_text(encoding="utf-8").splitlines() for path in (one, other))
    except UnicodeDecodeError:
        return f"{one.stat().st_size} bytes, now {other.stat().st_size}"
    found = [
        line[:160]
        for line in difflib.unified_diff(before, after, n=0, lineterm="")
        if not line.startswith(("---", "+++", "@@"))
    ]
    return "\n    ".join([f"{len(found)} lines:", *found[:PARTS]])
