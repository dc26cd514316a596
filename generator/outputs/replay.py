"""One game again, turn by turn, as text; and its record as a file."""

from __future__ import annotations

from collections.abc import Iterator

from generator.failures import WrongUseError
from generator.options.protocol import Context, Made
from generator.options.replay import ReplayOptions
from generator.textfiles import read_text, save_text
from validator.catalogue.model import Catalogue
from validator.play import replay as replaying


def make(context: Context, options: ReplayOptions) -> Iterator[Made]:
    """Tell a game of a seed, or of a record."""
    catalogue = context.catalogue([options.game] if options.game else None)
    if options.record is not None:
        record = replaying.load_record(read_text(options.record))
        text, _ = replaying.replay_record(catalogue, record)
        yield Made(told=text)
    elif options.game is None:
        raise WrongUseError("name a game, or a record with --record FILE")
    else:
        yield from _played(catalogue, options.game, options)


def _played(catalogue: Catalogue, game: str, options: ReplayOptions) -> Iterator[Made]:
    rulings = options.rulings or ()
    table = (options.players, options.bots)
    plan = replaying.plan_of(catalogue, game, *table, options.policy, options.seed, rulings)
    text, played = replaying.replay(plan, options.index, options=options.options)
    if options.keep is not None:
        record = replaying.dump_record(replaying.record_of(plan, options.index, played))
        save_text(options.keep, record, replaying.is_record)
        yield Made((options.keep,), aside=f"wrote {options.keep}")
    yield Made(told=text)
