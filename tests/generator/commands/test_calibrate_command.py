from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest
from typer.testing import CliRunner, Result

from generator.cli import application
from generator.printing.imposition import Shift
from generator.printing.printers import load_printers


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    monkeypatch.setenv("TRILITH_PRINTERS", str(tmp_path / "printers.yaml"))
    monkeypatch.chdir(tmp_path)

    def invoke(*arguments: str) -> Result:
        return CliRunner().invoke(application(), ["calibrate", *arguments])

    return invoke


def test_without_readings_it_writes_the_sheet(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    result = run("--paper", "letter", "--flip", "short")
    assert result.exit_code == 0, result.output
    with pikepdf.Pdf.open(tmp_path / "calibrate.pdf") as pdf:
        assert len(pdf.pages) == 2
        assert pdf.Root.ViewerPreferences.Duplex == "/DuplexFlipShortEdge"


def test_readings_are_kept_and_the_next_sheet_tests_them(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    readings = ["--top", "1", "--bottom", "1", "--left", "-0.5", "--right", "-0.5"]
    result = run("--printer", "office", *readings)
    assert result.exit_code == 0, result.output
    printers, _ = load_printers(tmp_path / "printers.yaml")
    assert printers["office"].shift == Shift(1, -0.5, 0)
    assert run("--printer", "office").exit_code == 0
    with pikepdf.Pdf.open(tmp_path / "calibrate.pdf") as pdf:
        moved = pdf.pages[1].Contents
        streams = moved if isinstance(moved, pikepdf.Array) else [moved]
        content = b"".join(stream.read_bytes() for stream in streams)
    assert b"1 0 0 1 2.83465 -1.41732 cm" in content


def test_some_readings_or_no_name_are_refused(run) -> None:  # type: ignore[no-untyped-def]
    for arguments in (["--top", "1"], ["--printer", "x", "--top", "1", "--left", "0"]):
        result = run(*arguments)
        assert result.exit_code == 2
        assert "--bottom" in result.output + str(result.stderr)


def test_an_unknown_printer_is_one_clear_line(run) -> None:  # type: ignore[no-untyped-def]
    result = run("--printer", "nobody")
    assert result.exit_code != 0
    assert "no printer" in result.output + str(result.stderr)


def test_a_folder_that_cannot_be_written_is_named(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "file").write_text("x", encoding="utf-8")
    result = run("--out", "file")
    assert result.exit_code == 1
    assert "cannot write" in result.output + str(result.stderr)
