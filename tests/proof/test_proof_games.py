"""Whole games of our own, written in data alone: they end, and what their rules say comes about."""

from pathlib import Path
from shutil import copytree

import pytest
import yaml
from matches import Watching, play_game, table_of

from validator.catalogue.load import load
from validator.play.driver import RandomPolicy, play_match
from validator.play.observers import Referee
from validator.play.search import SearchPolicy
from validator.rng import Streams
from validator.run import check

ROOT = Path(__file__).parent
GAMES = load(ROOT)[0].games
LAST = {"heron_marsh": 10, "narrow_gauge": 12, "saltmarsh": 16}
"""Turns of each seat before it begins to search, which takes long."""


class LateSearch(SearchPolicy):
    """Plays at random, and searches in the last turns of a game."""

    def pick(self, match, seat, what, options):
        if match.tally.turn > LAST[self.frame.game] * len(self.frame.seats):
            return super().pick(match, seat, what, options)
        return RandomPolicy(self.streams.rng(f"random-{self.count}")).pick(
            match, seat, what, options
        )


class Wishes(Watching):
    """Takes the first option that is wished for, else the first; keeps what was offered."""

    def __init__(self, *wishes):
        self.wishes = wishes
        self.offered = []

    def pick(self, match, seat, what, options):
        said = [option.say() for option in options]
        return next((at for at, one in enumerate(said) if one in self.wishes), 0)

    def step(self, match, seat, what, options, index):
        self.offered.append((seat + 1, {option.say() for option in options}))


TURN = {"when": "turns == 1", "after": "turn"}


def stand(root, name, begin, wishes=(), players=2, ends=TURN):
    """A game from a position on; what was offered to whom, and the game that was played."""
    folder = root / "components" / name
    copytree(ROOT / "components" / name, folder)
    play = yaml.safe_load((folder / "play.yaml").read_text(encoding="utf-8"))
    play["begin"] = yaml.safe_load(begin)
    play["ends"] = [ends] if ends else play["ends"]
    (folder / "play.yaml").write_text(yaml.safe_dump(play, sort_keys=False), encoding="utf-8")
    catalogue, findings = load(root)
    assert not findings, findings
    table = table_of(catalogue.games[name], players)
    policy = Wishes(*wishes)
    luck = Streams(1, table.frame.game, table.frame.table, 0)
    played = play_match(table, luck, [policy] * players, [Referee(table.frame), policy])
    assert played.outcome.finished, played.outcome.reason
    return policy.offered, played


def held(played, zone, seat=0):
    """The ids of the pieces in a zone, in order."""
    tables = played.match.program.tables
    places = tables.zones[zone].of(seat)
    return sorted(tables.pieces[one].id for place in places for one in played.match.z[place])


def test_they_are_without_a_finding():
    assert not check(ROOT, extra=())


@pytest.mark.parametrize(
    "players", [2, *(pytest.param(many, marks=pytest.mark.heavy) for many in (3, 4))]
)
@pytest.mark.parametrize("name", GAMES)
def test_they_end_at_every_table(name, players):
    table = table_of(GAMES[name], players)
    for index in range(3):
        assert play_game(table, "random", index).outcome.finished
    assert play_game(table, "greedy").outcome.finished
    streams = Streams(1, name, table.frame.table, 0)
    searching = LateSearch(0, 2, streams)
    others = [RandomPolicy(streams.rng(f"seat-{seat}")) for seat in range(1, players)]
    assert play_match(table, streams, [searching, *others], [Referee(table.frame)]).outcome.finished


@pytest.mark.heavy
@pytest.mark.parametrize("name", GAMES)
def test_who_looks_ahead_beats_who_does_not(name):
    table = table_of(GAMES[name], 2)
    wins = [0 in play_game(table, "greedy,random", index).outcome.winners for index in range(6)]
    assert sum(wins) >= 5


