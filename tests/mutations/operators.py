"""The table of operators, ``operators.yaml``, and the edits that are drawn of them by a seed."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import pairwise, zip_longest
from pathlib import Path

import yaml
from mutations import project as asked
from mutations import references, structure, values
from mutations.documents import (
    Document,
    Edit,
    deleted,
    doubled,
    key_renamed,
    replaced,
    reworded,
    swapped,
)

from validator.rng import Streams


@dataclass(frozen=True, slots=True)
class Operator:
    """A kind of edit. ``contradicts``: whatever it makes contradicts what is stated elsewhere,
    a reference, a count or the form of the file. ``drawn``: only drawing the faces can tell.
    """

    name: str
    edits: Callable
    contradicts: bool
    drawn: bool


@dataclass(frozen=True, slots=True)
class Tried:
    """An edit to be tried: with its operator and the file that it changes."""

    operator: Operator
    document: Document
    edit: Edit

    @property
    def name(self):
        """What the trial is known by."""
        return f"{self.operator.name} {self.edit.file} {self.edit.told}"


def misspell(doc, spot):
    if spot.is_text:
        yield reworded(doc, spot, asked.misspelt(spot.value))


def misspell_key(doc, spot):
    yield key_renamed(doc, spot, asked.misspelt(str(spot.trail[-1])))


EDITS = {
    "change": asked.change_number,
    "delete": lambda doc, spot: [deleted(doc, spot)],
    "double": lambda doc, spot: [doubled(doc, spot)],
    "misspell": misspell,
    "misspell-key": misspell_key,
}
"""Edits of a value by their names in the table; `write off` writes that in its place."""

PAIRED = {"repeat": lambda doc, one, other: replaced(doc, other, doc.written(one)), "swap": swapped}
"""Edits of two values that follow each other."""

ONLY = {
    "citing": lambda spot: spot.plain.get("rules"),
    "expecting": lambda spot: spot.plain["do"] == "expect",
    "in-braces": lambda spot: spot.is_flow,
    "moving": lambda spot: spot.plain["do"] not in ("say", "room", "expect"),
    "one-of-many": lambda spot: len(spot.owner) > 1,
    "remarking": lambda spot: spot.plain["do"] in ("say", "room"),
    "text": lambda spot: spot.is_text,
}
"""Conditions by their names in the table."""
BESIDES = ("files", "only", "then", "drawn")
"""Keys of a row that are no edits."""


def _edits(row, project, doc):
    """The edits that a row of the table makes of a document."""
    conditions = [ONLY[name] for name in row.get("only", "").split()]
    for edit, places in row.items():
        if edit in BESIDES or doc.kind not in row.get("files", doc.kind).split():
            continue
        spots = [one for one in _spots(places, project, doc) if all(is_(one) for is_ in conditions)]
        if edit in PAIRED:
            yield from (PAIRED[edit](doc, *pair) for pair in pairwise(spots))
        for spot in spots if edit not in PAIRED else ():
            if edit.startswith("write "):
                yield replaced(doc, spot, edit.removeprefix("write "))
            else:
                yield from EDITS[edit](doc, spot)
    if "then" in row:
        yield from _edits(row["then"], project, doc)


def _spots(places, project, doc):
    if not places.startswith("<"):
        return doc.at(places)
    return _function(places.strip("<>"))(project, doc)


def _function(name):
    known = vars(asked) | vars(structure) | vars(references) | vars(values)
    return known[name.replace("-", "_")]


def _operator(name, row, contradicts):
    in_code = row.keys() <= set(BESIDES)
    edits = _function(name) if in_code else partial(_edits, row)
    return Operator(name, edits, contradicts, row.get("drawn", False))


TABLE = yaml.safe_load(Path(__file__).with_name("operators.yaml").read_text(encoding="utf-8"))
OPERATORS = tuple(
    _operator(name, row or {}, group == "contradicts")
    for group, rows in TABLE.items()
    for name, row in rows.items()
)


def edits_of(operator, project):
    """Every edit that an operator can make."""
    for document in project.documents:
        for edit in operator.edits(project, document):
            if edit.apply(document.text) != document.text:
                yield Tried(operator, document, edit)


def drawn(project, number, seed, operators=OPERATORS):
    """``number`` edits, in turn one of each operator as long as it has any left.

    The first ones of a larger number are those of a smaller one.
    """
    decks = []
    for operator in operators:
        found = list({one.name: one for one in edits_of(operator, project)}.values())
        Streams(seed, operator.name, "mutations", 0).rng("drawn").shuffle(
            found, lambda one: one.name
        )
        decks.append(found)
    turns = (one for turn in zip_longest(*decks) for one in turn if one is not None)
    return [one for _, one in zip(range(number), turns, strict=False)]
