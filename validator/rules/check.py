"""Is the data what the rules state?

A rule of `rules.yaml` says under `states` what it fixes in the data: a count, a table, a number of
the set-up, a path of the board, a colour. Each such value is tied to its rule once, so that it
cannot drift unnoticed. Who means to depart from a rule says so in the data: `variant`, at the
record, the step or the entry, at the top of a set's file, or at the top of game.yaml. Everything
but `trilith check` works all the same, so that a change can be tried first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from validator.catalogue.model import Catalogue, Game
from validator.catalogue.script import rulings_named
from validator.checks.pieces import error, note, warning
from validator.findings import Finding, Place, did_you_mean
from validator.rules.facts import Rulebook, Statement, rulebook_of
from validator.rules.values import (
    StatementJudge,
    StatementUnclearError,
    ValueDifference,
    WrittenLists,
    lists_of,
    mark_of,
)

NO_RULES = Rulebook("", ())

Departed = set[tuple[Place, str]]
"""The marks that hold, by place, each with a rule that is departed from there."""


def check_stated(catalogue: Catalogue) -> tuple[Finding, ...]:
    """Compare what the rules of every game state with its data and that of its box."""
    read = [
        (game, rulebook_of(catalogue, game.id) or NO_RULES, lists_of(catalogue, game))
        for game in catalogue.games.values()
    ]
    departed: Departed = set()
    findings = [
        finding
        for game, rules, written in read
        for finding in _compare(game, rules, written, departed)
    ]
    known = {one.id: False for _, rules, _ in read for one in rules.rules}
    known |= {one.id: False for _, rules, _ in read for one in rules.constraints}
    known |= {statement.rule: True for _, rules, _ in read for statement in rules.statements}
    for game, _, written in read:
        findings.extend(_idle(game, written, departed, known))
    return tuple(findings)


def _compare(
    game: Game, rules: Rulebook, written: WrittenLists, departed: Departed
) -> Iterator[Finding]:
    judge = StatementJudge(written, rules.statements)
    for statement in rules.statements:
        if game.complete and (faults := tuple(_unclear_cases(game, statement))):
            yield from faults
            continue
        told: set[Place] = set()
        try:
            for one in judge.differences(statement):
                if one.place not in told:
                    told.add(one.place)
                    yield _finding_of(game, statement, one, departed)
        except StatementUnclearError as unclear:
            if game.complete:
                lists = ", ".join(written.entries)
                message = f"{statement.rule}: {unclear}"
                hint = did_you_mean(statement.data["in"], written.entries, f"known: {lists}")
                yield error(game, "stated-unclear", statement.place, message, hint)


def _unclear_cases(game: Game, statement: Statement) -> Iterator[Finding]:
    """Rulings and options of a statement that are neither in game.yaml nor in the set-up.

    Where the set-up names the same, it is told there.
    """
    if not statement.asked:
        return
    options = {ruling.id: tuple(ruling.options) for ruling in game.rulings}
    elsewhere = rulings_named(game.setup)
    for one in statement.asked:
        if one.option in elsewhere.get(one.ruling, ()) or one.option in options.get(one.ruling, ()):
            continue
        if one.ruling in options:
            message = f"{statement.rule}: {one.ruling} has no option {one.option!r}"
            known, name = options[one.ruling], one.option
        else:
            message = f"{statement.rule}: there is no ruling {one.ruling}"
            known, name = tuple(options), one.ruling
        hint = did_you_mean(name, known, f"known: {', '.join(known) or 'none'}")
        yield error(game, "stated-unclear", one.place, message, hint)


def _finding_of(
    game: Game, statement: Statement, one: ValueDifference, departed: Departed
) -> Finding:
    rule = statement.rule
    mark = mark_of(one, rule)
    if mark is not None:
        departed.add((mark.place, rule))
        message = f"{one.says}, as {rule} states; a variant"
        return note(game, "stated-variant", one.place, message, "nothing to do: `variant` says so")
    hint = f"{one.mend}, or write `variant: [{rule}]` {one.node.home} if you mean to depart from it"
    return error(game, "stated-value", one.place, f"{one.says}, as {rule} states", hint)


def _idle(
    game: Game, written: WrittenLists, departed: Departed, known: Mapping[str, bool]
) -> Iterator[Finding]:
    """Marks by which nothing departs; a rule by which nothing is stated may be named."""
    places = {place for place, _ in departed}
    for mark in written.marks:
        for rule in mark.rules or ():
            if rule not in known:
                message = f"there is no rule {rule} to depart from"
                hint = did_you_mean(rule, known, f"see trilith rules {game.id}")
                yield warning(game, "variant-idle", mark.place, message, hint)
            elif known[rule] and (mark.place, rule) not in departed:
                message = f"nothing departs from {rule} here"
                yield warning(game, "variant-idle", mark.place, message, f"take {rule} out")
        if mark.rules is None and mark.place not in places:
            message = "nothing departs from any rule here"
            yield warning(game, "variant-idle", mark.place, message, "take `variant` out")
