"""Rulings in force as switches, and the levels and benefits of the player mats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from validator.catalogue.convert import parse_effects
from validator.catalogue.effects import Effect
from validator.catalogue.model import Game
from validator.games.henge.codes import PRIVILEGES


@dataclass(frozen=True, slots=True)
class Rules:
    """The rulings of game.yaml as switches; each is named after what is true of it."""

    luck_draws: bool
    lintels_earn_bonus: bool
    rewards_refill_at_once: bool
    bank_is_limited: bool
    tokens_return: bool
    decks_renew: bool
    hold_in_transit_only: bool
    figure_follows_stone: bool
    luck_track_repeats: bool
    idle_quarry: bool
    round_limit: bool
    idle_arrive: bool
    bots_rank: bool
    bots_choose_card_first: bool
    token_after_carved: bool
    token_always: bool
    icons_in_step_order: bool
    spring_stays: bool
    end_when_needed: bool
    live_levels: bool


def read_rules(rulings: Mapping[str, str]) -> Rules:
    """Turn the options in force into switches."""
    return Rules(
        luck_draws=rulings["X-HEN-03"] == "draw",
        lintels_earn_bonus=rulings["X-HEN-04"] == "lintels_too",
        rewards_refill_at_once=rulings["X-HEN-05"] == "at_once",
        bank_is_limited=rulings["X-HEN-06-BANK"] == "limited",
        tokens_return=rulings["X-HEN-07"] == "supply",
        decks_renew=rulings["X-HEN-08"] == "reshuffle",
        hold_in_transit_only=rulings["X-HEN-09"] == "in_transit",
        figure_follows_stone=rulings["X-HEN-10"] == "stone",
        luck_track_repeats=rulings["X-HEN-11"] == "repeat",
        idle_quarry=rulings["X-HEN-13"] == "idle",
        round_limit=rulings["X-HEN-14"] == "round_30",
        idle_arrive=rulings["X-HEN-15"] == "idle",
        bots_rank=rulings["X-HEN-16"] == "rank",
        bots_choose_card_first=rulings["X-HEN-17"] == "card_first",
        token_after_carved=rulings["X-HEN-17-TOKEN"] == "after_carved",
        token_always=rulings["X-HEN-17-TOKEN"] == "always",
        icons_in_step_order=rulings["X-HEN-17-ICONS"] == "step_order",
        spring_stays=rulings["X-HEN-20"] == "hand_only",
        end_when_needed=rulings["X-HEN-22"] == "needed",
        live_levels=rulings["X-HEN-26"] == "live",
    )


@dataclass(frozen=True, slots=True)
class Mat:
    """Levels of the five privileges and the benefits of the tracks (HEN-MAT-01 to HEN-MAT-06).

    ``luck`` holds (draw, discard), ``stone`` (buy, hold), ``druid`` (druids, of them adjacent);
    ``tops`` the number of the highest level; ``ends`` what a level-up beyond it gives.
    """

    steps: tuple[int, ...]
    coins: tuple[int, ...]
    luck: tuple[tuple[int, int], ...]
    stone: tuple[tuple[int, int], ...]
    druid: tuple[tuple[int, int], ...]
    tops: tuple[int, ...]
    ends: tuple[tuple[Effect, ...], ...]
    druid_track: tuple[tuple[Effect, ...], ...]
    luck_track: tuple[tuple[Effect, ...], ...]


def read_mat(game: Game) -> Mat:
    """Read the first mat; all mats are equal but for their colour."""
    fields: Any = game.sets["mat"].components[0].fields
    tracks = {track["id"]: track for track in fields["privileges"]}
    levels = {name: tracks[name]["levels"] for name in PRIVILEGES}
    return Mat(
        steps=tuple(level["steps"] for level in levels["steps"]),
        coins=tuple(level["coins"] for level in levels["coin"]),
        luck=tuple((level["draw"], level["discard"]) for level in levels["luck"]),
        stone=tuple((level["buy"], level["hold"]) for level in levels["stone"]),
        druid=tuple((level["druids"], level["adjacent"]) for level in levels["druid"]),
        tops=tuple(len(levels[name]) - 1 for name in PRIVILEGES),
        ends=tuple(parse_effects(tracks[name]["end"].get("effects")) for name in PRIVILEGES),
        druid_track=tuple(parse_effects(space.get("effects")) for space in fields["druid_track"]),
        luck_track=tuple(parse_effects(space.get("effects")) for space in fields["luck_track"]),
    )
