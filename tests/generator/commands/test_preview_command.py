"""``trilith preview``: faces of a game, or of a template that has no game yet."""

from __future__ import annotations

import pytest
from commandline import run
from PIL import Image


def test_faces_of_a_game_as_pictures(tiny):
    told = run("preview", "fog", "--dpi", 40, "--project", tiny).output
    folder = tiny / "output" / "fog" / "preview"
    names = {path.stem for path in folder.iterdir()}
    assert {"candle", "card-back", "contact"} <= names
    assert f"all on {folder / 'contact.png'}" in told


def test_only_what_is_named_is_drawn(tiny):
    run("preview", "fog", "--only", "candle", "--dpi", 40, "--project", tiny)
    drawn = {path.stem for path in (tiny / "output/fog/preview").iterdir()}
    assert drawn == {"candle", "card-back", "contact"}


def test_a_template_filled_from_a_record(tiny, tmp_path):
    (tiny / "templates").mkdir(exist_ok=True)
    (tiny / "templates" / "try.svg.j2").write_text("{{ box(2, 2, 30, 20, c.name) }}")
    data = tmp_path / "data.yaml"
    data.write_text("- {id: one, name: First}\n- {id: two, name: Second}\n")
    words = ["--template", "try", "--data", data, "--dpi", 50, "--project", tiny]
    run("preview", *words)
    folder = tiny / "output" / "preview"
    assert Image.open(folder / "one.png").size == (125, 175)
    assert sorted(path.stem for path in folder.iterdir()) == ["contact", "one", "two"]


def test_an_error_in_a_template_has_its_place_and_is_status_1(tiny):
    (tiny / "templates").mkdir(exist_ok=True)
    (tiny / "templates" / "try.svg.j2").write_text("\n{{ c.cost }}")
    told = run("preview", "--template", "try", "--project", tiny, status=1).output
    assert "templates/try.svg.j2:2:6: error: " in told
    assert "no face drawn" in told


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["--template", "basic/card", "--size", "huge"], 1, "size-unknown"),
        (["nothing"], 2, "there is no game 'nothing'"),
        ([], 2, "name a game"),
    ],
)
def test_wrong_use(tiny, words, status, said):
    assert said in run("preview", *words, "--project", tiny, status=status).output


def test_a_folder_that_cannot_be_written_is_one_clear_line(tiny):
    (tiny / "taken").write_text("mine")
    words = ["fog", "--out", tiny / "taken", "--dpi", 40, "--project", tiny]
    assert "trilith: cannot write" in run("preview", *words, status=1).output


def test_a_link_in_the_folder_of_previews_is_not_written_through(tiny, tmp_path_factory):
    mine = tmp_path_factory.mktemp("outside") / "mine.png"
    mine.write_text("mine")
    folder = tiny / "output" / "fog" / "preview"
    folder.mkdir(parents=True)
    (folder / "candle.png").symlink_to(mine)
    run("preview", "fog", "--dpi", 40, "--project", tiny)
    assert mine.read_text() == "mine"
    assert not (folder / "candle.png").is_symlink()


def test_more_dots_than_memory_has_room_for_are_refused(tiny):
    sizes = tiny / "templates" / "sizes.yaml"
    sizes.parent.mkdir(exist_ok=True)
    sizes.write_text("kind: sizes\nsizes:\n  mat: {width_mm: 600, height_mm: 600}\n")
    words = ["--template", "basic/card", "--size", "mat", "--dpi", 1200, "--project", tiny]
    assert "take --dpi 419 or less" in run("preview", *words, status=2).output
