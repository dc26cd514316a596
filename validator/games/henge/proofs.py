"""What arithmetic alone proves about each pile of a table of Henge."""

from __future__ import annotations

from collections.abc import Sequence

from validator.catalogue.effects import Gain
from validator.games.henge.codes import BONUS_DRAWN, EITHER, FIGURES, LARGE, LINTEL
from validator.games.henge.modifiers import Mods
from validator.games.henge.state import HengeRules
from validator.play.rules import Bound, Frame


def bounds(frame: Frame, rules: HengeRules, luck: Sequence[int]) -> tuple[Bound, ...]:
    """The worst case of every pile, with the sum that shows it; ``luck`` are the Luck cards."""
    sizes = {pile.id: pile.size for pile in frame.piles}
    people = len(frame.seats) - len(frame.bots)
    return (
        *_stones(rules, sizes, len(frame.seats)),
        *_cards(rules, sizes, people),
        _hengebots(sizes["hengebot_deck"], len(frame.bots)),
        _reward(rules, sizes, "reward_a", people),
        _reward(rules, sizes, "reward_b", people),
        _coins(rules, people),
        _travel(rules, people),
        _markers(rules, luck),
        _druids(rules, sizes["druids"]),
        *[_figures(rules, kind) for kind in range(len(FIGURES))],
    )


def _stones(rules: HengeRules, sizes: dict[str, int], seats: int) -> tuple[Bound, Bound]:
    """The Stone deck and the pool."""
    most = max(buy for buy, _ in rules.mat.stone)
    deck = (
        f"{sizes['stone_deck']} cards; a turn takes up to {most} by Quarry or 1 by a bot: "
        "it ends the game, unless nobody quarries and no bot installs"
    )
    pool = (
        f"no refill once the deck is empty: {sizes['quarry']} stones for up to {2 * seats - 1} "
        f"turns of up to {most} purchases"
    )
    return Bound("stone_deck", True, deck), Bound("quarry", True, pool)


def _cards(rules: HengeRules, sizes: dict[str, int], people: int) -> tuple[Bound, Bound, Bound]:
    """The Luck deck, the end-of-game deck and the Spring cards."""
    size, eog, spring = sizes["luck_deck"], sizes["eog_deck"], sizes["spring_deck"]
    net = max(draw - discard for draw, discard in rules.mat.luck)
    luck = (
        f"{size} cards, no hand limit, up to {net} kept a draw: {-(-size // max(1, net))} draws "
        f"can hold them all, {size / people:.1f} cards for each of {people}"
    )
    events = _benefits(rules, "bonus") * people
    drawn, endless = BONUS_DRAWN * events, _repeats(rules, "bonus")
    more = "the end of a track can repeat" if endless else "chits can add more"
    then = ""
    if rules.ruled.empty_decks == "reshuffle":
        then = f"; discards are reshuffled, {events} cards stay with the players"
    bonus = (
        f"{eog} cards; {events} Bonus benefits of the tracks draw {BONUS_DRAWN} each: {drawn}, "
        f"{more}{then}"
    )
    each = rules.sizes["seat1.spring_offer"]
    dealt = f"{spring} cards; {people} x {each} = {people * each} are dealt at set-up"
    return (
        Bound("luck_deck", True, luck),
        Bound("eog_deck", endless or drawn >= eog, bonus),
        Bound("spring_deck", people * each > spring, dealt),
    )


def _hengebots(size: int, bots: int) -> Bound:
    if not bots:
        return Bound("hengebot_deck", False, "no bot draws from it")
    return Bound(
        "hengebot_deck",
        True,
        f"{size} cards, one for each turn of {bots}: empty after {-(-size // bots)} rounds, then "
        "all discards are reshuffled, so a card is always there",
    )


