"""Operators that break a reference by code: the name that is used, or the name that is given."""

import re

from mutations.documents import deleted, key_renamed, replaced, reworded
from mutations.project import citations, cited_rules, following, misspelt


def misspell_zone(project, doc):
    """A step or a pile names a zone that is not there."""
    steps = "steps.*.from|to|what"
    places = {"game": "piles.*.zone piles.*.discard", "setup": steps}
    for spot in doc.at(places.get(doc.kind, "")):
        if spot.is_text and "{" not in spot.value:
            start, dot, name = spot.value.partition(".")
            yield reworded(doc, spot, f"{start}.{misspelt(name)}" if dot else misspelt(start))


def claim_reference(project, doc):
    """A claim counts a pile, a zone, a field or pieces that are not there."""
    for trail, spot in doc.spots.items():
        if trail[:1] != ("claims",) or not spot.is_text:
            continue
        if trail[-1] in ("by", "zone") or "piles" in trail[-2:-1]:
            yield reworded(doc, spot, misspelt(spot.value))
        elif trail[-1] in ("holds", "demand", "supply", "used", "cards", "held"):
            for word in dict.fromkeys(re.findall(r"[a-z_]{4,}", spot.value)):
                yield reworded(doc, spot, spot.value.replace(word, misspelt(word)))


def rename_zone(project, doc):
    """A zone that steps name gets another name."""
    for spot in doc.at("zones.*"):
        start, dot, name = str(spot.trail[-1]).partition(".")
        if name != "*":
            yield key_renamed(doc, spot, start + dot + misspelt(name) if dot else misspelt(start))


def _ruling_read(spot, doc):
    """Tell whether the rules module reads the ruling that a value stands in."""
    return "answered_in" not in doc.data["rulings"][spot.trail[1]]


def rename_ruling(project, doc):
    """A ruling that the rules module reads gets another id."""
    for spot in doc.at("rulings.*.id"):
        if _ruling_read(spot, doc):
            yield reworded(doc, spot, f"{spot.value}-B")


def rename_option(project, doc):
    """An option that the rules module reads gets another id."""
    for spot in doc.at("rulings.*.options.*"):
        if _ruling_read(spot, doc):
            yield key_renamed(doc, spot, misspelt(spot.trail[-1]))


def delete_option(project, doc):
    """An option that the rules module reads is taken out."""
    for spot in doc.at("rulings.*.options.*"):
        if _ruling_read(spot, doc) and len(spot.owner) > 1:
            yield deleted(doc, spot)


def rename_term(project, doc):
    """A noun that effects name gets another id."""
    nouns = "components.*.effects.*.what|track|of"
    used = {spot.value for one in project.of(doc.game, "components") for spot in one.at(nouns)}
    for spot in doc.at("terms.*"):
        if spot.trail[-1] in used:
            yield key_renamed(doc, spot, misspelt(spot.trail[-1]))


def rename_entry(project, doc):
    """An area, a border or a step of a board that others name gets another id."""
    for spot in doc.at("components.*.areas.*.id components.*.borders.*.id"):
        if spot.is_text:
            yield reworded(doc, spot, misspelt(spot.value))
    for spot in doc.at("components.*.rondel.*.id"):
        board = doc.data["components"][spot.trail[1]]
        if any(icon["after"] == spot.value for icon in board["transport"]):
            yield reworded(doc, spot, f"{spot.value}b")


def rename_rule(project, doc):
    """A rule that the data cites gets another number."""
    for rule in cited_rules(project, doc):
        spot = doc.spots[*rule.trail, "id"]
        yield reworded(doc, spot, re.sub(r"\d+$", "99", spot.value))


def rename_finding(project, doc):
    """A finding that a rule names gets another id."""
    named = {spot.value for spot in doc.at("sections.*.rules.*.findings.*")}
    for spot in doc.at("findings.*.id"):
        if spot.value in named:
            yield reworded(doc, spot, f"{spot.value}-B")


def cite_unknown(project, doc):
    """A citation has a number that no rule has."""
    for spot in citations(project, doc):
        if doc.game in project.rule_ids or doc.kind == "rules":
            yield replaced(doc, spot, re.sub(r"\d+$", "98", spot.value))


def cite_foreign(project, doc):
    """A citation names a rule of another game."""
    other = following(doc.game, sorted(project.rule_ids))
    if doc.game in project.rule_ids and other:
        rules = project.rule_ids[other]
        for spot in citations(project, doc):
            yield replaced(doc, spot, rules[len(spot.trail) * 7 % len(rules)])
