"""The seven actions, and everything a benefit can give: they call each other.

A *main action* is the one of the rondel step; a benefit can give a *sub-action*
(HEN-CONC-01, HEN-CONC-02). Both run through the same code: a main action must be carried out
and may be changed by Luck cards, a sub-action may be declined (HEN-CONC-03, HEN-TURN-09).
"""

from __future__ import annotations

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
from validator.games.henge import bonus, druids, luck, quarry
from validator.games.henge.codes import (
    ACTIONS,
    ARRIVE,
    CARVE,
    COIN_LEVEL,
    DRUID,
    DRUID_LEVEL,
    FIRST_CARD,
    INCOME,
    INSTALL,
    LUCK,
    PRIVILEGES,
    QUARRY,
    STONE_LEVEL,
    STOP,
    card_of,
)
from validator.games.henge.install import install, installations, raise_level
from validator.games.henge.metrics import count, holds
from validator.games.henge.player import Mods, Player
from validator.games.henge.state import State
from validator.play.driver import Driver

LEVEL_TRACKS = {f"{name}-level": at for at, name in enumerate(PRIVILEGES)}
ACTION_NAMES = {
    **{name: at for at, name in enumerate(ACTIONS) if name != "druid"},
    "druid-action": DRUID,
}
WHOLE_WAY = 99
"""More steps than any Transport Track has."""


def carry_out(
    state: State, ask: Driver, player: Player, action: int, main: bool, limit: int, free: bool
) -> None:
    """Carry out an action; ``limit`` (0 for none) and ``free`` are of sub-actions.

    Only Install and Druid depend on the local area (HEN-BOARD-14).
    """
    if action == INSTALL:
        install_action(state, ask, player, main, limit)
    elif action == DRUID:
        druid_action(state, ask, player, main, limit, free)
    elif action == QUARRY:
        quarry_action(state, ask, player, main, limit)
    elif action == CARVE:
        carve_action(state, ask, player, main, limit, free)
    else:
        plain_action(state, ask, player, action, main)


def decide(
    state: State, ask: Driver, player: Player, action: int, main: bool, steps: list[int], must: bool
) -> int:
    """Ask for the next step of an action, a Luck card, or STOP where that is allowed.

    A Luck card is played at once, one just drawn as well (HEN-LUCK-13). The caller then sees
    ``FIRST_CARD`` and asks anew with what the card changed.
    """
    plays = luck.playable(state, player, action, main) if player.hand else []
    options = [*steps, *plays] if must else [STOP, *steps, *plays]
    if not options or options == [STOP]:
        return STOP
    option = ask.choose(player.seat, ACTIONS[action], options)
    if option <= FIRST_CARD:
        play_luck(state, ask, player, card_of(option))
        return FIRST_CARD
    return option


def play_luck(state: State, ask: Driver, player: Player, card: int) -> None:
    """Discard a Luck card for its effect (HEN-LUCK-06, HEN-LUCK-07)."""
    luck.discard(state, player, card)
    state.tally.plays(card)
    give(state, ask, player, state.cards.effects[card])


def install_action(state: State, ask: Driver, player: Player, main: bool, limit: int) -> None:
    """Install any number of stones in the local area, at least one (HEN-INS-01)."""
    done = 0
    while True:
        area, mods = state.local, state.mods
        steps: list[int] = []
        if player.stones and (not limit or done < limit):
            steps = installations(state, player, area, mods)
        option = decide(state, ask, player, INSTALL, main, steps, main and not done)
        if option == STOP:
            return
        if option > STOP:
            done += 1
            give(state, ask, player, install(state, player, option, area, mods))


