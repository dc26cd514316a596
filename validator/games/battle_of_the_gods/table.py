"""Battle of the Gods: a table made ready, its games from first turn to last, and its players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from validator.catalogue.model import Configuration, Game
from validator.games.battle_of_the_gods.actions import (
    DRAW_PILE,
    FOLLOWER,
    FOLLOWERS,
    FREE,
    GOD,
    BattleDiscard,
    BattleRules,
    BattleState,
    Discards,
    Place,
    Smite,
    Strike,
    actions,
    clan_points,
    clans,
)
from validator.games.battle_of_the_gods.players import rate
from validator.games.battle_of_the_gods.rulings import (
    BattleRulings,
    BattleTie,
    EmptyDiscard,
    Exhausted,
    Kills,
)
from validator.games.stonehenge import Ring, Saying, deal_hands, open_table, read_cards, read_ring
from validator.play.match import Deck, Tally
from validator.play.observers import Unseen
from validator.play.rules import Ask, Bound, Frame, Option, Outcome, PileSpec, SupplySpec
from validator.play.rulings import read_rulings
from validator.rng import Streams


class BattleMatch(BattleState):
    """The course of a game, and what others see of it."""

    def copy(self) -> BattleMatch:
        """The same game, to be played on apart."""
        deck = self.deck.copy(self.deck.rng.copy(), self.tally.copy())
        hands = [hand.copy() for hand in self.hands]
        other = BattleMatch(self.rules, self.frame, deck, hands, self.left.copy())
        other.owner = self.owner.copy()
        other.soft = self.soft.copy()
        other.god_at = self.god_at.copy()
        other.fallen = self.fallen.copy()
        other.kills = self.kills.copy()
        other.short, other.seat = self.short, self.seat
        other.final, other.reason, other.cause = self.final, self.reason, self.cause
        return other

    # --- the course of the game -------------------------------------------------------

    def play(self, ask: Ask) -> Outcome:
        """Clockwise turns until the end is caused, then one last turn each (BG-SETUP-05)."""
        while self.seat >= 0:
            seat = self.seat
            ask.turn(seat)
            self.take_turn(ask, seat)
            self.end_turn(ask, seat)
        scores = self.scores()
        return Outcome(self.winners(scores), tuple(scores), self.reason)

    def take_turn(self, ask: Ask, seat: int) -> None:
        """One action (BG-ACT-01 to BG-ACT-08), then the hand is filled again (BG-ACT-12)."""
        ask.choose(seat, "action", actions(self, seat)).carry_out(self, ask, seat)
        self.refill(seat)

    def end_turn(self, ask: Ask, seat: int) -> None:
        """Pass the turn on; has this one caused the end, so that all have one last turn?"""
        if not self.final:
            self.reason = self.cause_of_end(seat)
            if self.reason:
                self.final = True
                self.cause = seat
                ask.tell(seat, "end", Saying(f"{self.reason}, the last round begins"))
        elif seat == self.cause:  # BG-END-04: the player who caused the end is last
            self.seat = -1
            return
        self.seat = (seat + 1) % len(self.hands)

    def cause_of_end(self, seat: int) -> str:
        """What has ended the game on the turn of ``seat``, or an empty text."""
        by_last_card = self.rules.ruled.exhausted is Exhausted.LAST_CARD
        if not self.deck.cards if by_last_card else self.short:
            return "draw pile exhausted"  # BG-END-01, X-BG-04; never reshuffled (BG-END-06)
        if self.left[seat] == 0:
            return "last follower placed"  # BG-END-02
        return "" if FREE in self.owner else "all spaces claimed"  # BG-END-03

    # --- points -----------------------------------------------------------------------

    def scores(self) -> list[int]:
        """A point for each piece on the board, those of clans and, by X-BG-02, of eliminations.

        BG-SCORE-01; BG-META-02, BG-SCORE-03.
        """
        kills_score = self.rules.ruled.kills is Kills.ELIMINATIONS
        return [
            self.owner.count(seat)
            + sum(clan_points(clan.size) for clan in clans(self, seat))
            + kills_score * self.kills[seat]
            for seat in range(len(self.hands))
        ]

    def account(self) -> list[str]:
        """The points of each seat, item by item."""
        lines: list[str] = []
        for seat, (name, total) in enumerate(zip(self.frame.seats, self.scores(), strict=True)):
            lines.append(f"{name}: pieces on the board: {self.owner.count(seat)}")
            for clan in clans(self, seat):
                lines.append(f"{name}: {clan.say()}: {clan_points(clan.size)}")
            if self.rules.ruled.kills is Kills.ELIMINATIONS:
                lines.append(f"{name}: eliminated followers: {self.kills[seat]}")
            lines.append(f"{name}: {total} in all")
        return lines

    def winners(self, points: Sequence[int]) -> tuple[int, ...]:
        """Most points win (BG-SCORE-04); ties by ruling X-BG-05 (BG-SCORE-05)."""
        first = [seat for seat, score in enumerate(points) if score == max(points)]
        if self.rules.ruled.tie is BattleTie.LARGEST_CLAN:
            sizes = [max((clan.size for clan in clans(self, seat)), default=0) for seat in first]
            first = [seat for seat, size in zip(first, sizes, strict=True) if size == max(sizes)]
        return tuple(first)

    # --- what others see --------------------------------------------------------------

    def levels(self) -> list[int]:
        """Cards of the draw pile; followers of the seat that has fewest."""
        return [len(self.deck.cards), min(self.left)]

    def used(self) -> list[int]:
        """Most followers that one player has placed."""
        return [self.frame.supplies[0].box - min(self.left)]

    def census(self) -> dict[str, list[str]]:
        """Every zone with its pieces; followers of both kinds are equal (BG-COMP-01)."""
        ids_of, seats = self.rules.cards.ids_of, self.frame.seats
        zones = {
            "draw_pile": ids_of(self.deck.cards),
            "discard": ids_of(self.deck.discards),
            "box": [],
        }
        for seat, colour in enumerate(seats):
            name = f"seat{seat + 1}"
            zones[f"{name}.hand"] = ids_of(self.hands[seat])
            zones[f"{name}.followers"] = [f"follower-{colour}"] * self.left[seat]
            zones[f"{name}.god"] = [] if self.god_at[seat] else [f"figure-{colour}"]
            zones["box"] += [f"follower-{colour}"] * self.fallen[seat]
        for space, seat in enumerate(self.owner):
            if seat >= 0:
                kind = "figure" if self.god_at[seat] == space else "follower"
                zones[f"space.{space}"] = [f"{kind}-{seats[seat]}"]
        return zones

    def unseen(self, seat: int) -> list[Unseen]:
        """The draw pile, the discards (BG-SETUP-04), the hands of the others."""
        hands = {f"seat{at + 1}.hand": hand for at, hand in enumerate(self.hands) if at != seat}
        return [Unseen({"draw_pile": self.deck.cards, "discard": self.deck.discards, **hands})]

    def renew_luck(self, streams: Streams) -> None:
        """There is none: the draw pile is never shuffled again (BG-END-06)."""

    def show(self) -> str:
        """Ring, hands and scores: a letter for a follower, a capital for a god."""
        ring = ""
        for space, seat in enumerate(self.owner[1:], 1):
            letter = self.frame.seats[seat][0] if seat >= 0 else "."
            ring += letter.upper() if seat >= 0 and self.god_at[seat] == space else letter
        lines = [f"ring {ring}  draw pile {len(self.deck.cards)}"]
        for seat, (colour, points) in enumerate(zip(self.frame.seats, self.scores(), strict=True)):
            hand = self.rules.cards.say(self.hands[seat])
            lines.append(f"{colour}: {points} points, {self.left[seat]} left, hand {hand}")
        if self.final:
            name = self.frame.seats[self.cause]
            lines.append(f"last round: {self.reason} by {name}, who is last")
        return "\n".join(lines)

    def rate(self, seat: int, what: str, options: Sequence[Option]) -> list[int]:
        """How good each option is for ``seat``."""
        return rate(self, seat, what, options)

    def drain(self, pile: str, seat: int, what: str, options: Sequence[Option]) -> list[int]:
        """How many cards, or followers of the seat, an option uses up.

        To place followers, the draw pile must last.
        """
        found = []
        for option in options:
            match option:
                case Place() | Strike():
                    followers = isinstance(option, Strike) or option.piece == FOLLOWER
                    uses = (1, int(followers))
                case Smite():
                    uses = (2, 0)
                case BattleDiscard():
                    uses = (len(self.hands[seat]), 0)
                case Discards(cards=cards):
                    uses = (len(cards), -len(cards))
                case _:
                    uses = (0, 0)
            found.append(uses[self.frame.piles[FOLLOWERS].id == pile])
        return found


@dataclass(frozen=True, slots=True)
class BattleTable:
    """A table of 2 to 4 gods (BG-META-01), ready to deal."""

    frame: Frame
    rules: BattleRules
    pool: tuple[int, ...]
    followers: tuple[int, ...]

    def deal(self, streams: Streams, tally: Tally) -> BattleMatch:
        """Shuffle, deal each seat its hand; the rest is the draw pile (BG-SETUP-02, -03)."""
        rng = streams.rng("draw_pile")
        cards = list(self.pool)
        rng.shuffle(cards, self.rules.cards.ids.__getitem__)
        hands = deal_hands(cards, [self.rules.hand] * len(self.frame.seats), tally)
        deck = Deck(cards, rng, tally, DRAW_PILE)
        return BattleMatch(self.rules, self.frame, deck, hands, list(self.followers))

    def bounds(self) -> tuple[Bound, ...]:
        """The worst case of the draw pile, and of one player's followers (X-BG-03).

        Can one player place every follower before the draw pile ends the game?
        """
        pile, followers = (self.frame.piles[at].size for at in (DRAW_PILE, FOLLOWERS))
        hand, seats = self.rules.hand, len(self.frame.seats)
        turns = -(-pile // max(hand, 1))
        drained = f"{pile} cards, a hand of {hand} discarded every turn: empty after {turns} turns"
        most = -(-pile // seats) + 1
        why = (
            f"the first seat places its follower {followers} on turn {(followers - 1) * seats + 1}"
            f"; {pile} cards last at most {pile} turns, so one player has at most {most} turns "
            "with the last one"
        )
        may_wait = self.rules.ruled.empty_discard is EmptyDiscard.ZERO_ALLOWED
        if may_wait:
            why = "a discard of no card draws none, so the draw pile need not end the game"
        return (
            Bound("draw_pile", pile > 0, drained),
            Bound("followers", may_wait or most >= followers, why),
        )


def prepare(game: Game, configuration: Configuration, rulings: Mapping[str, str]) -> BattleTable:
    """Read the cards, the ring and the set-up of this table from the catalogue."""
    cards = read_cards(game)
    ring = read_ring(game)
    opening = open_table(game, configuration, rulings)
    followers = opening.counts("followers")
    sizes = {DRAW_PILE: opening.count("draw_pile"), FOLLOWERS: min(followers)}
    frame = Frame(
        game=game.id,
        table=f"{configuration.players}+0",
        seats=opening.colours,
        piles=tuple(PileSpec(pile.id, sizes[at]) for at, pile in enumerate(game.piles)),
        supplies=(SupplySpec("followers of one player", max(followers), game.piles[FOLLOWERS].id),),
        cards=cards.ids,
        names=cards.names,
        turn_cap=1000,
    )
    by_card = list(zip(range(len(cards.ids)), cards.number, cards.names, strict=True))
    placing = [[Place(*one, piece) for one in by_card] for piece in (FOLLOWER, GOD)]
    rules = BattleRules(
        cards=cards,
        ring=ring,
        hand=max(opening.counts("hand")),
        reach=tuple(reach(ring, space) for space in range(ring.spaces + 1)),
        ruled=read_rulings(BattleRulings, rulings),
        places={
            (True, True): [[*both] for both in zip(*placing, strict=True)],
            (True, False): [[one] for one in placing[0]],
            (False, True): [[one] for one in placing[1]],
            (False, False): [[] for _ in by_card],
        },
        strikes=[Strike(*one) for one in by_card],
    )
    return BattleTable(frame, rules, opening.pool(cards, "draw_pile"), followers)


def reach(ring: Ring, base: int) -> tuple[int, ...]:
    """Spaces that a strike from ``base`` reaches: the quadrants opposite its own.

    BG-DEF-02 to BG-DEF-04; a base on a fold has two quadrants and reaches two
    (BG-ACT-05), and is reached from both (BG-ACT-06).
    """
    half = len(ring.quadrants) // 2
    found: list[int] = []
    for at, (first, last) in enumerate(ring.quadrants):
        if first <= base <= last:
            low, high = ring.quadrants[(at + half) % len(ring.quadrants)]
            found += [space for space in range(low, high + 1) if space not in found]
    return tuple(sorted(found))
