"""Everything a benefit can give, and the turn of a person (HEN-MAT-02, HEN-DRU-09, HEN-TURN)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from validator.catalogue.effects import (
    Act,
    Advance,
    Allow,
    Discard,
    Discount,
    Draw,
    Effect,
    Gain,
    Pay,
    Place,
    Reach,
    Score,
    Special,
)
from validator.games.henge import actions as druid
from validator.games.henge import cards
from validator.games.henge import cards as bonus
from validator.games.henge import cards as luck
from validator.games.henge import cards as rewards
from validator.games.henge.actions import (
    MAIN,
    Due,
    Grant,
    HengeAction,
    HengeTurn,
    HengeWork,
    transport,
)
from validator.games.henge.cards import mark_spring, refill_pools
from validator.games.henge.codes import ACTIONS, ARRIVE, CLOSED, DRUID, NO_LIMIT, NONE, PRIVILEGES
from validator.games.henge.install import raise_level
from validator.games.henge.modifiers import PLAIN, Mods
from validator.games.henge.moves import HengeMove, Rondel, can_lose, is_possible, moves
from validator.games.henge.options import (
    DECLINE,
    PAY,
    STOP,
    DiscardLuck,
    HengeDecline,
    PayPrice,
    PlaceInArea,
    PlayLuck,
    Stop,
    TakeAction,
    ThrowAway,
    TransportAll,
)
from validator.games.henge.quarry import refill
from validator.games.henge.state import HengeState, Player, count, holds
from validator.play.rules import Ask

LEVEL_TRACKS = {f"{name}-level": at for at, name in enumerate(PRIVILEGES)}
ACTION_NAMES = {
    **{name: at for at, name in enumerate(ACTIONS) if name != "druid"},
    "druid-action": DRUID,
}


class Benefits(HengeTurn):
    """The turn of a person, who can receive all benefits; ``actions`` are those of the table.

    One is made for a whole game and begun anew for each person, and so is ``work``, how far the
    main action has come.
    """

    __slots__ = ("actions", "work")

    def __init__(
        self, state: HengeState, ask: Ask, player: Player, actions: tuple[HengeAction, ...]
    ) -> None:
        self.state = state
        self.ask = ask
        self.player = player
        self.actions = actions
        self.at_hand: tuple[HengeAction, HengeWork] | None = None
        self.due: Due | None = None
        self.lucky = True
        self.work = HengeWork(MAIN)

    def give(self, effects: Sequence[Effect]) -> None:
        """Carry out effects in order for the player, sub-actions too (HEN-CONC-02)."""
        for effect in effects:
            if isinstance(effect, Gain):  # most are, and compiled a call by name is direct
                gain(self, effect)
            else:
                RESOLVE[type(effect)](self, effect)

    def play_luck(self, card: int) -> None:
        """Carry a Luck card out, then discard it (HEN-LUCK-06, HEN-LUCK-07)."""
        state, tally = self.state, self.state.tally
        self.player.hand.remove(card)
        state.luck_played.append(card)
        tally.plays(card)
        doing = tally.acts_as(card, self.player.seat)
        if doing != NONE:
            self.give(state.cards.effects[doing])
        state.luck_played.remove(card)
        state.luck_deck.discard(card)

    def play_drawn(self, cards: Sequence[int]) -> None:
        """Offer to play cards just drawn with the action at hand (HEN-LUCK-13, X-HEN-28)."""
        if self.at_hand is None:
            return
        action, work = self.at_hand
        fresh = list(cards)
        while True:
            plays = action.plays(self, work, [card for card in fresh if card in self.player.hand])
            if not plays:
                return
            options: list[Stop | PlayLuck] = [STOP, *plays]
            chosen = self.ask.choose(self.player.seat, action.name, options)
            if isinstance(chosen, Stop):
                return
            fresh.remove(chosen.card)
            action.play_luck(self, work, chosen.card)

    def spare(self, cards: list[DiscardLuck], number: int) -> list[DiscardLuck]:
        """Those of the cards in hand after which the action that is due can do without others."""
        due, found = self.due, cards
        if due is not None:
            found = []
            for one in cards:
                trial = self.player.copy()
                trial.hand.remove(one.card)
                if can_lose(self.state, trial, due, trial.hand, number - 1):
                    found.append(one)
        return found

    def keeps(self, effects: Sequence[Effect], due: Due | None = None, card: int = NONE) -> bool:
        """Tell whether an action stays possible after these effects, as far as they are known.

        The Luck card that they are on is no longer in hand, but counts with what it brings.
        """
        state, player, due = self.state, self.player, due or self.due
        if due is None:
            return True
        if due.action.spoilt_by(state, player, effects):
            return False
        lost = luck.cards_lost(state, player, effects)
        hand = player.hand.copy()
        if card != NONE:
            hand.remove(card)
        return not lost or can_lose(state, player, due, hand, lost)

    def of(self, player: Player) -> Benefits:
        """The same turn as far as it concerns another player."""
        return Benefits(self.state, self.ask, player, self.actions)

    def leaves_due(self, change: Callable[[Player], None]) -> bool:
        """Tell whether the action that is due stays possible after a change of the player."""
        if self.due is None:
            return True
        trial = self.player.copy()
        change(trial)
        return is_possible(self.state, trial, self.due)


def gain(turn: Benefits, effect: Gain) -> None:
    """Give coins, tokens, chits or Bonus cards to whoever is meant."""
    number = effect.amount
    if effect.when is not None and not holds(turn.state, turn.player, effect.when):
        return
    if effect.per is not None:
        number *= count(turn.state, turn.player, effect.per)
    if effect.who != "you":
        for other in _players_of(turn.state, turn.player, effect.who):
            receive(turn if other is turn.player else turn.of(other), effect.what, number)
    else:
        receive(turn, effect.what, number)


def receive(turn: Benefits, what: str, number: int) -> None:
    """Give ``number`` of something to the player."""
    state, player = turn.state, turn.player
    if what == "coin":
        state.receive(player, number)
    elif what == "travel":
        state.receive_travel(player, number)
    elif what == "bonus":
        for _ in range(number):
            bonus.earn_bonus(state, turn.ask, player)
    else:
        for _ in range(number):
            kind = rewards.KINDS.index(what)
            turn.give(rewards.take_reward(state, turn.ask, player, kind, turn.keeps))


def _players_of(state: HengeState, player: Player, who: str) -> list[Player]:
    """The people an effect is about; bots have no money and no mat (HEN-BSET-04)."""
    people = state.people()
    return people if who == "each" else [one for one in people if one is not player]


def draw(turn: Benefits, effect: Draw) -> None:
    """Draw Luck cards: by the level, or so many of which some are kept."""
    luck.draw(turn, *luck.numbers(turn.state, turn.player, effect))


def discard(turn: Benefits, effect: Discard) -> None:
    """Discard Luck cards for what that brings."""
    if luck.discard_for(turn, effect):
        turn.give(effect.to)


def score(turn: Benefits, effect: Score) -> None:
    """Score at once, or note what scores at the end."""
    player = turn.player
    if effect.what == "vp-winter":
        player.winter.append(effect)  # HEN-CONC-05
    else:
        player.score += bonus.points(turn.state, player, effect)  # HEN-CONC-04


def change(turn: Benefits, effect: Discount | Reach | Allow) -> None:
    """Change what the action at hand allows."""
    if turn.state.mods is PLAIN:  # nobody writes to it
        turn.state.mods = Mods()
    turn.state.mods.change(effect)


def special(turn: Benefits, effect: Special) -> None:
    """There is none."""
    raise ValueError(f"Henge has no special rule {effect.rule!r}")


def pay(turn: Benefits, effect: Pay) -> None:
    """Pay dollars, as an offer if they are a price, where there are so many."""
    player = turn.player
    if player.cash < effect.amount:
        return
    if effect.to and not turn.leaves_due(partial(_take_cash, effect.amount)):
        return
    if effect.to:
        options: Sequence[HengeDecline | PayPrice] = (DECLINE, PAY)
        if isinstance(turn.ask.choose(player.seat, "pay", options), HengeDecline):
            return
    turn.state.spend(player, effect.amount)
    turn.give(effect.to)


def _take_cash(dollars: int, player: Player) -> None:
    player.cash -= dollars


def place_druids(turn: Benefits, effect: Place) -> None:
    """Place druids in areas of a kind, outside a Druid action."""
    state, player = turn.state, turn.player
    for _ in range(effect.amount):
        areas = areas_for(state, player, effect)
        if not effect.free:
            prices = state.prices
            areas = [one for one in areas if turn.leaves_due(partial(_take_cash, prices[one]))]
        if not player.druids or not areas:
            return
        options: Sequence[PlaceInArea | HengeDecline]
        options = [DECLINE, *[state.menu.places[area] for area in areas]]
        chosen = turn.ask.choose(player.seat, "place", options)
        if isinstance(chosen, HengeDecline):
            return
        if not effect.free:
            state.spend(player, state.prices[chosen.area])
        turn.give(druid.place(state, player, chosen.area))


def areas_for(state: HengeState, player: Player, effect: Place) -> list[int]:
    """The areas where an effect lets the player place a druid outside a Druid action."""
    area = state.local
    near, far = state.board.neighbours[area], state.board.remote[area]
    kinds = {"local": (area,), "adjacent": near, "remote": far}
    return [
        one
        for one in kinds.get(effect.where, (area, *near, *far))
        if state.prices[one] != CLOSED and (effect.free or state.prices[one] <= player.cash)
    ]


def advance(turn: Benefits, effect: Advance) -> None:
    """Move along a Transport, Privilege or Luck Track."""
    steps = NO_LIMIT if effect.amount is None else effect.amount
    if effect.track == "transport-track":
        if effect.which == "all":
            transport(turn.player, steps)
        else:
            transport_one(turn, steps)
    elif effect.track == "luck-track":
        for _ in range(min(steps, len(turn.state.mat.luck_track))):
            luck_step(turn)
    else:
        for _ in range(min(steps, max(turn.state.mat.tops) + 1)):
            raise_one(turn, LEVEL_TRACKS.get(effect.track))


def transport_one(turn: Benefits, steps: int) -> None:
    """Move the marker of one stone of the player's choice."""
    player, menu = turn.player, turn.state.menu
    stones = [stone for stone, left in enumerate(player.to_go) if left]
    if turn.due is not None:
        kept = [one for one in stones if turn.leaves_due(partial(move_stone, one, steps))]
        stones = kept or stones
    if stones:
        options = [menu.transport[stone][player.stones[stone]] for stone in stones]
        chosen = turn.ask.choose(player.seat, "transport", options)
        move_stone(chosen.stone, steps, player)


