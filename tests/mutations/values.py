"""Operators that change a value by code: a count stated elsewhere, a table, a step."""

from itertools import pairwise

from mutations.documents import Edit, deleted, replaced, reworded, swapped
from mutations.project import change_number, following, misspelt

KEYWORDS = (
    *("type", "required", "properties", "items", "enum", "minimum", "maximum", "description"),
    *("additionalProperties", "minItems", "maxItems", "uniqueItems"),
)


def at_steps(doc, key, cited=True):
    """The values of a key of steps and their cases, of those that cite a rule."""
    for spot in doc.at(f"steps.*.{key} steps.*.cases.*.{key}"):
        if not cited or spot.owner.get("rules"):
            yield spot


def step_count(project, doc):
    """A step that cites a rule takes one piece more or less."""
    for spot in at_steps(doc, "count", cited=False):
        if spot.owner.get("rules") or doc.data["steps"][spot.trail[1]].get("rules"):
            yield from change_number(doc, spot)


def delete_use(project, doc):
    """A set that the set-up lays out is taken out of `uses`."""
    setups = project.of(doc.game, "setup")
    laid = {spot.plain for one in setups for spot in at_steps(one, "set", cited=False)}
    return (deleted(doc, spot) for spot in doc.at("uses.*") if spot.plain["set"] in laid)


def per_seat(project, doc):
    """The pieces of all colours are used, or only those that are played, against the rule."""
    for use in doc.at("uses.*"):
        spot = doc.spots.get((*use.trail, "per_seat"))
        if spot is not None:
            yield deleted(doc, spot)
            yield replaced(doc, spot, "false")
        elif use.plain.get("count") and "where" not in use.plain:
            _, end = doc.span(doc.spots[*use.trail, "set"])
            yield Edit(doc.file, ((end, end, ", per_seat: true"),), f"per_seat at {use.trail}")


def table_changed(project, doc):
    """A table that a rule allows has one player more."""
    for spot in doc.at("configurations.*.players"):
        if spot.owner.get("rules"):
            yield replaced(doc, spot, str(spot.plain + 1))


def refused_table(project, doc):
    """A table is refused that is allowed."""
    for table in doc.data.get("configurations", ())[:1]:
        for refusal in doc.at("refusals.*"):
            edits = [
                replaced(doc, doc.spots[*refusal.trail, key], str(table.get(key, 0)))
                for key in ("players", "bots")
                if key in refusal.plain
            ]
            parts = tuple(part for edit in edits for part in edit.parts)
            yield Edit(doc.file, parts, "; ".join(edit.told for edit in edits))


def claim_number(project, doc):
    """A number that a claim has from the rules is another one."""
    for spot in doc.at("claims.*.data.tests.*.holds"):
        start, sign, number = spot.value.rpartition(" == ")
        if sign and number.isdigit():
            yield reworded(doc, spot, f"{start}{sign}{int(number) + 1}")


def pile_unruled(project, doc):
    """A pile without a rule loses its ruling, one that is reshuffled its discards."""
    for spot in doc.at("piles.*.ruling|discard"):
        fitting = {"unstated": "ruling", "reshuffle": "discard"}.get(spot.owner["when_empty"])
        if spot.trail[-1] == fitting:
            yield deleted(doc, spot)


def step_target(project, doc):
    """A step that cites a rule puts its pieces into another zone."""
    zones = [str(spot.trail[-1]) for spot in doc.at("zones.*")]
    for spot in at_steps(doc, "to"):
        if spot.is_text and spot.value in zones:
            of_seat = spot.value.startswith("seat.")
            like = [one for one in zones if one.startswith("seat.") == of_seat and one[-1] != "*"]
            if other := following(spot.value, like):
                yield reworded(doc, spot, other)


def step_set(project, doc):
    """A step that cites a rule takes the pieces of another set."""
    boxes = [one.data["box"] for one in project.of(doc.game, "game") if "box" in one.data]
    owners = (game for game in (doc.game, *boxes))
    sets = [one.data["set"] for game in owners for one in project.of(game, "components")]
    for spot in at_steps(doc, "set"):
        if other := following(spot.value, sets):
            yield reworded(doc, spot, other)


def step_each(project, doc):
    """A step that cites a rule is done by others: by the first alone, or by bots."""
    for spot in at_steps(doc, "each"):
        if spot.is_text:
            yield replaced(doc, spot, {"bots": "humans"}.get(spot.value, "first"))


def step_filter(project, doc):
    """A step that cites a rule takes the pieces of another colour or kind."""
    filters = [
        (spot, doc.spots[spot.trail[:-2]].plain)
        for spot in at_steps(doc, "where.*", cited=False)
        if spot.is_text
    ]
    values = {}
    for spot, step in filters:
        values.setdefault((step.get("set"), spot.trail[-1]), {})[spot.value] = None
    for spot, step in filters:
        other = following(spot.value, [*values[step.get("set"), spot.trail[-1]]])
        if other and step.get("rules"):
            yield reworded(doc, spot, other)


def misspell_what(project, doc):
    """What a step calls its pieces is no word."""
    for spot in at_steps(doc, "called", cited=False):
        word = max(spot.value.split(), key=len)
        yield reworded(doc, spot, spot.value.replace(word, misspelt(word)))


def unused_zone(project, doc):
    """A zone is listed that no step uses."""
    for spot in doc.at("zones.*"):
        line = doc.text.rfind("\n", 0, spot.start) + 1
        indent = " " * spot.key.start_mark.column
        yield Edit(doc.file, ((line, line, f"{indent}spare: Spare\n"),), "zone spare")


