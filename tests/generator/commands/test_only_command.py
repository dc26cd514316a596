"""`--only` at the command line: some pieces, and the last full kit stays."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from commandline import run


def printed(folder) -> Counter[str]:
    rows = json.loads((folder / "placements.json").read_text(encoding="utf-8"))
    return Counter(row["component"] for row in rows if row["face"] == "front")


def test_some_pieces_are_printed_beside_the_whole_kit(tiny):
    run("print", "fog", "--project", tiny)
    kit = tiny / "output/fog/print/a4"
    whole = {path.name: path.read_bytes() for path in kit.iterdir()}
    told = run("print", "fog", "--project", tiny, "--only", "bonfire", "--only", "lighthouse:2")
    assert str(tiny / "output/fog/print/a4-only") in told.output
    some = tiny / "output/fog/print/a4-only"
    assert printed(some) == {"bonfire": 5, "lighthouse": 2}
    assert {path.name for path in some.glob("*.pdf")} == {"cards.pdf", "cover.pdf"}
    assert {path.name: path.read_bytes() for path in kit.iterdir()} == whole
    again = run("print", "fog", "--project", tiny)
    assert "nothing has changed since" in again.output


def test_only_what_changed_of_what_is_named(marked, edit):
    edit(marked / "components/fog/cards.yaml", "name: Bonfire", "name: Beacon")
    run("print", "fog", "--project", marked, "--changed", "--only", "card")
    assert set(printed(marked / "output/fog/print/a4-changed-only")) == {"bonfire"}
    told = run("print", "fog", "--project", marked, "--changed", "--only", "coin")
    assert "none of what --only names has changed" in told.output


@pytest.mark.parametrize(
    "words", [("print", "fog"), ("preview", "fog"), ("list", "fog"), ("pictures", "fog")]
)
def test_every_command_says_what_was_meant(tiny, words):
    told = run(*words, "--project", tiny, "--only", "bonfires", status=2)
    assert "did you mean 'bonfire'?" in told.output


def test_list_and_pictures_take_the_same_words(tiny):
    told = run("list", "fog", "--project", tiny, "--format", "json", "--only", "coin,bonfire")
    assert [one["id"] for one in json.loads(told.output)] == ["bonfire", "coin"]
    run("pictures", "fog", "--project", tiny, "--only", "bonfire", "--dpi", 30)
    made = (tiny / "output/fog/faces").rglob("*.png")
    assert {path.name for path in made} == {"bonfire-front.png", "bonfire-back.png"}


def test_marking_is_for_whole_games(tiny):
    told = run("print", "fog", "--project", tiny, "--only", "coin", "--mark-printed", status=2)
    assert "leave out --only" in told.output
