"""Operators that break a reference: the name that is used, or the name that is given."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from mutations.documents import Document, Edit, Spot, deleted, key_renamed, replaced, reworded
from mutations.project import (
    Operator,
    Project,
    citations,
    following,
    misspelt,
    steps_of,
)

ZONED = ("from", "to", "zone", "read")
NOUNS = ("what", "track", "of")


def _misspelt(doc: Document, spots: Iterable[Spot]) -> Iterator[Edit]:
    return (reworded(doc, spot, misspelt(spot.value)) for spot in spots if spot.is_text)


def misspell_set(project: Project, doc: Document) -> Iterator[Edit]:
    """A line of parts, uses, a claim or a step names a set that is not there."""
    if doc.kind in ("game", "setup"):
        yield from _misspelt(
            doc, (spot for trail, spot in doc.spots.items() if trail[-1:] == ("set",))
        )


def misspell_almanac(project: Project, doc: Document) -> Iterator[Edit]:
    """A chapter of the almanac names a set or a field that is not there."""
    for pattern in (("sets", "*"), ("group_by",), ("order", "*"), ("columns", "*")):
        yield from _misspelt(doc, doc.at("almanac", "chapters", "*", *pattern))


def misspell_zone(project: Project, doc: Document) -> Iterator[Edit]:
    """A step or a pile names a zone that is not there."""
    patterns = [("steps", "*", key) for key in ZONED] + [("steps", "*", "*", "*")]
    if doc.kind == "game":
        patterns = [("piles", "*", "zone"), ("piles", "*", "discard")]
    for pattern in patterns if doc.kind in ("game", "setup") else ():
        spots = [spot for spot in doc.at(*pattern) if {*spot.trail[2:3]} & {*ZONED, "discard"}]
        for spot in spots:
            if spot.is_text and "{" not in spot.value:
                start, dot, name = spot.value.partition(".")
                told = f"{start}.{misspelt(name)}" if dot else misspelt(start)
                yield reworded(doc, spot, told)


def misspell_ruling(project: Project, doc: Document) -> Iterator[Edit]:
    """A pile, a claim or a condition names a ruling that is not there."""
    yield from _misspelt(doc, doc.at("piles", "*", "ruling"))
    yield from _misspelt(doc, doc.at("claims", "*", "data", "ruling"))
    for trail, spot in doc.spots.items():
        if trail[-2:-1] == ("ruling",) and spot.key is not None:
            yield key_renamed(doc, spot, misspelt(str(trail[-1])))


def misspell_option(project: Project, doc: Document) -> Iterator[Edit]:
    """A default, a variant or a condition names an option that the ruling has not."""
    yield from _misspelt(doc, doc.at("rulings", "*", "default"))
    for spot in doc.at("rulings", "*", "variants", "*"):
        yield key_renamed(doc, spot, misspelt(str(spot.trail[-1])))
    if doc.kind == "setup":
        found = (spot for trail, spot in doc.spots.items() if trail[-2:-1] == ("ruling",))
        yield from _misspelt(doc, found)


def misspell_term(project: Project, doc: Document) -> Iterator[Edit]:
    """An effect names a noun that is not in `terms`."""
    found = (
        spot
        for spot in doc.at("components", "*", "effects", "*", "*")
        if spot.trail[-1] in NOUNS and doc.kind == "components"
    )
    yield from _misspelt(doc, found)


def misspell_field(project: Project, doc: Document) -> Iterator[Edit]:
    """A filter or a step asks for a field that no record has."""
    for trail, spot in doc.spots.items():
        if trail[-2:-1] == ("where",) and spot.key is not None and doc.kind in ("game", "setup"):
            yield key_renamed(doc, spot, misspelt(str(trail[-1])))
    for key in ("has", "own", "field", "track"):
        yield from _misspelt(doc, doc.at("steps", "*", key))


def misspell_filter(project: Project, doc: Document) -> Iterator[Edit]:
    """A filter asks for a value that no record has."""
    if doc.kind in ("game", "setup"):
        found = (spot for trail, spot in doc.spots.items() if trail[-2:-1] == ("where",))
        yield from _misspelt(doc, found)


def misspell_look(project: Project, doc: Document) -> Iterator[Edit]:
    """A set names a size, a template or a back that is not there, a term an icon."""
    for key in ("size", "template", "back"):
        yield from _misspelt(doc, doc.at(key) if doc.kind == "components" else ())
    yield from _misspelt(doc, doc.at("terms", "*", "icon"))


def misspell_game(project: Project, doc: Document) -> Iterator[Edit]:
    """A game names a box or a rules module that is not there, or is not named as its folder."""
    for key in ("box", "module", "id"):
        yield from _misspelt(doc, doc.at(key) if doc.kind == "game" else ())


def misspell_colour(project: Project, doc: Document) -> Iterator[Edit]:
    """A colour of the seats is one that no piece has."""
    yield from _misspelt(doc, doc.at("seat_colours", "*"))


def misspell_entry(project: Project, doc: Document) -> Iterator[Edit]:
    """An entry of a board names an area, a border or a step that is not there."""
    for key in ("border", "after", "area"):
        yield from _misspelt(doc, doc.at("components", "*", "*", "*", key))
    for key in ("between", "areas"):
        yield from _misspelt(doc, doc.at("components", "*", "*", "*", key, "*"))


def misspell_finding(project: Project, doc: Document) -> Iterator[Edit]:
    """A rule or a refused table names a finding that is not there."""
    yield from _misspelt(doc, doc.at("refusals", "*", "finding"))
    yield from _misspelt(doc, doc.at("sections", "*", "rules", "*", "findings", "*"))


def rename_set(project: Project, doc: Document) -> Iterator[Edit]:
    """A set that others name gets another id."""
    yield from _misspelt(doc, doc.at("set") if doc.kind == "components" else ())


def rename_zone(project: Project, doc: Document) -> Iterator[Edit]:
    """A zone that steps name gets another name."""
    for spot in doc.at("zones", "*"):
        start, dot, name = str(spot.trail[-1]).partition(".")
        if name != "*":
            yield key_renamed(doc, spot, start + dot + misspelt(name) if dot else misspelt(start))


def rename_ruling(project: Project, doc: Document) -> Iterator[Edit]:
    """A ruling that the rules module reads gets another id."""
    for trail, ruling in doc.entries("rulings", "*"):
        if "answered_in" not in ruling:
            spot = doc.spots[(*trail, "id")]
            yield reworded(doc, spot, f"{spot.value}-B")


def rename_option(project: Project, doc: Document) -> Iterator[Edit]:
    """An option that the rules module reads gets another id."""
    for spot in doc.at("rulings", "*", "options", "*"):
        if "answered_in" not in doc.get(spot.trail[:2]):
            yield key_renamed(doc, spot, misspelt(str(spot.trail[-1])))


def delete_option(project: Project, doc: Document) -> Iterator[Edit]:
    """An option that the rules module reads is taken out."""
    for spot in doc.at("rulings", "*", "options", "*"):
        ruling = doc.get(spot.trail[:2])
        if "answered_in" not in ruling and len(ruling["options"]) > 1:
            yield deleted(doc, spot)


def rename_term(project: Project, doc: Document) -> Iterator[Edit]:
    """A noun that effects name gets another id."""
    used = {
        spot.value
        for other in project.of(doc.game, "components")
        for spot in other.at("components", "*", "effects", "*", "*")
        if spot.trail[-1] in NOUNS and spot.is_text
    }
    for spot in doc.at("terms", "*"):
        if str(spot.trail[-1]) in used:
            yield key_renamed(doc, spot, misspelt(str(spot.trail[-1])))


def rename_entry(project: Project, doc: Document) -> Iterator[Edit]:
    """An area, a border or a step of a board that others name gets another id."""
    for key in ("areas", "borders"):
        yield from _misspelt(doc, doc.at("components", "*", key, "*", "id"))
    for spot in doc.at("components", "*", "rondel", "*", "id"):
        board = doc.get(spot.trail[:2])
        if any(icon["after"] == spot.value for icon in board["transport"]):
            yield reworded(doc, spot, f"{spot.value}b")


def rename_rule(project: Project, doc: Document) -> Iterator[Edit]:
    """A rule that the data cites gets another number."""
    for spot in doc.at("sections", "*", "rules", "*", "id"):
        if f"{doc.game} {spot.value}" in project.cited:
            yield reworded(doc, spot, re.sub(r"\d+$", "99", spot.value))


def delete_rule(project: Project, doc: Document) -> Iterator[Edit]:
    """A rule that the data cites is taken out."""
    for trail, rule in doc.entries("sections", "*", "rules", "*"):
        if f"{doc.game} {rule['id']}" in project.cited:
            yield deleted(doc, doc.spots[trail])


def rename_finding(project: Project, doc: Document) -> Iterator[Edit]:
    """A finding that a rule names gets another id."""
    named = {spot.value for spot in doc.at("sections", "*", "rules", "*", "findings", "*")}
    for spot in doc.at("findings", "*", "id"):
        if spot.value in named:
            yield reworded(doc, spot, f"{spot.value}-B")


def cite_unknown(project: Project, doc: Document) -> Iterator[Edit]:
    """A citation has a number that no rule has."""
    for spot in citations(doc):
        if doc.game in project.rule_ids or doc.kind == "rules":
            yield replaced(doc, spot, re.sub(r"\d+$", "98", spot.value))


def cite_foreign(project: Project, doc: Document) -> Iterator[Edit]:
    """A citation names a rule of another game."""
    for spot in citations(doc):
        other = following(doc.game, sorted(project.rule_ids))
        if doc.game in project.rule_ids and other:
            rules = project.rule_ids[other]
            yield replaced(doc, spot, rules[len(spot.trail) * 7 % len(rules)])


def duplicate_rule_id(project: Project, doc: Document) -> Iterator[Edit]:
    """A rule gets the id of the rule before it."""
    spots = list(doc.at("sections", "*", "rules", "*", "id"))
    for before, spot in pairwise(spots):
        yield replaced(doc, spot, before.value)


def duplicate_finding_id(project: Project, doc: Document) -> Iterator[Edit]:
    """A finding or constraint of the rules gets the id of the one before it."""
    for part in ("findings", "constraints"):
        spots = list(doc.at(part, "*", "id"))
        for before, spot in pairwise(spots):
            yield replaced(doc, spot, before.value)


def wrong_prefix(project: Project, doc: Document) -> Iterator[Edit]:
    """The prefix of a game's rules is another one in the game or in the rules."""
    for key in ("rule_ids_from", "prefix"):
        for spot in doc.at(key):
            yield replaced(doc, spot, misspelt(spot.value))


