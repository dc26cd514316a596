"""What a number of a card does to its game: a small sample, played while it is typed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any

from generator.failures import FailedError
from generator.studio.desk import StudioSession
from generator.studio.session import Show
from validator.catalogue.model import Game
from validator.catalogue.seats import table_words
from validator.simulation.shards import SERIAL
from validator.simulation.trials import TableChoice, lines_of
from validator.tuning import EVERYTHING, Goal, Tuner, measure
from validator.variants import GameVariants, find_numbers

SAMPLE = 30
"""Games of each version: few, as somebody waits; so few show only what is large."""

(_DRY,) = (one for one in EVERYTHING if one.want is Goal.PILES)
_OTHERS = tuple(one for one in EVERYTHING if one is not _DRY)


def effect(desk: StudioSession, game: Game, words: Mapping[str, str], show: Show) -> dict[str, Any]:
    """Play a game with the number of a ``field`` of the card ``id`` as it is and as ``to``.

    Players are random, at the smallest table without bots, on the same luck; all intervals of what
    shifted hold together. Nothing is written.

    Raises:
        FailedError: the game is not played, or this is no number of a card.
        UsageError: the number stands in no file as such, or the data do not allow the other one.
    """
    del show
    name, to = f"{words.get('id')}.{words.get('field')}", words.get("to", "")
    files = {
        PurePosixPath(one.place.file).name for one in game.components() if one.id == words["id"]
    }
    if not game.is_played or not files or not to.removeprefix("-").isdecimal() or len(to) > 9:
        raise FailedError("there is nothing to play with")
    variants = GameVariants(desk.root, game.id)
    (number,) = find_numbers(variants.load()[0], game.id, f"{files.pop()}:{name}")
    table = min(game.configurations, key=lambda one: (one.bots > 0, one.players))
    chosen = TableChoice((), table.players, table.bots)
    lines = lines_of([variants.build(())], chosen, lambda _: ["random"])
    dry = [replace(_DRY, of=pile.id) for pile in lines[0].frame.piles]
    measured = [(one, (*measure(one, _OTHERS), *dry)) for one in lines]
    tuner = Tuner(measured, variants, SERIAL, lambda games, what: lambda done: None, SAMPLE)
    swept = tuner.sweep((number, (int(to),))) if int(to) != number.value else []
    names = {pile.id: pile.name or pile.id for pile in game.piles}
    rows = [
        {"what": one.measured.want, "of": names.get(str(one.measured.of), one.measured.of)}
        | {name: getattr(one, name) for name in ("before", "now", "low", "high")}
        for one in swept
    ]
    who = table_words(table.players, table.bots, game.tongue)
    return {"games": SAMPLE, "table": who, "before": number.value, "rows": rows}
