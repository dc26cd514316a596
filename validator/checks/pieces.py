"""Checks of pieces: counted, piled, backed, and for how many players."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from validator.catalogue.model import (
    Component,
    ComponentSet,
    Configuration,
    Form,
    Game,
    GameLength,
    PartsLine,
    Pile,
    SetupTable,
    Tables,
    Use,
    WhenEmpty,
    components_where,
    matches,
    place_in,
    usual,
    value_of,
)
from validator.findings import Finding, Place, Severity, did_you_mean

Key = TypeVar("Key")
Run: TypeAlias = Callable[[Game, Tables], Iterable[Finding]]
"""A pure function from a game and its tables after set-up to findings."""


SHOWN = 12
"""Most known names that a hint lists."""


@dataclass(frozen=True, slots=True)
class Check:
    """A check and the codes it may report.

    What it finds may follow from a file that does not read, so it waits until all of the game's
    do, unless it looks at each thing ``alone``.
    """

    codes: tuple[str, ...]
    run: Run
    alone: bool = False


def error(game: Game, code: str, place: Place, message: str, hint: str) -> Finding:
    """An error of ``game``."""
    return Finding(code, Severity.ERROR, game.id, place, message, hint)


def warning(game: Game, code: str, place: Place, message: str, hint: str) -> Finding:
    """A warning of ``game``."""
    return Finding(code, Severity.WARNING, game.id, place, message, hint)


def note(game: Game, code: str, place: Place, message: str, hint: str) -> Finding:
    """A note about ``game``."""
    return Finding(code, Severity.NOTE, game.id, place, message, hint)


def unknown(
    game: Game, code: str, place: Place, what: str, name: str, known: Iterable[str]
) -> Finding:
    """An error: no ``what`` is called ``name``; the hint has the closest of ``known``, or these."""
    names = list(known)
    shown = ", ".join(names[:SHOWN]) + (", ..." if len(names) > SHOWN else "")
    hint = did_you_mean(name, names, f"known: {shown or 'none'}")
    return error(game, code, place, f"there is no {what} {name!r}", hint)


def is_own(game: Game, component_set: ComponentSet) -> bool:
    """Tell whether a set is the game's, not that of its box."""
    return component_set.place.file.split("/")[-2:-1] == [game.id]


def own_sets(game: Game) -> Iterator[ComponentSet]:
    """The sets of the game's own folder; those of its box are checked with the box."""
    return (one for one in game.sets.values() if is_own(game, one))


def own_components(game: Game) -> Iterator[Component]:
    """The components of the game's own folder."""
    for component_set in own_sets(game):
        yield from component_set.components


def pieces_in_box(game: Game, set_id: str, where: Mapping[str, Any]) -> int:
    """Number of pieces of a set that pass a field test (0 for an unknown set)."""
    if set_id not in game.sets:
        return 0
    found = components_where(game.sets[set_id].components, where)
    return sum(component.copies for component in found)


def totals(game: Game) -> tuple[int, ...]:
    """The numbers of seats at the game's legal tables, sorted."""
    return tuple(sorted({configuration.total for configuration in game.configurations}))


def list_words(words: Iterable[object]) -> str:
    """Words as people list them: ``a, b and c``."""
    texts = [str(word) for word in words]
    return " and ".join(part for part in (", ".join(texts[:-1]), *texts[-1:]) if part)


def count_with_noun(number: int, one: str) -> str:
    """A number with its noun: ``1 card``, ``3 cards``."""
    return f"{number} {one if number == 1 else one + 's'}"


def check_backs(game: Game, tables: Tables) -> Iterator[Finding]:
    """No set of boards has a back."""
    del tables
    for component_set in own_sets(game):
        if component_set.form is Form.BOARD and component_set.back is not None:
            place = component_set.places.get("back", component_set.place)
            message = f"the back of {component_set.name!r} is not printed: boards have one side"
            hint = "take `back` out; a second side is a component of its own, with its template"
            yield error(game, "back-unprinted", place, message, hint)


def repeats(keyed: Iterable[tuple[Key, Place]]) -> Iterator[tuple[Key, Place, Place]]:
    """What has the key of an earlier one: key and place, and the place of the first."""
    seen: dict[Key, Place] = {}
    for key, place in keyed:
        if key in seen:
            yield key, place, seen[key]
        seen.setdefault(key, place)


ABOUT = 10
"""A line with `about: true` may be off by one in so many."""


