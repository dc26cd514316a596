"""What arithmetic alone proves about each pile of a table of Henge."""

from __future__ import annotations

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
)
from validator.games.henge.table import Table
from validator.play.rules import Bound


def bounds(table: Table) -> tuple[Bound, ...]:
    """The worst case of every pile, with the sum that shows it."""
    return (
        _stones(table),
        _quarry(table),
        _luck(table),
        _eog(table),
        _spring(table),
        _hengebots(table),
        _reward(table, P_REWARD_A, "reward-a"),
        _reward(table, P_REWARD_B, "reward-b"),
        _coins(table),
        _travel(table),
        _markers(table),
        _druids(table),
        *[_figures(table, kind) for kind in range(len(FIGURES))],
    )


def _size(table: Table, pile: int) -> int:
    return table.frame.piles[pile].size


def _people(table: Table) -> int:
    return len(table.frame.seats) - len(table.frame.bots)


def _stones(table: Table) -> Bound:
    size = _size(table, P_STONES)
    most = max(buy for buy, _ in table.mat.stone)
    return Bound(
        PILES[P_STONES],
        True,
        f"{size} cards; a turn takes up to {most} by Quarry or 1 by a bot: it ends the game, "
        "unless nobody quarries and no bot installs",
    )


def _quarry(table: Table) -> Bound:
    size, seats = _size(table, P_QUARRY), len(table.frame.seats)
    most = max(buy for buy, _ in table.mat.stone)
    return Bound(
        PILES[P_QUARRY],
        True,
        f"no refill once the deck is empty: {size} stones for up to {2 * seats - 1} turns of up "
        f"to {most} purchases",
    )


def _luck(table: Table) -> Bound:
    size, people = _size(table, P_LUCK), _people(table)
    net = max(draw - discard for draw, discard in table.mat.luck)
    turns = -(-size // max(1, net))
    return Bound(
        PILES[P_LUCK],
        True,
        f"{size} cards, no hand limit, up to {net} kept a draw: {turns} draws can hold them all, "
        f"{size / people:.1f} cards for each of {people}",
    )


def _eog(table: Table) -> Bound:
    size, people = _size(table, P_EOG), _people(table)
    events = _benefits(table, "bonus") * people
    drawn = BONUS_DRAWN * events
    endless = _repeats(table, "bonus")
    more = "the end of a track can repeat" if endless else "chits can add more"
    then = ""
    if table.rules.decks_renew:
        then = f"; discards are reshuffled, {events} cards stay with the players"
    return Bound(
        PILES[P_EOG],
        endless or drawn >= size,
        f"{size} cards; {events} Bonus benefits of the tracks draw {BONUS_DRAWN} each: {drawn}, "
        f"{more}{then}",
    )


def _spring(table: Table) -> Bound:
    size, people = _size(table, P_SPRING), _people(table)
    needed = people * table.counts.spring
    return Bound(
        PILES[P_SPRING],
        needed > size,
        f"{size} cards; {people} x {table.counts.spring} = {needed} are dealt at set-up",
    )


def _hengebots(table: Table) -> Bound:
    size, bots = _size(table, P_BOTS), len(table.frame.bots)
    if not bots:
        return Bound(PILES[P_BOTS], False, "no bot draws from it")
    return Bound(
        PILES[P_BOTS],
        True,
        f"{size} cards, one for each turn of {bots}: empty after {-(-size // bots)} rounds, then "
        "all discards are reshuffled, so a card is always there",
    )


def _reward(table: Table, pile: int, what: str) -> Bound:
    shown = table.counts.pool[pile - P_REWARD_A]
    size, people = _size(table, pile), _people(table)
    events = _benefits(table, what)
    endless = _repeats(table, what)
    return Bound(
        PILES[pile],
        endless or people * events >= size,
        f"{size} in the stack and {shown} face-up; {people} x {events} benefits of the tracks = "
        f"{people * events}" + ("; the end of a track can repeat" if endless else ""),
    )


def _coins(table: Table) -> Bound:
    counts, people = table.counts, _people(table)
    paid = counts.cash * people
    return Bound(
        PILES[P_COINS],
        True,
        f"${counts.dollars} in the box, {people} x ${counts.cash} = ${paid} paid at set-up, "
        f"${counts.dollars - paid} left; nothing limits Income",
    )


def _travel(table: Table) -> Bound:
    counts, people = table.counts, _people(table)
    events = _benefits(table, "travel")
    left = counts.travel_box - people * counts.travel
    endless = _repeats(table, "travel")
    return Bound(
        PILES[P_TRAVEL],
        endless or people * events >= left,
        f"{counts.travel_box} tokens, {left} left after set-up; {people} x {events} benefits of "
        "the tracks" + (", and the end of a track can repeat" if endless else ""),
    )


def _markers(table: Table) -> Bound:
    hold = max(hold for _, hold in table.mat.stone)
    counts = table.counts
    fixed = counts.markers_box - counts.markers
    if table.rules.hold_in_transit_only:
        spare = counts.markers - 1
        return Bound(
            PILES[P_MARKERS],
            True,
            f"{counts.markers_box} markers, {fixed} in fixed places, 1 on the Spring card: "
            f"{spare // 2} carved stones at the site use 2 each, nothing limits how many wait",
        )
    held = hold + _more_holds(table)
    needed = fixed + 1 + 2 * held
    return Bound(
        PILES[P_MARKERS],
        needed >= counts.markers_box,
        f"{fixed} in fixed places, 1 on the Spring card, {held} stones x 2 = {needed} of "
        f"{counts.markers_box}",
    )


def _druids(table: Table) -> Bound:
    size = table.counts.druids
    spaces = sum(len(prices) for prices in table.board.prices)
    return Bound(
        PILES[P_DRUIDS],
        spaces >= size,
        f"{size} druids of a colour, {spaces} spaces that can be covered",
    )


def _figures(table: Table, kind: int) -> Bound:
    """Slots that can take a figure of this kind, against the figures (K-SLOT-02, K-SLOT-08)."""
    size, role = divmod(kind, 2)
    waived = table.board.size_waiver and table.rules.figure_follows_stone
    slots = [
        slot
        for slot in table.board.slots
        if (slot.role == LINTEL) == bool(role) and (slot.size in (size, EITHER) or waived)
    ]
    figures = table.counts.figures[kind]
    name = f"{'large' if size == LARGE else 'small'} {'lintels' if role else 'uprights'}"
    assert size in (LARGE, SMALL)
    return Bound(
        PILES[P_FIGURES + kind],
        len(slots) >= figures,
        f"{figures} {name}, {len(slots)} slots that can take one"
        + (": none is missing" if len(slots) <= figures else ""),
    )


def _benefits(table: Table, what: str) -> int:
    """How often the Druid and Luck Tracks give something, each space once."""
    spaces = (*table.mat.druid_track, *table.mat.luck_track)
    return sum(getattr(effect, "what", "") == what for space in spaces for effect in space)


def _repeats(table: Table, what: str) -> bool:
    """Tell whether the end of the Luck Track or of a Privilege track gives it again and again."""
    spaces = list(table.mat.ends)
    if table.rules.luck_track_repeats:
        spaces.append(table.mat.luck_track[-1])
    return any(getattr(effect, "what", "") == what for space in spaces for effect in space)


def _more_holds(table: Table) -> int:
    """Stones that all Luck cards together let one hold beyond the level."""
    return sum(
        getattr(effect, "more", 0)
        for card in table.piles.luck
        for effect in table.cards.effects[card]
        if getattr(effect, "verb", None) == "hold"
    )
