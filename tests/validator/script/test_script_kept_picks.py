"""Choices of several cards are kept once they were put into words, and play the same if not."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.starter import write_starter
from validator.catalogue.load import load
from validator.play.driver import PlayedGame, make_policies, play_match
from validator.play.modules import prepare_table
from validator.play.rulings import resolve_rulings
from validator.rng import Streams
from validator.script import choices


def hearts(root: Path) -> list[PlayedGame]:
    """Two games, with one memory."""
    game = load(root, ["hearts"])[0].games["hearts"]
    table = prepare_table(game, game.configurations[-1], resolve_rulings(game))
    found = []
    for index in range(2):
        streams = Streams(1, "hearts", "4+0", index)
        found.append(play_match(table, streams, make_policies(["random"] * 4, streams)))
    return found


def test_games_are_the_same_however_many_choices_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_starter(tmp_path, "hearts", like="hearts")
    said = []
    kept_said = choices._describe

    def counted(*args: object) -> str:
        said.append(args)
        return kept_said(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(choices, "_describe", counted)
    kept = hearts(tmp_path)
    once = len(said)
    monkeypatch.setattr(choices, "KEPT_PICKS", 3)
    few = hearts(tmp_path)
    assert [one.choices for one in few] == [one.choices for one in kept]
    assert [one.outcome for one in few] == [one.outcome for one in kept]
    assert len(said) - once > once  # what is kept is put into words once
