import pytest
from PIL import Image

from generator.outputs.preview import GAP_PX, contact_sheet, main


def test_faces_of_a_game_as_pictures(tiny, tmp_path, capsys):
    out = tmp_path / "out"
    assert main(["fog", "--project", str(tiny), "--out", str(out), "--dpi", "40"]) == 0
    names = {path.stem for path in out.iterdir()}
    assert "contact" in names
    assert len(names) > 2
    assert "contact.png" in capsys.readouterr().out


def test_a_template_filled_from_a_record(studio, tmp_path, capsys):
    (studio / "templates" / "card.svg.j2").write_text("{{ box(2, 2, 30, 20, c.name) }}")
    data = tmp_path / "data.yaml"
    data.write_text("- {id: one, name: First}\n- {id: two, name: Second}\n")
    out = tmp_path / "out"
    words = ["--template", "card", "--size", "small", "--data", str(data), "--dpi", "50", "--trim"]
    assert main([*words, "--project", str(studio), "--out", str(out)]) == 0
    assert Image.open(out / "one.png").size == (79, 118)
    assert sorted(path.stem for path in out.iterdir()) == ["contact", "one", "two"]


def test_findings_are_printed_and_errors_fail(studio, tmp_path, capsys):
    (studio / "templates" / "card.svg.j2").write_text("\n{{ c.cost }}")
    words = ["--template", "card", "--size", "small", "--out", str(tmp_path / "out")]
    assert main([*words, "--project", str(studio)]) == 1
    said = capsys.readouterr().out
    assert "templates/card.svg.j2:2:1: error template-failed" in said
    assert "no faces" in said


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["--template", "card", "--size", "huge"], 1, "size-unknown"),
        (["nothing"], 1, "game-unknown"),
        ([], 2, "name a game"),
    ],
)
def test_wrong_use(tiny, tmp_path, capsys, words, status, said):
    assert main([*words, "--project", str(tiny), "--out", str(tmp_path / "o")]) == status
    captured = capsys.readouterr()
    assert said in captured.out + captured.err


def test_a_contact_sheet_holds_every_picture():
    images = [Image.new("RGB", (700, 100), colour) for colour in ("red", "green", "blue")]
    sheet = contact_sheet(images)
    assert sheet.height == 2 * 100 + 3 * GAP_PX
    assert sheet.getpixel((GAP_PX, GAP_PX)) == (255, 0, 0)
    assert sheet.getpixel((GAP_PX, 100 + 2 * GAP_PX)) == (0, 0, 255)
