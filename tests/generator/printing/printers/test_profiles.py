from pathlib import Path

import pytest

from generator.failures import DataError, WrongUseError
from generator.printing.imposition import Flip, Shift
from generator.printing.printers import (
    Printer,
    find_printer,
    load_printers,
    save_printer,
    user_file,
)


def test_what_is_saved_is_found_again_and_saving_again_replaces_it(tmp_path):
    path = tmp_path / "deep" / "printers.yaml"
    office = Printer("office", Shift(0.5, -1.25, 0.2), Flip.SHORT)
    for printer in (Printer("home", Shift()), office, Printer("home", Shift(3))):
        assert save_printer(path, printer) == ()
    assert find_printer(path, "office") == office
    assert find_printer(path, "home") == Printer("home", Shift(3))
    assert set(load_printers(path)[0]) == {"home", "office"}


def test_an_unknown_printer_lists_the_known_ones(tmp_path):
    path = tmp_path / "printers.yaml"
    with pytest.raises(WrongUseError, match="no printer is saved"):
        find_printer(path, "office")
    save_printer(path, Printer("home", Shift()))
    with pytest.raises(WrongUseError, match=r"there are home; .*`trilith calibrate`"):
        find_printer(path, "office")


def test_errors_in_the_file_have_their_place_and_keep_it_unchanged(tmp_path):
    path = tmp_path / "printers.yaml"
    text = "kind: printers\nprinters:\n  home: {x_mm: 99, degree: 1}\n"
    path.write_text(text, encoding="utf-8")
    printers, findings = load_printers(path)
    assert printers == {}
    assert {finding.place.line for finding in findings} == {3}
    assert len(findings) == 2
    assert save_printer(path, Printer("new", Shift())) == findings
    with pytest.raises(DataError) as caught:
        find_printer(path, "home")
    assert caught.value.findings == findings
    assert path.read_text(encoding="utf-8") == text


def test_the_file_is_the_users_own(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert user_file({"TRILITH_PRINTERS": "/x/p.yaml"}) == Path("/x/p.yaml")
    assert user_file({}) == tmp_path / "trilith" / "printers.yaml"


def test_what_could_not_be_read_again_is_not_saved(tmp_path):
    path = tmp_path / "printers.yaml"
    for wrong in (Printer("My printer", Shift()), Printer("office", Shift(degrees=5))):
        assert save_printer(path, wrong)
    assert not path.exists()
