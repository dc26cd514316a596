"""Scripts that somebody has spoilt: each is refused with findings, or played without a fault."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scriptgames import mini
from test_script_games import MARKET, TRICKS
from test_script_walk import EIGHTS, PIG

from validator.catalogue.model import Catalogue, Game
from validator.catalogue.play_reader import read_play
from validator.catalogue.schemas import check_source
from validator.catalogue.source import Source
from validator.findings import has_errors
from validator.play.driver import make_policies, parse_policy, play_match
from validator.play.modules import prepare_table
from validator.play.observers import Referee
from validator.rng import Streams
from validator.script.checks import check_scripts

SCRIPTS = {"pig": PIG, "eights": EIGHTS, "tricks": TRICKS, "market": MARKET}
WORDS = [
    *("card", "cards", "drawn", "it", "that", "seat", "seats", "others", "next", "nobody"),
    *("nothing", "start", "deck", "seat.hand", "deck.top", "seat.points", "table.suit", "players"),
    *("card.rank", "card.suit", "round", "hearts", "empty", "all", "best", "", "a.b.c", "you.won"),
    *(0, 1, -1, 3, 1000, True),
]
STEPS = [
    {"do": "move", "what": "card", "to": "discard"},
    {"do": "move", "from": ["deck", "discard"], "to": "next.hand", "count": 2},
    {"do": "move", "from": "seat.hand", "to": "seat.won", "same": "rank", "size": 2},
    {"do": "draw", "from": "deck", "to": "seat.hand", "count": "round", "each": "others"},
    {"do": "draw", "from": "discard", "to": "row", "up_to": 3},
    {"do": "pay", "from": "seat.hand", "to": "row", "amount": {"minus": [3, "round"]}},
    {"do": "each", "card": "seat.hand", "then": [{"do": "move", "what": "card", "to": "row"}]},
    {"do": "each", "seat": "seats", "then": [{"do": "eliminate"}, {"do": "stop"}]},
    {"do": "repeat", "most": 1000, "then": [{"do": "repeat", "most": 1000, "then": []}]},
    {"do": "choose", "seat": "next", "options": [{"id": "x", "cards": "seat.hand", "count": 2}]},
    {"do": "choose", "again": 9, "options": [{"id": "y", "seat": "seats", "value": "card.rank"}]},
    {"do": "together", "options": [{"id": "z", "card": "seat.hand", "prefer": [{"rank": 3}]}]},
    {"do": "reveal", "what": "drawn"},
    {"do": "end_game", "winners": {"best": "seat", "by": "seat.hand"}},
    *({"do": verb} for verb in ("stop", "end_turn", "end_round", "extra_turn", "reverse")),
    {"do": "effects", "of": {"best": "card", "of": "row", "by": "card.rank", "ties": "first"}},
    {"if": {"row.top.rank": {"at_least": "deck"}}, "then": [{"do": "shuffle", "zone": "row"}]},
    {"if": {"some": "others", "where": {"seat.hand": {"has": {"rank": 3}}}}, "then": []},
]


@cache
def base(root: Path) -> Game:
    return mini(root, PIG)


def spots(data: Any, trail: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a script."""
    if trail:
        yield trail
    listed = enumerate(data) if isinstance(data, list) else ()
    for key, inner in data.items() if isinstance(data, dict) else listed:
        yield from spots(inner, (*trail, key))


def at(data: Any, trail: tuple[Any, ...]) -> Any:
    for key in trail:
        data = data[key]
    return data


def spoil(data: Any, draw: Any) -> None:
    """Change one thing: a word, a step, an entry that goes, comes twice or is another's."""
    every = list(spots(data))
    way = draw(st.sampled_from(("word", "word", "step", "step", "take", "twice", "swap")))
    if way == "word":
        every = [one for one in every if not isinstance(at(data, one), dict | list)]
        every = [one for one in every if one[-1] not in ("do", "id")] or every
    elif way == "step":
        every = [one for one in every if one[-1] in ("then", "turn", "begin", "round", "else")]
    elif way == "twice":
        every = [one for one in every if isinstance(one[-1], int)]
    *above, key = draw(st.sampled_from(every or list(spots(data))))
    holder = at(data, tuple(above))
    if way == "take":
        del holder[key]
    elif way == "twice" and isinstance(holder, list):
        holder.insert(key, deepcopy(holder[key]))
    elif way == "step" and isinstance(holder[key], list):
        step = deepcopy(draw(st.sampled_from(STEPS)))
        holder[key].insert(draw(st.integers(0, len(holder[key]))), step)
    elif way == "swap":
        alike = [one for one in spots(data) if one[-1] == key]
        holder[key] = deepcopy(at(data, draw(st.sampled_from(alike))))
    else:
        holder[key] = draw(st.sampled_from(WORDS))


@pytest.mark.parametrize("name", list(SCRIPTS))
@settings(
    max_examples=30,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(draws=st.data())
def test_a_spoilt_script_is_refused_or_played(name: str, draws: Any, tmp_path: Path) -> None:
    data = {"kind": "play"} | yaml.safe_load(SCRIPTS[name])
    for _ in range(draws.draw(st.integers(1, 3))):
        spoil(data, draws.draw)
    source = Source("components/mini/play.yaml", data)
    if data.get("kind") != "play" or check_source(source, "play", "mini"):
        return
    game = replace(base(tmp_path), play=read_play(source))
    if has_errors(check_scripts(Catalogue({"mini": game}))):
        return
    table: Any = prepare_table(game, game.configurations[0], {})
    short = replace(table, frame=replace(table.frame, turn_cap=12, choice_cap=200))
    streams = Streams(1, "mini", "2+0", draws.draw(st.integers(0, 9)))
    policy = draws.draw(st.sampled_from(("random", "greedy", "drain:deck")))
    policies = make_policies(parse_policy(policy, short.frame), streams)
    end = play_match(short, streams, policies, [Referee(short.frame)])
    assert end.turns <= 12
