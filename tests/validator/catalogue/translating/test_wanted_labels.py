"""The names of fields are asked for, however deep they lie, and the words among their values."""

from __future__ import annotations

from validator.catalogue.source import parse_source
from validator.catalogue.translating.wanted import LABELS, words_wanted

SET = """\
kind: components
set: mat
name: Mats
singular: Mat
form: mat
size: mat
fields:
  type: object
  properties:
    side: {enum: [day, night]}
    art: {enum: [moon], translatable: false}
    hidden: {type: object, translatable: false, properties: {secret: {type: string}}}
    tracks:
      type: array
      items:
        type: object
        properties:
          id: {enum: [luck]}
          levels: {type: array, items: {$ref: "#/$defs/level"}}
  $defs:
    level:
      type: object
      properties:
        high: {type: integer}
        below: {$ref: "#/$defs/level"}
components: []
"""


def test_nested_fields_are_asked_for_where_they_are_written() -> None:
    source, findings = parse_source(SET, "mats.yaml")
    assert source is not None and not findings
    asked = {one.context.removeprefix(f"{LABELS} "): one for one in words_wanted(source)}
    assert list(asked) == [
        "side",
        "day",
        "night",
        "tracks",
        "id",
        "luck",
        "levels",
        "high",
        "below",
    ]
    lines = SET.splitlines()
    for name in ("side", "tracks", "levels", "high", "below"):
        place = asked[name].place
        assert lines[place.line - 1][place.column - 1 :].startswith(f"{name}:")
        assert asked[name].english == name.capitalize()
