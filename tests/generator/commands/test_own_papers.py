"""Papers that a project has of its own: read, refused at their line, printed on, offered."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pikepdf
import pytest
from commandline import run

from generator.commands.print import paper_help, papers_typed
from generator.printing.decks import check_sheets
from generator.printing.options import PrintOptions
from generator.printing.papers import own_papers, papers
from validator.catalogue.load import load

SRA3 = "  sra3: {name: SRA3, width_mm: 320, height_mm: 450, margin_mm: 8}\n"


def papers_in(project, text):
    (project / "papers.yaml").write_text("kind: papers\npapers:\n" + text, encoding="utf-8")


def test_a_kit_is_printed_on_a_paper_of_the_project(tiny):
    papers_in(tiny, SRA3)
    run("print", "fog", "--project", tiny, "--paper", "sra3")
    rows = json.loads((tiny / "output/fog/print/sra3/placements.json").read_text("utf-8"))
    first = [row for row in rows if row["file"] == "cards.pdf" and row["page"] == 1]
    assert len(first) > 16
    papers_in(tiny, SRA3.replace("margin_mm: 8", "margin_mm: 30"))
    told = run("print", "fog", "--project", tiny, "--paper", "sra3").output
    assert "nothing has changed" not in told


@pytest.mark.parametrize("size", ["102, height_mm: 152", "148, height_mm: 210"])
def test_the_cover_of_a_kit_on_small_paper_is_on_one_that_can_be_read(tiny, size):
    papers_in(tiny, f"  small: {{name: Small, width_mm: {size}, margin_mm: 4}}\n")
    run("print", "fog", "--project", tiny, "--paper", "small", "--only", "card")
    with pikepdf.Pdf.open(tiny / "output/fog/print/small-only/cover.pdf") as cover:
        assert [round(float(v) * 25.4 / 72) for v in cover.pages[0].mediabox[2:]] == [210, 297]
    with pikepdf.Pdf.open(tiny / "output/fog/print/small-only/cards.pdf") as cards:
        assert float(cards.pages[0].mediabox[2]) < 150 / 25.4 * 72


def test_a_shipped_paper_can_get_another_margin(tiny):
    papers_in(tiny, "  a4: {name: A4, width_mm: 210, height_mm: 297, margin_mm: 12}\n")
    (own,), findings = own_papers(tiny)
    assert not findings
    assert PrintOptions(own_papers=(own,)).sheet.margin_mm == 12
    assert papers()["a4"].margin_mm == 6.35


@pytest.mark.parametrize(
    ("entry", "line", "said"),
    [
        ("  b: {name: B, width_mm: 300, height_mm: 200, margin_mm: 5}\n", 3, "lies on its side"),
        ("  b: {name: B, width_mm: 60, height_mm: 90, margin_mm: 15}\n", 3, "leave 30 x 60 mm"),
        ("  b:\n    name: B\n    width_mm: 60\n    hight_mm: 90\n", 6, "hight_mm"),
        ("  a4-only: {name: B, width_mm: 60, height_mm: 90, margin_mm: 1}\n", 3, "a4-only"),
        ("  b: {name: B, width_mm: wide, height_mm: 90, margin_mm: 1}\n", 3, "wide"),
    ],
)
def test_what_is_wrong_is_told_at_its_line(tiny, entry, line, said):
    papers_in(tiny, entry)
    told = run("print", "fog", "--project", tiny, status=1).output
    assert f"papers.yaml:{line}:" in told
    assert said in told
    assert any(one.place.file == "papers.yaml" for one in check_sheets(load(tiny)[0], tiny))


def test_help_and_completion_list_them(tiny, monkeypatch):
    papers_in(tiny, SRA3)
    assert paper_help(tiny) == "Paper: a4, letter, a3, tabloid; of this project: sra3."
    monkeypatch.chdir(tiny)
    assert "of this project: sra3" in " ".join(run("print", "--help").output.split())

    typed = SimpleNamespace(params={"project": tiny})
    assert papers_typed(typed, "s") == [("sra3", "SRA3, 320 x 450 mm")]
    assert [name for name, _ in papers_typed(typed, "")] == [*papers(), "sra3"]


def test_an_unknown_paper_is_told_with_what_was_meant(tiny):
    papers_in(tiny, SRA3)
    told = run("print", "fog", "--project", tiny, "--paper", "sra-3", status=2).output
    assert "did you mean sra3?" in told


def test_the_duplex_sheet_takes_them_too(tiny):
    papers_in(tiny, SRA3)
    run("calibrate", "--project", tiny, "--paper", "sra3")
    assert (tiny / "output/calibrate.pdf").is_file()
