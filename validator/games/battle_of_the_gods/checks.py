"""A claim that only Battle of the Gods makes: opposite sectors of the ring."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from validator.checks.claim_kinds import (
    Case,
    ClaimVerdict,
    Judge,
    UnclearError,
    components_of,
    number,
    with_data,
)
from validator.checks.pieces import list_words


def sectors(case: Case) -> ClaimVerdict:
    """The sectors cover the ring, and the examples reach what the opposite ones are."""
    name = str(case.data["board"]["name"])
    found = components_of({"set": case.data["board"]["set"]}, case.game)
    value = found[0].fields.get(name) if found else None
    if not isinstance(value, tuple) or not value:
        raise UnclearError(f"no board has a list {name!r}", "name a field of the board")
    cuts = [_cut(one, name) for one in value]
    spaces = number(case.data["ring"], case.views()[0])
    faults = list(_gaps(cuts, spaces))
    right = []
    for example in case.data["examples"]:
        start, goal = tuple(example["from"]), tuple(example["reaches"])
        reached = _reach(cuts, start)
        text = f"{_span(start)} reaches {_span(reached) if reached else 'nothing'}"
        if reached == goal:
            right.append(text)
        else:
            faults.append(f"{text}, not {_span(goal)}")
    return ClaimVerdict(bool(faults), "; ".join(faults or right))


def _cut(value: object, name: str) -> tuple[int, int]:
    match value:
        case (int(first), int(last)):
            return first, last
    message = f"{value!r} in {name!r} is not a first and a last space"
    raise UnclearError(message, "write two numbers of spaces, as in [1, 8]")


def _gaps(cuts: Sequence[tuple[int, int]], spaces: int) -> Iterator[str]:
    covered = {space for first, last in cuts for space in range(first, last + 1)}
    missing = [space for space in range(1, spaces + 1) if space not in covered]
    if missing or max(covered) > spaces:
        yield f"the sectors leave out {list_words(missing) or 'nothing'} of {spaces} spaces"
    if len(cuts) % 2:
        yield f"{len(cuts)} sectors have no opposite ones"


def _reach(cuts: Sequence[tuple[int, int]], start: tuple[int, ...]) -> tuple[int, int] | None:
    """First and last space of the sectors opposite to those that hold all of ``start``."""
    half = len(cuts) // 2
    opposite = [
        cuts[(spot + half) % len(cuts)]
        for spot, (first, last) in enumerate(cuts)
        if first <= start[0] and start[-1] <= last
    ]
    if not opposite:
        return None
    return (min(first for first, _ in opposite), max(last for _, last in opposite))


def _span(ends: tuple[int, ...]) -> str:
    return str(ends[0]) if ends[0] == ends[-1] else f"{ends[0]}-{ends[-1]}"


_SPAN = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
"""First and last space."""
_EXAMPLE = {
    "type": "object",
    "required": ["from", "reaches"],
    "additionalProperties": False,
    "properties": {"from": _SPAN, "reaches": _SPAN},
}
_LIST_OF_BOARD = {
    "type": "object",
    "required": ["set", "name"],
    "additionalProperties": False,
    "properties": {"set": {"type": "string"}, "name": {"type": "string"}},
}

CLAIMS: Mapping[str, Judge] = {
    "sectors": with_data(
        {
            "board": _LIST_OF_BOARD,
            "ring": {"$ref": "claims.json#/$defs/number"},
            "examples": {"type": "array", "minItems": 1, "items": _EXAMPLE},
        },
        sectors,
    ),
}
"""The kind of claim that comes with Battle of the Gods, by the name that `kind` takes."""
