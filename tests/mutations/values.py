"""Operators that change a value: a count stated elsewhere, a table, a step of the set-up."""

from itertools import pairwise

import yaml
from mutations.documents import Edit, deleted, doubled, joined, replaced, reworded, swapped
from mutations.project import (
    change_number,
    double,
    each,
    following,
    misspelt,
    operators,
    records_of,
    steps_of,
)

KEYWORDS = (
    *("type", "required", "properties", "items", "enum", "minimum", "maximum", "description"),
    *("additionalProperties", "minItems", "maxItems", "uniqueItems"),
)
QUIET = ("say", "room")
"""Steps that move nothing."""


parts_count = each(
    "A line of the parts list states one piece more or less.", change_number, "parts.*.count"
)
uses_count = each("A game uses one piece of its box more or less.", change_number, "uses.*.count")
copies = each(
    "A record has one copy more or less than the parts list counts.",
    change_number,
    "components.*.copies generate.*.with.copies",
)


def step_count(project, doc):
    """A step that cites a rule takes one piece more or less."""
    for trail, step in steps_of(doc):
        if "count" in step and (step.get("rules") or doc.get(trail[:2]).get("rules")):
            yield from change_number(doc, doc.spots[(*trail, "count")])


def delete_record(project, doc):
    """A record that the parts list counts is taken out."""
    records = list(records_of(doc))
    return (deleted(doc, doc.spots[trail]) for trail, _ in records if len(records) > 1)


def duplicate_record(project, doc):
    """A record is written twice."""
    return (doubled(doc, doc.spots[trail]) for trail, _ in records_of(doc))


def duplicate_name(project, doc):
    """A record gets the name of the one before it."""
    spots = list(doc.at("components", "*", "name"))
    for before, spot in pairwise(spots):
        start, end = before.node.start_mark.index, before.node.end_mark.index
        yield replaced(doc, spot, doc.text[start:end].rstrip())


duplicate_effect = each(
    "An effect is written twice.", double, "components.*.effects.*", "components"
)
duplicate_entry = each(
    "A table, a line of parts or uses, a pile or a ruling is written twice.",
    double,
    "configurations.* refusals.* parts.* uses.* piles.* rulings.*",
)


def delete_part(project, doc):
    """A line of the parts list that cites a rule is taken out."""
    for trail, part in doc.entries("parts", "*"):
        if part.get("rules"):
            yield deleted(doc, doc.spots[trail])


def delete_use(project, doc):
    """A set that the set-up lays out is taken out of `uses`."""
    laid = {step.get("set") for one in project.of(doc.game, "setup") for _, step in steps_of(one)}
    for trail, use in doc.entries("uses", "*"):
        if use["set"] in laid:
            yield deleted(doc, doc.spots[trail])


def per_seat(project, doc):
    """The pieces of all colours are used, or only those that are played, against the rule."""
    for trail, use in doc.entries("uses", "*"):
        spot = doc.spots.get((*trail, "per_seat"))
        if spot is not None:
            yield deleted(doc, spot)
            yield replaced(doc, spot, "false")
        elif use.get("count") and "where" not in use:
            end = doc.spots[(*trail, "set")].node.end_mark.index
            yield Edit(doc.file, ((end, end, ", per_seat: true"),), f"per_seat at {trail}")


def title_reversed(project, doc):
    """The title block has the larger number of players first."""
    one, other = (doc.spots.get(("title_players", at)) for at in (0, 1))
    if one is not None and other is not None:
        yield swapped(doc, one, other)


title_changed = each(
    "The title block promises one player more or less than there are tables for.",
    change_number,
    "title_players.*",
)


def table_changed(project, doc):
    """A table that a rule allows has one player more."""
    for spot in doc.at("configurations", "*", "players"):
        if doc.get(spot.trail[:2]).get("rules"):
            yield replaced(doc, spot, str(int(spot.value) + 1))


def delete_table(project, doc):
    """A table that a rule allows is taken out."""
    for trail, table in doc.entries("configurations", "*"):
        if table.get("rules") and len(doc.data["configurations"]) > 1:
            yield deleted(doc, doc.spots[trail])


def refused_table(project, doc):
    """A table is refused that is allowed."""
    tables = [doc.data["configurations"][0]] if doc.data.get("configurations") else []
    for trail, _ in doc.entries("refusals", "*"):
        for table in tables:
            bots = doc.spots.get((*trail, "bots"))
            edits = [replaced(doc, doc.spots[(*trail, "players")], str(table["players"]))]
            if bots is not None:
                edits.append(replaced(doc, bots, str(table.get("bots", 0))))
            yield joined(edits)


def delete_colour(project, doc):
    """A colour of the seats is taken out."""
    return (deleted(doc, spot) for spot in doc.at("seat_colours", "*"))


