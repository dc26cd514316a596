"""The command that lists what the rules of a game leave open, its variants and its limits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import typer

from generator.options.choices import GameName
from generator.options.protocol import Context
from validator.command import ProjectDir

if TYPE_CHECKING:
    from validator.catalogue.model import Limit, Ruling
    from validator.stated.declared import DeclaredVariant


def rulings(game: GameName, project: ProjectDir = None) -> None:
    """List what the rules leave open: each question, its options and the one in force.

    Options that contradict a rule follow apart as variants, with the rules they depart from; then
    data that departs from what a rule states and says so, and limits that simulated play needs
    where the rules set none.
    """
    from validator.stated.declared import declared_variants

    catalogue = Context(project).catalogue([game])
    found = catalogue.games[game]
    declared = in_data(declared_variants(catalogue, found))
    for line in (*listing(found.rulings), *declared, *limits(found.simulation)):
        typer.echo(line)


def listing(rulings: Iterable[Ruling]) -> Iterator[str]:
    """The lines of the list: open questions, then variants, then how to try one."""
    asked = tuple(rulings)
    for ruling in asked:
        if ruling.is_open:
            yield from _question(ruling)
    varied = [ruling for ruling in asked if ruling.variants]
    if varied:
        yield ""
        yield "Variants: options that contradict a rule"
    for ruling in varied:
        yield from _variants(ruling)
    yield "* is in force; try another: trilith simulate GAME --ruling ID=OPTION"


def in_data(declared: Iterable[DeclaredVariant]) -> Iterator[str]:
    """The lines of the variants in the data, which are always in force."""
    for at, one in enumerate(declared):
        if at == 0:
            yield ""
            yield "Variants in the data: it departs from what a rule states"
        yield f"  {one.place} departs from {', '.join(one.rules) or 'nothing'}"
        yield from (f"    {says}" for says in one.says)


def limits(declared: Iterable[Limit]) -> Iterator[str]:
    """The lines of the limits of simulated play, which are no rules."""
    for at, limit in enumerate(declared):
        if at == 0:
            yield ""
            yield "Limits of simulated play, which no rule sets"
        yield f"  {limit.id}: {limit.most}  {limit.says}"
        if limit.rules:
            yield f"    rules {', '.join(limit.rules)}"


def _question(ruling: Ruling) -> Iterator[str]:
    yield f"{ruling.id} ({ruling.severity})  {ruling.question}"
    for option in ruling.readings:
        yield _option(ruling, option)
    if ruling.default_because and ruling.default in ruling.readings:
        yield f"    in force because: {ruling.default_because}"
    if ruling.rules:
        yield f"    rules {', '.join(ruling.rules)}"


def _variants(ruling: Ruling) -> Iterator[str]:
    """The variants of a ruling; one that is not open stands here alone, with its default."""
    yield f"{ruling.id} ({ruling.severity})  {ruling.question}"
    for option in ruling.options:
        if option in ruling.variants:
            yield f"{_option(ruling, option)} (departs from {', '.join(ruling.variants[option])})"
        elif not ruling.is_open:
            yield _option(ruling, option)
    told = ruling.is_open and ruling.default in ruling.readings
    if ruling.default_because and not told:
        yield f"    in force because: {ruling.default_because}"


def _option(ruling: Ruling, option: str) -> str:
    """An option with what it means, marked where it is in force."""
    mark = "*" if option == ruling.default else " "
    return f"  {mark} {option}: {ruling.options[option]}"
