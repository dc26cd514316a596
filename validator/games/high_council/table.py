"""The High Council: a table made ready, and one game from the first turn to the bloc that wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

from validator.catalogue.model import Configuration, Game
from validator.games.high_council import players
from validator.games.high_council.actions import (
    Convert,
    CouncilAction,
    is_voting,
    open_card_actions,
    open_conversions,
)
from validator.games.high_council.rulings import (
    CouncilReach,
    CouncilRulings,
    CouncilShape,
    FirstPlayer,
    Leaving,
    Pondering,
    Victory,
)
from validator.games.high_council.state import (
    BLACK,
    CAP,
    FACTIONS,
    PONDERED,
    TRILITHON,
    Arguments,
    CouncilCircle,
    CouncilRules,
    CouncilState,
    side,
)
from validator.games.stonehenge import (
    BoxCards,
    Opening,
    Ring,
    Saying,
    deal_hands,
    open_table,
    read_cards,
    read_ring,
    text,
)
from validator.play.match import Deck, Tally
from validator.play.observers import Unseen
from validator.play.rules import Ask, Bound, Frame, Option, Outcome, PileSpec, SupplySpec
from validator.play.rulings import read_rulings
from validator.rng import Streams

END = Saying("end the turn")


class CouncilMatch(CouncilState):
    """The course of a game, and what others see of it."""

    def copy(self) -> CouncilMatch:
        """The same game, to be played on apart."""
        tally = self.tally.copy()
        decks = [deck.copy(deck.rng.copy(), tally) for deck in self.decks]
        hands = [hand.copy() for hand in self.hands]
        waiting = self.supporters.copy()
        other = CouncilMatch(self.rules, self.frame, decks, hands, self.pool.copy(), waiting)
        other.circle = self.circle.copy()
        other.held = [held.copy() for held in self.held]
        other.spent = self.spent.copy()
        other.laid = self.laid.copy()
        other.voting, other.winner, other.seat = self.voting, self.winner, self.seat
        return other

    # --- the course of the game -------------------------------------------------------

    def play(self, ask: Ask) -> Outcome:
        """Clockwise turns from a Pro player on, until a faction has its bloc (HC-TURN-01)."""
        while self.winner < 0:
            ask.turn(self.seat)
            self.take_turn(ask, self.seat)
            self.seat = (self.seat + 1) % len(self.hands)
        seats = tuple(at for at in range(len(self.hands)) if side(at) == self.winner)
        reason = (
            "a bloc of sixteen"
            if self.rules.ruled.victory is Victory.BLOC
            else "sixteen on the circle"
        )
        return Outcome(seats, tuple(self.scores()), reason)

    def take_turn(self, ask: Ask, seat: int) -> None:
        """One card action, any conversions before and after it (HC-TURN-02, -03, HC-CONV-02)."""
        acted = False
        while self.winner < 0:
            options = self.options(seat, acted)
            action = ask.choose(seat, "turn", options)
            if isinstance(action, Saying):
                return
            action.carry_out(self, ask, seat)
            acted = acted or not isinstance(action, Convert)

    def options(self, seat: int, acted: bool) -> list[CouncilAction | Saying]:
        """Conversions; card actions unless one was taken; the end where one may or must pass.

        HC-TURN-02, HC-TURN-03, HC-TURN-04; X-HC-09.
        """
        doing = [] if acted else open_card_actions(self, seat)
        options: list[CouncilAction | Saying] = [*open_conversions(self, seat), *doing]
        if not doing or self.rules.ruled.leaving is Leaving.PASS:
            options.append(END)
        return options

    # --- what others see --------------------------------------------------------------

    def scores(self) -> list[int]:
        """The longest bloc of each seat's faction; the game has no points of its own."""
        longest = [len(self.circle.longest(faction)) for faction in range(len(FACTIONS))]
        return [longest[side(seat)] for seat in range(len(self.hands))]

    def account(self) -> list[str]:
        """For each faction its pieces on the circle and its longest bloc, colour by colour."""
        return [
            f"{name}: {self.circle.members(faction)} on the circle, {self.say_longest(faction)}"
            for faction, name in enumerate(FACTIONS)
        ]

    def say_longest(self, faction: int) -> str:
        """The longest bloc of a faction in words."""
        spaces = self.circle.longest(faction)
        if not spaces:
            return "no bloc"
        pieces = [self.circle.piece[space] for space in spaces]
        colours = [
            f"{pieces.count(colour)} {name}"
            for colour, name in enumerate(self.rules.colours)
            if colour in pieces
        ]
        place = f"on spaces {spaces[0]} to {spaces[-1]}"
        return f"longest bloc {len(spaces)} {place} ({', '.join(colours)})"

    def levels(self) -> list[int]:
        """Decks, arguments in the centre, supporters not placed."""
        return [*(len(deck.cards) for deck in self.decks), *self.pool, *self.supporters]

    def used(self) -> list[int]:
        """Arguments of each colour out of the centre, supporters of each colour placed."""
        left = self.pool + self.supporters
        return [one.box - here for one, here in zip(self.frame.supplies, left, strict=True)]

    def census(self) -> dict[str, list[str]]:
        """Every zone with its pieces."""
        rules = self.rules
        ids_of = rules.cards.ids_of
        zones = {"laid": ids_of(self.laid), "box": []}
        for faction, deck in zip(FACTIONS, self.decks, strict=True):
            zones[f"{faction}_deck"] = ids_of(deck.cards)
            zones[f"{faction}_discard"] = ids_of(deck.discards)
        for colour, name in enumerate(rules.arguments):
            zones[f"arguments_{name}"] = [f"bar-{name}"] * self.pool[colour]
            zones["box"] += [f"bar-{name}"] * self.spent[colour]
        for seat, hand in enumerate(self.hands):
            zones[f"seat{seat + 1}.hand"] = ids_of(hand)
            zones[f"seat{seat + 1}.arguments"] = [
                f"bar-{name}"
                for colour, name in enumerate(rules.arguments)
                for _ in range(self.held[seat][colour])
            ]
        for colour, name in enumerate(rules.colours):
            zones[f"supporters_{name}"] = [f"disk-{name}"] * self.supporters[colour]
            zones[f"speaker_{name}"] = [] if self.circle.speaker[colour] else [f"figure-{name}"]
        for space, colour in enumerate(self.circle.piece):
            if colour >= 0:
                kind = "figure" if self.circle.is_speaker(space) else "disk"
                zones[f"space.{space}"] = [f"{kind}-{rules.colours[colour]}"]
        zones["voting"] = list(rules.trilithon) if self.voting else []  # HC-END-02
        zones["trilithon"] = [] if self.voting else list(rules.trilithon)
        return zones

    def unseen(self, seat: int) -> list[Unseen]:
        """Of each faction the deck and the hands of the others (HC-SETUP-11).

        Members hold cards of their own faction only.
        """
        found = []
        for faction, deck in enumerate(self.decks):
            zones = {f"{FACTIONS[faction]}_deck": deck.cards}
            for at, hand in enumerate(self.hands):
                if at != seat and side(at) == faction:
                    zones[f"seat{at + 1}.hand"] = hand
            found.append(Unseen(zones))
        return found

    def renew_luck(self, streams: Streams) -> None:
        """Both decks are shuffled again (X-HC-05)."""
        for faction, deck in zip(FACTIONS, self.decks, strict=True):
            deck.rng = streams.rng(f"{faction}_deck")

    def show(self) -> str:
        """Circle, decks, hands and arguments: a letter for a supporter, a capital for a speaker."""
        rules = self.rules
        circle = self.circle
        ring = ""
        for space, colour in enumerate(circle.piece[1:], 1):
            letter = rules.colours[colour][0] if colour >= 0 else "."
            ring += letter.upper() if circle.is_speaker(space) else letter
        decks = ", ".join(
            f"{faction} deck {len(deck.cards)}"
            for faction, deck in zip(FACTIONS, self.decks, strict=True)
        )
        pool = self.say_arguments(self.pool)
        lines = [
            f"circle {ring}{' (voting)' if is_voting(self) else ''}  {decks}",
            f"centre {pool}",
        ]
        for seat, hand in enumerate(self.hands):
            cards = rules.cards.say(hand)
            own = self.say_arguments(self.held[seat])
            lines.append(f"{self.frame.seats[seat]}: hand {cards}; arguments {own}")
        return "\n".join(lines)

    def say_arguments(self, held: list[int]) -> str:
        """Arguments by colour in words."""
        parts = [f"{n} {self.rules.arguments[at]}" for at, n in enumerate(held) if n]
        return ", ".join(parts) or "none"

    def rate(self, seat: int, what: str, options: Sequence[Option]) -> list[int]:
        """How good each option is for ``seat``."""
        return players.rate(self, seat, what, options)

    def drain(self, pile: str, seat: int, what: str, options: Sequence[Option]) -> list[int]:
        """How fast each option empties ``pile``."""
        return players.drain(self, pile, seat, what, options)


