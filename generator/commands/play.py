"""``trilith play``: a person sits at a table, at the terminal."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator import options
from generator.atomic import below
from generator.failures import Interrupted, WrongUseError
from generator.options import Context, Output, OutputResult
from validator.findings import GameFaultError, UsageError

if TYPE_CHECKING:
    from generator.terminal.sitting import Sitting
    from validator.catalogue.model import Catalogue
    from validator.play.modules import Plan


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """Play a game at the terminal, in one seat or several; policies play the others.

    Every choice is kept as it is made: `q`, the end of the input and Ctrl-C lose nothing. The
    record tells the game again by `trilith replay --record FILE`.
    """

    game: Annotated[str | None, typer.Argument(help="A game of the project.")] = None
    players: options.Players = None
    bots: options.Bots = None
    seats: Annotated[
        list[str] | None,
        typer.Option(
            "--seat", help="Your seat: its colour or number, or all; may be repeated. Default: 1."
        ),
    ] = None
    against: Annotated[
        str,
        typer.Option("--against", help="Who sits elsewhere: random, greedy, search or drain:PILE."),
    ] = "greedy"
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, help="Same seed, same luck. Default: a new one.")
    ] = None
    index: Annotated[int, typer.Option("--index", min=0, help="Number of the game.")] = 0
    rulings: options.Rulings = None
    resume: Annotated[
        Path | None, typer.Option("--resume", help="Go on with a game that was put aside.")
    ] = None
    source: Annotated[
        bool,
        typer.Option("--source", help="Show the Python that its play script becomes, and end."),
    ] = False
    keep: Annotated[
        Path | None,
        typer.Option("--save", help="Keep the game in this file; default: in output/GAME/play/."),
    ] = None


SEEDS = 1_000_000
"""Seeds that are drawn where none is given: few digits, to be typed again."""


def play_game(context: Context, options: PlayOptions) -> Iterator[OutputResult]:
    """Sit somebody down at a new game, or at one that was put aside."""
    from generator.terminal.sitting import prepare_sitting, seat_persons, seats_of_record
    from generator.text_files import read_text
    from validator.play.replay import load_record, plan_of, plan_of_record

    seats = options.seats or ("1",)
    if options.resume is not None:
        record = load_record(read_text(options.resume))
        plan = plan_of_record(context.catalogue([record.game]), record)
        if record.seats and not options.seats:
            plan = seats_of_record(plan, record)
        else:  # one that nobody sat at is joined as a new one is
            plan = seat_persons(plan, seats, options.against)
        here = prepare_sitting(plan, record.index)
        yield _sit(here, options.keep or options.resume, record.choices)
    elif options.game is None:
        raise WrongUseError("name a game, or one that was put aside with --resume FILE")
    else:
        catalogue = context.catalogue([options.game])
        table = _table(catalogue, options.game, options.players, options.bots)
        luck = secrets.randbelow(SEEDS) if options.seed is None else options.seed
        rulings = options.rulings or ()
        plan = plan_of(catalogue, options.game, *table, seed=luck, rulings=rulings)
        if options.source:
            yield OutputResult(told=_source(plan))
            return
        here = prepare_sitting(seat_persons(plan, seats, options.against), options.index)
        folder = below(context.folder(None), options.game, "play")
        yield _sit(here, options.keep or _new_file(folder, here), ())


def _source(plan: Plan) -> str:
    """What the play script of a game is compiled to for a table."""
    from validator.play.modules import prepare_table

    prepared = prepare_table(plan.game, plan.configuration, plan.rulings)
    program = getattr(prepared, "program", None)
    if program is None:
        raise WrongUseError(f"{plan.game.id} is played by a rules module, which is Python already")
    return str(program.listing())


def _table(
    catalogue: Catalogue, game: str, players: int | None, bots: int | None
) -> tuple[int, int]:
    """Humans and bots of the table asked for: the first with these that has the fewest bots."""
    from validator.play.modules import playable, select_tables

    tables = [table for _, table in select_tables(playable(catalogue, [game]), players, bots)]
    first = min(tables, key=lambda table: table.bots)
    return first.players, first.bots


def _new_file(folder: Path, here: Sitting) -> Path:
    """A file that is not there yet, called by table, seed and number of the game."""
    from validator.catalogue.seats import table_name

    table = table_name(here.plan.configuration)
    name = f"{table}-{here.plan.seed}-{here.index}"
    names = (name, *(f"{name}-{again}" for again in range(2, 1000)))
    return next(path for one in names if not (path := folder / f"{one}.json").exists())


def _sit(here: Sitting, path: Path, choices: Sequence[int]) -> OutputResult:
    """Play, keeping the game at ``path``; what is told at last is how it ended, or to go on."""
    from generator.terminal.screen import Terminal
    from generator.text_files import save_text
    from validator.catalogue.seats import table_name
    from validator.play import replay
    from validator.play.driver import MisfitError
    from validator.play.modules import FAULTS

    def keep(choices: Sequence[int], unfinished: bool) -> None:
        record = replay.record_of(here.plan, here.index, tuple(choices))
        record = replace(record, seats=here.plan.policies, unfinished=unfinished)
        save_text(path, replay.dump_record(record), replay.is_record)

    go_on = f"it is kept; go on with: trilith play --resume {path}"
    desk = Terminal()
    keep(choices, True)
    plan, seats = here.plan, here.prepared.frame.seats
    who = ", ".join(f"{name} {word}" for name, word in zip(seats, plan.policies, strict=True))
    table = table_name(plan.configuration)
    desk.tell([f"{plan.game.name}, table {table}, seed {plan.seed}: {who}"])
    desk.tell(["type the number of an option; ? for help"])
    try:
        played = here.play(desk, keep, choices)
    except MisfitError as misfit:
        raise UsageError(str(misfit), replay.CHANGED) from misfit
    except UsageError:
        raise
    except FAULTS as fault:
        raise GameFaultError(f"the rules module failed: {fault!r}; {go_on}") from fault
    except EOFError:
        return OutputResult(told=f"\nthe input has ended; {go_on}")
    except KeyboardInterrupt as interrupt:
        typer.echo(err=True)
        raise Interrupted(f"interrupted; {go_on}") from interrupt
    if played is None:
        return OutputResult(told=go_on)
    desk.tell(["", *replay.ending(here.prepared.frame, played.match, played.outcome)])
    return OutputResult(told=f"told again by: trilith replay --record {path}")


OUTPUT = Output("play", PlayOptions, play_game, translates=True)
