"""Operators that break the form of a file by code, and the keys that the form lists and needs."""

from itertools import pairwise

from mutations.documents import Edit, fits, replaced

LISTED = {
    "board": "*",
    "play": "*",
    "game": "* *.*.*",
    "components": "* components.*.* generate.*.*",
    "setup": "* steps.*.*",
    "rules": "* sections.*.* sections.*.rules.*.*",
}
"""Where the keys stand that the form of a file lists."""

REQUIRED = {
    "game": (
        "kind|id|name|revision configurations.*.players refusals.*.players|reason "
        "parts.*.name|set|count uses.*.set piles.*.id|zone|when_empty claims.*.id|kind|says "
        "rulings.*.id|question|options|default simulation.*.id|most|says terms.*.one|many"
    ),
    "components": (
        "kind|set|name|singular|form|size|template components.*.id|name generate.*.for|id|name"
    ),
    "board": "kind|id|ring|squares",
    "play": "kind|turn|round",
    "setup": "kind|zones|steps steps.*.do|set|from|to|what|text|legend|picture",
    "rules": (
        "kind|prefix|sections sections.*.title|rules sections.*.rules.*.id|says "
        "findings.*.id|severity|says|default constraints.*.id|status|says"
    ),
}
"""The keys that an entry must have (in a step with cases: or each case)."""


def listed(project, doc):
    """The values whose keys the form of the file lists."""
    for spot in doc.at(LISTED[doc.kind]):
        if spot.key is not None and not (doc.kind == "game" and spot.trail[0] == "terms"):
            yield spot


def required(project, doc):
    """Those of them that an entry must have."""
    return (spot for spot in listed(project, doc) if _is_required(doc, spot))


def optional(project, doc):
    """The values of keys that an entry need not have."""
    for spot in doc.at(LISTED[doc.kind]):
        if spot.key is not None and not _is_required(doc, spot):
            yield spot


def _is_required(doc, spot):
    """Tell whether an entry would lack something without this key; a move may name its set."""
    key = spot.trail[-1]
    if any(fits(spot.trail, place.split(".")) for place in REQUIRED[doc.kind].split()):
        is_choice = key == "set" and spot.owner.get("do") in ("move", "return")
        return "cases" not in spot.owner and not is_choice
    own = doc.data.get("fields", {}).get("required", ()) if doc.kind == "components" else ()
    return fits(spot.trail, ("components", "*", "*")) and key in own


def text_to_list(project, doc):
    """A text that must be there becomes a list."""
    for spot in required(project, doc):
        if spot.is_text and spot.trail[-1] not in ("from", "to", "zone"):
            yield replaced(doc, spot, f"[{doc.written(spot)}]" if spot.flow else "[3, 4]")


def quote_open(project, doc):
    """The closing quote of a text is lost."""
    for spot in doc.spots.values():
        if getattr(spot.node, "style", None) == '"' and "\n" not in doc.written(spot):
            yield _closing_lost(doc, spot, "quote")


def bracket_lost(project, doc):
    """A closing bracket is lost."""
    for spot in doc.spots.values():
        if spot.is_flow and not spot.flow:
            yield _closing_lost(doc, spot, "bracket")


def _closing_lost(doc, spot, sign):
    end = spot.node.end_mark.index
    return Edit(doc.file, ((end - 1, end, ""),), f"open {sign} at {spot.trail}")


def tab_indent(project, doc):
    """A line is indented with a tab."""
    for spot in listed(project, doc):
        line = doc.text.rfind("\n", 0, spot.start) + 1
        before = doc.text[line : spot.start]
        if not spot.flow and len(before) >= 2 and before.isspace():
            yield Edit(doc.file, ((line, spot.start, "\t"),), f"tab before {spot.trail}")


def alias(project, doc):
    """A text becomes an alias of one written before, which is named."""
    for first, second in pairwise(one for one in doc.at("components.*.name") if one.is_text):
        anchor = first.node.start_mark.index
        parts = ((anchor, anchor, "&same "), (*doc.span(second), "*same"))
        yield Edit(doc.file, parts, f"alias at {second.trail}")


def tag(project, doc):
    """A list is tagged as a set."""
    for spot in doc.at("*"):
        if spot.is_flow and isinstance(spot.plain, list):
            start = spot.node.start_mark.index
            yield Edit(doc.file, ((start, start, "!!set "),), f"tag at {spot.trail}")