def claim_number(project, doc):
    """A number that a claim has from the rules is another one."""
    for trail, test in doc.entries("claims", "*", "data", "tests", "*"):
        spot = doc.spots[(*trail, "right")]
        if test["is"] == "=" and spot.is_number:
            yield from change_number(doc, spot)


def pile_unruled(project, doc):
    """A pile without a rule loses its ruling, one that is reshuffled its discards."""
    for trail, pile in doc.entries("piles", "*"):
        key = {"unstated": "ruling", "reshuffle": "discard"}.get(pile["when_empty"], "")
        if key in pile:
            yield deleted(doc, doc.spots[(*trail, key)])


def delete_step(project, doc):
    """A step of the set-up that moves or shuffles pieces is taken out."""
    for spot in doc.at("steps", "*"):
        if doc.get(spot.trail)["do"] not in (*QUIET, "expect"):
            yield deleted(doc, spot)


def delete_expect(project, doc):
    """A step that says how many pieces lie in a zone is taken out."""
    for spot in doc.at("steps", "*"):
        if doc.get(spot.trail)["do"] == "expect":
            yield deleted(doc, spot)


def step_target(project, doc):
    """A step that cites a rule puts its pieces into another zone."""
    zones = [str(spot.trail[-1]) for spot in doc.at("zones", "*")]
    for trail, step in steps_of(doc):
        target = step.get("to")
        if isinstance(target, str) and "{" not in target:
            like = [
                zone for zone in zones if zone.startswith("seat.") == target.startswith("seat.")
            ]
            other = following(target, [zone for zone in like if not zone.endswith("*")])
            if other and step.get("rules"):
                yield reworded(doc, doc.spots[(*trail, "to")], other)


def step_set(project, doc):
    """A step that cites a rule takes the pieces of another set."""
    sets = [other.data["set"] for other in project.shared(doc.game, "components")]
    for trail, step in steps_of(doc):
        other = following(str(step.get("set")), sets)
        if "set" in step and step.get("rules") and other:
            yield reworded(doc, doc.spots[(*trail, "set")], other)


def step_each(project, doc):
    """A step that cites a rule is done by others: by the first alone, or by bots."""
    for trail, step in steps_of(doc):
        if step.get("rules") and isinstance(step.get("each"), str):
            other = {"seat": "first", "human": "first", "bot": "human"}[step["each"]]
            yield replaced(doc, doc.spots[(*trail, "each")], other)


def step_filter(project, doc):
    """A step that cites a rule takes the pieces of another colour or kind."""
    values = {}
    for _, step in steps_of(doc):
        for key, value in step.get("where", {}).items():
            if isinstance(value, str):
                values.setdefault((str(step.get("set")), key), []).append(value)
    for trail, step in steps_of(doc):
        for key, value in step.get("where", {}).items():
            known = list(dict.fromkeys(values.get((str(step.get("set")), key), [])))
            other = following(value, known) if isinstance(value, str) else None
            if other and step.get("rules"):
                yield reworded(doc, doc.spots[(*trail, "where", key)], other)


def misspell_what(project, doc):
    """What a step calls its pieces is no word."""
    for trail, step in steps_of(doc):
        if "what" in step:
            spot = doc.spots[(*trail, "what")]
            word = max(spot.value.split(), key=len)
            yield reworded(doc, spot, spot.value.replace(word, misspelt(word)))


def unused_zone(project, doc):
    """A zone is listed that no step uses."""
    for spot in doc.at("zones", "*"):
        assert spot.key is not None
        line = doc.text.rfind("\n", 0, spot.key.start_mark.index) + 1
        indent = " " * spot.key.start_mark.column
        yield Edit(doc.file, ((line, line, f"{indent}spare: Spare\n"),), "zone spare")


def grid_sign(project, doc):
    """A sign of a drawn set-up is another one, or is lost."""
    for spot in doc.at("steps", "*", "picture", "*"):
        signs = spot.value.split()
        for at, sign in enumerate(signs):
            other = "." if sign != "." else "Q"
            yield reworded(doc, spot, " ".join([*signs[:at], other, *signs[at + 1 :]]))
        yield reworded(doc, spot, " ".join(signs[:-1]))


def _pairs(doc, *pattern):
    """Values that stand beside each other in the lists at ``pattern``."""
    for spot in doc.at(*pattern):
        if isinstance(spot.node, yaml.SequenceNode):
            entries = [doc.spots[(*spot.trail, at)] for at in range(len(spot.node.value))]
            yield from pairwise(entries)


def stated_swapped(project, doc):
    """Two values of a stated table change places."""
    if doc.data.get("provenance") in ("stated", "derived"):
        for pattern in (
            ("generate", "*", "with", "*", "cycle"),
            ("components", "*", "*", "*"),
            ("components", "*", "*"),
        ):
            for one, other in _pairs(doc, *pattern):
                if one.value != other.value and "rules" not in one.trail:
                    yield swapped(doc, one, other)


