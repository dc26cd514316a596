"""Parts of the search: memory, tables dealt anew, and sequential halving."""

from collections import Counter

import pytest
from searchtables import NAMES, OPEN, jumble, table, turn_starts

from validator.catalogue.seats import component_id
from validator.play.imagined import WHOLE, Branch, ImaginedGame, grow, most_promising
from validator.play.observers import Unseen, deal_anew
from validator.play.rules import Outcome
from validator.play.search import SeatMemory, search
from validator.rng import Rng, Streams


class Table:
    """A deck, two piles face down and an open row."""

    def __init__(self):
        self.deck = [1, 2, 3, 4]
        self.pile = [5]
        self.row = [6, 7, 7]

    def unseen(self, seat):
        return [Unseen({"deck": self.deck}), Unseen({"pile": self.pile})]


@pytest.fixture
def watched():
    table = Table()
    return table, SeatMemory(0, table)


def knows(table, memory):
    memory.look(table)
    return dict(memory.knows())


def test_a_card_that_was_seen_to_go_there_is_known_until_it_comes_out(watched):
    table, memory = watched
    assert knows(table, memory) == {}  # of what lay there at first
    table.pile.append(table.row.pop(0))
    assert knows(table, memory) == {"pile": Counter([6])}
    table.row.append(table.pile.pop(0))
    assert knows(table, memory) == {"pile": Counter([6])}
    table.row.append(table.pile.pop())
    assert knows(table, memory) == {}


def test_copies_are_counted(watched):
    table, memory = watched
    for count in (1, 2):
        table.pile.append(7)
        table.row.remove(7)
        assert knows(table, memory) == {"pile": Counter({7: count})}
    table.pile.remove(7)
    table.row.append(7)
    assert knows(table, memory) == {"pile": Counter([7])}


def test_when_any_card_may_have_gone_elsewhere_unseen_nothing_is_known_of_where_it_lay(watched):
    table, memory = watched
    table.pile.append(table.row.pop(0))
    assert knows(table, memory) == {"pile": Counter([6])}
    table.row.append(table.deck.pop())
    assert knows(table, memory) == {"pile": Counter([6])}  # it lies elsewhere, and stays known
    table.deck.append(table.pile.pop(0))
    assert knows(table, memory) == {}


def test_what_is_known_now_is_kept_apart_from_what_will_be(watched):
    table, memory = watched
    table.pile.append(table.row.pop(0))
    memory.look(table)
    now = memory.knows()
    table.row.append(table.pile.pop())
    assert knows(table, memory) == {}
    assert dict(now) == {"pile": Counter([6])}


# --- what is dealt anew is what a seat cannot see, and nothing of it shows what was there --------
def zones(match):
    return {zone: list(pieces) for zone, pieces in match.census().items()}


def _stock(found):
    return Counter(piece for pieces in found.values() for piece in pieces)


def dealt(match, seat, luck=1):
    """The table after dealing anew on a copy."""
    copied = match.copy()
    deal_anew(copied, seat, {}, Streams(luck, "imagined", "", 0))
    return zones(copied)


@pytest.mark.parametrize("name", NAMES)
def test_a_seat_knows_as_much_of_what_is_dealt_anew_as_of_what_was(name):
    """All it sees stays, as much lies in each zone, and what comes of it tells nothing."""
    moved = 0
    for match in turn_starts(name, 5):
        for seat in range(min(2, len(table(name)[0].frame.seats))):
            named = {zone for unseen in match.unseen(seat) for zone in unseen.zones}
            before, after = zones(match), dealt(match, seat)
            for zone in before:
                assert len(after[zone]) == len(before[zone])
                assert zone in named or after[zone] == before[zone]
            assert _stock(after) == _stock(before)
            moved += after != before
            other = match.copy()
            jumble(other, seat, {}, {})
            assert dealt(other, seat) == after
    assert bool(moved) is (name not in OPEN)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_unseen_is_what_the_set_up_says_that_a_seat_does_not_see(name):
    """Zones with cards: the two ways by which it is known who sees what agree."""
    ready, sight = table(name)
    cards = set(ready.frame.cards)

    def holds_cards(pieces):
        ids = (ready.frame.cards[p] if isinstance(p, int) else component_id(p) for p in pieces)
        return any(one in cards for one in ids)

    for match in turn_starts(name, 5):
        for seat in range(min(2, len(ready.frame.seats))):
            named = {zone for unseen in match.unseen(seat) for zone in unseen.zones}
            for zone, pieces in zones(match).items():
                if zone != "box" and holds_cards(pieces):
                    assert (zone in named) is not sight.sees(seat, zone), zone


@pytest.mark.parametrize("name", [name for name in NAMES if name not in OPEN])
def test_other_luck_deals_otherwise(name):
    starts = turn_starts(name, 5)
    assert any(dealt(match, 0, 1) != dealt(match, 0, 2) for match in starts)


class _Hands:
    """Two hands and a deck of cards of two kinds: odd and even ones."""

    def __init__(self):
        self.hands = {"deck": list(range(8)), "seat2.hand": [8, 10, 11]}

    def unseen(self, seat):
        return [Unseen(self.hands, [card % 2 for card in range(12)])]

    def renew_luck(self, streams):
        pass