@dataclass(frozen=True, slots=True)
class CouncilTable:
    """A table of 2 or 4 players (HC-META-01, X-HC-01), ready to deal."""

    frame: Frame
    rules: CouncilRules
    pools: tuple[tuple[int, ...], ...]
    hands: tuple[int, ...]
    arguments: tuple[int, ...]
    supporters: tuple[int, ...]

    def deal(self, streams: Streams, tally: Tally) -> CouncilMatch:
        """Shuffle both decks, deal each member its hand from that of its faction (HC-SETUP-10)."""
        name = self.rules.cards.ids.__getitem__
        lucks = [streams.rng(f"{faction}_deck") for faction in FACTIONS]
        stacks = [list(pool) for pool in self.pools]
        for luck, cards in zip(lucks, stacks, strict=True):
            luck.shuffle(cards, name)
        hands: list[list[int]] = [[] for _ in self.hands]
        for faction, cards in enumerate(stacks):
            seats = slice(faction, None, len(FACTIONS))
            hands[seats] = deal_hands(cards, self.hands[seats], tally)
        decks = [
            Deck(cards, lucks[faction], tally, faction, True, True, name)
            for faction, cards in enumerate(stacks)
        ]  # HC-SETUP-11
        match = CouncilMatch(
            self.rules, self.frame, decks, hands, list(self.arguments), list(self.supporters)
        )
        if self.rules.ruled.first_player is FirstPlayer.LOT:  # HC-TURN-01, X-HC-15
            members = len(hands) // len(FACTIONS)
            match.seat = streams.rng("start").below(members) * len(FACTIONS)
        return match

    def bounds(self) -> tuple[Bound, ...]:
        """The worst case of both decks, of the arguments and of the supporters."""
        decks = [_deck_bound(self, faction) for faction in range(len(FACTIONS))]
        pieces = [_piece_bound(self, pile) for pile in self.frame.piles[len(FACTIONS) :]]
        return (*decks, *pieces)