def check_counts(game: Game, tables: Tables) -> Iterator[Finding]:
    """The parts list of game.yaml must agree with the components."""
    for part in game.parts:
        if part.set_id in game.sets and game.sets[part.set_id].complete:
            yield from _part(game, part)
    entries: list[tuple[str, PartsLine | Use]] = [("parts", one) for one in game.parts]
    entries += [("uses", one) for one in game.uses]
    keyed = (
        ((name, one.set_id, repr(one.where), getattr(one, "totals", ())), one.place)
        for name, one in entries
    )
    for (name, *_), place, first in repeats(keyed):
        message = f"a line of `{name}` counts the same pieces already ({first})"
        yield error(game, "count-twice", place, message, "keep one of the two")
    yield from _pieces_without_part(game)


def _pieces_without_part(game: Game) -> Iterator[Finding]:
    """Pieces of a game's own folder that no line of its parts list counts."""
    strange = [one for one in game.parts if one.set_id not in game.sets]
    for component_set in own_sets(game) if game.parts else ():
        lines = [one.where for one in game.parts if one.set_id == component_set.id]
        pieces = component_set.components
        missing = [one for one in pieces if not any(matches(one, where) for where in lines)]
        if missing and component_set.complete:
            what = repr(missing[0].id) if lines else f"the set {component_set.id!r}"
            hint = f"add a line to `parts`: {{name: {component_set.name}, set: {component_set.id}}}"
            place = place_in(component_set, "set") if strange else place_in(game, "parts")
            yield warning(game, "count-unlisted", place, f"{what} is not in the parts list", hint)


def _part(game: Game, part: PartsLine) -> Iterator[Finding]:
    there = pieces_in_box(game, part.set_id, part.where)
    asked = (part.set_id, part.where)
    taken = [use.count for use in game.uses if (use.set_id, use.where) == asked]
    if part.count in (there, *taken):
        return
    file = game.sets[part.set_id].place.file
    stated = f"{'about ' if part.about else ''}{part.count}"
    rules = f" ({', '.join(part.rules)})" if part.rules else ""
    message = f"the parts list says {stated} {part.name}{rules}, but {file} has {there}"
    off = there - part.count
    pieces = count_with_noun(abs(off), "piece")
    hint = f"{'take out' if off > 0 else 'add'} {pieces}, or mend the count"
    tell = warning if part.about and abs(off) * ABOUT <= part.count else error
    yield tell(game, "count-parts", place_in(part, "count"), message, hint)


def check_uses(game: Game, tables: Tables) -> Iterator[Finding]:
    """The `uses` of a game with a box must name every piece that its set-up lays out."""
    if game.box is None:
        return
    set_of = {component.id: component.set_id for component in game.components()}
    short: dict[str, tuple[int, int, str]] = {}
    idle: dict[str, tuple[int, int, str]] = {}
    for table in usual(tables, game.id):
        seats = count_with_noun(table.configuration.total, "seat")
        laid = Counter(set_of[piece.partition("#")[0]] for piece in table.on_table)
        for set_id, pieces in laid.items():
            named = share(game, table.configuration, set_id)
            if pieces != named:
                which = short if pieces > named else idle
                which.setdefault(set_id, (pieces, named, seats))
    for set_id, (pieces, named, seats) in idle.items():
        message = f"`uses` names {named} {set_id} with {seats}, but the set-up lays out {pieces}"
        use = next(one for one in game.uses if one.set_id == set_id)
        place = place_in(use, "count" if use.count is not None else "per_seat")
        hint = "mend its `count`; `per_seat: true` names only the pieces of colours that are played"
        yield warning(game, "uses-idle", place, message, hint)
    for use in game.uses:
        found = game.sets.get(use.set_id)
        if use.count is None or found is None or not found.complete:
            continue
        there = pieces_in_box(game, use.set_id, use.where)
        if use.count > there:
            message = f"`uses` names {use.count} {use.set_id}, but the box has {there}"
            yield warning(game, "uses-many", place_in(use, "count"), message, "lower the `count`")
    for set_id, (pieces, named, seats) in short.items():
        message = f"the set-up lays out {pieces} {set_id} with {seats}, but `uses` names {named}"
        lines = [place_in(one, "count") for one in game.uses if one.set_id == set_id]
        place = next(iter(lines), place_in(game, "uses"))
        yield error(game, "uses-short", place, message, "raise its `count`, or widen its `where`")


def share(game: Game, configuration: Configuration, set_id: str) -> int:
    """Pieces of a set that ``uses`` names at a table."""
    return sum(
        copies_used(use, game.sets[set_id].components, game, configuration)
        for use in game.uses
        if use.set_id == set_id
    )