def claim_reference(project: Project, doc: Document) -> Iterator[Edit]:
    """A claim counts a pile, a zone or a field that is not there."""
    for trail, spot in doc.spots.items():
        if trail[:1] == ("claims",) and (
            trail[-1] in ("name", "by", "zone", "cards") or trail[-2:-1] == ("piles",)
        ):
            yield from _misspelt(doc, [spot])


def wrong_condition(project: Project, doc: Document) -> Iterator[Edit]:
    """A step waits for a table that the game has not."""
    for _, spot in ((trail, doc.spots[trail]) for trail, _ in steps_of(doc)):
        for key, new in (("players", "9"), ("bots", "9")):
            when = doc.spots.get((*spot.trail, "when", key))
            if when is not None:
                yield replaced(doc, when, new)


REFERENCES = (
    Operator("misspell-set", misspell_set),
    Operator("misspell-almanac", misspell_almanac),
    Operator("misspell-zone", misspell_zone),
    Operator("misspell-ruling", misspell_ruling),
    Operator("misspell-option", misspell_option),
    Operator("misspell-term", misspell_term),
    Operator("misspell-field", misspell_field),
    Operator("misspell-filter", misspell_filter),
    Operator("misspell-look", misspell_look, drawn=True),
    Operator("misspell-game", misspell_game),
    Operator("misspell-colour", misspell_colour),
    Operator("misspell-entry", misspell_entry),
    Operator("misspell-finding", misspell_finding),
    Operator("claim-reference", claim_reference),
    Operator("rename-set", rename_set),
    Operator("rename-zone", rename_zone),
    Operator("rename-ruling", rename_ruling),
    Operator("rename-option", rename_option),
    Operator("delete-option", delete_option),
    Operator("rename-term", rename_term),
    Operator("rename-entry", rename_entry),
    Operator("rename-rule", rename_rule),
    Operator("delete-rule", delete_rule),
    Operator("rename-finding", rename_finding),
    Operator("cite-unknown", cite_unknown),
    Operator("cite-foreign", cite_foreign),
    Operator("duplicate-rule-id", duplicate_rule_id),
    Operator("duplicate-finding-id", duplicate_finding_id),
    Operator("wrong-prefix", wrong_prefix),
    Operator("wrong-condition", wrong_condition),
)
"""Operators that break a reference; each of them leaves a name that nothing bears."""
