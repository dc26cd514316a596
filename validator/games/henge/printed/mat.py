"""Levels and benefits of the player mats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from validator.catalogue.convert import parse_effects
from validator.catalogue.effects import Effect
from validator.catalogue.model import Game, Value
from validator.games.fields import entries, mapping, text, whole
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
    fields = game.sets["mat"].components[0].fields
    tracks = {text(track["id"]): track for track in entries(fields["privileges"])}
    levels = {name: entries(tracks[name]["levels"]) for name in PRIVILEGES}
    return Mat(
        steps=tuple(whole(level["steps"]) for level in levels["steps"]),
        coins=tuple(whole(level["coins"]) for level in levels["coin"]),
        luck=_pairs(levels["luck"], "draw", "discard"),
        stone=_pairs(levels["stone"], "buy", "hold"),
        druid=_pairs(levels["druid"], "druids", "adjacent"),
        tops=tuple(len(levels[name]) - 1 for name in PRIVILEGES),
        ends=tuple(_effects(mapping(tracks[name]["end"])) for name in PRIVILEGES),
        druid_track=tuple(_effects(space) for space in entries(fields["druid_track"])),
        luck_track=tuple(_effects(space) for space in entries(fields["luck_track"])),
    )


def _pairs(
    levels: Sequence[Mapping[str, Value]], first: str, second: str
) -> tuple[tuple[int, int], ...]:
    """Two numbers of each level."""
    return tuple((whole(level[first]), whole(level[second])) for level in levels)


def _effects(space: Mapping[str, Value]) -> tuple[Effect, ...]:
    """What a space gives; nothing where none is given."""
    return parse_effects(space.get("effects"))