EMPTY = """
- {do: move, from: seat.hand, to: deck, each: seats}
- {do: move, from: seat.tickets, to: tickets, each: seats}
- {do: move, from: market, to: deck}
"""
RAILS = (
    EMPTY
    + """
- {do: move, from: deck, where: colour == red, count: 2, to: "seats[1].hand"}
- {do: move, from: deck, where: colour == white, count: 1, to: "seats[1].hand"}
- {do: move, from: "seats[1].wagons", count: 1, to: "map['Ash-Birk']"}
"""
)


@pytest.mark.parametrize(
    ("way", "cards"),
    [
        ("Ash-Clun", {"2 x Red rails", "Engine, Red rails"}),
        ("Elm-Fen", {"Red rails", "Engine"}),
        ("Dale-Ives", {"Engine, 2 x Red rails"}),
        ("Fen-Gorse", set()),
        ("Ash-Birk", set()),
    ],
    ids=["its colour", "grey, any colour", "grey, one colour", "another colour", "built before"],
)
def test_a_way_is_built_with_cards_of_its_colour_and_engines(tmp_path, way, cards):
    offered, _ = stand(tmp_path, "narrow_gauge", RAILS)
    words = f"builds {way} with "
    assert {one.removeprefix(words) for one in offered[0][1] if one.startswith(words)} == cards


MARKET = """
- {do: move, from: deck, where: colour == white, count: 1, to: market}
- {do: move, from: deck, where: colour == red, count: 4, to: market}
"""


@pytest.mark.parametrize(
    ("taken", "then"), [("takes Engine", None), ("takes Red rails", False), ("draws a card", False)]
)
def test_an_engine_of_the_market_is_as_good_as_two_cards(tmp_path, taken, then):
    offered, played = stand(tmp_path, "narrow_gauge", EMPTY + MARKET, [taken])
    engine = ["takes Engine" in said for _, said in offered]
    assert engine == ([True] if then is None else [True, then])
    assert len(held(played, "seat.hand")) == len(engine)


BUILT = """
- {{do: move, from: tickets, where: start == Ash and goal == Fen, to: "seats[1].tickets"}}
- {{do: move, from: "seats[1].wagons", count: 1, to: "map['Ash-Birk']"}}
- {{do: move, from: "seats[1].wagons", count: 1, to: "map['Elm-Fen']"}}
- {{do: move, from: "seats[{owner}].wagons", count: 3, to: "map['Birk-Elm']"}}
"""


@pytest.mark.parametrize(("owner", "points"), [(1, 7), (2, -7)])
def test_a_ticket_is_won_by_a_line_of_ones_own(tmp_path, owner, points):
    _, played = stand(tmp_path, "narrow_gauge", EMPTY + BUILT.format(owner=owner))
    assert held(played, "seat.tickets") == ["ash-fen"]
    assert played.outcome.scores[0] == points


def test_when_wagons_run_out_everybody_has_one_more_turn(tmp_path):
    begin = RAILS + '- {do: return, from: "seats[1].wagons", count: 12}'
    last = ["builds Elm-Fen with Red rails"]
    _, played = stand(tmp_path, "narrow_gauge", begin, last, players=3, ends=None)
    assert (played.outcome.reason, played.turns) == ("the wagons run out", 1 + 2 + 1)


# nobody has a card, so that the season passes
STILL = "- {do: return, from: [seat.hand, deck], each: seats}\n"
HERONS = '- {{do: move, from: "seats[{}].herons", count: {}, to: "marsh[Eider]"}}\n'


@pytest.mark.parametrize(
    ("herons", "points"),
    [
        ((2, 1, 0), (7, 4, 0)),
        ((0, 3, 0), (0, 7, 0)),
        ((2, 2, 1), (5, 5, 0)),
        ((1, 3, 1), (2, 7, 2)),
        ((2, 2, 2), (3, 3, 3)),
    ],
)
def test_most_and_second_most_herons_bring_points_and_equals_share(tmp_path, herons, points):
    begin = STILL + "".join(HERONS.format(at, count) for at, count in enumerate(herons, 1))
    season = {"when": "round == 1", "after": "round"}
    _, played = stand(tmp_path, "heron_marsh", begin, players=3, ends=season)
    assert played.outcome.scores == points