def move_stone(stone: int, steps: int, player: Player) -> None:
    """Move the marker of one stone of a player."""
    player.to_go[stone] = max(0, player.to_go[stone] - steps)


def raise_one(turn: Benefits, privilege: int | None) -> None:
    """Raise a privilege; one of the player's choice if none is named."""
    if privilege is None:
        chosen = turn.ask.choose(turn.player.seat, "level", turn.state.menu.levels)
        privilege = chosen.privilege
    turn.give(raise_level(turn.state, turn.player, privilege))


def luck_step(turn: Benefits) -> None:
    """Move one step on the Luck Track and receive its benefit (HEN-MAT-03, X-HEN-11)."""
    player, track = turn.player, turn.state.mat.luck_track
    if player.luck_at < len(track) - 1:
        player.luck_at += 1
    elif not turn.state.ruled.luck_track_repeats:
        return
    turn.give(track[player.luck_at])


def sub_action(turn: Benefits, effect: Act) -> None:
    """Take a sub-action: what changed the main action does not count for it (HEN-CONC-03)."""
    state = turn.state
    action = ACTION_NAMES.get(effect.action)
    if action is None:
        action = choose_action(turn)
    if action is None:
        return
    mods, local = state.mods, state.local
    state.mods = PLAIN
    if effect.area is not None:
        state.local = choose_area(turn, effect.area)
    grant = Grant(limit=effect.limit or NO_LIMIT, free=effect.free)
    turn.actions[action].carry_out(turn, HengeWork(grant))
    state.mods, state.local = mods, local