def druid_action(
    state: State, ask: Driver, player: Player, main: bool, limit: int, free: bool
) -> None:
    """Place druids up to the Druid level (HEN-DRU-01 to HEN-DRU-09, X-HEN-26)."""
    area, mods, levels = state.local, state.mods, state.mat.druid
    most, adjacent = levels[player.levels[DRUID_LEVEL]]
    done = strayed = 0
    while True:
        if state.rules.live_levels:
            most, adjacent = levels[player.levels[DRUID_LEVEL]]
        steps: list[int] = []
        if done < (min(most, limit) if limit else most) + mods.more_druids:
            steps = druids.areas_open(state, player, area, adjacent - strayed, mods, free)
        option = decide(state, ask, player, DRUID, main, steps, main and not done)
        if option == STOP:
            return
        if option > STOP:
            done += 1
            strayed += druids.stray(state, option, area, strayed < adjacent)
            if not free:
                druids.pay_for(state, player, option, mods)
            give(state, ask, player, druids.place(state, player, option))


def quarry_action(state: State, ask: Driver, player: Player, main: bool, limit: int) -> None:
    """Buy stones from the pool, up to the Stone level (HEN-QUA-01 to HEN-QUA-11)."""
    done = 0
    mods = state.mods
    level = player.levels[STONE_LEVEL]
    while True:
        if state.rules.live_levels:
            level = player.levels[STONE_LEVEL]
        steps: list[int] = []
        if done < (limit or state.mat.stone[level][0]) + mods.more_buys:
            steps = quarry.for_sale(state, player, mods)
        must = main and not done and not (state.rules.idle_quarry and not steps)
        option = decide(state, ask, player, QUARRY, main, steps, must)
        if option == STOP:
            return
        if option > STOP:
            done += 1
            quarry.buy(state, player, option, mods)


def carve_action(
    state: State, ask: Driver, player: Player, main: bool, limit: int, free: bool
) -> None:
    """Carve any number of held stones (HEN-CARVE-01 to HEN-CARVE-05)."""
    done = 0
    while True:
        mods = state.mods
        steps: list[int] = []
        if (not limit or done < limit) and (free or quarry.carve_price(mods) <= player.cash):
            steps = quarry.uncarved(player)
        option = decide(state, ask, player, CARVE, main, steps, main and not done)
        if option == STOP:
            return
        if option > STOP:
            done += 1
            quarry.carve(state, player, option, mods, free)


def plain_action(state: State, ask: Driver, player: Player, action: int, main: bool) -> None:
    """Income, Luck and Arrive, which need no decision but for Luck cards around them."""
    done = False
    while True:
        option = decide(state, ask, player, action, main, [] if done else [0], main and not done)
        if option == STOP:
            return
        if option > STOP:
            done = True
            if action == INCOME:  # HEN-INC-01, HEN-INC-02
                state.receive(player, state.mat.coins[player.levels[COIN_LEVEL]])
                luck.draw_by_level(state, ask, player)
            elif action == LUCK:  # X-HEN-03
                luck.draw_by_level(state, ask, player)
            else:
                quarry.arrive(player)


def give(state: State, ask: Driver, player: Player, effects: tuple[Effect, ...]) -> None:
    """Carry out effects in order (HEN-MAT-02, HEN-DRU-09, HEN-LUCK-07)."""
    for effect in effects:
        resolve(state, ask, player, effect)


def resolve(state: State, ask: Driver, player: Player, effect: Effect) -> None:
    """Carry out one effect for a player."""
    match effect:
        case Gain():
            gain(state, ask, player, effect)
        case Pay(amount=amount, to=to):
            if player.cash >= amount and (not to or offer(ask, player, "pay")):
                state.spend(player, amount)
                give(state, ask, player, to)
        case Draw(amount=amount, keep=keep, by=by):
            if by is not None:
                luck.draw_by_level(state, ask, player)
            else:
                luck.draw(state, ask, player, amount, 0 if keep is None else amount - keep)
        case Discard(to=to):
            if luck.discard_for(state, ask, player, effect):
                give(state, ask, player, to)
        case Place():
            place_druids(state, ask, player, effect)
        case Advance():
            advance(state, ask, player, effect)
        case Score():
            player.score += bonus.points(state, player, effect)  # HEN-CONC-04
        case Act():
            sub_action(state, ask, player, effect)
        case Discount() | Reach() | Allow():
            state.mods_used = True
            luck.modify(state.mods, effect)
        case Special():
            raise ValueError(f"Henge has no special rule {effect.rule!r}")
        case _:
            assert_never(effect)