def copies_used(
    use: Use, found: tuple[Component, ...], game: Game, configuration: Configuration
) -> int:
    """Pieces of the components ``found`` that one entry of ``uses`` names at a table."""
    total = configuration.total
    if use.totals and total not in use.totals:
        return 0
    colours = game.colours_at(total)
    pieces = sum(
        one.copies
        for one in found
        if matches(one, use.where) and (not use.per_seat or value_of(one, "colour") in colours)
    )
    return pieces if use.count is None else min(pieces, use.count)


GAMES = 400
"""Simulated games a pile and table; a chance of 50 % is then known to within 5 %."""
CERTAIN = 1
"""Per cent from never and always within which so few games tell no number."""


@dataclass(frozen=True, slots=True)
class Span:
    """Cards drawn over a game: at the ``least``, at the ``most``, of ``size`` there are.

    ``emptied`` of ``GAMES`` simulated games draw the last one.
    """

    size: int
    least: int
    most: int
    emptied: int


def span(pile: Pile, length: GameLength, seats: int, size: int) -> Span:
    """Work the bounds out and play ``GAMES`` games of nothing but draws.

    A game lasts any number of rounds of ``length`` with the same chance, and every draw is
    any number of the pile's bounds with the same chance. Raises ValueError without a rate.
    """
    if pile.draw is None:
        raise ValueError(f"the pile {pile.id!r} has no draw rate")
    draw = pile.draw
    draws_a_round = seats if draw.per == "turn" else 1
    least = length.least * draws_a_round * draw.least
    most = length.most * draws_a_round * draw.most
    luck = random.Random(f"{pile.id}/{seats}/{size}")
    emptied = 0
    for _ in range(GAMES if most >= size else 0):
        left, draws = size, luck.randint(length.least, length.most) * draws_a_round
        while draws and left > 0:
            left -= luck.randint(draw.least, draw.most)
            draws -= 1
        emptied += left <= 0
    return Span(size, least, most, emptied)


def chance_text(one: Span) -> str:
    """The simulated chance in words: ``37 %``, ``under 1 %``, ``over 99 %``."""
    share = 100 * one.emptied / GAMES
    if share < CERTAIN:
        return f"under {CERTAIN} %"
    return f"over {100 - CERTAIN} %" if share > 100 - CERTAIN else f"{share:.0f} %"


SAYS = {
    WhenEmpty.ENDS_GAME: "the rules end the game",
    WhenEmpty.RESHUFFLE: "the rules reshuffle the discards",
    WhenEmpty.STOP: "the rules let players go without",
    WhenEmpty.UNSTATED: "the rules do not say what happens",
}


def check_unstated(game: Game, tables: Tables) -> Iterator[Finding]:
    """Every supply that can run out needs a rule for it."""
    for pile in game.piles:
        if pile.when_empty is WhenEmpty.UNSTATED and pile.ruling is None:
            message = f"nothing says what happens when {_name(pile)} is empty"
            hint = "write `when_empty: ends_game`, `reshuffle` or `stop`, or name a `ruling`"
            yield warning(game, "pile-unstated", place_in(pile, "when_empty"), message, hint)


def check_exhaustion(game: Game, tables: Tables) -> Iterator[Finding]:
    """Can a pile of a game without a rules module run out?"""
    if game.is_played or game.is_box:
        return
    for pile in game.piles:
        if pile.draw is None or game.length is None:
            missing = "`draw` rate" if pile.draw is None else "`length` of the game"
            message = f"nothing tells whether {_name(pile)} lasts: there is no {missing}"
            hint = "add `draw: {least: 0, most: 1, per: turn}` and `length: {least: 6, most: 10}`"
            yield note(game, "pile-no-rate", pile.place, message, hint)
        elif pile.draw.least > pile.draw.most or game.length.least > game.length.most:
            message = f"the least is above the most, in the `draw` of {_name(pile)} or in `length`"
            place = place_in(pile, "draw")
            if pile.draw.least <= pile.draw.most:
                place = place_in(game, "length")
            yield error(game, "pile-bounds", place, message, "write the smaller number first")
        else:
            yield from _exhaustion(game, pile, game.length, tables)