def stated_changed(project, doc):
    """A stated number is another one."""
    if doc.data.get("provenance") in ("stated", "derived"):
        for pattern in (
            ("components", "*", "*"),
            ("components", "*", "*", "*"),
            ("generate", "*", "for", "*", "*"),
        ):
            for spot in doc.at(*pattern):
                if spot.is_number and spot.trail[-1] != "copies":
                    yield from change_number(doc, spot)


def ids_swapped(project, doc):
    """Two records whose ids say a value that they have change their ids."""
    said = [trail for trail, record in records_of(doc) if _says_value(record)]
    for one, other in pairwise(said):
        yield swapped(doc, doc.spots[(*one, "id")], doc.spots[(*other, "id")])


def _says_value(record):
    end = str(record["id"]).rpartition("-")[2]
    return any(end == str(value) for key, value in record.items() if key not in ("id", "name"))


def wrong_track(project, doc):
    """A card that names a privilege raises another one."""
    cards = [(trail, card) for trail, card in records_of(doc) if "privilege" in card]
    for (one, card), (other, _) in pairwise(cards):
        if "effects" in card:
            first, second = (doc.spots[(*trail, "effects", 0, "track")] for trail in (one, other))
            yield replaced(doc, first, second.value)


def path_number(project, doc):
    """A number of a rising path is that of the space behind it."""
    for trail, path in ((s.trail, doc.get(s.trail)) for s in _paths(doc)):
        for at, (_, after) in enumerate(pairwise(path)):
            yield replaced(doc, doc.spots[(*trail, at, "number")], str(after["number"]))


def _paths(doc):
    return doc.at("components", "*", "areas", "*", "path") if doc.kind == "components" else iter(())


def price_changed(project, doc):
    """A price of a path is not in the legend, or its end is not black."""
    for path in _paths(doc):
        for at, space in enumerate(doc.get(path.trail)):
            spot = doc.spots[(*path.trail, at, "cost")]
            yield reworded(doc, spot, "3" if space["cost"] == "black" else "9")


def only_action(project, doc):
    """The only Install step of an area does something else."""
    for trail, step in doc.entries("components", "*", "rondel", "*"):
        board = doc.get(trail[:2])
        installs = [s for s in board["rondel"] if s["area"] == step["area"]]
        if sum("install" in s["actions"] for s in installs) == 1 and "install" in step["actions"]:
            spot = doc.spots[(*trail, "actions", step["actions"].index("install"))]
            other = next(a for a in ("income", "luck", "carve") if a not in step["actions"])
            yield replaced(doc, spot, other)


def slot_changed(project, doc):
    """A slot is carved, or not, against its role; or one of a trilith has another size."""
    for trail, slot in doc.entries("components", "*", "slots", "*"):
        yield replaced(doc, doc.spots[(*trail, "carved")], str(not slot["carved"]).lower())
        if "trilith" in slot:
            other = "small" if slot["size"] == "large" else "large"
            yield replaced(doc, doc.spots[(*trail, "size")], other)


def schema_keyword(project, doc):
    """A keyword of a set's own schema is misspelt."""
    for trail, spot in doc.spots.items():
        if trail[:1] == ("fields",) and _is_keyword(trail) and spot.key is not None:
            start, end = spot.key.start_mark.index, spot.key.end_mark.index
            new = misspelt(str(trail[-1]))
            yield Edit(doc.file, ((start, end, new),), f"keyword {'.'.join(map(str, trail))}")


def _is_keyword(trail):
    return trail[-1] in KEYWORDS and trail[-2] not in ("properties", "$defs")


def mark_dead(project, doc):
    """A card is for more players than any table has, or its mark is malformed."""
    for spot in doc.at("components", "*", "players"):
        yield replaced(doc, spot, '"8+"')
        yield replaced(doc, spot, '"3-4"')


def text_number(project, doc):
    """A number of an effect is not that of the text written beside it."""
    for trail, record in records_of(doc):
        if "text" not in record:
            continue
        for spot in doc.at(*trail, "effects", "*", "amount"):
            yield replaced(doc, spot, str(int(spot.value) + 7))


def text_markup(project, doc):
    """A text names an icon that is not there, or leaves its brace open."""
    for spot in doc.at("components", "*", "text"):
        if "{" in spot.value and spot.style == '"':
            yield reworded(doc, spot, spot.value.replace("{", "{q", 1))
            yield reworded(doc, spot, spot.value.replace("}", "", 1))


STATED = operators(globals(), drawn=("text-markup",))
"""Operators that contradict a value stated elsewhere."""
