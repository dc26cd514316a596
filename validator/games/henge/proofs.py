"""What arithmetic alone proves about each pile of a table of Henge."""

from __future__ import annotations

from dataclasses import dataclass

from validator.catalogue.effects import Effect, Gain
from validator.games.henge.codes import (
    BONUS_DRAWN,
    EITHER,
    FIGURES,
    LARGE,
    LINTEL,
    P_BOTS,
    P_COINS,
    P_DRUIDS,
    P_EOG,
    P_FIGURES,
    P_LUCK,
    P_MARKERS,
    P_QUARRY,
    P_REWARD_A,
    P_REWARD_B,
    P_SPRING,
    P_STONES,
    P_TRAVEL,
    PILES,
    SMALL,
    Piles,
)
from validator.games.henge.modifiers import mods_of
from validator.games.henge.rules import HengeRules
from validator.play.rules import Bound, Frame


@dataclass(frozen=True, slots=True)
class HengeBox:
    """What a table starts with."""

    frame: Frame
    rules: HengeRules
    piles: Piles


def bounds(box: HengeBox) -> tuple[Bound, ...]:
    """The worst case of every pile, with the sum that shows it."""
    return (
        _stones(box),
        _quarry(box),
        _luck(box),
        _eog(box),
        _spring(box),
        _hengebots(box),
        _reward(box, P_REWARD_A, "reward-a"),
        _reward(box, P_REWARD_B, "reward-b"),
        _coins(box),
        _travel(box),
        _markers(box),
        _druids(box),
        *[_figures(box, kind) for kind in range(len(FIGURES))],
    )


def _size(box: HengeBox, pile: int) -> int:
    return box.frame.piles[pile].size


def _people(box: HengeBox) -> int:
    return len(box.frame.seats) - len(box.frame.bots)


def _stones(box: HengeBox) -> Bound:
    size = _size(box, P_STONES)
    most = max(buy for buy, _ in box.rules.mat.stone)
    return Bound(
        PILES[P_STONES],
        True,
        f"{size} cards; a turn takes up to {most} by Quarry or 1 by a bot: it ends the game, "
        "unless nobody quarries and no bot installs",
    )


def _quarry(box: HengeBox) -> Bound:
    size, seats = _size(box, P_QUARRY), len(box.frame.seats)
    most = max(buy for buy, _ in box.rules.mat.stone)
    return Bound(
        PILES[P_QUARRY],
        True,
        f"no refill once the deck is empty: {size} stones for up to {2 * seats - 1} turns of up "
        f"to {most} purchases",
    )


