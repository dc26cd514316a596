"""Everything a benefit can give, and the turn of a person (HEN-MAT-02, HEN-DRU-09, HEN-TURN)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

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
from validator.games.henge.actions import (
    HENGE_ACTIONS,
    place_druid,
    raise_level,
    refill,
    transport,
)
from validator.games.henge.cards import (
    REWARDS,
    earn_bonus,
    mark_spring,
    points,
    refill_pools,
    take_reward,
)
from validator.games.henge.codes import ACTIONS, ARRIVE, CLOSED, DRUID, NO_LIMIT, NONE, PRIVILEGES
from validator.games.henge.modifiers import Mods
from validator.games.henge.moves import HengeMove, moves
from validator.games.henge.state import HengeState, Player, count, holds
from validator.games.henge.turns import (
    DECLINE,
    Due,
    HengeChoice,
    HengeTurn,
    HengeWork,
    cards_drawn,
    is_possible,
)

LEVEL_TRACKS = {f"{name}-level": at for at, name in enumerate(PRIVILEGES)}
ACTION_NAMES = {
    **{name: at for at, name in enumerate(ACTIONS) if name != "druid"},
    "druid-action": DRUID,
}


class Benefits(HengeTurn):
    """The turn of a person, who can receive all benefits."""

    def give(self, effects: Sequence[Effect]) -> None:
        """Carry out effects in order for the player, sub-actions too (HEN-CONC-02)."""
        for effect in effects:
            self.give_one(effect)

    def give_one(self, effect: Effect) -> None:
        """Carry out an effect."""
        match effect:
            case Gain():
                self.gain(effect)
            case Pay():
                self.pay(effect)
            case Draw():
                self.draw(*cards_drawn(self.state, self.player, effect))
            case Discard():
                self.discard_for(effect)
            case Place():
                self.place_druids(effect)
            case Advance():
                self.advance(effect)
            case Score(what="vp-winter"):
                self.player.winter.append(effect)  # HEN-CONC-05
            case Score():
                self.player.score += points(self.state, self.player, effect)  # HEN-CONC-04
            case Act():
                self.sub_action(effect)
            case Discount() | Reach() | Allow():
                self.state.mods.change(effect)
            case Special(rule=rule):
                raise ValueError(f"Henge has no special rule {rule!r}")
            case _:
                assert_never(effect)

    def gain(self, effect: Gain) -> None:
        """Give coins, tokens, chits or Bonus cards to whoever is meant.

        Bots have no money and no mat (HEN-BSET-04).
        """
        if effect.when is not None and not holds(self.state, self.player, effect.when):
            return
        number = effect.amount
        if effect.per is not None:
            number *= count(self.state, self.player, effect.per)
        for player in self.state.people():
            if effect.who == "each" or (player is self.player) == (effect.who == "you"):
                self.receive(player, effect.what, number)

    def receive(self, player: Player, what: str, number: int) -> None:
        """Give ``number`` of something to a player."""
        state = self.state
        if what == "coin":
            state.receive(player, number)
        elif what == "travel":
            state.receive_travel(player, number)
        elif what == "bonus":
            for _ in range(number):
                earn_bonus(state, self.ask, player)
        else:
            turn = self if player is self.player else Benefits(state, self.ask, player)
            for _ in range(number):
                turn.give(take_reward(turn, REWARDS.index(what)))

    def pay(self, effect: Pay) -> None:
        """Pay dollars, as an offer if they are a price, where there are so many."""
        if self.player.cash < effect.amount:
            return
        if effect.to:
            if not self.can_pay(effect.amount):
                return
            offer = [DECLINE, HengeChoice("pay")]
            if self.ask.choose(self.player.seat, "pay", offer) == DECLINE:
                return
        self.state.spend(self.player, effect.amount)
        self.give(effect.to)

    def can_pay(self, dollars: int) -> bool:
        """Tell whether what is due stays possible with so much less money."""

        def take_cash(trial: Player) -> None:
            trial.cash -= dollars

        return self.leaves_due(take_cash)

    def discard_for(self, effect: Discard) -> None:
        """Discard Luck cards for what that brings, voluntarily if it is a price."""
        hand = self.player.hand
        number = len(hand) if effect.amount is None else effect.amount
        if len(hand) < number:
            return
        for left in range(number, 0, -1):
            cards = self.discards(left)
            options = [DECLINE, *cards] if effect.to else cards or self.discards(0)
            chosen = self.ask.choose(self.player.seat, "discard", options)
            if chosen == DECLINE:
                return
            self.discard(chosen.number)
        self.give(effect.to)

    def place_druids(self, effect: Place) -> None:
        """Place druids in areas of a kind, outside a Druid action."""
        state, player = self.state, self.player
        for _ in range(effect.amount):
            areas = areas_for(state, player, effect)
            if not effect.free:
                areas = [one for one in areas if self.can_pay(state.price(one))]
            if not player.druids or not areas:
                return
            names = state.board.areas
            places = [HengeChoice("place", one, words=f"place {names[one]}") for one in areas]
            chosen = self.ask.choose(player.seat, "place", [DECLINE, *places])
            if chosen == DECLINE:
                return
            if not effect.free:
                state.spend(player, state.price(chosen.number))
            self.give(place_druid(state, player, chosen.number))

    def advance(self, effect: Advance) -> None:
        """Move along a Transport, Privilege or Luck Track."""
        steps = NO_LIMIT if effect.amount is None else effect.amount
        if effect.track == "transport-track":
            if effect.which == "all":
                transport(self.player, steps)
            else:
                self.transport_one(steps)
        elif effect.track == "luck-track":
            for _ in range(min(steps, len(self.state.mat.luck_track))):
                self.luck_step()
        else:
            for _ in range(min(steps, max(self.state.mat.tops) + 1)):
                self.raise_one(LEVEL_TRACKS.get(effect.track))

    def transport_one(self, steps: int) -> None:
        """Move the marker of one stone of the player's choice."""
        player, names = self.player, self.state.cards.names

        def move(who: Player, stone: int) -> None:
            who.to_go[stone] = max(0, who.to_go[stone] - steps)

        def fits(stone: int) -> bool:
            return self.leaves_due(lambda trial: move(trial, stone))

        stones = [stone for stone, left in enumerate(player.to_go) if left]
        options = [
            HengeChoice("transport", stone, words=f"transport {names[player.stones[stone]]}")
            for stone in [one for one in stones if fits(one)] or stones
        ]
        if options:
            move(player, self.ask.choose(player.seat, "transport", options).number)

    def raise_one(self, privilege: int | None) -> None:
        """Raise a privilege; one of the player's choice if none is named."""
        if privilege is None:
            options = [
                HengeChoice("level", at, words=f"raise {name}")
                for at, name in enumerate(PRIVILEGES)
            ]
            privilege = self.ask.choose(self.player.seat, "level", options).number
        self.give(raise_level(self.state, self.player, privilege))

    def luck_step(self) -> None:
        """Move one step on the Luck Track and receive its benefit (HEN-MAT-03, X-HEN-11)."""
        player, track = self.player, self.state.mat.luck_track
        if player.luck_at < len(track) - 1:
            player.luck_at += 1
        elif self.state.ruled.luck_track_end == "nothing":
            return
        self.give(track[player.luck_at])

    def sub_action(self, effect: Act) -> None:
        """Take a sub-action: what changed the main action does not count for it (HEN-CONC-03)."""
        state, board = self.state, self.state.board
        action = ACTION_NAMES.get(effect.action)
        if action is None:
            options = [
                HengeChoice("act", at, words=name)
                for at, name in enumerate(ACTIONS)
                if at != ARRIVE or self.player.to_go
            ]
            action = self.ask.choose(self.player.seat, "act", [DECLINE, *options]).number
            if action == NONE:
                return
        mods, local = state.mods, state.local
        state.mods = Mods()
        if effect.area is not None:
            areas = (board.neighbours if effect.area == "adjacent" else board.remote)[local]
            options = [HengeChoice("area", one, words=f"area {board.areas[one]}") for one in areas]
            state.local = self.ask.choose(self.player.seat, "area", options).number
        work = HengeWork(limit=effect.limit or NO_LIMIT, free=effect.free)
        HENGE_ACTIONS[action].carry_out(self, work)
        state.mods, state.local = mods, local


