"""The High Council: a table made ready, and one game from the first turn to the bloc that wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from validator.catalogue.model import Configuration, Game
from validator.games.high_council import players
from validator.games.high_council.actions import (
    Consult,
    Conversions,
    Convert,
    CouncilSeats,
    Debates,
    Ponder,
    is_voting,
)
from validator.games.high_council.rulings import CouncilRulings
from validator.games.high_council.state import (
    BLACK,
    CAP,
    FACTIONS,
    PONDERED,
    TRILITHON,
    CouncilChoices,
    CouncilCircle,
    CouncilRules,
    CouncilState,
    CouncilSwitches,
    side,
    switches,
)
from validator.games.stonehenge import (
    BoxCards,
    Opening,
    Ring,
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


class CouncilAction(Protocol):
    """One thing to do in a turn, made once a table."""

    def carry_out(self, state: CouncilState, ask: Ask, seat: int) -> None:
        """Do it, asking ``seat`` for what it leaves open."""

    def say(self) -> str:
        """The action in a few words."""


@dataclass(frozen=True, slots=True)
class EndTurn:
    """Let the next player go on."""

    def carry_out(self, state: CouncilState, ask: Ask, seat: int) -> None:
        """Nothing moves."""

    def say(self) -> str:
        """The action in a few words."""
        return "end the turn"


class CouncilMenu:
    """Every action of a table, made once."""

    __slots__ = ("consult", "conversions", "debates", "end", "ponder", "rules", "seats")

    def __init__(self, rules: CouncilRules) -> None:
        self.rules = rules
        self.debates = Debates(rules)
        self.seats = CouncilSeats(rules)
        self.ponder = Ponder()
        self.consult = Consult()
        self.conversions = Conversions(rules)
        self.end = EndTurn()

    def before_acting(self, state: CouncilState, seat: int) -> list[CouncilAction]:
        """Conversions, card actions, and the end where one may or must pass (X-HC-09)."""
        options: list[CouncilAction] = [*self.conversions.open_to(state, seat)]
        doing = self.card_actions(state, seat)
        options += doing
        if self.rules.ruled.may_pass or not doing:  # HC-TURN-04
            options.append(self.end)
        return options

    def after_acting(self, state: CouncilState, seat: int) -> list[CouncilAction]:
        """Conversions and the end: one card action a turn (HC-TURN-02, -03)."""
        return [*self.conversions.open_to(state, seat), self.end]

    def card_actions(self, state: CouncilState, seat: int) -> list[CouncilAction]:
        """Every card action open to ``seat``, in the order of the rulebook (HC-TURN-02)."""
        options: list[CouncilAction] = [*self.debates.open_to(state, seat)]
        options += self.seats.open_to(state, seat)
        if Ponder.may(state, seat):
            options.append(self.ponder)
        if Consult.may(state, seat):
            options.append(self.consult)
        return options


def census(state: CouncilState) -> dict[str, list[str]]:
    """Every zone with its pieces."""
    rules = state.rules
    ids = rules.cards.ids
    zones = {"laid": [ids[card] for card in state.laid], "box": []}
    for faction, deck in zip(FACTIONS, state.decks, strict=True):
        zones[f"{faction}_deck"] = [ids[card] for card in deck.cards]
        zones[f"{faction}_discard"] = [ids[card] for card in deck.discards]
    for colour, name in enumerate(rules.arguments):
        zones[f"arguments_{name}"] = [f"bar-{name}"] * state.pool[colour]
        zones["box"] += [f"bar-{name}"] * state.spent[colour]
    for seat, hand in enumerate(state.hands):
        zones[f"seat{seat + 1}.hand"] = [ids[card] for card in hand]
        zones[f"seat{seat + 1}.arguments"] = [
            f"bar-{name}"
            for colour, name in enumerate(rules.arguments)
            for _ in range(state.held[seat][colour])
        ]
    for colour, name in enumerate(rules.colours):
        zones[f"supporters_{name}"] = [f"disk-{name}"] * state.supporters[colour]
        zones[f"speaker_{name}"] = [] if state.circle.speaker[colour] else [f"figure-{name}"]
    for space, colour in enumerate(state.circle.piece):
        if colour >= 0:
            kind = "figure" if state.circle.is_speaker(space) else "disk"
            zones[f"space.{space}"] = [f"{kind}-{rules.colours[colour]}"]
    zones["voting"] = list(rules.trilithon) if state.voting else []  # HC-END-02
    zones["trilithon"] = [] if state.voting else list(rules.trilithon)
    return zones


def unseen(state: CouncilState, seat: int) -> list[Unseen]:
    """What lies face down before ``seat``: members hold cards of their own faction only."""
    found = []
    for faction, deck in enumerate(state.decks):
        zones = {f"{FACTIONS[faction]}_deck": deck.cards}
        for at, hand in enumerate(state.hands):
            if at != seat and side(at) == faction:
                zones[f"seat{at + 1}.hand"] = hand
        found.append(Unseen(zones))
    return found


def show(state: CouncilState) -> str:
    """Circle, decks, hands and arguments: a letter for a supporter, a capital for a speaker."""
    rules = state.rules
    circle = state.circle
    ring = "".join(
        "."
        if colour < 0
        else rules.colours[colour][0].upper()
        if circle.is_speaker(space)
        else rules.colours[colour][0]
        for space, colour in enumerate(circle.piece)
        if space
    )
    decks = ", ".join(
        f"{faction} deck {len(deck.cards)}"
        for faction, deck in zip(FACTIONS, state.decks, strict=True)
    )
    pool = _arguments(state, state.pool)
    lines = [f"circle {ring}{' (voting)' if is_voting(state) else ''}  {decks}", f"centre {pool}"]
    for seat, hand in enumerate(state.hands):
        cards = " ".join(rules.cards.names[card] for card in hand) or "-"
        own = _arguments(state, state.held[seat])
        lines.append(f"{state.frame.seats[seat]}: hand {cards}; arguments {own}")
    return "\n".join(lines)


def account(state: CouncilState) -> list[str]:
    """For each faction its pieces on the circle and its longest bloc, colour by colour."""
    return [
        f"{name}: {state.circle.members(faction)} on the circle, {_longest(state, faction)}"
        for faction, name in enumerate(FACTIONS)
    ]


def _longest(state: CouncilState, faction: int) -> str:
    """The longest bloc of a faction in words."""
    spaces = state.circle.longest(faction)
    if not spaces:
        return "no bloc"
    pieces = [state.circle.piece[space] for space in spaces]
    colours = [
        f"{pieces.count(colour)} {name}"
        for colour, name in enumerate(state.rules.colours)
        if colour in pieces
    ]
    return (
        f"longest bloc {len(spaces)} on spaces {spaces[0]} to {spaces[-1]} ({', '.join(colours)})"
    )


def _arguments(state: CouncilState, held: list[int]) -> str:
    """Arguments by colour in words."""
    parts = [f"{n} {state.rules.arguments[at]}" for at, n in enumerate(held) if n]
    return ", ".join(parts) or "none"


class CouncilMatch(CouncilState):
    """The course of a game; ``seat`` is next."""

    __slots__ = ("menu", "seat")

    def __init__(
        self,
        menu: CouncilMenu,
        frame: Frame,
        decks: list[Deck],
        hands: list[list[int]],
        pool: list[int],
        supporters: list[int],
    ) -> None:
        super().__init__(menu.rules, frame, decks, hands, pool, supporters)
        self.menu = menu
        self.seat = 0

    def copy(self) -> CouncilMatch:
        """The same game, to be played on apart."""
        tally = self.tally.copy()
        decks = [deck.copy(deck.rng.copy(), tally) for deck in self.decks]
        hands = [hand.copy() for hand in self.hands]
        waiting = self.supporters.copy()
        other = CouncilMatch(self.menu, self.frame, decks, hands, self.pool.copy(), waiting)
        other.take_over(self)
        other.seat = self.seat
        return other

    # --- the course of the game -------------------------------------------------------

    def play(self, ask: Ask) -> Outcome:
        """Clockwise turns from a Pro player on, until a faction has its bloc (HC-TURN-01)."""
        while self.winner < 0:
            ask.turn(self.seat)
            self.take_turn(ask, self.seat)
            self.seat = (self.seat + 1) % len(self.hands)
        seats = tuple(at for at in range(len(self.hands)) if side(at) == self.winner)
        reason = "a bloc of sixteen" if self.rules.ruled.bloc_wins else "sixteen on the circle"
        return Outcome(seats, tuple(self.scores()), reason)

    def take_turn(self, ask: Ask, seat: int) -> None:
        """One card action, any conversions before and after it (HC-TURN-02, -03, HC-CONV-02)."""
        menu = self.menu
        acted = False
        while self.winner < 0:
            options = menu.after_acting(self, seat) if acted else menu.before_acting(self, seat)
            action = ask.choose(seat, "turn", options)
            if isinstance(action, EndTurn):
                return
            action.carry_out(self, ask, seat)
            acted = acted or not isinstance(action, Convert)

    # --- what others see --------------------------------------------------------------

    def scores(self) -> list[int]:
        """The longest bloc of each seat's faction; the game has no points of its own."""
        longest = [len(self.circle.longest(faction)) for faction in range(len(FACTIONS))]
        return [longest[side(seat)] for seat in range(len(self.hands))]

    def account(self) -> list[str]:
        """What each faction has on the circle, and its longest bloc."""
        return account(self)

    def levels(self) -> list[int]:
        """Decks, arguments in the centre, supporters not placed."""
        return [*(len(deck.cards) for deck in self.decks), *self.pool, *self.supporters]

    def used(self) -> list[int]:
        """Arguments of each colour out of the centre, supporters of each colour placed."""
        left = self.pool + self.supporters
        return [one.box - here for one, here in zip(self.frame.supplies, left, strict=True)]

    def census(self) -> dict[str, list[str]]:
        """Every zone with its pieces."""
        return census(self)

    def unseen(self, seat: int) -> list[Unseen]:
        """Of each faction the deck and the hands of the others (HC-SETUP-11)."""
        return unseen(self, seat)

    def renew_luck(self, streams: Streams) -> None:
        """Both decks are shuffled again (X-HC-05)."""
        for faction, deck in zip(FACTIONS, self.decks, strict=True):
            deck.rng = streams.rng(f"{faction}_deck")

    def show(self) -> str:
        """The position in a few lines."""
        return show(self)

    def rate(self, seat: int, what: str, options: Sequence[Option]) -> list[int]:
        """How good each option is for ``seat``."""
        return players.rate(self, seat, options)

    def drain(self, pile: str, seat: int, what: str, options: Sequence[Option]) -> list[int]:
        """How fast each option empties ``pile``."""
        return players.drain(self, pile, seat, options)