def grid_sign(project, doc):
    """A sign of a drawn set-up is another one, or is lost."""
    for spot in doc.at("steps.*.picture.*"):
        signs = spot.value.split()
        for at, sign in enumerate(signs):
            other = "." if sign != "." else "Q"
            yield reworded(doc, spot, " ".join([*signs[:at], other, *signs[at + 1 :]]))
        yield reworded(doc, spot, " ".join(signs[:-1]))


def _stated(doc, places):
    """The values at some places of a set whose values somebody states."""
    return doc.at(places if doc.data.get("provenance") in ("stated", "derived") else "")


def stated_swapped(project, doc):
    """Two values of a stated table change places."""
    for spot in _stated(doc, "generate.*.with.*.cycle components.*.*.* components.*.*"):
        entries = range(len(spot.plain)) if isinstance(spot.plain, list) else ()
        for one, other in pairwise(doc.spots[*spot.trail, at] for at in entries):
            if one.value != other.value and "rules" not in one.trail:
                yield swapped(doc, one, other)


def stated_changed(project, doc):
    """A stated number is another one."""
    for spot in _stated(doc, "components.*.* components.*.*.* generate.*.for.*.*"):
        if spot.trail[-1] != "copies":
            yield from change_number(doc, spot)


def ids_swapped(project, doc):
    """Two records whose ids say a value that they have change their ids."""
    said = [spot for spot in doc.at("components.*.id") if _says_value(spot)]
    return (swapped(doc, one, other) for one, other in pairwise(said))


def _says_value(spot):
    end = spot.value.rpartition("-")[2]
    values = (value for key, value in spot.owner.items() if key not in ("id", "name"))
    return end in map(str, values)


def wrong_track(project, doc):
    """A card that names a privilege raises another one."""
    cards = [spot for spot in doc.at("components.*") if "privilege" in spot.plain]
    for pair in pairwise(cards):
        if "effects" in pair[0].plain:
            track, other = (doc.spots[*card.trail, "effects", 0, "track"] for card in pair)
            yield replaced(doc, track, other.value)


def path_number(project, doc):
    """A number of a rising path is that of the space behind it."""
    for spot in doc.at("components.*.areas.*.path.*.number"):
        *path, at, _ = spot.trail
        after = doc.spots.get((*path, at + 1, "number"))
        if after is not None:
            yield replaced(doc, spot, after.value)


def price_changed(project, doc):
    """A price of a path is not in the legend, or its end is not black."""
    for spot in doc.at("components.*.areas.*.path.*.cost"):
        yield reworded(doc, spot, "3" if spot.plain == "black" else "9")


def only_action(project, doc):
    """The only Install step of an area does something else."""
    for spot in doc.at("components.*.rondel.*.actions.*"):
        step, rondel = doc.spots[spot.trail[:-2]].plain, doc.spots[spot.trail[:-3]].plain
        installs = [one for one in rondel if one["area"] == step["area"]]
        alone = sum("install" in one["actions"] for one in installs) == 1
        if alone and spot.plain == "install":
            other = next(a for a in ("income", "luck", "carve") if a not in step["actions"])
            yield replaced(doc, spot, other)


def slot_changed(project, doc):
    """A slot is carved, or not, against its role; or one of a trilith has another size."""
    for slot in doc.at("components.*.slots.*"):
        carved = doc.spots[*slot.trail, "carved"]
        yield replaced(doc, carved, str(not carved.plain).lower())
        if "trilith" in slot.plain:
            other = "small" if slot.plain["size"] == "large" else "large"
            yield replaced(doc, doc.spots[*slot.trail, "size"], other)


def schema_keyword(project, doc):
    """A keyword of a set's own schema is misspelt."""
    for spot in doc.at("fields.**.*"):
        name = spot.trail[-1]
        if name in KEYWORDS and spot.trail[-2] not in ("properties", "$defs") and spot.key:
            start, end = spot.key.start_mark.index, spot.key.end_mark.index
            yield Edit(doc.file, ((start, end, misspelt(name)),), f"keyword {spot.name}")


def mark_dead(project, doc):
    """A card is for more players than any table has, or its mark is malformed."""
    for spot in doc.at("components.*.players"):
        yield replaced(doc, spot, '"8+"')
        yield replaced(doc, spot, '"3-4"')


def text_number(project, doc):
    """A number of an effect is not that of the text written beside it."""
    for spot in doc.at("components.*.effects.*.amount"):
        if "text" in doc.data["components"][spot.trail[1]]:
            yield replaced(doc, spot, str(spot.plain + 7))


def text_markup(project, doc):
    """A text names an icon that is not there, or leaves its brace open."""
    for spot in doc.at("components.*.text"):
        if "{" in spot.value and spot.node.style == '"':
            yield reworded(doc, spot, spot.value.replace("{", "{q", 1))
            yield reworded(doc, spot, spot.value.replace("}", "", 1))


# What follows may well be what somebody wants.


def free_text(project, doc):
    """A name, a note or a question is worded otherwise."""
    for spot in doc.at("**.note|summary|question|says|description"):
        if spot.is_text and "\n" not in spot.value and spot.node.style != ">":
            yield reworded(doc, spot, f"{spot.value} Then")


def own_value(project, doc):
    """A value of our own design is another number."""
    for spot in doc.at("components.*.*"):
        is_own = doc.data.get("provenance") == "reconstructed" and spot.trail[-1] != "copies"
        if is_own and spot.is_number and spot.plain > 1:
            yield replaced(doc, spot, str(spot.plain - 1))


def default_changed(project, doc):
    """Another reading of an open question is in force."""
    for spot in doc.at("rulings.*.default"):
        for option in spot.owner["options"]:
            if option != spot.plain and option not in spot.owner.get("variants", {}):
                yield replaced(doc, spot, option)