def prepare(game: Game, configuration: Configuration, rulings: Mapping[str, str]) -> CouncilTable:
    """Read cards, ring, pieces and set-up of this table from the catalogue."""
    cards = read_cards(game)
    ring = read_ring(game)
    opening = open_table(game, configuration, rulings)
    rules = _rules(game, opening, cards, ring, read_rulings(CouncilRulings, rulings))
    return CouncilTable(
        frame=_frame(game, configuration, opening, rules),
        rules=rules,
        pools=tuple(opening.pool(cards, f"{faction}_deck") for faction in FACTIONS),
        hands=opening.counts("hand"),
        arguments=tuple(opening.count(f"arguments_{one}") for one in rules.arguments),
        supporters=tuple(opening.count(f"supporters_{one}") for one in rules.colours),
    )


def _frame(
    game: Game, configuration: Configuration, opening: Opening, rules: CouncilRules
) -> Frame:
    """The frame of a table: two decks, then arguments and supporters by colour."""
    zones = [f"{faction}_deck" for faction in FACTIONS]
    pieces = [f"arguments_{colour}" for colour in rules.arguments]
    pieces += [f"supporters_{colour}" for colour in rules.colours]
    return Frame(
        game=game.id,
        table=f"{configuration.players}+0",
        seats=tuple(
            f"{FACTIONS[side(at)]} {'/'.join(seat.colours)}"
            for at, seat in enumerate(opening.seats)
        ),
        piles=(
            *(
                PileSpec(zone, opening.count(zone), most=len(opening.before[zone]))
                for zone in zones
            ),
            *(PileSpec(zone, opening.count(zone)) for zone in pieces),
        ),
        supplies=tuple(
            SupplySpec(zone.replace("_", " "), opening.count(zone), zone) for zone in pieces
        ),
        cards=rules.cards.ids,
        names=rules.cards.names,
        turn_cap=3000,
        choice_cap=60000,
    )


