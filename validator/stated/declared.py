"""Variants that the data of a game declares: where they stand, and what departs there.

They are no rulings, which settle what the rules leave open, nor options of a ruling.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from validator.catalogue.model import Catalogue, Game
from validator.findings import Place
from validator.rulebook import Rulebook, rulebook_of
from validator.stated.compare import Difference
from validator.stated.statements import Judge
from validator.stated.written import Mark, UnclearError, Written, written_of


@dataclass(frozen=True, slots=True)
class DeclaredVariant:
    """A `variant` in the data: the rules that it departs from, and ``says``, how.

    ``rules`` are those that it names, or, if it names none, those that are departed from.
    """

    place: Place
    rules: tuple[str, ...]
    says: tuple[str, ...]


def declared_variants(catalogue: Catalogue, game: Game) -> tuple[DeclaredVariant, ...]:
    """The variants that the data of a game declares, list by list."""
    written = written_of(catalogue, game)
    rules = rulebook_of(catalogue, game.id)
    departing = [] if rules is None else list(_departing(rules, written))
    marks = dict.fromkeys([*written.marks, *(mark for mark, _, _ in departing)])
    return tuple(_declared(mark, departing) for mark in marks)


def mark_of(one: Difference, rule: str) -> Mark | None:
    """The mark by which a difference departs from ``rule``; None if it is an error."""
    return next((mark for mark in one.node.marks if mark.admits(rule)), None)


def _departing(rules: Rulebook, written: Written) -> Iterator[tuple[Mark, str, str]]:
    """What departs from a rule on purpose: by which mark, from which rule, how."""
    judge = Judge(written, rules.statements)
    for statement in rules.statements:
        try:
            for one in judge.differences(statement):
                mark = mark_of(one, statement.rule)
                if mark is not None:
                    yield mark, statement.rule, one.says
        except UnclearError:
            continue  # `trilith check` tells of it


def _declared(mark: Mark, departing: Sequence[tuple[Mark, str, str]]) -> DeclaredVariant:
    here = [(rule, says) for by, rule, says in departing if by == mark]
    rules = [rule for rule, _ in here] if mark.rules is None else mark.rules
    says = dict.fromkeys(says for _, says in here)
    return DeclaredVariant(mark.place, tuple(dict.fromkeys(rules)), tuple(says))
