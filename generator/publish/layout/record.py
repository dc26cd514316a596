"""The components as JSON that keeps to ``cards.schema.json``."""

from __future__ import annotations

import json
from collections.abc import Mapping

from generator.design.face import Face, FacePair
from generator.publish.contents.chapters import Chapter, Contents, Entry

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
        "tables": [{"players": table.players, "bots": table.bots} for table in contents.tables],
        "chapters": [_chapter(chapter) for chapter in contents.chapters],
        "cards": [_card(entry, pairs[entry.component.id], files) for entry in contents.entries],
    }
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def _chapter(chapter: Chapter) -> dict[str, object]:
    return {
        "id": chapter.id,
        "heading": chapter.heading,
        "intro": list(chapter.intro),
        "groups": [
            {"heading": group.heading, "cards": [entry.component.id for entry in group.entries]}
            for group in chapter.groups
        ],
    }


def _card(entry: Entry, pair: FacePair, files: Mapping[tuple[str, str], str]) -> dict[str, object]:
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
