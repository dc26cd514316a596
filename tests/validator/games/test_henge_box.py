"""Henge, its box: set-up as the script says, small boxes, rulings, proofs, who wins."""

from dataclasses import replace
from typing import Any

import pytest
from gametable import capped, fewer, smaller, wins
from hengetable import GAME, HengeChoice, dealt, henge
from hypothesis import given, settings
from hypothesis import strategies as st
from matches import play_game

from validator.catalogue.effects import Gain, Special
from validator.catalogue.model import Game
from validator.findings import UsageError
from validator.games.henge.codes import PILES
from validator.games.henge.table import unknown
from validator.play.observers import RefereeError
from validator.setup.deal import set_up
from validator.setup.pieces import find_configuration

LONG = 200
"""Turns after which a game that only drains a pile goes round in circles."""
PAIRS = [(one.players, one.bots) for one in GAME.configurations]
SLOWER = [("greedy", (3, 0)), ("random", (1, 3)), ("random", (3, 0))]
ALTERNATIVES = [
    f"{ruling.id}={option}"
    for ruling in GAME.rulings
    for option in ruling.options
    if option != ruling.default
]


@pytest.mark.parametrize(("players", "bots"), PAIRS)
def test_a_game_starts_from_the_table_that_set_up_shows(players: int, bots: int) -> None:
    shown = set_up(GAME, find_configuration(GAME, players, bots), 1).zones
    match = dealt(henge(players, bots))
    ids = match.cards.ids

    def names(zone: str) -> list[str]:
        return [piece.partition("#")[0] for piece in shown.get(zone, ())]

    for zone, cards in (
        ("stone_deck", match.stone_deck.cards),
        ("quarry", match.quarry),
        ("luck_deck", match.luck_deck.cards),
        ("eog_deck", match.eog_deck.cards),
        ("hengebot_deck", match.hengebots.cards),
        ("reward_a", match.rewards[0].cards),
        ("reward_b", match.rewards[1].cards),
        ("reward_pool_a", match.pools[0]),
        ("reward_pool_b", match.pools[1]),
        ("seat1.starter", match.players[0].stones),
    ):
        assert [ids[one] for one in cards] == names(zone), zone
    step = next(zone for zone in shown if zone.startswith("rondel."))
    assert step == f"rondel.step-{match.pawn + 1}"
    assert len(match.offers[0]) == 2


@pytest.mark.parametrize(
    ("policy", "whole"),
    [("greedy", (1, 3)), *(pytest.param(*one, marks=pytest.mark.heavy) for one in SLOWER)],
)
@pytest.mark.parametrize("ruling", ALTERNATIVES)
def test_every_ruling_can_be_played_the_other_way(
    ruling: str, policy: str, whole: tuple[int, int]
) -> None:
    played = play_game(henge(*whole, ruling), policy, 0)
    assert played.outcome.reason in ("stone deck empty", "round limit")


@pytest.mark.parametrize("policy", ["random", pytest.param("greedy", marks=pytest.mark.heavy)])
@pytest.mark.parametrize("ruling", ALTERNATIVES)
def test_every_ruling_can_be_played_by_five(ruling: str, policy: str) -> None:
    assert play_game(capped(henge(5, 0, ruling), 150), policy, 0).turns > 0


def test_the_large_side_for_bots_is_a_ruling() -> None:
    # HEN-PC-12, X-HEN-02
    assert henge(2, 1).rules.board.side == "3"
    assert henge(2, 1, "X-HEN-02=bots_large").rules.board.side == "45"
    assert henge(3, 0, "X-HEN-02=bots_large").rules.board.side == "3"


def test_starters_for_bots_are_a_ruling() -> None:
    # HEN-PSET-02, X-HEN-12
    humans, everyone = henge(2, 2), henge(2, 2, "X-HEN-12=everyone")
    assert len(dealt(humans).stone_deck.cards) - len(dealt(everyone).stone_deck.cards) == 2


def small_box(luck: int, eog: int, stones: int, hengebots: int, rewards: int, coins: int) -> Game:
    """Henge with fewer cards and pieces of every kind."""
    game = smaller(GAME, "luck", _first("luck", luck))
    game = smaller(
        game, "bonus", lambda card: card.fields["season"] == "spring" or _rank(card) < eog
    )
    starters = [one for one in GAME.sets["stone"].components if "starter_area" in one.fields]
    others = [one for one in GAME.sets["stone"].components if one not in starters][:stones]
    game = smaller(game, "stone", lambda card: card in starters or card in others)
    game = smaller(game, "hengebot", _first("hengebot", hengebots))
    game = smaller(game, "reward", lambda card: _rank_in("reward", card) % 11 < rewards)
    return fewer(game, "coin", coins)


def _rank(card: Any) -> int:
    return _rank_in("bonus", card)


def _rank_in(set_id: str, card: Any) -> int:
    ids = [one.id for one in GAME.sets[set_id].components]
    return ids.index(card.id)


def _first(set_id: str, count: int) -> Any:
    kept = [one.id for one in GAME.sets[set_id].components[:count]]
    return lambda card: card.id in kept