def _rules(
    game: Game, opening: Opening, cards: BoxCards, ring: Ring, ruled: CouncilRulings
) -> CouncilRules:
    """The data that a match plays by, beside the rulings in force."""
    colours = game.seat_colours
    arguments = tuple(text(bar.fields["colour"]) for bar in game.sets["bar"].components)
    suits = {colour: number for number, colour in enumerate(arguments)}
    return CouncilRules(
        cards=cards,
        ring=ring,
        colours=colours,
        arguments=arguments,
        strip=tuple(suits.get(colour, BLACK) for colour in ring.colour_of),
        suit=tuple(
            suits.get(colour, BLACK) if number else TRILITHON
            for colour, number in zip(cards.colour, cards.number, strict=True)
        ),
        own=tuple(
            tuple(colours.index(colour) for colour in seat.colours) for seat in opening.seats
        ),  # HC-SETUP-02, HC-SETUP-03
        origins=_origins(ring, ruled),
        hand=max(opening.counts("hand")),
        trilithon=opening.components("trilithon"),
        ruled=ruled,
        pairs=tuple(
            Arguments((one, other), (arguments[one], arguments[other]))
            for one, other in combinations_with_replacement(range(len(arguments)), 2)
        ),
    )


def _origins(ring: Ring, ruled: CouncilRulings) -> tuple[tuple[int, ...], ...]:
    """For each space where a converting piece may stand (HC-CONV-03, X-HC-04)."""
    spaces = tuple(range(1, ring.spaces + 1))
    if ruled.reach is not CouncilReach.ADJACENT:
        return ((), *(spaces for _ in spaces))
    circle = CouncilCircle(ring, 0, closed=ruled.shape is CouncilShape.CIRCLE)
    return ((), *((circle.before[space], circle.after[space]) for space in spaces))


def _deck_bound(table: CouncilTable, faction: int) -> Bound:
    """Can deck and discards of a faction hold too few cards for a draw (X-HC-05)?"""
    cards = len(table.pools[faction])
    held = sum(table.hands[faction :: len(FACTIONS)])
    name = f"{FACTIONS[faction]}_deck"
    if table.rules.ruled.pondering is not Pondering.ONE_CARD:
        why = f"hands never grow: {cards} - {held} cards stay in deck and discards"
        return Bound(name, cards - held < table.rules.hand, why)
    growth = PONDERED - 1
    times = (cards - held) // growth
    rest = cards - held - times * growth + 1
    why = (
        f"each Ponder adds {growth} cards to the {held} in hand: after {times} Ponders "
        f"{held + times * growth} of {cards} are held and the next one finds {rest} of {PONDERED}"
    )
    return Bound(name, True, why)


def _piece_bound(table: CouncilTable, pile: PileSpec) -> Bound:
    """Can the arguments or supporters of a colour run out?"""
    if pile.id.startswith("arguments"):
        most = 2 * CAP
        why = f"two factions may hold {CAP} each, together {most}, of {pile.size} in the box"
        return Bound(pile.id, most >= pile.size, why)
    spaces = table.rules.ring.spaces
    return Bound(pile.id, spaces >= pile.size, f"{spaces} seats for {pile.size} supporters")