def test_kinds_keep_their_places_and_known_cards_their_zone():
    seen = set()
    for luck in range(40):
        match = _Hands()
        known = {"seat2.hand": Counter([8])}
        deal_anew(match, 0, known, Streams(luck, "imagined", "", 0))
        assert [card % 2 for card in match.hands["deck"]] == [0, 1] * 4
        assert [card % 2 for card in match.hands["seat2.hand"]] == [0, 0, 1]
        assert 8 in match.hands["seat2.hand"]
        assert sorted(match.hands["deck"] + match.hands["seat2.hand"]) == [*range(8), 8, 10, 11]
        seen.add(tuple(match.hands["seat2.hand"]))
    assert len(seen) > 20


# --- sequential halving by itself: what it takes, how much it tries, and on what evidence --------
def searched(rated, games, attempt):
    return search(rated, games, attempt, Rng(1, 2, 3))


class Bandit:
    """Options that win as often as they are worth, in percent; the same luck for all of them."""

    def __init__(self, *percent):
        self.percent = percent
        self.luck = Rng(4, 5, 6)
        self.thrown = {}
        self.tried = []

    def __call__(self, option, game):
        self.tried.append(option)
        thrown = self.thrown.setdefault(game, self.luck.below(100))
        return ImaginedGame(WHOLE if thrown < self.percent[option] else 0, 0)


@pytest.mark.parametrize("best", range(6))
def test_the_best_of_several_is_found(best):
    bandit = Bandit(*[90 if option == best else 30 for option in range(6)])
    assert searched([0] * 6, 120, bandit) == best


def test_about_as_many_games_are_imagined_as_were_asked_for():
    for options in (2, 3, 5, 8, 13):
        for budget in (24, 60, 100, 500):
            bandit = Bandit(*[50] * options)
            searched([0] * options, budget, bandit)
            assert budget * 2 // 5 <= len(bandit.tried) <= budget + 4 * options
            assert set(bandit.tried) <= set(range(options))


def test_a_small_budget_goes_to_the_options_that_look_best():
    assert searched([3, 1], 1, Bandit(50, 50)) == 0  # one imagined game is enough to decide
    bandit = Bandit(*[50] * 40)
    searched([option // 10 for option in range(40)], 24, bandit)
    assert set(bandit.tried) <= set(range(30, 40))
    assert len(set(bandit.tried)) == 6


@pytest.mark.parametrize(
    ("rated", "lead", "taken"),
    [
        ([1, 0], lambda option, game: option and not game, 0),
        ([0, 0], lambda option, game: option and not game, 1),
        ([1, 0], lambda option, game: option, 1),
    ],
)
def test_what_looks_best_is_given_up_only_beyond_doubt(rated, lead, taken):
    """Of three games one went better and none worse, which is no more than its error."""

    def attempt(option, game):
        return ImaginedGame(0, int(lead(option, game)))

    assert searched(rated, 6, attempt) == taken


@pytest.mark.parametrize(("lead", "taken"), [(25, 0), (50, 1)])
def test_a_win_and_the_lead_weigh_alike(lead, taken):
    """A win is worth the usual lead, so that neither drowns the other."""

    def attempt(option, game):
        return (ImaginedGame(WHOLE, 10), ImaginedGame(0, lead))[option]

    assert searched([0, 0], 20, attempt) == taken


def test_an_option_that_is_clearly_worse_is_tried_no_more():
    bandit = Bandit(100, 0, 0, 0)
    assert searched([0] * 4, 400, bandit) == 0
    assert len(bandit.tried) == 4 * 8
    bandit = Bandit(0, 100)
    assert searched([1, 0], 400, bandit) == 1
    assert len(bandit.tried) == 2 * 8


def test_beside_a_player_who_is_trusted_few_are_tried_and_only_those_soon_ahead():
    alike, better = Bandit(*[50] * 10), Bandit(30, 30, 90, *[30] * 7)
    rated = range(9, -1, -1)
    assert search(rated, 64, alike, Rng(1, 2, 3), trusts=True) == 0
    assert Counter(alike.tried) == dict.fromkeys(range(4), 8)
    assert search(rated, 64, better, Rng(1, 2, 3), trusts=True) == 2
    assert set(better.tried) == {0, 1, 2, 3}


# --- the tree: what did well is tried again, by each seat for itself -----------------------------
@pytest.mark.parametrize(
    ("wins", "promising"),
    [
        ({"left": [0], "right": [1]}, "right"),
        ({"left": [0], "right": [1] * 60}, "left"),  # it was hardly tried
        ({"left": [1, 0, 0], "right": [0, 1, 1]}, "right"),
    ],
)
def test_of_what_was_tried_that_promises_most_which_did_well_or_was_seldom_tried(wins, promising):
    branches = {"left": Branch(), "right": Branch()}
    for option, games in wins.items():
        for won in games:
            grow([(0, branches[option])], Outcome((1 - won,), (0, 0), "over"))
    assert most_promising(branches) == promising


def test_each_seat_has_its_own_share_of_what_came_of_it():
    mine, other = Branch(), Branch()
    grow([(0, mine), (1, other)], Outcome((1,), (3, 7), "over"))
    assert ((mine.tries, mine.win), (other.tries, other.win)) == ((1, 0), (1, WHOLE))
