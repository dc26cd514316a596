"""Help for the tests of Henge: a match in a known position, decisions by name, players."""

from dataclasses import replace

from gametable import Script, dealt
from matches import TurnStarts, play_game
from shippedgames import game_of

from validator.catalogue.seats import find_configuration
from validator.games.henge import prepare
from validator.games.henge.actions import HENGE_ACTIONS
from validator.games.henge.benefits import Benefits
from validator.games.henge.bots import actions_taken, take
from validator.games.henge.codes import ACTIONS, LARGE, NONE
from validator.games.henge.modifiers import Mods
from validator.games.henge.moves import HengeMove, move_to, moves
from validator.games.henge.turns import Due, HengeChoice, HengeWork
from validator.play.rulings import resolve_rulings

GAME = game_of("henge")


def henge(players, bots=0, *rulings, game=None):
    """A prepared table."""
    used = game or GAME
    table = find_configuration(used, players, bots)
    return prepare(used, table, resolve_rulings(used, rulings))


def match_of(players, bots=0, *rulings):
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


def match_by(*rulings, players=3):
    """Such a match by rulings, and its first player."""
    match = match_of(players, 0, *rulings)
    return match, match.players[0]


def with_effects(name, *effects):
    """The game with other effects of a Luck card."""
    luck = GAME.sets["luck"]
    cards = tuple(
        replace(one, effects=effects) if one.id == f"luck-{name}" else one
        for one in luck.components
    )
    return replace(GAME, sets={**GAME.sets, "luck": replace(luck, components=cards)})


def reprint(match, name, *effects):
    """Let a Luck card of a match have other effects."""
    match.cards = henge(len(match.players), game=with_effects(name, *effects)).rules.cards


def card(match, name):
    """A card by its id."""
    return int(match.cards.ids.index(name))


def changed(match):
    """What Luck cards change for the action at hand, to be written to."""
    match.mods = Mods()
    return match.mods


def stone(match, seat, name, to_go=0, carved=False):
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


def stones(match, *to_go):
    """Give the first seat stones, all large, that have so many steps to go."""
    for name, left in zip(("sleeper", "thunderhead", "black-ox"), to_go, strict=False):
        stone(match, 0, name, to_go=left)


def slot_of(match, slot):
    """The number of a slot."""
    return next(at for at, one in enumerate(match.board.slots) if one.id == slot)


def put(match, *slots, large=True):
    """Fill slots; return the number of the last one."""
    for slot in slots:
        number = slot_of(match, slot)
        match.fill(number, 0 if large else 1)
    return number


def smaller_slots(match):
    """The slots that are not for large stones alone."""
    return [slot.id for slot in match.board.slots if slot.size != LARGE]


def fill_where(match, is_filled):
    """Let figures stand on these slots and on no others; those in the supply stay."""
    match.kinds[:] = [0 if is_filled(slot) else NONE for slot in match.board.slots]


def for_sale(match, cost):
    """Let the pool hold one stone of this price and nothing else."""
    number = next(one for one, printed in match.stones.items() if printed.cost == cost)
    match.quarry = [number, NONE, NONE, NONE]


def at_step(match, area, action):
    """Put the pawn on the first step of an area that shows an action."""
    board = match.board
    where, what = board.areas.index(area), ACTIONS.index(action)
    match.pawn = next(
        at
        for at, here in enumerate(board.step_area)
        if here == where and what in board.step_actions[at]
    )
    match.local = where


def on_top(match, *names):
    """Lay Luck cards on top of their deck, the last one uppermost; return their numbers."""
    numbers = [card(match, f"luck-{name}") for name in names]
    for number in numbers:
        match.luck_deck.cards.remove(number)
        match.luck_deck.cards.append(number)
    return numbers


def deal_luck(match, seat, *names):
    """Put Luck cards from the deck into a hand."""
    for name in names:
        number = card(match, f"luck-{name}")
        match.luck_deck.cards.remove(number)
        match.players[seat].hand.append(number)


def cover(match, area, spaces):
    """Cover so many spaces of a path, whoever's druids they are."""
    match.covered[area] = spaces


def installing(match, at, slot):
    """The option that installs stone ``at`` in a slot."""
    return HengeChoice("install", at, slot_of(match, slot))


