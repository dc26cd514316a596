"""``trilith calibrate``: a sheet that tests a printer, and what was read from it, for print."""

import json
import re
from pathlib import Path

import pikepdf
import pytest
from commandline import run

from generator.printing.imposition import Shift
from generator.printing.printers import load_printers

READINGS = ("--top", 1, "--bottom", 1, "--left", -0.5, "--right", -0.5)


@pytest.fixture
def printers(tmp_path, monkeypatch):
    """A file of printers of one's own, and a folder to stand in."""
    path = tmp_path / "settings" / "printers.yaml"
    monkeypatch.setenv("TRILITH_PRINTERS", str(path))
    monkeypatch.chdir(tmp_path)
    return path


@pytest.mark.usefixtures("printers")
def test_without_readings_it_writes_the_sheet_outside_of_any_project_too():
    run("calibrate", "--paper", "letter", "--flip", "short")
    with pikepdf.Pdf.open("calibrate.pdf") as pdf:
        assert len(pdf.pages) == 2
        assert pdf.Root.ViewerPreferences.Duplex == "/DuplexFlipShortEdge"


def test_readings_are_kept_and_the_next_sheet_tests_them(printers):
    told = run("calibrate", "--printer", "office", *READINGS).output
    assert told.startswith("office: backs move ")
    assert str(printers) in told
    assert load_printers(printers)[0]["office"].shift == Shift(1, -0.5, 0)
    run("calibrate", "--printer", "office")
    with pikepdf.Pdf.open("calibrate.pdf") as pdf:
        pdf.pages[1].contents_coalesce()
        content = pdf.pages[1].Contents.read_bytes()
    assert b"1 0 0 1 2.83465 -1.41732 cm" in content


@pytest.mark.usefixtures("printers")
def test_a_measured_printer_shifts_backs(tiny):
    run("calibrate", "--printer", "den", *READINGS, "--project", tiny)
    assert shifts_of_backs(tiny) == {0.0}
    assert shifts_of_backs(tiny, "--printer", "den") == {1.0}


@pytest.mark.usefixtures("printers")
def test_a_measured_cutter_moves_the_lines_of_cut_files(tiny):
    run("calibrate", "--cutter", "desk")
    assert {path.suffix for path in (tiny / "output").glob("calibrate-*")} == {
        ".pdf",
        ".svg",
        ".dxf",
    }
    told = run("calibrate", "--cutter", "desk", *READINGS).output
    assert "desk: lines move +0.50 mm across, -1.00 mm up" in told
    words = ("print", "fog", "--only", "coin", "--cut", "svg", "--project", tiny)
    (file,) = (path for path in cut_files(tiny, words) if path.name.startswith("chits"))
    before = starts(file)
    run(*words, "--cutter", "desk")
    ways = [(x - a, y - b) for (a, b), (x, y) in zip(before, starts(file), strict=True)]
    assert ways == [pytest.approx((0.5, 1.0), abs=0.002)] * len(before)


def cut_files(project, words):
    run(*words)
    return sorted((project / "output/fog/print/a4-only").glob("*.svg"))


def starts(file):
    """Where the lines to cut begin, in mm from the top left."""
    cuts = file.read_text(encoding="utf-8").partition('id="cut"')[2]
    return [(float(x), float(y)) for x, y in re.findall(r'd="M([\d.]+) ([\d.]+)', cuts)]


def shifts_of_backs(project, *words):
    """By how much (mm) backs lie beside where fronts come through an A4 sheet, to the right."""
    run("print", "fog", "--only", "card", *words, "--project", project)
    placements = project / "output/fog/print/a4-only/placements.json"
    listed = json.loads(placements.read_text(encoding="utf-8"))
    ends = {
        (one["component"], one["copy"]): one["x_mm"] + one["width_mm"]
        for one in listed
        if one["face"] == "front"
    }
    backs = (one for one in listed if one["face"] == "back")
    return {round(one["x_mm"] - 210 + ends[one["component"], one["copy"]], 2) for one in backs}


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["calibrate", "--top", 1, "--left", 0], 2, "all of --top --bottom --left --right"),
        (["calibrate", *READINGS], 2, "--printer"),
        (["print", "fog", "--cutter", "desk"], 2, "add --cut svg"),
        (["print", "fog", "--cut", "svg", "--cutter", "desk"], 2, "no cutter"),
        (["calibrate", "--printer", "nobody"], 2, "no printer"),
        (["calibrate", "--paper", "a9"], 2, "no paper a9"),
        (["calibrate", "--top", 99], 2, "-10<=x<=10"),
        (["calibrate", "--out", "file"], 1, "cannot write"),
        (["print", "fog", "--printer", "attic"], 2, "attic"),
    ],
)
def test_what_cannot_be_had_is_one_clear_line(tiny, printers, words, status, said):
    Path("file").write_text("x", encoding="utf-8")
    assert said in run(*words, "--project", tiny, status=status).output
    assert not printers.exists()