def areas_for(state: HengeState, player: Player, effect: Place) -> list[int]:
    """The areas where an effect lets the player place a druid outside a Druid action."""
    area = state.local
    near, far = state.board.neighbours[area], state.board.remote[area]
    kinds = {"local": (area,), "adjacent": near, "remote": far}
    return [
        one
        for one in kinds.get(effect.where, (area, *near, *far))
        if state.price(one) != CLOSED and (effect.free or state.price(one) <= player.cash)
    ]


def person_turn(turn: Benefits) -> None:
    """A whole turn, in which nothing has been done, and no card has changed anything yet."""
    state, player = turn.state, turn.player
    state.raised_now = state.placed_now = state.carved_now = 0
    state.mods = Mods()
    # step 1, HEN-TURN-01, with the cards that come before it
    chosen = turn.ask.choose(player.seat, "move", moves(state, player))
    while not isinstance(chosen, HengeMove):
        turn.play_luck(chosen.number)
        chosen = turn.ask.choose(player.seat, "move", moves(state, player))
    chosen.go(state, player)
    if state.ruled.passed_icon == "may":
        choose_transport(turn, chosen)
    if chosen.action is not None:  # step 2, HEN-TURN-08; the main action, HEN-CONC-01
        chosen.action.carry_out(turn, HengeWork(main=True))
    mark_spring(state, player)  # step 3, HEN-TURN-12
    if player.hand:
        throw_away(turn)  # HEN-TURN-13
    if NONE in state.quarry:
        refill(state)  # HEN-TURN-15
    if state.ruled.reward_refill == "turn_end":
        refill_pools(state)


def choose_transport(turn: Benefits, move: HengeMove) -> None:
    """Ask at how many of the icons passed the stones move (HEN-TURN-07, X-HEN-29).

    Only what leaves the action possible for which the player stops there (HEN-TURN-09).
    """
    state, player = turn.state, turn.player
    options: list[HengeChoice] = []
    icons = min(move.passed, max(player.to_go, default=0))
    for steps in range(icons, -1, -1):
        trial = player.copy()
        transport(trial, steps)
        if move.action is None or is_possible(
            state, trial, Due(move.action, move.area, state.mods)
        ):
            words = f"transport {steps} step{'' if steps == 1 else 's'}"
            options.append(HengeChoice("transport all", steps, words=words))
    if icons:
        transport(player, turn.ask.choose(player.seat, "transport", options).number)


def throw_away(turn: Benefits) -> None:
    """Discard one Luck card unused for a Luck Track step (HEN-TURN-13, HEN-TURN-14)."""
    state, player = turn.state, turn.player
    at_end = player.luck_at >= len(state.mat.luck_track) - 1
    if at_end and state.ruled.luck_track_end == "nothing":
        return
    cards = [
        HengeChoice("throw away", card, words=state.cards.names[card])
        for card in dict.fromkeys(player.hand)
    ]
    chosen = turn.ask.choose(player.seat, "throw away", [DECLINE, *cards])
    if chosen != DECLINE:
        turn.discard(chosen.number)
        turn.lucky = False  # HEN-TURN-14
        turn.luck_step()
        mark_spring(state, player)