@settings(max_examples=25, derandomize=True)
@given(
    luck=st.integers(1, 12),
    eog=st.integers(15, 20),
    stones=st.integers(6, 14),
    hengebots=st.integers(1, 4),
    rewards=st.integers(3, 5),
    pair=st.sampled_from(PAIRS),
    policy=st.sampled_from(["random", "greedy"]),
    ruling=st.sampled_from(["X-HEN-08=reshuffle", "X-HEN-08=stop", "X-HEN-06-BANK=limited"]),
    index=st.integers(0, 50),
)
def test_small_boxes_lose_and_make_nothing(
    luck: int,
    eog: int,
    stones: int,
    hengebots: int,
    rewards: int,
    pair: tuple[int, int],
    policy: str,
    ruling: str,
    index: int,
) -> None:
    game = small_box(luck, eog, stones, hengebots, rewards, 12)
    table = capped(henge(*pair, ruling, game=game), 150)
    assert play_game(table, policy, index).turns > 0


@pytest.mark.parametrize("pile", PILES)
def test_every_pile_has_a_hint_for_draining_it(pile: str) -> None:
    table = capped(henge(3, 1), LONG)
    assert play_game(table, f"drain:{pile}", 0).turns > 0


@pytest.mark.parametrize(("players", "bots"), [(3, 0), (2, 2)])
def test_draining_the_luck_deck_leaves_less_than_chance(players: int, bots: int) -> None:
    table = capped(henge(players, bots), LONG)
    at = PILES.index("luck_deck")
    drained = [
        play_game(table, "drain:luck_deck", i, False).tally.gauges[at].reach for i in range(5)
    ]
    chance = [play_game(table, "random", i, False).tally.gauges[at].reach for i in range(5)]
    assert sum(drained) < sum(chance)


@pytest.mark.parametrize(("players", "bots"), PAIRS)
def test_every_pile_has_a_bound_with_its_sum(players: int, bots: int) -> None:
    proofs = henge(players, bots).bounds()
    assert tuple(bound.pile for bound in proofs) == PILES
    assert all(bound.sum for bound in proofs)


@pytest.mark.parametrize("games", [1, pytest.param(3, marks=pytest.mark.heavy)])
@pytest.mark.parametrize(("players", "bots"), PAIRS)
def test_piles_that_cannot_run_out_never_do(players: int, bots: int, games: int) -> None:
    table = capped(henge(players, bots), LONG)
    safe = [at for at, bound in enumerate(table.bounds()) if not bound.can_run_out]
    for policy in ("random", "greedy", "drain:markers", "drain:reward_a"):
        for index in range(games):
            gauges = play_game(table, policy, index, False).tally.gauges
            assert not [PILES[at] for at in safe if gauges[at].first], policy


def test_markers_hold_under_one_ruling_and_not_under_the_other() -> None:
    # X-HEN-09
    at = PILES.index("markers")
    assert henge(3, 0, "X-HEN-09=in_transit").bounds()[at].can_run_out


def test_greedy_beats_random() -> None:
    assert wins(henge(3, 0), "greedy,random,random", 0, 12) >= 11
    assert wins(henge(2, 2), "random,greedy", 1, 12) >= 11


def test_an_effect_without_a_rule_is_refused_with_what_there_is() -> None:
    cards = GAME.sets["luck"].components
    odd = replace(cards[0], effects=(Gain("gold"),))
    deck = replace(GAME.sets["luck"], components=(odd, *cards[1:]))
    game = replace(GAME, sets={**GAME.sets, "luck": deck})
    with pytest.raises(UsageError, match="gold") as refusal:
        henge(3, game=game)
    assert "travel" in refusal.value.hint
    assert unknown(Special("swap")) == [("swap", ())]


def test_a_missing_set_or_side_is_refused_with_what_is_needed() -> None:
    fewer_sets = {name: one for name, one in GAME.sets.items() if name != "luck"}
    with pytest.raises(UsageError, match="'luck'"):
        henge(3, game=replace(GAME, sets=fewer_sets))
    tables = tuple(replace(one, options={"side": "9"}) for one in GAME.configurations)
    with pytest.raises(UsageError, match="'9'"):
        henge(3, game=replace(GAME, configurations=tables))


def _loses_luck(turn: Any, card: int) -> None:
    turn.player.hand.remove(card)


def _keeps_druid(state: Any, player: Any, area: int) -> None:
    player.on_path[area] += 1
    state.covered[area] += 1


def _sells_twice(action: Any, turn: Any, work: Any, step: Any) -> None:
    turn.player.take_stone(turn.state.quarry[step.number], 1)


def _offers_twice(action: Any, state: Any, player: Any, work: Any) -> list[Any]:
    return [HengeChoice("carve", 0), HengeChoice("carve", 0)]


@pytest.mark.parametrize(
    ("module", "name", "fault"),
    [
        ("turns", "HengeTurn.discard", _loses_luck),
        ("actions", "put", _keeps_druid),
        ("actions", "Quarry.do", _sells_twice),
        ("actions", "Carve.steps", _offers_twice),
    ],
)
def test_the_referee_catches_a_broken_rule(
    module: str, name: str, fault: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"validator.games.henge.{module}.{name}", fault)
    table = henge(3, 0)
    with pytest.raises(RefereeError):
        for index in range(5):
            play_game(table, "random", index)