def _luck(box: HengeBox) -> Bound:
    size, people = _size(box, P_LUCK), _people(box)
    net = max(draw - discard for draw, discard in box.rules.mat.luck)
    turns = -(-size // max(1, net))
    return Bound(
        PILES[P_LUCK],
        True,
        f"{size} cards, no hand limit, up to {net} kept a draw: {turns} draws can hold them all, "
        f"{size / people:.1f} cards for each of {people}",
    )


def _eog(box: HengeBox) -> Bound:
    size, people = _size(box, P_EOG), _people(box)
    events = _benefits(box, "bonus") * people
    drawn = BONUS_DRAWN * events
    endless = _repeats(box, "bonus")
    more = "the end of a track can repeat" if endless else "chits can add more"
    then = ""
    if box.rules.ruled.decks_renew:
        then = f"; discards are reshuffled, {events} cards stay with the players"
    return Bound(
        PILES[P_EOG],
        endless or drawn >= size,
        f"{size} cards; {events} Bonus benefits of the tracks draw {BONUS_DRAWN} each: {drawn}, "
        f"{more}{then}",
    )


def _spring(box: HengeBox) -> Bound:
    size, people = _size(box, P_SPRING), _people(box)
    needed = people * box.rules.counts.spring
    return Bound(
        PILES[P_SPRING],
        needed > size,
        f"{size} cards; {people} x {box.rules.counts.spring} = {needed} are dealt at set-up",
    )


def _hengebots(box: HengeBox) -> Bound:
    size, bots = _size(box, P_BOTS), len(box.frame.bots)
    if not bots:
        return Bound(PILES[P_BOTS], False, "no bot draws from it")
    return Bound(
        PILES[P_BOTS],
        True,
        f"{size} cards, one for each turn of {bots}: empty after {-(-size // bots)} rounds, then "
        "all discards are reshuffled, so a card is always there",
    )


def _reward(box: HengeBox, pile: int, what: str) -> Bound:
    shown = box.rules.counts.pool[pile - P_REWARD_A]
    size, people = _size(box, pile), _people(box)
    events = _benefits(box, what)
    endless = _repeats(box, what)
    return Bound(
        PILES[pile],
        endless or people * events >= size,
        f"{size} in the stack and {shown} face-up; {people} x {events} benefits of the tracks = "
        f"{people * events}" + ("; the end of a track can repeat" if endless else ""),
    )


def _coins(box: HengeBox) -> Bound:
    counts, people = box.rules.counts, _people(box)
    paid = counts.cash * people
    return Bound(
        PILES[P_COINS],
        True,
        f"${counts.dollars} in the box, {people} x ${counts.cash} = ${paid} paid at set-up, "
        f"${counts.dollars - paid} left; nothing limits Income",
    )


def _travel(box: HengeBox) -> Bound:
    counts, people = box.rules.counts, _people(box)
    events = _benefits(box, "travel")
    left = counts.travel_box - people * counts.travel
    endless = _repeats(box, "travel")
    return Bound(
        PILES[P_TRAVEL],
        endless or people * events >= left,
        f"{counts.travel_box} tokens, {left} left after set-up; {people} x {events} benefits of "
        "the tracks" + (", and the end of a track can repeat" if endless else ""),
    )


def _markers(box: HengeBox) -> Bound:
    hold = max(hold for _, hold in box.rules.mat.stone)
    counts = box.rules.counts
    fixed = counts.markers_box - counts.markers
    if box.rules.ruled.hold_in_transit_only:
        spare = counts.markers - 1
        return Bound(
            PILES[P_MARKERS],
            True,
            f"{counts.markers_box} markers, {fixed} in fixed places, 1 on the Spring card: "
            f"{spare // 2} carved stones at the site use 2 each, nothing limits how many wait",
        )
    held = hold + _more_holds(box)
    needed = fixed + 1 + 2 * held
    return Bound(
        PILES[P_MARKERS],
        needed >= counts.markers_box,
        f"{fixed} in fixed places, 1 on the Spring card, {held} stones x 2 = {needed} of "
        f"{counts.markers_box}",
    )


def _druids(box: HengeBox) -> Bound:
    size = box.rules.counts.druids
    spaces = sum(len(prices) for prices in box.rules.board.prices)
    return Bound(
        PILES[P_DRUIDS],
        spaces >= size,
        f"{size} druids of a colour, {spaces} spaces that can be covered",
    )


def _figures(box: HengeBox, kind: int) -> Bound:
    """Slots that can take a figure of this kind, against the figures (K-SLOT-02, K-SLOT-08)."""
    size, role = divmod(kind, 2)
    waived = box.rules.board.size_waiver and box.rules.ruled.figure_follows_stone
    slots = [
        slot
        for slot in box.rules.board.slots
        if (slot.role == LINTEL) == bool(role) and (slot.size in (size, EITHER) or waived)
    ]
    figures = box.rules.counts.figures[kind]
    name = f"{'large' if size == LARGE else 'small'} {'lintels' if role else 'uprights'}"
    assert size in (LARGE, SMALL)
    return Bound(
        PILES[P_FIGURES + kind],
        len(slots) >= figures,
        f"{figures} {name}, {len(slots)} slots that can take one"
        + (": none is missing" if len(slots) <= figures else ""),
    )


def _benefits(box: HengeBox, what: str) -> int:
    """How often the Druid and Luck Tracks give something, each space once."""
    spaces = (*box.rules.mat.druid_track, *box.rules.mat.luck_track)
    return sum(_gives(effect, what) for space in spaces for effect in space)


def _repeats(box: HengeBox, what: str) -> bool:
    """Tell whether the end of the Luck Track or of a Privilege track gives it again and again."""
    spaces = list(box.rules.mat.ends)
    if box.rules.ruled.luck_track_repeats:
        spaces.append(box.rules.mat.luck_track[-1])
    return any(_gives(effect, what) for space in spaces for effect in space)


def _gives(effect: Effect, what: str) -> bool:
    """Tell whether an effect gives something by itself."""
    return isinstance(effect, Gain) and effect.what == what


def _more_holds(box: HengeBox) -> int:
    """Stones that all Luck cards together let one hold beyond the level."""
    return sum(mods_of(box.rules.cards.effects[card]).more_holds for card in box.piles.luck)