def choose_action(turn: Benefits) -> int | None:
    """Ask which action to take as a sub-action, if any."""
    player, menu = turn.player, turn.state.menu
    options: list[HengeDecline | TakeAction] = [DECLINE]
    options += [one for one in menu.actions if one.action != ARRIVE or player.to_go]
    chosen = turn.ask.choose(player.seat, "act", options)
    return None if isinstance(chosen, HengeDecline) else chosen.action


def choose_area(turn: Benefits, kind: str) -> int:
    """Ask in which adjacent or remote area a sub-action is taken."""
    state = turn.state
    board = state.board
    areas = (board.neighbours if kind == "adjacent" else board.remote)[state.local]
    options = [state.menu.areas[area] for area in areas]
    return turn.ask.choose(turn.player.seat, "area", options).area


RESOLVE: Final[Mapping[type, Callable[[Benefits, Any], None]]] = {
    Gain: gain,
    Pay: pay,
    Draw: draw,
    Discard: discard,
    Place: place_druids,
    Advance: advance,
    Score: score,
    Act: sub_action,
    Discount: change,
    Reach: change,
    Allow: change,
    Special: special,
}
"""How each kind of effect is carried out for the player whose turn it is."""


def person_turn(turn: Benefits, player: Player, rondel: Rondel) -> None:
    """A whole turn, in which nothing has been done, and no card has changed anything yet."""
    state = turn.state
    turn.player, turn.lucky = player, True
    state.raised_now = state.placed_now = state.carved_now = 0
    state.mods = PLAIN
    # step 1, HEN-TURN-01, with the cards that come before it
    chosen = turn.ask.choose(player.seat, "move", moves(state, player, rondel))
    while not isinstance(chosen, HengeMove):
        turn.play_luck(chosen.card)
        chosen = turn.ask.choose(player.seat, "move", moves(state, player, rondel))
    chosen.go(state, player)
    if state.ruled.transport_may_wait:
        choose_transport(turn, chosen)
    action = chosen.action
    if action is not None:  # step 2, HEN-TURN-08; the main action, HEN-CONC-01
        work = turn.work
        work.done = work.strayed = 0
        action.carry_out(turn, work)
    mark_spring(state, player)  # step 3, HEN-TURN-12
    if player.hand:
        throw_away(turn)  # HEN-TURN-13
    if NONE in state.quarry:
        refill(state)  # HEN-TURN-15
    if not state.ruled.rewards_refill_at_once:
        refill_pools(state)


