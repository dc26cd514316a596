"""Operators that break a reference: the name that is used, or the name that is given."""

import re
from itertools import pairwise

from mutations.documents import deleted, key_renamed, replaced, reworded
from mutations.project import (
    citations,
    each,
    following,
    misspell,
    misspell_key,
    misspelt,
    operators,
    steps_of,
)

ZONED = ("from", "to", "zone", "read")
NOUNS = ("what", "track", "of")


def misspell_set(project, doc):
    """A line of parts, uses, a claim or a step names a set that is not there."""
    for trail, spot in doc.spots.items():
        if trail[-1:] == ("set",) and doc.kind in ("game", "setup"):
            yield from misspell(doc, spot)


misspell_almanac = each(
    "A chapter of the almanac names a set or a field that is not there.",
    misspell,
    "almanac.chapters.*.sets.* almanac.chapters.*.group_by almanac.chapters.*.order.* "
    "almanac.chapters.*.columns.*",
)


def misspell_zone(project, doc):
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


def misspell_ruling(project, doc):
    """A pile, a claim or a condition names a ruling that is not there."""
    for spot in (*doc.at("piles", "*", "ruling"), *doc.at("claims", "*", "data", "ruling")):
        yield from misspell(doc, spot)
    for trail, spot in doc.spots.items():
        if trail[-2:-1] == ("ruling",) and spot.key is not None:
            yield from misspell_key(doc, spot)


def misspell_option(project, doc):
    """A default, a variant or a condition names an option that the ruling has not."""
    for spot in doc.at("rulings", "*", "default"):
        yield from misspell(doc, spot)
    for spot in doc.at("rulings", "*", "variants", "*"):
        yield from misspell_key(doc, spot)
    for trail, spot in doc.spots.items():
        if trail[-2:-1] == ("ruling",) and doc.kind == "setup":
            yield from misspell(doc, spot)


def misspell_term(project, doc):
    """An effect names a noun that is not in `terms`."""
    for spot in doc.at("components", "*", "effects", "*", "*"):
        if spot.trail[-1] in NOUNS and doc.kind == "components":
            yield from misspell(doc, spot)


def misspell_field(project, doc):
    """A filter or a step asks for a field that no record has."""
    for trail, spot in doc.spots.items():
        if trail[-2:-1] == ("where",) and spot.key is not None and doc.kind in ("game", "setup"):
            yield from misspell_key(doc, spot)
    for key in ("has", "own", "field", "track"):
        for spot in doc.at("steps", "*", key):
            yield from misspell(doc, spot)


def misspell_filter(project, doc):
    """A filter asks for a value that no record has."""
    for trail, spot in doc.spots.items():
        if trail[-2:-1] == ("where",) and doc.kind in ("game", "setup"):
            yield from misspell(doc, spot)


def misspell_look(project, doc):
    """A set names a size, a template or a back that is not there, a term an icon."""
    looks = [spot for key in ("size", "template", "back") for spot in doc.at(key)]
    for spot in (*(looks if doc.kind == "components" else ()), *doc.at("terms", "*", "icon")):
        yield from misspell(doc, spot)


misspell_game = each(
    "A game names a box or a rules module that is not there, or is not named as its folder.",
    misspell,
    "box module id",
    "game",
)
misspell_colour = each(
    "A colour of the seats is one that no piece has.", misspell, "seat_colours.*"
)
misspell_entry = each(
    "An entry of a board names an area, a border or a step that is not there.",
    misspell,
    "components.*.*.*.border components.*.*.*.after components.*.*.*.area "
    "components.*.*.*.between.* components.*.*.*.areas.*",
)
misspell_finding = each(
    "A rule or a refused table names a finding that is not there.",
    misspell,
    "refusals.*.finding sections.*.rules.*.findings.*",
)


def claim_reference(project, doc):
    """A claim counts a pile, a zone or a field that is not there."""
    for trail, spot in doc.spots.items():
        if trail[:1] == ("claims",) and (
            trail[-1] in ("name", "by", "zone", "cards") or trail[-2:-1] == ("piles",)
        ):
            yield from misspell(doc, spot)


rename_set = each("A set that others name gets another id.", misspell, "set", "components")


def rename_zone(project, doc):
    """A zone that steps name gets another name."""
    for spot in doc.at("zones", "*"):
        start, dot, name = str(spot.trail[-1]).partition(".")
        if name != "*":
            yield key_renamed(doc, spot, start + dot + misspelt(name) if dot else misspelt(start))