@dataclass(frozen=True, slots=True)
class CouncilTable:
    """A table of 2 or 4 players (HC-META-01, X-HC-01), ready to deal."""

    frame: Frame
    rules: CouncilRules
    menu: CouncilMenu
    pools: tuple[tuple[int, ...], ...]
    hands: tuple[int, ...]
    arguments: tuple[int, ...]
    supporters: tuple[int, ...]

    def deal(self, streams: Streams, tally: Tally) -> CouncilMatch:
        """Shuffle both decks, deal each member its hand from that of its faction (HC-SETUP-10)."""
        rng, name = streams.rng("setup"), self.rules.cards.ids.__getitem__
        stacks = [list(pool) for pool in self.pools]
        for cards in stacks:
            rng.shuffle(cards, name)
        hands: list[list[int]] = [[] for _ in self.hands]
        for faction, cards in enumerate(stacks):
            for seat in range(faction, len(hands), len(FACTIONS)):
                for _ in range(min(self.hands[seat], len(cards))):
                    card = cards.pop()
                    tally.drew(card)
                    hands[seat].append(card)
        decks = [
            Deck(cards, streams.rng(f"{FACTIONS[faction]}_deck"), tally, faction, True, True, name)
            for faction, cards in enumerate(stacks)
        ]  # HC-SETUP-11
        match = CouncilMatch(
            self.menu, self.frame, decks, hands, list(self.arguments), list(self.supporters)
        )
        if self.rules.ruled.start_by_lot:  # HC-TURN-01, X-HC-15
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
    rules = _rules(game, opening, cards, ring, switches(read_rulings(CouncilRulings, rulings)))
    return CouncilTable(
        frame=_frame(game, configuration, opening, rules),
        rules=rules,
        menu=CouncilMenu(rules),
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
    game: Game, opening: Opening, cards: BoxCards, ring: Ring, ruled: CouncilSwitches
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
        choices=CouncilChoices(cards, ring.spaces, colours, arguments),
    )


def _origins(ring: Ring, ruled: CouncilSwitches) -> tuple[tuple[int, ...], ...]:
    """For each space where a converting piece may stand (HC-CONV-03, X-HC-04)."""
    spaces = tuple(range(1, ring.spaces + 1))
    if not ruled.must_touch:
        return ((), *(spaces for _ in spaces))
    circle = CouncilCircle(ring, 0, closed=ruled.closed)
    return ((), *((circle.before[space], circle.after[space]) for space in spaces))


def _deck_bound(table: CouncilTable, faction: int) -> Bound:
    """Can deck and discards of a faction hold too few cards for a draw (X-HC-05)?"""
    cards = len(table.pools[faction])
    held = sum(table.hands[faction :: len(FACTIONS)])
    name = f"{FACTIONS[faction]}_deck"
    if not table.rules.ruled.ponders_one:
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
