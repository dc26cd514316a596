"""Random edits on both sides of a sheet: what a spreadsheet changes, and what an editor changes.

The file's side is edited as text, line by line, without the code that is under test.
"""

import re
from dataclasses import dataclass, field

from validator.catalogue.sheets.cells import ABSENT

WORDS = ("Ash", "Harbour: night", "one, two", "=1+2", "'quoted'", 'say "so"', "#7", "no",
         "Éire", "3/4", "{coin} twice", "- dash", "two  spaces", "12", "line\nend", "@home",
         "x" * 90)  # fmt: skip


@dataclass(slots=True)
class Side:
    """What one side did: values set (or taken out) by record and field, records new and gone."""

    values: dict = field(default_factory=dict)
    new: dict = field(default_factory=dict)
    gone: set = field(default_factory=set)


def value_for(luck, shape):
    """A value that a field may have."""
    if shape.effects:
        count = luck.randint(1, 3)
        nouns = ("coin", "point")
        return [
            {"do": "gain", "what": luck.choice(nouns), "amount": luck.randint(1, 9)}
            for _ in range(count)
        ]
    if shape.enum:
        return luck.choice(shape.enum)
    if shape.allows("boolean"):
        return luck.random() < 0.5
    if shape.allows("integer", "number"):
        least, most = shape.fragment.get("minimum", 0), shape.fragment.get("maximum", 99)
        return luck.randint(least, most)
    if shape.allows("array"):
        entries = [value_for(luck, shape.items) for _ in range(luck.randint(1, 3))]
        return (
            list(dict.fromkeys(entries))
            if all(isinstance(e, str | int) for e in entries)
            else entries
        )
    return luck.choice(WORDS)


def sheet_side(luck, table, edits):
    """Edits as somebody makes them in a spreadsheet."""
    side = Side()
    ids = list(table.records)
    fields = [name for name in table.columns if name not in ("id", "players", "rules")]
    for _ in range(edits):
        record, name = luck.choice(ids), luck.choice(fields)
        if luck.random() < 0.12:
            side.gone.add(record)
        elif luck.random() < 0.12:
            key = f"new-{luck.randint(0, 10**6)}"
            side.new[key] = {"id": key} | {
                one: value_for(luck, table.columns[one])
                for one in fields
                if one == "name" or one in REQUIRED or luck.random() < 0.4
            }
        elif name not in ("name", *REQUIRED) and luck.random() < 0.2:
            side.values[record, name] = ABSENT
        else:
            side.values[record, name] = value_for(luck, table.columns[name])
    return side


REQUIRED = ("season", "actions", "size", "cost", "vp", "transport_track", "privilege", "type")
"""Fields that records of the sets tried cannot go without."""
_SCALAR = re.compile(r"^    (?P<key>name|copies|art|cost|vp): (?P<value>[^>|\n]+)$", re.MULTILINE)


def file_side(luck, text, edits):
    """The text of a set's file after edits as somebody makes them in an editor."""
    side = Side()
    head, blocks = parted(text)
    for _ in range(edits):
        key = luck.choice(list(blocks))
        if luck.random() < 0.12 and len(blocks) > 3:
            side.gone.add(key)
            del blocks[key]
            continue
        if luck.random() < 0.12:
            new = f"mine-{luck.randint(0, 10**6)}"
            name = luck.choice(("Mine", "My own"))
            body = re.sub(r"^    name: .*$", f"    name: {name}", blocks[key], flags=re.MULTILINE)
            blocks[new] = body.replace(f"id: {key}\n", f"id: {new}\n")
            continue
        lines = list(_SCALAR.finditer(blocks[key]))
        if lines:
            found = luck.choice(lines)
            value = luck.randint(0, 9) if found["key"] in ("copies", "cost", "vp") else "Altered"
            if found["key"] == "art":
                value = "moon"
            start, end = found.span("value")
            blocks[key] = f"{blocks[key][:start]}{value}{blocks[key][end:]}"
            side.values[key, found["key"]] = value
    return head + "".join(blocks.values()), side


def parted(text):
    """The head of a set's file, and the lines of each record by its id."""
    head, _, rest = text.partition("\ncomponents:\n")
    pieces = re.split(r"^(?=  - id: )", rest, flags=re.MULTILINE)
    blocks = {re.match(r"  - id: (\S+)", one)[1]: one for one in pieces[1:]}
    return f"{head}\ncomponents:\n{pieces[0]}", blocks


def expected(base, sheet, mine):
    """What the records are to be, by the words of the promise: and what is a conflict.

    Every value that one side changed has its new one; what both changed alike, too.
    """
    result = {key: dict(values) for key, values in mine.items()}
    clash = set()
    for (record, name), value in sheet.values.items():
        if record in sheet.gone or base[record].get(name, ABSENT) == value:
            continue
        if record not in mine:
            clash.add((record, ""))
            continue
        there, before = mine[record].get(name, ABSENT), base[record].get(name, ABSENT)
        if there == value:
            continue
        if there != before:
            clash.add((record, name))
        elif value is ABSENT:
            result[record].pop(name, None)
        else:
            result[record][name] = value
    for record in sheet.gone & set(mine):
        if dict(mine[record]) == dict(base[record]):
            result.pop(record)
        else:
            clash.add((record, ""))
    result |= {key: dict(values) for key, values in sheet.new.items()}
    return result, clash
