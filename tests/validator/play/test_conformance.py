"""Every game at every table: legal, conserved, ended, repeatable."""

from dataclasses import replace

import pytest
from matches import TurnStarts, play_game, shipped_table
from playtables import SCRIPTED, TABLES, sampled, seated, table_ids
from shippedgames import ROOT, catalogue

from validator.play.driver import ScriptPolicy, play_match, play_on
from validator.play.modules import find_module
from validator.play.replay import Narrator
from validator.play.rulings import resolve_rulings
from validator.rng import Streams

EVERY = [*TABLES, *SCRIPTED]
SAMPLE = sampled(EVERY)
GOLDEN = ROOT / "tests" / "golden"
RANDOM_GAMES = 3


def prepare(spot):
    game, configuration = seated(spot)
    if game.id in catalogue().games:
        return shipped_table(*spot)
    return find_module(game).prepare(game, configuration, resolve_rulings(game))


@pytest.mark.parametrize("spot", SAMPLE, ids=table_ids)
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_games_obey_the_referee_and_end(spot, policy):
    """Legal choices from ordered options, pieces conserved at each step, an end of its own."""
    table = prepare(spot)
    for index in range(RANDOM_GAMES if policy == "random" else 1):
        played = play_game(table, policy, index)
        assert played.outcome.finished, played.outcome.reason
        assert played.turns > 0


@pytest.mark.parametrize("spot", SAMPLE, ids=table_ids)
def test_a_record_replays_to_the_same_table(spot):
    table = prepare(spot)
    first = play_game(table)
    script = ScriptPolicy(first.choices)
    streams = Streams(1, table.frame.game, table.frame.table, 0)
    again = play_match(table, streams, [script] * len(table.frame.seats))
    assert script.at == len(first.choices)
    assert again.choices == first.choices
    assert standing(again) == standing(first)


@pytest.mark.parametrize("spot", SAMPLE, ids=table_ids)
def test_a_copy_from_the_start_of_any_turn_plays_on_to_the_same_end(spot):
    table, starts = prepare(spot), TurnStarts()
    first = play_game(table, referee=False, observers=[starts])
    assert starts.taken
    for match, _, done in starts.taken[:: max(1, len(starts.taken) // 12)]:
        script = ScriptPolicy(first.choices[done:])
        again = play_on(table.frame, match, [script] * len(table.frame.seats))
        assert script.at == len(script.choices)
        assert standing(again) == standing(first)


def standing(played):
    """All there is to tell of a finished game but its record."""
    tally = played.tally
    gauges = [(one.least, one.reach, one.first, one.reshuffles) for one in tally.gauges]
    table = played.match.show(), dict(played.match.census())
    return played.outcome, played.turns, table, tally.drawn, tally.played, gauges


@pytest.mark.parametrize(
    "spot", sampled([*TABLES, *SCRIPTED], quick=lambda spot: spot[0] != "henge"), ids=table_ids
)
def test_every_pile_can_be_drained_by_name(spot):
    """A drain leaves no more than random play does (to a third of the pile) in 80 turns."""
    table = prepare(spot)
    short = replace(table, frame=replace(table.frame, turn_cap=80))
    random = _least(short, "random")
    for at, pile in enumerate(table.frame.piles):
        assert _least(short, f"drain:{pile.id}")[at] <= random[at] + pile.size, pile.id


def _least(table, policy):
    """The fewest cards still to come from each pile, summed over three games."""
    sums = [0] * len(table.frame.piles)
    for index in range(3):
        gauges = play_game(table, policy, index, False).tally.gauges
        sums = [total + gauge.reach for total, gauge in zip(sums, gauges, strict=True)]
    return sums


@pytest.mark.parametrize("spot", SAMPLE, ids=table_ids)
def test_frames_name_what_the_data_declares(spot):
    """Piles are those of game.yaml, cards those of the sets, seats those of the table."""
    game, configuration = seated(spot)
    frame = prepare(spot).frame
    assert frame.game == game.id
    assert frame.table == f"{configuration.players}+{configuration.bots}"
    assert len(frame.seats) == configuration.total
    assert len(frame.bots) == configuration.bots
    assert {pile.id for pile in frame.piles} <= {pile.id for pile in game.piles}
    known = {component.id for component in game.components()}
    assert set(frame.cards) <= known


@pytest.mark.parametrize("spot", SAMPLE, ids=table_ids)
def test_the_golden_game_is_played_as_ever(spot):
    """A change of rules shows here as a readable difference; see tests/golden/README.md."""
    story = golden_story(spot)
    assert story == golden_file(spot).read_text(encoding="utf-8")


def test_no_golden_game_is_missing_or_left_over():
    files = set(GOLDEN.glob("*/*.txt"))
    assert files == {golden_file(spot) for spot in EVERY}


def golden_file(spot):
    game, players, bots = spot
    return GOLDEN / game / f"{players}+{bots}.txt"


def golden_story(spot):
    """The first random game of seed 1, with the position at the start and at the end."""
    table = prepare(spot)
    narrator = Narrator(table.frame, positions=False)
    play_game(table, referee=False, observers=[narrator])
    return "\n".join(narrator.lines) + "\n"


if __name__ == "__main__":
    for spot in EVERY:
        golden_file(spot).parent.mkdir(parents=True, exist_ok=True)
        golden_file(spot).write_text(golden_story(spot), encoding="utf-8")