def rename_ruling(project, doc):
    """A ruling that the rules module reads gets another id."""
    for trail, ruling in doc.entries("rulings", "*"):
        if "answered_in" not in ruling:
            spot = doc.spots[(*trail, "id")]
            yield reworded(doc, spot, f"{spot.value}-B")


def rename_option(project, doc):
    """An option that the rules module reads gets another id."""
    for spot in doc.at("rulings", "*", "options", "*"):
        if "answered_in" not in doc.get(spot.trail[:2]):
            yield from misspell_key(doc, spot)


def delete_option(project, doc):
    """An option that the rules module reads is taken out."""
    for spot in doc.at("rulings", "*", "options", "*"):
        ruling = doc.get(spot.trail[:2])
        if "answered_in" not in ruling and len(ruling["options"]) > 1:
            yield deleted(doc, spot)


def rename_term(project, doc):
    """A noun that effects name gets another id."""
    used = {
        spot.value
        for other in project.of(doc.game, "components")
        for spot in other.at("components", "*", "effects", "*", "*")
        if spot.trail[-1] in NOUNS and spot.is_text
    }
    for spot in doc.at("terms", "*"):
        if str(spot.trail[-1]) in used:
            yield from misspell_key(doc, spot)


def rename_entry(project, doc):
    """An area, a border or a step of a board that others name gets another id."""
    for key in ("areas", "borders"):
        for spot in doc.at("components", "*", key, "*", "id"):
            yield from misspell(doc, spot)
    for spot in doc.at("components", "*", "rondel", "*", "id"):
        board = doc.get(spot.trail[:2])
        if any(icon["after"] == spot.value for icon in board["transport"]):
            yield reworded(doc, spot, f"{spot.value}b")


def rename_rule(project, doc):
    """A rule that the data cites gets another number."""
    for spot in doc.at("sections", "*", "rules", "*", "id"):
        if f"{doc.game} {spot.value}" in project.cited:
            yield reworded(doc, spot, re.sub(r"\d+$", "99", spot.value))


def delete_rule(project, doc):
    """A rule that the data cites is taken out."""
    for trail, rule in doc.entries("sections", "*", "rules", "*"):
        if f"{doc.game} {rule['id']}" in project.cited:
            yield deleted(doc, doc.spots[trail])


def rename_finding(project, doc):
    """A finding that a rule names gets another id."""
    named = {spot.value for spot in doc.at("sections", "*", "rules", "*", "findings", "*")}
    for spot in doc.at("findings", "*", "id"):
        if spot.value in named:
            yield reworded(doc, spot, f"{spot.value}-B")


def cite_unknown(project, doc):
    """A citation has a number that no rule has."""
    for spot in citations(doc):
        if doc.game in project.rule_ids or doc.kind == "rules":
            yield replaced(doc, spot, re.sub(r"\d+$", "98", spot.value))


def cite_foreign(project, doc):
    """A citation names a rule of another game."""
    for spot in citations(doc):
        other = following(doc.game, sorted(project.rule_ids))
        if doc.game in project.rule_ids and other:
            rules = project.rule_ids[other]
            yield replaced(doc, spot, rules[len(spot.trail) * 7 % len(rules)])


def duplicate_rule_id(project, doc):
    """A rule gets the id of the rule before it."""
    for before, spot in pairwise(doc.at("sections", "*", "rules", "*", "id")):
        yield replaced(doc, spot, before.value)


def duplicate_finding_id(project, doc):
    """A finding or constraint of the rules gets the id of the one before it."""
    for part in ("findings", "constraints"):
        for before, spot in pairwise(doc.at(part, "*", "id")):
            yield replaced(doc, spot, before.value)


def wrong_prefix(project, doc):
    """The prefix of a game's rules is another one in the game or in the rules."""
    for key in ("rule_ids_from", "prefix"):
        for spot in doc.at(key):
            yield replaced(doc, spot, misspelt(spot.value))


def wrong_condition(project, doc):
    """A step waits for a table that the game has not."""
    for trail, _ in steps_of(doc):
        for key in ("players", "bots"):
            when = doc.spots.get((*trail, "when", key))
            if when is not None:
                yield replaced(doc, when, "9")


REFERENCES = operators(globals(), drawn=("misspell-look",))
"""Operators that break a reference; each of them leaves a name that nothing bears."""