def _exhaustion(game: Game, pile: Pile, length: GameLength, tables: Tables) -> Iterator[Finding]:
    cases = [
        (table, span(pile, length, table.configuration.total, len(table.zones.get(pile.zone, ()))))
        for table in usual(tables, game.id)
    ]
    if not cases:
        return
    told = "; ".join(_case(table, one) for table, one in cases)
    if all(one.most < one.size for _, one in cases):
        message = f"{_name(pile)} lasts at every table ({told})"
        yield note(game, "pile-lasts", pile.place, message, "nothing to do")
        return
    certain = "runs out" if all(one.least >= one.size for _, one in cases) else "can run out"
    ruling = f" (ruling {pile.ruling})" if pile.ruling else ""
    then = f"{SAYS[pile.when_empty]}{ruling}{f': {pile.then}' if pile.then else ''}".rstrip(".")
    message = f"{_name(pile)} {certain} ({told}); then {then}"
    unstated = pile.when_empty is WhenEmpty.UNSTATED and pile.ruling is None
    hint = "add cards, draw fewer, shorten the game, or say what happens in `when_empty`"
    tell = error if unstated else note
    yield tell(game, "pile-runs-out", pile.place, message, hint)


def _case(table: SetupTable, one: Span) -> str:
    seats = count_with_noun(table.configuration.total, "seat")
    if one.most < one.size:
        end = "lasts"
    elif one.least >= one.size:
        end = "always runs out"
    else:
        end = f"can run out, and does in {chance_text(one)} of simulated games"
    return f"{seats}: {one.least} to {one.most} of {one.size} drawn, {end}"


def _name(pile: Pile) -> str:
    return f"the pile {pile.name or pile.id!r}"


HEADER = "header"
"""The kind of claim that says that the title block contradicts the set-up."""


def check_players(game: Game, tables: Tables) -> Iterator[Finding]:
    """The title block and the colours of the seats must fit the tables and the pieces."""
    yield from _title(game)
    known = {str(one.fields["colour"]): None for one in game.components() if "colour" in one.fields}
    for at, colour in enumerate(game.seat_colours):
        if known and colour not in known:
            place = place_in(game, "seat_colours", at)
            there = f"colours of pieces: {', '.join(known)}; what is no seat's is no `colour`"
            hint = did_you_mean(colour, known, there)
            yield error(game, "seat-colour", place, f"no piece is {colour!r}", hint)


def _title(game: Game) -> Iterator[Finding]:
    if game.title_players is None:
        return
    least, most = game.title_players
    place = game.places["title_players"]
    if least > most:
        message = f"the title block says {least} to {most} players"
        yield error(game, "title-players", place, message, "write the smaller number first")
        return
    people = [configuration.players for configuration in game.configurations]
    if not people or any(claim.kind == HEADER for claim in game.claims):
        return
    if (least, most) != (min(people), max(people)):
        message = f"the title block says {least} to {most} players, but the tables are for "
        message += f"{min(people)} to {max(people)}"
        hint = "mend `title_players` or `configurations`; a claim of the kind `header` says that "
        hint += "the rules contradict themselves"
        yield warning(game, "title-players", place, message, hint)


SPARE = 10
"""A larger table may have fewer pieces of a set by one in so many, and nothing is said."""


def check_marks(game: Game, tables: Tables) -> Iterator[Finding]:
    """Player-count marks must fit the tables that the game allows."""
    legal = totals(game)
    if not legal:
        return
    for component_set in own_sets(game):
        for component in component_set.components:
            if not any(component.mark.admits(total) for total in legal):
                message = f"the mark {component.mark.text!r} of {component.id!r} admits none of "
                message += f"the legal totals {list_words(legal)}"
                hint, place = "write a mark for one of these totals", component.place_of("players")
                yield error(game, "mark-dead", place, message, hint)
        yield from _subsets(game, component_set, legal)


def _subsets(game: Game, component_set: ComponentSet, legal: tuple[int, ...]) -> Iterator[Finding]:
    pieces = [(one.mark, one.copies) for one in component_set.components]
    left = {total: sum(n for mark, n in pieces if mark.admits(total)) for total in legal}
    shown = ", ".join(f"{number} at {total}" for total, number in left.items())
    for total, number in left.items():
        if number == 0 and component_set.count:
            message = f"no {component_set.name} are left with {total} seats ({shown})"
            hint = f"give some of them a mark that admits {total}"
            yield error(game, "mark-empties", component_set.place, message, hint)
    for fewer, more in itertools.pairwise(legal):
        if left[more] < left[fewer] - component_set.count // SPARE:
            message = (
                f"{more} seats have fewer {component_set.name} in play than {fewer} seats ({shown})"
            )
            hint = "let more of the marks admit the larger table"
            yield warning(game, "mark-shrinks", component_set.place, message, hint)