def gain(state: State, ask: Driver, player: Player, effect: Gain) -> None:
    """Give coins, tokens, chits or Bonus cards to whoever is meant."""
    number = effect.amount
    if effect.when is not None and not holds(state, player, effect.when):
        return
    if effect.per is not None:
        number *= count(state, player, effect.per)
    for other in _meant(state, player, effect.who):
        _gain(state, ask, other, effect.what, number)


def _gain(state: State, ask: Driver, player: Player, what: str, number: int) -> None:
    if what == "coin":
        state.receive(player, number)
    elif what == "travel":
        state.receive_travel(player, number)
    else:
        for _ in range(number):
            if what == "bonus":
                bonus.earn_bonus(state, ask, player)
            else:
                kind = 0 if what == "reward-a" else 1
                give(state, ask, player, bonus.take_reward(state, ask, player, kind))


def _meant(state: State, player: Player, who: str) -> list[Player]:
    """The people an effect is about; bots have no money and no mat (HEN-BSET-04)."""
    if who == "you":
        return [player]
    people = [one for one in state.players if not one.bot]
    return people if who == "each" else [one for one in people if one is not player]


def offer(ask: Driver, player: Player, what: str) -> bool:
    """Ask whether the player takes an offer."""
    return ask.choose(player.seat, what, (STOP, 0)) == 0


def place_druids(state: State, ask: Driver, player: Player, effect: Place) -> None:
    """Place druids in areas of a kind, outside a Druid action."""
    for _ in range(effect.amount):
        options = druids.areas_for(state, player, effect)
        if not player.druids or not options:
            return
        chosen = ask.choose(player.seat, "place", [STOP, *options])
        if chosen == STOP:
            return
        if not effect.free:
            state.spend(player, state.prices[chosen])
        give(state, ask, player, druids.place(state, player, chosen))


def advance(state: State, ask: Driver, player: Player, effect: Advance) -> None:
    """Move along a Transport, Privilege or Luck Track."""
    steps = WHOLE_WAY if effect.amount is None else effect.amount
    if effect.track == "transport-track":
        quarry.move_stones(ask, player, steps, effect.which == "all")
    elif effect.track == "luck-track":
        for _ in range(min(steps, len(state.mat.luck_track))):
            luck_step(state, ask, player)
    else:
        for _ in range(min(steps, max(state.mat.tops) + 1)):
            level = LEVEL_TRACKS.get(effect.track, STOP)
            if level == STOP:
                level = ask.choose(player.seat, "level", range(len(PRIVILEGES)))
            give(state, ask, player, raise_level(state, player, level))


def luck_step(state: State, ask: Driver, player: Player) -> None:
    """Move one step on the Luck Track and receive its benefit (HEN-MAT-03, X-HEN-11)."""
    track = state.mat.luck_track
    if player.luck_at < len(track) - 1:
        player.luck_at += 1
    elif not state.rules.luck_track_repeats:
        return
    give(state, ask, player, track[player.luck_at])


def sub_action(state: State, ask: Driver, player: Player, effect: Act) -> None:
    """Take a sub-action: what changed the main action does not count for it (HEN-CONC-03)."""
    action = ACTION_NAMES.get(effect.action, STOP)
    if action == STOP:
        options = [at for at in range(len(ACTIONS)) if at != ARRIVE or player.to_go]
        action = ask.choose(player.seat, "act", [STOP, *options])
        if action == STOP:
            return
    mods, local = state.mods, state.local
    state.mods = Mods()
    if effect.area is not None:
        areas = (
            state.board.neighbours[local]
            if effect.area == "adjacent"
            else (state.board.remote[local])
        )
        state.local = ask.choose(player.seat, "area", areas)
    carry_out(state, ask, player, action, False, effect.limit or 0, effect.free)
    state.mods, state.local = mods, local