def test_who_has_more_herons_on_an_island_chases_one(tmp_path):
    begin = "".join(HERONS.format(at, count) for at, count in ((1, 2), (2, 1), (3, 2)))
    begin += """
- {do: move, from: seat.hand, to: deck, each: seats}
- {do: move, from: deck, where: kind == chase, count: 1, to: "seats[1].hand"}
"""
    chase = "chases blue from Eider with Quarrel"
    offered, played = stand(tmp_path, "heron_marsh", begin, [chase], players=3)
    assert offered[0][1] == {chase, "adds one to Eider for Quarrel"}
    assert [len(held(played, "seat.herons", seat)) for seat in range(3)] == [13, 15, 13]


@pytest.mark.parametrize(("rich", "first"), [(1, 2), (2, 1)])
def test_who_has_fewest_points_begins_the_next_season(tmp_path, rich, first):
    begin = f'[{{do: set, what: "seats[{rich}].points", to: 200}}]'
    seasons = {"when": "round == 2", "after": "round"}
    offered, _ = stand(tmp_path, "heron_marsh", begin, ends=seasons)
    assert offered[8][0] == first


def test_a_place_takes_as_many_hands_as_it_has_room(tmp_path):
    begin = """
- {do: move, from: "seats[2].hands", count: 1, to: "village[pans]"}
- {do: move, from: "seats[2].hands", count: 1, to: "village[pit]"}
"""
    offered, _ = stand(tmp_path, "saltmarsh", begin)
    assert {f"gathers at {one}" for one in ("pit", "shore", "forest")} < offered[0][1]
    assert "gathers at pans" not in offered[0][1]


def test_a_building_costs_goods_by_kind_and_coins_with_change(tmp_path):
    begin = """
- {do: move, from: "seats[1].purse", to: bank}
- {do: move, from: bank, where: value == 5, count: 1, to: "seats[1].purse"}
- {do: move, from: store, where: kind == wood, count: 1, to: "seats[1].goods"}
- {do: move, from: store, where: kind == clay, count: 1, to: "seats[1].goods"}
- {do: move, from: store, where: kind == salt, count: 1, to: "seats[1].goods"}
- {do: move, from: offer, to: plans}
- {do: move, from: plans, where: "name in ['Smokehouse', 'Guildhall', 'Manor']", to: offer}
"""
    offered, played = stand(tmp_path, "saltmarsh", begin, ["builds Smokehouse"])
    assert {one for one in offered[0][1] if "builds" in one} == {"builds Smokehouse"}
    assert held(played, "seat.purse") == ["coin-1"] * 3
    assert (held(played, "seat.goods"), held(played, "seat.built")) == ([], ["smokehouse"])


@pytest.mark.parametrize(("wishes", "first"), [(["goes to the inn"], 1), ([], 2)])
def test_who_was_at_the_inn_begins_the_next_year_or_else_the_next_seat(tmp_path, wishes, first):
    years = {"when": "round == 2", "after": "round"}
    offered, _ = stand(tmp_path, "saltmarsh", "[]", wishes, ends=years)
    assert offered[6][0] == first


def test_in_spring_hands_come_home_and_buildings_yield(tmp_path):
    begin = """
- {do: move, from: [plans, offer], where: "name in ['Kiln', 'Stall']", to: "seats[2].built"}
"""
    year = {"when": "round == 1", "after": "round"}
    wishes = [f"gathers at {place}" for place in ("forest", "clearing", "shore")]
    _, played = stand(tmp_path, "saltmarsh", begin, wishes, ends=year)
    assert [len(held(played, "seat.hands", seat)) for seat in range(2)] == [3, 3]
    assert held(played, "seat.goods", 1).count("clay") == 2
    assert held(played, "seat.purse", 1) == ["coin-1"] * 5
