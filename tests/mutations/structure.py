"""Operators that break the form of a file: its YAML, its keys, the types of its values."""

from itertools import pairwise

import yaml
from mutations.documents import Edit, deleted, doubled, end_of, fits, key_renamed, replaced
from mutations.project import each, misspell, misspelt, operators, write

REQUIRED = {
    "game": {
        (): ("kind", "id", "name", "revision"),
        ("configurations", "*"): ("players",),
        ("refusals", "*"): ("players", "reason"),
        ("parts", "*"): ("name", "set", "count"),
        ("uses", "*"): ("set",),
        ("piles", "*"): ("id", "zone", "when_empty"),
        ("rulings", "*"): ("id", "question", "options", "default"),
        ("claims", "*"): ("id", "kind", "says"),
        ("simulation", "*"): ("id", "most", "says"),
        ("terms", "*"): ("one", "many"),
    },
    "components": {
        (): ("kind", "set", "name", "singular", "form", "size", "template"),
        ("components", "*"): ("id", "name"),
        ("generate", "*"): ("for", "id", "name"),
    },
    "setup": {
        (): ("kind", "zones", "steps"),
        ("steps", "*"): ("do", "set", "from", "to", "zone", "text", "track", "legend", "picture"),
    },
    "rules": {
        (): ("kind", "prefix", "sections"),
        ("sections", "*"): ("title", "rules"),
        ("sections", "*", "rules", "*"): ("id", "says"),
        ("findings", "*"): ("id", "severity", "says", "default"),
        ("constraints", "*"): ("id", "status", "says"),
    },
}
"""The keys that an entry must have, by where it stands (in a step with cases: or each case)."""

LISTED = {
    "game": (("*",), ("*", "*", "*")),
    "components": (("*",), ("components", "*", "*"), ("generate", "*", "*")),
    "setup": (("*",), ("steps", "*", "*")),
    "rules": (("*",), ("sections", "*", "*"), ("sections", "*", "rules", "*", "*")),
}
"""Where the keys stand that the form of a file lists."""

WORDS = {
    "game": (("kind",), ("*", "*", "when_empty"), ("rulings", "*", "severity")),
    "components": (("kind",), ("form",), ("provenance",), ("components", "*", "provenance")),
    "setup": (("kind",), ("steps", "*", "do"), ("steps", "*", "each"), ("steps", "*", "order")),
    "rules": (
        *(("kind",), ("findings", "*", "severity"), ("constraints", "*", "status")),
        ("sections", "*", "rules", "*", "marks", "*"),
    ),
}
"""Where a value is one of a few words."""

COUNTS = (
    "parts.*.count uses.*.count configurations.*.players configurations.*.bots "
    "components.*.copies steps.*.count"
)
"""Where a number of pieces or people stands."""


def is_required(doc, spot):
    """Tell whether an entry would lack something without this key."""
    places = REQUIRED[doc.kind].items()
    owner, key = spot.trail[:-1], spot.trail[-1]
    if any(fits(owner, where) and key in keys for where, keys in places):
        return "cases" not in doc.get(owner) and not _is_choice(doc, spot)
    own = doc.data.get("fields", {}).get("required", ()) if doc.kind == "components" else ()
    return fits(owner, ("components", "*")) and key in own


def _is_choice(doc, spot):
    """A move may name its set, and need not."""
    step = doc.get(spot.trail[:-1])
    return spot.trail[-1] == "set" and step.get("do") in ("move", "return")


def _listed(doc):
    """The values whose keys the form of the file lists."""
    for pattern in LISTED[doc.kind]:
        for spot in doc.at(*pattern):
            if spot.key is not None and not (doc.kind == "game" and spot.trail[0] == "terms"):
                yield spot


def delete_required_key(project, doc):
    """A key that an entry must have is taken out."""
    return (deleted(doc, spot) for spot in _listed(doc) if is_required(doc, spot))