def choose_transport(turn: Benefits, move: HengeMove) -> None:
    """Ask at how many of the icons passed the stones move (HEN-TURN-07, X-HEN-29).

    Only what leaves the action possible for which the player stops there (HEN-TURN-09).
    """
    state, player = turn.state, turn.player
    icons = 0 if move.by_token else min(move.passed, max([0, *player.to_go]))
    options: list[TransportAll] = []
    for steps in range(icons, -1, -1):
        trial = player.copy()
        transport(trial, steps)
        if move.action is None or is_possible(
            state, trial, Due(move.action, move.area, state.mods)
        ):
            options.append(TransportAll(steps))
    if icons:
        transport(player, turn.ask.choose(player.seat, "transport", options).steps)


def throw_away(turn: Benefits) -> None:
    """Discard one Luck card unused for a Luck Track step (HEN-TURN-13, HEN-TURN-14)."""
    state, player = turn.state, turn.player
    if not state.ruled.luck_track_repeats and player.luck_at >= len(state.mat.luck_track) - 1:
        return
    hand, menu = player.hand, state.menu.throw_away
    options: list[ThrowAway | HengeDecline] = [DECLINE]
    for card in dict.fromkeys(hand):
        options.append(menu[card])
    chosen = turn.ask.choose(player.seat, "throw away", options)
    if isinstance(chosen, ThrowAway):
        cards.discard(state, player, chosen.card)
        turn.lucky = False  # HEN-TURN-14
        luck_step(turn)
        mark_spring(state, player)