def _reward(rules: HengeRules, sizes: dict[str, int], pile: str, people: int) -> Bound:
    what = pile.replace("_", "-")
    shown = rules.sizes[f"reward_pool_{pile[-1]}"]
    events, endless = _benefits(rules, what), _repeats(rules, what)
    return Bound(
        pile,
        endless or people * events >= sizes[pile],
        f"{sizes[pile]} in the stack and {shown} face-up; {people} x {events} benefits of the "
        f"tracks = {people * events}" + ("; the end of a track can repeat" if endless else ""),
    )


def _coins(rules: HengeRules, people: int) -> Bound:
    dollars, paid = rules.sizes["coins"], rules.cash * people
    return Bound(
        "coins",
        True,
        f"${dollars} in the box, {people} x ${rules.cash} = ${paid} paid at set-up, "
        f"${dollars - paid} left; nothing limits Income",
    )


def _travel(rules: HengeRules, people: int) -> Bound:
    box, events = rules.sizes["travel"], _benefits(rules, "travel")
    left = box - people * rules.sizes["seat1.travel"]
    endless = _repeats(rules, "travel")
    return Bound(
        "travel",
        endless or people * events >= left,
        f"{box} tokens, {left} left after set-up; {people} x {events} benefits of "
        "the tracks" + (", and the end of a track can repeat" if endless else ""),
    )


def _markers(rules: HengeRules, luck: Sequence[int]) -> Bound:
    box, sizes = rules.sizes["markers"], rules.sizes
    fixed = box - sizes["seat1.markers"] - sizes["seat1.transport"]
    if rules.ruled.hold_limit == "in_transit":
        return Bound(
            "markers",
            True,
            f"{box} markers, {fixed} in fixed places, 1 on the Spring card: "
            f"{(box - fixed - 1) // 2} carved stones at the site use 2 each, nothing limits "
            "how many wait",
        )
    changes = Mods(effect for card in luck for effect in rules.cards.effects[card])
    held = max(hold for _, hold in rules.mat.stone) + changes.allowed["hold stone"]
    needed = fixed + 1 + 2 * held
    return Bound(
        "markers",
        needed >= box,
        f"{fixed} in fixed places, 1 on the Spring card, {held} stones x 2 = {needed} of {box}",
    )


def _druids(rules: HengeRules, size: int) -> Bound:
    spaces = sum(len(prices) for prices in rules.board.prices)
    told = f"{size} druids of a colour, {spaces} spaces that can be covered"
    return Bound("druids", spaces >= size, told)


def _figures(rules: HengeRules, kind: int) -> Bound:
    """Slots that can take a figure of this kind, against the figures (K-SLOT-02, K-SLOT-08)."""
    size, role = divmod(kind, 2)
    waived = rules.board.size_waiver and rules.ruled.waived_figure == "stone"
    slots = sum(
        (slot.role == LINTEL) == bool(role) and (slot.size in (size, EITHER) or waived)
        for slot in rules.board.slots
    )
    figures = rules.sizes[FIGURES[kind]]
    name = f"{'large' if size == LARGE else 'small'} {'lintels' if role else 'uprights'}"
    return Bound(
        FIGURES[kind],
        slots >= figures,
        f"{figures} {name}, {slots} slots that can take one"
        + (": none is missing" if slots <= figures else ""),
    )


def _benefits(rules: HengeRules, what: str) -> int:
    """How often the Druid and Luck Tracks give something, each space once."""
    spaces = (*rules.mat.druid_track, *rules.mat.luck_track)
    gains = [one for space in spaces for one in space if isinstance(one, Gain)]
    return sum(one.what == what for one in gains)


def _repeats(rules: HengeRules, what: str) -> bool:
    """Tell whether the end of the Luck Track or of a Privilege track gives it again and again."""
    spaces = list(rules.mat.ends)
    if rules.ruled.luck_track_end == "repeat":
        spaces.append(rules.mat.luck_track[-1])
    gains = [one for space in spaces for one in space if isinstance(one, Gain)]
    return any(one.what == what for one in gains)
