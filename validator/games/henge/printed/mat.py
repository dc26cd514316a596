"""Levels and benefits of the player mats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from validator.catalogue.convert import parse_effects
from validator.catalogue.effects import Effect
from validator.catalogue.model import Game
from validator.games.henge.printed.codes import PRIVILEGES


@dataclass(frozen=True, slots=True)
class Mat:
    """Levels of the five privileges and the benefits of the tracks.

    HEN-MAT-01, HEN-MAT-02, HEN-MAT-03, HEN-MAT-04, HEN-MAT-05, HEN-MAT-06.
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
