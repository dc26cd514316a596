"""The command line: exit statuses, forms of output, and one clear line for wrong use."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from generator.cli import application

FOG = "components/fog/cards.yaml"
SEATS = 3


def run(*words: object) -> Result:
    result = CliRunner().invoke(application(), [str(word) for word in words])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_check_without_errors_is_status_0(tiny):
    result = run("check", "--project", tiny)
    assert result.exit_code == 0
    assert "no errors" in result.output


def test_check_with_an_error_is_status_1_in_every_form(tiny, edit):
    edit(tiny / FOG, "name: Bonfire\n", "nam: Bonfire\n")
    assert [run("check", "--project", tiny, "--format", form).exit_code for form in FORMS] == [
        1
    ] * 3
    listed = json.loads(run("check", "--project", tiny, "--format", "json").output)
    errors = [item for item in listed if item["severity"] == "error"]
    assert errors
    for item in listed:
        assert set(item) == FIELDS
        assert item["line"] >= 1
        assert item["column"] >= 1
    assert all(item["file"] == FOG for item in errors)
    assert (
        f"::error file={FOG},line=" in run("check", "--project", tiny, "--format", "github").output
    )


FORMS = ("text", "json", "github")
FIELDS = {
    *("code", "severity", "game", "file", "line", "column", "message", "hint"),
    *("settled", "new"),
}


def test_the_validator_checks_as_trilith_does(tiny, edit):
    edit(tiny / FOG, "name: Bonfire\n", "nam: Bonfire\n")
    command = [sys.executable, "-m", "validator", "--project", tiny, "--format", "json"]
    ran = subprocess.run(command, check=False, capture_output=True, text=True)
    assert ran.returncode == 1
    assert json.loads(ran.stdout) == json.loads(
        run("check", "--project", tiny, "--format", "json").output
    )


WRONG_USE = [
    (["check", "frog"], "there is no game 'frog'"),
    (["check", "--format", "xml"], "xml"),
    (["setup", "fog", "--players", "9"], "legal tables"),
    (["setup", "frog", "--players", "2"], "there is no game 'frog'"),
    (["setup", "fog"], "--players"),
    (["print", "fog", "--paper", "a9"], "there is no paper a9"),
    (["print", "fog", "--players", "9"], "no table of 9 players"),
    (["print", "fog", "--skip", "x"], "is not a slot number"),
    (["print", "fog", "--bleed", "7"], "between 0 and 6 mm"),
    (["list", "--format", "xls"], "xls"),
    (["explain", "nonsense"], "there is no code 'nonsense'"),
]


@pytest.mark.parametrize(("words", "said"), WRONG_USE)
def test_wrong_use_is_status_2_and_says_why(tiny, words, said):
    result = run(*words, "--project", tiny)
    assert result.exit_code == 2
    assert said in result.output
    assert not (tiny / "output").exists()


def test_a_folder_that_is_no_project_is_status_2(tmp_path):
    result = run("check", "--project", tmp_path)
    assert result.exit_code == 2
    assert "components/" in result.output


def test_the_project_is_the_nearest_folder_upwards(tiny, monkeypatch):
    deep = tiny / "components" / "fog"
    monkeypatch.chdir(deep)
    assert "# Fog" in run("list").output


def test_setup_as_json_holds_each_piece_once(tiny):
    words = ("setup", "fog", "--players", SEATS, "--seed", 5, "--project", tiny)
    table = json.loads(run(*words, "--format", "json").output)
    assert (table["game"], table["players"], table["bots"], table["seed"]) == ("fog", SEATS, 0, 5)
    items = Counter(item for zone in table["zones"].values() for item in zone["items"])
    assert set(items.values()) == {1}
    assert all(zone["count"] == len(zone["items"]) for zone in table["zones"].values())
    listed = json.loads(run("list", "fog", "--all", "--format", "json", "--project", tiny).output)
    assert len(items) == sum(entry["copies"] for entry in listed)
    assert run(*words).output == run(*words).output


def test_the_list_in_three_forms(tiny):
    shown = {
        form: run("list", "--format", form, "--project", tiny).output for form in ("md", "csv")
    }
    listed = json.loads(run("list", "--format", "json", "--project", tiny).output)
    rows = list(csv.DictReader(io.StringIO(shown["csv"])))
    assert [row["id"] for row in rows] == [entry["id"] for entry in listed]
    assert all(entry["name"] in shown["md"] for entry in listed)


def test_a_game_without_cards_says_so(root):
    listed = run("list", "crossing_stonehenge", "--format", "json", "--project", root)
    assert listed.exit_code == 0
    assert json.loads(listed.stdout) == []
    assert "--all" in listed.stderr


def test_printing_into_a_file_is_one_clear_line(tiny):
    (tiny / "taken").write_text("mine")
    result = run("print", "fog", "--project", tiny, "--out", tiny / "taken")
    assert result.exit_code == 1
    assert "cannot write" in result.output
    assert Path(tiny / "taken").read_text() == "mine"


def test_print_stops_at_errors_and_writes_nothing(tiny, edit):
    edit(tiny / FOG, "name: Bonfire\n", "nam: Bonfire\n")
    result = run("print", "fog", "--project", tiny)
    assert result.exit_code == 1
    assert f"{FOG}:" in result.output
    assert not (tiny / "output").exists()


def test_the_version_is_told():
    assert run("--version").output.strip()[0].isdigit()
