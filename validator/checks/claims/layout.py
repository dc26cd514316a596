"""Claims about boards: stones against slots by size, opposite sectors, long enough paths."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from validator.catalogue.model import Component, Configuration
from validator.checks.base import listed
from validator.checks.boards import boards, entries, shaped, side_of
from validator.checks.claims.base import Case, UnclearError, Verdict
from validator.checks.claims.operands import Reading, components_of, number, read
from validator.checks.slots import demand
from validator.checks.slots import figures as figures_in_box
from validator.checks.stones import in_play, slots_for

OTHER = {"large": "small", "small": "large"}


def figures(case: Case) -> Verdict:
    """Stones that a side may have to place against their size, or cannot place at all."""
    cards = list(components_of({"set": case.data["cards"]}, case.game))
    told: dict[str, None] = {}
    sides: dict[tuple[int, str], Configuration] = {}
    for configuration in case.game.configurations:
        board = side_of(case.game, configuration)
        if board is None:
            raise UnclearError("the game has no board with slots")
        sides.setdefault((configuration.total, board.id), configuration)
    for configuration in sides.values():
        board = side_of(case.game, configuration)
        if board is not None:
            told.update(dict.fromkeys(_misfits(case, board, cards, configuration.total)))
    return Verdict(bool(told), "; ".join(told) or "stones and slots match by size at every total")


def _misfits(case: Case, board: Component, cards: list[Component], total: int) -> Iterator[str]:
    either = slots_for(board, ("either",))
    for size, other in OTHER.items():
        own, stones = slots_for(board, (size,)), in_play(cards, total, size)
        taken = min(either, in_play(cards, total, other))
        room = own + either - taken
        if stones > room and either:
            yield (
                f"{board.id} at {total} seats: {stones} {size} stones for {own} {size} slots "
                f"once {other} ones fill the {either} either-size slots, so up to "
                f"{stones - room} ignore their size"
            )
        elif stones > room:
            yield f"{board.id} at {total} seats: {stones} {size} stones for {own} slots, no waiver"
        need = demand(entries(board, "slots"), size, "upright")
        there = figures_in_box(case.game, size, "upright")
        if need > there:
            yield f"{board.id}: {need} {size} uprights for {there} figures"


def sectors(case: Case) -> Verdict:
    """The sectors cover the ring, and the examples reach what the opposite ones are."""
    name = str(case.data["board"]["name"])
    found = components_of({"set": case.data["board"]["set"]}, case.game)
    value = found[0].fields.get(name) if found else None
    if not isinstance(value, tuple) or not value:
        raise UnclearError(f"no board has a list {name!r}")
    cuts = [_cut(one, name) for one in value]
    spaces = number(case.data["ring"], case.views()[0])
    faults = list(_gaps(cuts, spaces))
    right = []
    for example in case.data["examples"]:
        start, goal = tuple(example["from"]), tuple(example["reaches"])
        reached = _reached(cuts, start)
        text = f"{_span(start)} reaches {_span(reached) if reached else 'nothing'}"
        if reached == goal:
            right.append(text)
        else:
            faults.append(f"{text}, not {_span(goal)}")
    return Verdict(bool(faults), "; ".join(faults or right))


def _cut(value: object, name: str) -> tuple[int, int]:
    match value:
        case (int(first), int(last)):
            return first, last
    raise UnclearError(f"{value!r} in {name!r} is not a first and a last space")


def _gaps(cuts: Sequence[tuple[int, int]], spaces: int) -> Iterator[str]:
    covered = {space for first, last in cuts for space in range(first, last + 1)}
    missing = [space for space in range(1, spaces + 1) if space not in covered]
    if missing or max(covered) > spaces:
        yield f"the sectors leave out {listed(missing) or 'nothing'} of {spaces} spaces"
    if len(cuts) % 2:
        yield f"{len(cuts)} sectors have no opposite ones"


def _reached(cuts: Sequence[tuple[int, int]], start: tuple[int, ...]) -> tuple[int, int] | None:
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


def deep_path(case: Case) -> Verdict:
    """No path has the number of a worked example far enough from its start."""
    wanted, druids = case.data["number"], case.data["druids"]
    found = [
        f"{board.id}, {area['id']} (after {depth} druids)"
        for board in boards(case.game)
        for area in entries(board, "areas")
        for depth, space in enumerate(shaped(area.get("path"), "path"))
        if space["number"] == wanted and depth >= druids
    ]
    told = f"{wanted} stands on {listed(found)}" if found else f"no path has {wanted} there"
    return Verdict(not found, told)


def compare(case: Case) -> Verdict:
    """Numbers of the rules against the data; refuted by the first table where a test fails."""
    wrong: list[tuple[str, str]] = []
    right: list[tuple[str, str]] = []
    for view in case.views():
        for test in case.data["tests"]:
            left, other = read(test["left"], view), read(test["right"], view)
            holds = _holds(left.value, test["is"], other.value)
            start = f"{test['what']}: " if "what" in test else ""
            text = f"{start}{_compared(left, test['is'], other, holds)}"
            (right if holds else wrong).append((view.name, text))
    return Verdict(bool(wrong), _by_test(wrong or right))


def _compared(left: Reading, sign: str, right: Reading, holds: bool) -> str:
    if sign == "=" and holds:
        return f"{left.text} = {right}"
    return f"{left} {sign if holds else _NOT[sign]} {right}"


_NOT = {"=": "is not", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}


def _holds(left: object, sign: str, right: object) -> bool:
    if sign == "=":
        return left == right
    if not isinstance(left, int) or not isinstance(right, int):
        raise UnclearError(f"{left!r} and {right!r} cannot be compared by {sign}")
    return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[sign]


def _by_test(cases: list[tuple[str, str]]) -> str:
    return "; ".join(dict.fromkeys(text for _, text in cases))
