"""The command that sits a person at a table: one game, played at the terminal."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import typer

from generator.atomic import below
from generator.failures import Interrupted, WrongUseError
from generator.options.play import PlayOptions
from generator.options.protocol import Context, Made
from generator.terminal.desk import Desk
from generator.terminal.seating import seated, seats_of_record
from generator.terminal.sitting import Sitting, sitting
from generator.textfiles import read_text, save_text
from validator.catalogue.model import Catalogue
from validator.findings import GameFaultError, UsageError
from validator.play.driver import MisfitError, Record
from validator.play.modules import FAULTS, playable, select_tables
from validator.play.replay import (
    CHANGED,
    dump_record,
    ending,
    is_record,
    load_record,
    plan_of,
    plan_of_record,
    record_of_choices,
)
from validator.setup.pieces import table_name

SEEDS = 1_000_000
"""Seeds that are drawn where none is given: few digits, to be typed again."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Where a game is kept, and how to go on with it."""

    path: Path
    sitting: Sitting

    def keep(self, choices: Sequence[int], unfinished: bool) -> None:
        """Write the record, whole or not at all."""
        at = self.sitting
        record = record_of_choices(at.plan, at.index, tuple(choices))
        record = replace(record, seats=at.plan.policies, unfinished=unfinished)
        save_text(self.path, dump_record(record), is_record)

    def to_go_on(self) -> str:
        """The command that takes the game up."""
        return f"it is kept; go on with: trilith play --resume {self.path}"


def make(context: Context, options: PlayOptions) -> Iterator[Made]:
    """Sit somebody down at a new game, or at one that was put aside."""
    if options.resume is not None:
        record = load_record(read_text(options.resume))
        here = _resumed(context.catalogue([record.game]), record, options)
        yield _sit(here, Kept(options.keep or options.resume, here), record.choices)
    elif options.game is None:
        raise WrongUseError("name a game, or one that was put aside with --resume FILE")
    else:
        here = _begun(context.catalogue([options.game]), options.game, options)
        folder = below(context.folder(None), options.game, "play")
        yield _sit(here, Kept(options.keep or _fresh(folder, here), here), ())


def _begun(catalogue: Catalogue, game: str, options: PlayOptions) -> Sitting:
    """A new game at the table asked for."""
    players, bots = _table(catalogue, game, options.players, options.bots)
    luck = secrets.randbelow(SEEDS) if options.seed is None else options.seed
    plan = plan_of(catalogue, game, players, bots, seed=luck, rulings=options.rulings or ())
    return sitting(seated(plan, options.seats or ("1",), options.against), options.index)


def _table(
    catalogue: Catalogue, game: str, players: int | None, bots: int | None
) -> tuple[int, int]:
    """Humans and bots of the table asked for: the first with these that has the fewest bots."""
    tables = [table for _, table in select_tables(playable(catalogue, [game]), players, bots)]
    first = min(tables, key=lambda table: table.bots)
    return first.players, first.bots


def _resumed(catalogue: Catalogue, record: Record, options: PlayOptions) -> Sitting:
    """The table of a record; one that nobody sat at is joined as a new one is."""
    plan = plan_of_record(catalogue, record)
    if record.seats and not options.seats:
        return sitting(seats_of_record(plan, record), record.index)
    return sitting(seated(plan, options.seats or ("1",), options.against), record.index)


def _fresh(folder: Path, here: Sitting) -> Path:
    """A file that is not there yet, called by table, seed and number of the game."""
    table = table_name(here.plan.configuration)
    name = f"{table}-{here.plan.seed}-{here.index}"
    names = (name, *(f"{name}-{again}" for again in range(2, 1000)))
    return next(path for one in names if not (path := folder / f"{one}.json").exists())


def _sit(here: Sitting, kept: Kept, choices: Sequence[int]) -> Made:
    """Play; what is told at last is how it ended, or how to go on."""
    desk = Desk()
    kept.keep(choices, True)
    desk.tell(_greeting(here))
    try:
        played = here.play(desk, kept.keep, choices)
    except MisfitError as misfit:
        raise UsageError(str(misfit), CHANGED) from misfit
    except UsageError:
        raise
    except FAULTS as fault:
        raise GameFaultError(f"the rules module failed: {fault!r}; {kept.to_go_on()}") from fault
    except EOFError:
        return Made((kept.path,), told=f"\nthe input has ended; {kept.to_go_on()}")
    except KeyboardInterrupt as interrupt:
        typer.echo(err=True)
        raise Interrupted(f"interrupted; {kept.to_go_on()}") from interrupt
    if played is None:
        return Made((kept.path,), told=kept.to_go_on())
    desk.tell(["", *ending(here.prepared.frame, played.match, played.outcome)])
    return Made((kept.path,), told=f"told again by: trilith replay --record {kept.path}")


def _greeting(here: Sitting) -> list[str]:
    plan, frame = here.plan, here.prepared.frame
    who = [f"{name} {word}" for name, word in zip(frame.seats, plan.policies, strict=True)]
    table = table_name(plan.configuration)
    return [
        f"{plan.game.name}, table {table}, seed {plan.seed}: {', '.join(who)}",
        "type the number of an option; ? for help",
    ]
