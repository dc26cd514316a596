"""The tables of starters, ready to deal."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from openspiel.mirror import Pairing

from generator.starter import write_starter
from validator.catalogue.load import load
from validator.play.modules import find_module
from validator.play.rules import Prepared
from validator.play.rulings import resolve_rulings


def prepared(pairing: Pairing) -> Prepared:
    """The table of a pairing, from a game that is written as ``trilith new`` writes it."""
    with TemporaryDirectory() as folder:
        write_starter(Path(folder), pairing.starter, pairing.starter)
        [game] = load(Path(folder))[0].games.values()
    [configuration] = [one for one in game.configurations if one.players == pairing.players]
    rulings = resolve_rulings(game, pairing.rulings)
    return find_module(game).prepare(game, configuration, rulings)
