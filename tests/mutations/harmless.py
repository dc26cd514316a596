"""Operators whose edits may well be what somebody wants: they are tried, and counted apart."""

from itertools import pairwise

from mutations.documents import deleted, replaced, reworded, swapped
from mutations.project import citations, operators, records_of
from mutations.structure import LISTED, is_required


def delete_optional_key(project, doc):
    """A key that an entry may have is taken out."""
    for pattern in LISTED[doc.kind]:
        for spot in doc.at(*pattern):
            if spot.key is not None and not is_required(doc, spot):
                yield deleted(doc, spot)


def free_text(project, doc):
    """A name, a note or a question is worded otherwise."""
    for trail, spot in doc.spots.items():
        plain = spot.is_text and "\n" not in spot.value and spot.style != ">"
        if plain and trail[-1] in ("note", "summary", "question", "says", "description"):
            yield reworded(doc, spot, f"{spot.value} Then")


def own_value(project, doc):
    """A value of our own design is another number."""
    if doc.data.get("provenance") == "reconstructed":
        for trail, record in records_of(doc):
            for key, value in record.items():
                spot = doc.spots[(*trail, key)]
                if spot.is_number and key != "copies" and value > 1:
                    yield replaced(doc, spot, str(value - 1))


def own_action(project, doc):
    """A step of our rondel loses one of its two actions."""
    for spot in doc.at("components", "*", "rondel", "*", "actions", "*"):
        if len(doc.get(spot.trail[:-1])) > 1:
            yield deleted(doc, spot)


def steps_swapped(project, doc):
    """Two steps of the set-up that follow each other change places."""
    for one, other in pairwise(spot for spot in doc.at("steps", "*") if spot.style):
        yield swapped(doc, one, other)


def default_changed(project, doc):
    """Another reading of an open question is in force."""
    for trail, ruling in doc.entries("rulings", "*"):
        for option in ruling["options"]:
            if option != ruling["default"] and option not in ruling.get("variants", {}):
                yield replaced(doc, doc.spots[(*trail, "default")], option)


def delete_citation(project, doc):
    """A citation of a rule is taken out."""
    for spot in citations(doc):
        if len(doc.get(spot.trail[:-1])) > 1:
            yield deleted(doc, spot)


def delete_remark(project, doc):
    """A step of the set-up that moves nothing is taken out."""
    for spot in doc.at("steps", "*"):
        if doc.get(spot.trail)["do"] in ("say", "room"):
            yield deleted(doc, spot)


HARMLESS = operators(globals(), contradicts=False)
"""Operators that contradict nothing."""
