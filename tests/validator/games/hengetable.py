"""Help for the tests of Henge: a match in a known position, decisions by name."""

from __future__ import annotations

from typing import Any

from gametable import Script, dealt
from shippedgames import game_of

from validator.catalogue.model import Game
from validator.games.henge import prepare
from validator.games.henge.actions import MAIN, HengeWork
from validator.games.henge.benefits import Benefits
from validator.games.henge.bots import actions_taken, run
from validator.games.henge.codes import ACTIONS
from validator.games.henge.install import InstallStone
from validator.games.henge.modifiers import Mods
from validator.games.henge.moves import HengeMove, moves
from validator.games.henge.options import PlayLuck
from validator.games.henge.rules import HengeErrand
from validator.play.rulings import resolve_rulings

GAME = game_of("henge")

__all__ = [
    "GAME",
    "Script",
    "at_step",
    "card",
    "changed",
    "dealt",
    "henge",
    "match_of",
    "move",
    "put",
    "stone",
]


def henge(players: int, bots: int = 0, *rulings: str, game: Game | None = None) -> Any:
    """A prepared table."""
    used = game or GAME
    configuration = next(
        one for one in used.configurations if (one.players, one.bots) == (players, bots)
    )
    return prepare(used, configuration, resolve_rulings(used, rulings))


def match_of(players: int, bots: int = 0, *rulings: str) -> Any:
    """A match past its set-up choices: no Spring cards, all levels at their start."""
    match = dealt(henge(players, bots, *rulings))
    for player in match.players:
        match.box += match.offers[player.seat]
        match.offers[player.seat].clear()
        for held in player.stones:
            match.box.append(held)
        player.markers += len(player.stones)
        player.stones, player.to_go, player.carved = [], [], []
    match.box += match.upgrades
    match.upgrades = []
    return match


def card(match: Any, name: str) -> int:
    """A card by its id."""
    return int(match.cards.ids.index(name))


def changed(match: Any) -> Mods:
    """What Luck cards change for the action at hand, to be written to."""
    match.mods = Mods()
    return match.mods


def stone(match: Any, seat: int, name: str, to_go: int = 0, carved: bool = False) -> int:
    """Give a seat a stone, by the name after ``stone-``; return its place among its stones."""
    number = card(match, f"stone-{name}")
    for zone in (match.stone_deck.cards, match.quarry, match.box):
        if number in zone:
            zone[zone.index(number)] = zone[0]
    player = match.players[seat]
    player.take_stone(number, to_go)
    player.carved[-1] = carved
    player.markers -= carved
    return len(player.stones) - 1


def put(match: Any, slot: str, large: bool = True) -> int:
    """Fill a slot; return its number."""
    number = next(at for at, one in enumerate(match.board.slots) if one.id == slot)
    match.fill(number, 0 if large else 1)
    return number


def slot_of(match: Any, slot: str) -> int:
    """The number of a slot."""
    return next(at for at, one in enumerate(match.board.slots) if one.id == slot)


def installing(match: Any, at: int, slot: str) -> InstallStone:
    """The option that installs stone ``at`` in a slot."""
    return InstallStone(at, slot_of(match, slot), slot)


def at_step(match: Any, area: str, action: str) -> None:
    """Put the pawn on the first step of an area that shows an action."""
    board = match.board
    where, what = board.areas.index(area), ACTIONS.index(action)
    match.pawn = next(
        at
        for at, here in enumerate(board.step_area)
        if here == where and what in board.step_actions[at]
    )
    match.local = where


def bot_acts(match: Any, bot: Any, icons: list[int]) -> list[str]:
    """Let a bot act where the pawn is, by these icons of a card that the step shows too."""
    actions = actions_taken(match.ruled, icons, match.board.step_actions[match.pawn])
    return run(match, bot, HengeErrand(match.pawn, match.local, (), actions))


def offered(match: Any, seat: int = 0) -> list[HengeMove]:
    """The moves open to a seat."""
    return moves(match, match.players[seat], match.rondel)


def actions_offered(match: Any, seat: int = 0) -> set[str]:
    """The actions that some move of a seat leads to."""
    moves_on = [one for one in offered(match, seat) if isinstance(one, HengeMove)]
    return {one.action.name for one in moves_on if one.action is not None}


def move(match: Any, distance: int, action: str, token: bool = False) -> HengeMove:
    """The option of a move from where the pawn is, whether it is open to anybody or not."""
    there = match.board.ahead[match.pawn][distance - 1]
    name = match.board.step_names[there.step]
    what = match.rondel.actions[ACTIONS.index(action)]
    return HengeMove(distance, token, what, there.step, there.area, there.passed, name)


def playing(match: Any, name: str) -> PlayLuck:
    """The option that plays a Luck card with an action, by the name after ``luck-``."""
    number = card(match, f"luck-{name}")
    return PlayLuck(number, match.cards.names[number])


def choosing(options: list[Any], *cards: int) -> list[Any]:
    """The choices of cards, as a menu has them by number."""
    return [options[number] for number in cards]


def turn_of(match: Any, seat: int, script: Any) -> Benefits:
    """The turn of a seat whose decisions ``script`` takes."""
    return Benefits(match, script, match.players[seat], match.rondel.actions)


def carry_out(match: Any, action: int, *answers: Any) -> Script:
    """Carry out a main action of the first seat with these answers; all of them must be used."""
    script = Script(*answers)
    match.rondel.actions[action].carry_out(turn_of(match, 0, script), HengeWork(MAIN))
    assert script.answers == []
    return script


def deal_luck(match: Any, seat: int, *names: str) -> None:
    """Put Luck cards from the deck into a hand."""
    for name in names:
        number = card(match, f"luck-{name}")
        match.luck_deck.cards.remove(number)
        match.players[seat].hand.append(number)


def cover(match: Any, area: int, spaces: int) -> None:
    """Cover so many spaces of a path, whoever's druids they are."""
    match.covered[area] = spaces
    match.find_prices()
