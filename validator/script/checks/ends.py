"""Does a game end, and fairly?"""

from __future__ import annotations

from collections.abc import Iterator

from validator.catalogue.model import WhenEmpty
from validator.catalogue.playing.steps import Add, Assign, Draw, EndGame, Move
from validator.catalogue.playing.walk import nodes
from validator.catalogue.playing.words import Word
from validator.findings import Finding
from validator.script.checks.base import Script


def check_ends(script: Script) -> Iterator[Finding]:
    """The game can end, and seats are equal."""
    yield from _endless(script)
    yield from _teams(script)
    yield from _start(script)


def _endless(script: Script) -> Iterator[Finding]:
    drawn = {name for shop in script.shops for name in shop.drawn}
    by_pile = any(
        pile.when_empty is WhenEmpty.ENDS_GAME and pile.zone in drawn for pile in script.game.piles
    )
    stops = any(isinstance(node, EndGame) for node in nodes(script.play))
    if not (script.play.ends or by_pile or stops):
        key = "turn" if script.play.turn else "round"
        place = script.play.places.get(key, script.play.place)
        hint = "add `ends: [{when: {round: 8}, test: after_round}]`"
        yield from script.error("play-endless", place, "nothing ends the game", hint)


def _teams(script: Script) -> Iterator[Finding]:
    teams = script.play.teams
    for table in script.game.configurations if teams else ():
        if table.total % teams:
            place = script.play.places.get("teams", script.play.place)
            message = f"{teams} teams of {table.total} seats are not of one size"
            hint = "take the table out of `configurations`, or `teams` out of the script"
            yield from script.warning("play-unequal", place, message, hint)


def _start(script: Script) -> Iterator[Finding]:
    """Steps of turns and rounds that give to the start player, who never changes."""
    moves = any(
        isinstance(node, Assign) and node.what.value == "start" for node in nodes(script.play)
    )
    if moves:
        return
    for node in nodes((*script.play.turn, *script.play.round)):
        word: Word | None = None
        if isinstance(node, Move | Draw):
            word = node.target
        elif isinstance(node, Add | Assign):
            word = node.what
        if word is not None and word.text.startswith("start."):
            message = f"{word.text} is always of the first seat: the start player never changes"
            hint = "let all seats have it, or `{do: set, what: start, to: ...}`"
            yield from script.warning("play-unequal", word.place, message, hint)