def slots_open(match, area=None, seat=0):
    """The slots that a seat can fill from an area, or from the local one."""
    if area is not None:
        match.local = match.board.areas.index(area)
    return [match.board.slots[one.slot].id for one in steps(match, 0, seat)]


def steps(match, action, seat=0, **limits):
    """The steps of an action that are open to a seat: of the main one, unless it says otherwise."""
    work = HengeWork(**(limits or {"main": True}))
    return HENGE_ACTIONS[action].steps(match, match.players[seat], work)


def offered(match, seat=0):
    """The moves open to a seat."""
    return moves(match, match.players[seat])


def actions_offered(match, seat=0):
    """The actions that some move of a seat leads to."""
    moves_on = [one for one in offered(match, seat) if isinstance(one, HengeMove)]
    return {one.action.name for one in moves_on if one.action is not None}


def move(match, distance, action, token=False):
    """The option of a move from where the pawn is, whether it is open to anybody or not."""
    what = HENGE_ACTIONS[ACTIONS.index(action)]
    return move_to(match, what, distance, token)


def playing(match, name):
    """The option that plays a Luck card with an action, by the name after ``luck-``."""
    return HengeChoice("play", card(match, f"luck-{name}"))


def choosing(kind, *numbers):
    """Choices of a kind."""
    return [HengeChoice(kind, number) for number in numbers]


def turn_starts(table, index, every, seat=None):
    """Copies of a random game at every so many turns of people, or of one seat, with the seat."""
    starts = TurnStarts()
    play_game(table, "random", index, False, [starts])
    found = [(match, at) for match, at, _ in starts.taken if seat in (None, at)]
    return [(match, at) for match, at in found[::every] if not match.players[at].bot]


def turn_of(match, seat, script):
    """The turn of a seat whose decisions ``script`` takes."""
    return Benefits(match, script, match.players[seat])


def due_of(match, action):
    """An action that is due where the pawn is, with nothing changed for it."""
    return Due(HENGE_ACTIONS[action], match.local, Mods())


def carry_out(match, action, *answers, script=None):
    """Carry out a main action of the first seat with these answers; all of them must be used."""
    script = script or Script(*answers)
    HENGE_ACTIONS[action].carry_out(turn_of(match, 0, script), HengeWork(main=True))
    assert script.answers == []
    return script


def give(match, *effects, answers=(), script=None, due=None):
    """Carry out effects for the first seat, before an action that may be due; uses all answers."""
    script = script or Script(*answers)
    turn = turn_of(match, 0, script)
    turn.due = None if due is None else due_of(match, due)
    turn.give(effects)
    assert script.answers == []
    return script


class First(Script):
    """Takes the first option, which is to stop if that is allowed, or what ``pick`` takes."""

    def pick(self, what, options):
        return options[0]

    def choose(self, seat, what, options):
        self.asked.append((seat, what, list(options)))
        assert options, what
        return self.pick(what, options)


class Lucky(First):
    """Plays a Luck card where it may, else takes the first option."""

    else_takes = 0

    def pick(self, what, options):
        played = (one for one in options if one.say().startswith("play "))
        return next(played, options[self.else_takes])


class Taker(Lucky):
    """Plays a Luck card where it may, else takes the last option, which is never to stop."""

    else_takes = -1


class Mover(Taker):
    """Moves to an action, and takes what it can."""

    def __init__(self, action):
        super().__init__()
        self.action = action

    def pick(self, what, options):
        if what == "move":
            return next(one for one in options if one.action and one.action.name == self.action)
        return super().pick(what, options)


class ThenFirst(Script):
    """Gives its answers, then takes the first option."""

    def choose(self, seat, what, options):
        return super().choose(seat, what, options) if self.answers else options[0]


def act(match, action, *cards):
    """The first seat carries out a main action, plays these cards and takes all it can."""
    deal_luck(match, 0, *cards)
    return carry_out(match, action, script=Taker())


def bot_acts(match, bot, icons):
    """Let a bot act where the pawn is, by these icons of a card that the step shows too."""
    doing = [take(match, bot, action) for action in actions_taken(match, icons)]
    return [one for one in doing if one]
