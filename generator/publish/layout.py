"""The components for layout programs: a table for data merge, JSON with a schema, and Typst.

The table is UTF-16, a row a component, ``@`` before pictures. What data merge asks of it (Adobe,
InDesign help, "Data source files overview"): commas between fields, quotation marks round those
that hold one, no line break in any; ``@`` before the name of a column of pictures. Pictures lie
beside the table, so that their names alone find them (recall). Cells stand as they are, also where
they begin as formulas do (``+2``, ``=``): a mark before them, as lists for spreadsheets have it,
would be printed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from generator.design.face import Face, FacePair
from generator.facts import cell_text
from generator.installed import DATA
from generator.options import OutputResult
from generator.publish.contents import Contents, PublishedChapter, PublishedEntry, PublishJob
from generator.publish.pictures import pictures
from generator.text_files import csv_text

STATIC = ("cards.schema.json", "cards.typ")
"""Files that are the same for every game."""
DPI = 300.0
"""What printers of books ask for of pictures."""
MOST_PX = 6000
"""Most pixels of the longer side: a board of 500 mm at 300 dpi."""


def fill(job: PublishJob, folder: Path) -> OutputResult:
    """Write the table, the JSON, what reads them, and the pictures."""
    # PNG where something is cut away, which JPEG cannot tell
    made = pictures(job.pairs, job.book, folder, "", DPI, MOST_PX, (".jpg", ".png"))
    files = {key: picture.file for key, picture in made.items()}
    (folder / "cards.csv").write_bytes(
        csv_text(merge_rows(job.contents, files), "\r\n").encode("utf-16")
    )
    text = cards_json(job.contents, job.pairs, files)
    (folder / "cards.json").write_text(text, encoding="utf-8", newline="\n")
    for name in STATIC:
        (folder / name).write_bytes((DATA / "layout_programs" / name).read_bytes())
    many = len(set(files.values()))
    return OutputResult(told=f"cards.csv, cards.json, cards.typ and {many} pictures")


# --- JSON that keeps to cards.schema.json ---------------------------------------------------------


FORMAT = 1
"""Raised when what is there changes its meaning or goes away; more may come without."""


def cards_json(
    contents: Contents, pairs: Mapping[str, FacePair], files: Mapping[tuple[str, str], str]
) -> str:
    """The JSON; ``files`` are the pictures by component id and side."""
    game = contents.game
    whole = {
        "$schema": "cards.schema.json",
        "format": FORMAT,
        "game": {
            "id": game.id,
            "name": game.name,
            "language": game.language or "en",
            "revision": game.revision,
            "summary": game.summary,
        },
        "title": contents.title,
        "intro": list(contents.intro),
        "tables": [
            {"players": table.players, "bots": table.bots} for table in contents.game.configurations
        ],
        "chapters": [_chapter(chapter) for chapter in contents.chapters],
        "cards": [_card(entry, pairs[entry.component.id], files) for entry in contents.entries],
    }
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def _chapter(chapter: PublishedChapter) -> dict[str, object]:
    return {
        "id": chapter.id,
        "heading": chapter.heading,
        "intro": list(chapter.intro),
        "groups": [
            {"heading": group.heading, "cards": [entry.component.id for entry in group.entries]}
            for group in chapter.groups
        ],
    }


def _card(
    entry: PublishedEntry, pair: FacePair, files: Mapping[tuple[str, str], str]
) -> dict[str, object]:
    component, held = entry.component, entry.set
    return {
        "id": component.id,
        "name": entry.name,
        "set": {"id": held.id, "name": held.name, "one": held.singular, "form": held.form.value},
        "copies": entry.copies,
        "copies_at": list(entry.tables),
        "use": entry.use,
        "text": entry.text.splitlines(),
        "told": [
            {"field": fact.field, "label": fact.label, "values": list(fact.values)}
            for fact in entry.told
        ],
        "fields": dict(component.fields),
        "provenance": component.provenance.value,
        "rules": list(component.rules),
        "front": _picture(pair.front, files[component.id, "front"]),
        "back": _picture(pair.back, files[component.id, "back"]) if pair.back else None,
    }


def _picture(face: Face, file: str) -> dict[str, object]:
    return {"file": file, "width_mm": face.width_mm, "height_mm": face.height_mm}


# --- the table for data merge ---------------------------------------------------------------------


COMMON = ("id", "name", "set", "chapter", "copies", "use", "provenance", "rules")
"""Columns that every table has; then come the paragraphs of the text, the fields, the pictures."""


def merge_rows(contents: Contents, files: Mapping[tuple[str, str], str]) -> list[list[str]]:
    """Its rows, the names of the columns first; ``files`` are pictures by component id and side."""
    entries = contents.entries
    texts = max([1, *(len(entry.text.splitlines()) for entry in entries)])
    fields = tuple(dict.fromkeys(name for entry in entries for name in entry.component.fields))
    columns = [*COMMON, "text", *(f"text_{number}" for number in range(2, texts + 1))]
    named = [f"field_{name}" if name in columns else name for name in fields]
    rows = [[*columns, *named, "@front", "@back"]]
    for chapter in contents.chapters:
        for entry in chapter.entries:
            component, lines = entry.component, entry.text.splitlines()
            cells = [component.id, entry.name, entry.set.name, chapter.heading, str(entry.copies)]
            cells += [entry.use, component.provenance.value, ", ".join(component.rules)]
            cells += [*lines, *[""] * (texts - len(lines))]
            cells += [cell_text(component.fields.get(name)) for name in fields]
            cells += [files.get((component.id, side), "") for side in ("front", "back")]
            rows.append([" ".join(cell.split()) for cell in cells])
    return rows
