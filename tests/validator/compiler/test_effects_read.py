"""What effects say, read by formulas, counted by numbers and fields, and passed over."""

from test_words_of_play import memory, played

from validator.play.match import NOTHING, Switch

CARDS = [
    {
        "id": "low",
        "name": "Low",
        "suit": "hearts",
        "rank": 1,
        "copies": 8,
        "effects": [
            {"do": "gain", "what": "coin", "amount": 2},
            {"do": "score", "what": "point", "amount": 3, "when": {"of": "held", "at_least": 2}},
        ],
    },
    {
        "id": "high",
        "name": "High",
        "suit": "spades",
        "rank": 5,
        "copies": 8,
        "effects": [
            {
                "do": "score",
                "what": "point",
                "amount": 1,
                "per": {"of": "held", "where": {"worth": 1}},
            },
            {"do": "gain", "what": "coin", "amount": 9},
        ],
    },
]
TERMS = """
terms:
  coin: {one: coin, many: coins}
  point: {one: point, many: points}
  held: {one: card, many: cards}
  worth-1: {one: low, many: low}
"""
PLAY = """
remember: {seat.points: 0 to 99, seat.coins: 0 to 99, table.said: 0 to 99, table.scored: 0 to 99}
effects:
  - {do: gain, what: coin, can: card.rank < 5,
     then: [{do: add, what: seat.coins, amount: effect.amount}]}
  - {do: score, then: [{do: add, what: seat.points, amount: effect.amount}]}
counts:
  held: {of: seat.hand, where: rank < 5, fields: {worth: "numbers(1, rank)"}}
turn:
  - {do: set, what: table.said, to: "sum(seat.hand, said(it, gain, what=coin))"}
  - {do: set, what: table.scored, to: "sum(seat.hand, scored(it, point))"}
  - {do: each, of: seat.hand, as: one, then: [{do: effects, of: one}]}
ends: [{when: turns == 1, after: turn}]
score: seat.points
"""


def test_what_effects_say_is_read_and_what_cannot_be_done_is_passed_over(tmp_path):
    game, _ = played(tmp_path, PLAY, game=TERMS, components=CARDS)
    tables, z = game.match.program.tables, game.match.z
    ids = [tables.pieces[one].id for one in z[tables.zone_at["seat1.hand"]]]
    low, high = ids.count("low"), ids.count("high")
    points = (3 * low if low >= 2 else 0) + high * low
    assert memory(game, "table.said") == 2 * low + 9 * high
    assert memory(game, "table.scored") == points == memory(game, "seat.points")
    assert memory(game, "seat.coins") == 2 * low


SCORING = """
remember: {seat.points: 0 to 99}
effects:
  - {do: gain, then: []}
  - {do: score, then: []}
counts: {held: {of: seat.hand, where: rank < 5}}
turn:
  - {do: set, what: seat.points, to: 0}
ends: [{when: turns == 1, after: turn}]
score: "sum(seat.hand, scored(it, point))"
"""


def test_a_card_is_used_that_scores_in_the_end_and_one_switched_off_scores_nothing(tmp_path):
    game, _ = played(tmp_path, SCORING, game=TERMS, components=CARDS)
    match = game.match
    assert any(match.tally.played)
    pairs = zip(match.tally.played, match.tally.drawn, strict=True)
    assert all(played <= drawn for played, drawn in pairs)
    used = len(match.tally.carried)
    before = match.scores()[0]
    assert len(match.tally.carried) == used, "who only looks uses nothing"
    card = next(at for at, one in enumerate(match.tally.played) if one)
    other = match.copy()
    other.tally.put_under(Switch(card, 0, NOTHING))
    other.end((), "so it is")
    assert other.outcome.scores[0] < before
