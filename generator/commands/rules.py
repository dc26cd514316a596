"""What the data say of the rules: ``trilith rules``, ``rulings`` and ``setup``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from generator import options
from generator.failures import WrongUseError
from generator.options import Context, OutputForm
from validator.command import ProjectDir

if TYPE_CHECKING:
    from validator.catalogue.model import Ruling


def rules(
    game: options.GameName, form: options.AsForm = OutputForm.TEXT, project: ProjectDir = None
) -> None:
    """List every numbered rule: where it is carried out, tested, or only mentioned.

    It is carried out by data, a check or an engine, at a line that does something, and covered if
    a test cites it too; rulings and variants follow apart. Rules that nothing carries out or
    tests, and open ones that nothing settles, are findings below.
    """
    import json

    from validator.report import digest
    from validator.rules.coverage import as_json, as_text, cover, coverage_findings, project_texts
    from validator.rules.facts import rulebook_of

    context = Context(project)
    catalogue = context.catalogue([game])
    found, rulebook = catalogue.games[game], rulebook_of(catalogue, game)
    if rulebook is None:
        raise WrongUseError(f"{game} has no components/{game}/rules.yaml with its numbered rules")
    coverage = cover(found, rulebook, project_texts(context.root, found))
    if form is OutputForm.JSON:
        typer.echo(json.dumps(as_json(coverage, found), indent=2, ensure_ascii=False))
        return
    typer.echo(as_text(coverage, found).rstrip("\n"))
    more = coverage_findings(coverage, rulebook, found)
    if more:
        typer.echo("\n" + digest(more, None, everything=True))


def rulings(game: options.GameName, project: ProjectDir = None) -> None:
    """List what the rules leave open: each question, its options and the one in force.

    Options that contradict a rule follow apart as variants, with the rules they depart from; then
    data that departs from what a rule states and says so.
    """
    from validator.rules.values import variants_of_data

    catalogue = Context(project).catalogue([game])
    found = catalogue.games[game]
    lines = [*list_rulings(found.rulings)]
    for at, one in enumerate(variants_of_data(catalogue, found)):
        if at == 0:
            lines += ["", "Variants in the data: it departs from what a rule states"]
        lines.append(f"  {one.place} departs from {', '.join(one.rules) or 'nothing'}")
        lines += [f"    {says}" for says in one.says]
    typer.echo("\n".join(lines))


def list_rulings(rulings: Iterable[Ruling]) -> Iterator[str]:
    """The lines of the list: open questions, then variants, then how to try one."""
    asked = tuple(rulings)
    for ruling in asked:
        if ruling.is_open:
            yield f"{ruling.id} ({ruling.severity})  {ruling.question}"
            for option in ruling.readings:
                yield _option(ruling, option)
            if ruling.default_because and ruling.default in ruling.readings:
                yield f"    in force because: {ruling.default_because}"
            if ruling.rules:
                yield f"    rules {', '.join(ruling.rules)}"
    varied = [ruling for ruling in asked if ruling.variants]
    if varied:
        yield ""
        yield "Variants: options that contradict a rule"
    for ruling in varied:
        yield from _variants(ruling)
    yield "* is in force; try another: trilith simulate GAME --ruling ID=OPTION"


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


def setup(
    game: options.GameName,
    players: Annotated[int, typer.Option("--players", min=0, help="Number of human players.")],
    bots: Annotated[int, typer.Option("--bots", min=0, help="Number of bots.")] = 0,
    seed: options.Seed = 1,
    rulings: options.Rulings = None,
    form: options.AsForm = OutputForm.TEXT,
    language: options.Language = "",
    project: ProjectDir = None,
) -> None:
    """Set a game up and show the table: every zone, what is in it, what stays in the box.

    Exit status: 0 set up, 1 the data does not allow it, 2 no such table (the reason is told).
    """
    import json

    from validator.catalogue.seats import find_configuration
    from validator.play.rulings import resolve_rulings
    from validator.setup import deal

    found = Context(project, language=language).game(game)
    configuration = find_configuration(found, players, bots)
    result = deal.set_up(found, configuration, seed, resolve_rulings(found, rulings or ()))
    if form is OutputForm.JSON:
        typer.echo(json.dumps(deal.as_json(result), indent=2))
    else:
        typer.echo(deal.as_text(result))
    raise typer.Exit(1 if result.problems else 0)