def duplicate_key(project, doc):
    """A key is written twice."""
    return (doubled(doc, spot) for spot in _listed(doc))


def misspell_key(project, doc):
    """Two letters of a key change places."""
    return (key_renamed(doc, spot, misspelt(str(spot.trail[-1]))) for spot in _listed(doc))


number_to_word = each("A count becomes a word.", write("several"), COUNTS)
number_negative = each("A count becomes negative.", write("-3"), COUNTS)
number_huge = each("A count becomes larger than any box.", write("999999999"), COUNTS)


def text_to_list(project, doc):
    """A text that must be there becomes a list."""
    for spot in _listed(doc):
        if spot.is_text and is_required(doc, spot) and spot.trail[-1] not in ("from", "to", "zone"):
            start, end = spot.node.start_mark.index, end_of(doc.text, spot.node)
            yield replaced(doc, spot, f"[{doc.text[start:end]}]" if spot.flow else "[3, 4]")


def text_to_nothing(project, doc):
    """A text that must be there becomes empty."""
    for spot in _listed(doc):
        if spot.is_text and is_required(doc, spot):
            yield replaced(doc, spot, "null")


def list_to_word(project, doc):
    """A list within braces becomes a word."""
    for spot in doc.spots.values():
        if (
            isinstance(spot.node, yaml.SequenceNode)
            and spot.node.flow_style
            and spot.trail[-1] in ("rules", "marks", "findings", "title_players", "seat_colours")
        ):
            yield replaced(doc, spot, "none")


def misspell_word(project, doc):
    """A value that is one of a few words is misspelt."""
    for pattern in WORDS[doc.kind]:
        for spot in doc.at(*pattern):
            yield from misspell(doc, spot)


trap_word = each(
    "A name becomes a word that YAML takes for something else.",
    write("off"),
    "name components.*.name parts.*.name",
)


def quote_open(project, doc):
    """The closing quote of a text is lost."""
    for spot in doc.spots.values():
        end = spot.node.end_mark.index
        quoted = isinstance(spot.node, yaml.ScalarNode) and spot.node.style == '"'
        if quoted and "\n" not in doc.text[spot.node.start_mark.index : end]:
            yield Edit(doc.file, ((end - 1, end, ""),), f"open quote at {spot.trail}")


def bracket_lost(project, doc):
    """A closing bracket is lost."""
    for spot in doc.spots.values():
        node = spot.node
        if isinstance(node, yaml.CollectionNode) and node.flow_style and not spot.flow:
            end = node.end_mark.index
            yield Edit(doc.file, ((end - 1, end, ""),), f"open bracket at {spot.trail}")


def tab_indent(project, doc):
    """A line is indented with a tab."""
    for spot in _listed(doc):
        start = spot.key.start_mark.index if spot.key else 0
        line = doc.text.rfind("\n", 0, start) + 1
        if not spot.flow and start - line >= 2 and doc.text[line:start].isspace():
            yield Edit(doc.file, ((line, start, "\t"),), f"tab before {spot.trail}")


def alias(project, doc):
    """A text becomes an alias of one written before, which is named."""
    named = [spot for spot in doc.at("components", "*", "name") if spot.is_text]
    for first, second in pairwise(named):
        anchor, name = first.node.start_mark.index, second.node
        parts = (
            (anchor, anchor, "&same "),
            (name.start_mark.index, end_of(doc.text, name), "*same"),
        )
        yield Edit(doc.file, parts, f"alias at {second.trail}")


def tag(project, doc):
    """A list is tagged as a set."""
    for spot in doc.at("*"):
        if isinstance(spot.node, yaml.SequenceNode) and spot.node.flow_style:
            start = spot.node.start_mark.index
            yield Edit(doc.file, ((start, start, "!!set "),), f"tag at {spot.trail}")


STRUCTURE = operators(globals())
"""Operators that break the form of a file; each of them contradicts what the form asks for."""
