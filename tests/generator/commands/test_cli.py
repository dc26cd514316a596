"""The command line: exit statuses, forms of output, and one clear line for wrong use."""

import csv
import io
import json
import subprocess
import sys
from collections import Counter

import pytest
from commandline import run

FOG = "components/fog/cards.yaml"
FIELDS = {
    *("code", "severity", "game", "file", "line", "column", "message", "hint"),
    *("settled", "new"),
}


def test_check_with_an_error_is_status_1_in_every_form(tiny, edit):
    edit(tiny / FOG, "name: Bonfire\n", "nam: Bonfire\n")
    told = {form: checked(tiny, form) for form in ("text", "json", "github")}
    listed = json.loads(told["json"])
    errors = [item for item in listed if item["severity"] == "error"]
    assert errors
    for item in listed:
        assert set(item) == FIELDS
        assert item["line"] >= 1 and item["column"] >= 1
    assert all(item["file"] == FOG for item in errors)
    assert f"::error file={FOG},line=" in told["github"]


def checked(project, form):
    return run("check", "--project", project, "--format", form, status=1).output


def test_the_validator_checks_as_trilith_does(tiny, edit):
    edit(tiny / FOG, "name: Bonfire\n", "nam: Bonfire\n")
    command = [sys.executable, "-m", "validator", "--project", tiny, "--format", "json"]
    ran = subprocess.run(command, check=False, capture_output=True, text=True)
    assert ran.returncode == 1
    assert json.loads(ran.stdout) == json.loads(checked(tiny, "json"))


WRONG_USE = [
    (["check", "frog"], "there is no game 'frog'"),
    (["check", "--format", "xml"], "xml"),
    (["setup", "fog", "--players", "9"], "legal tables"),
    (["setup", "fog"], "--players"),
    (["print", "fog", "--paper", "a9"], "there is no paper a9"),
    (["print", "fog", "--players", "9"], "no table of 9 players"),
    (["print", "fog", "--bleed", "7"], "between 0 and 6 mm"),
    (["explain", "nonsense"], "there is no code 'nonsense'"),
]


@pytest.mark.parametrize(("words", "said"), WRONG_USE)
def test_wrong_use_is_status_2_and_says_why(tiny, words, said):
    assert said in run(*words, "--project", tiny, status=2).output
    assert not (tiny / "output").exists()


def test_a_folder_that_is_no_project_is_status_2(tmp_path):
    assert "components/" in run("check", "--project", tmp_path, status=2).output


def test_the_project_is_the_nearest_folder_upwards(tiny, monkeypatch):
    monkeypatch.chdir(tiny / "components" / "fog")
    assert "# Fog" in run("list").output


def test_setup_as_json_holds_each_piece_once(tiny):
    words = ("setup", "fog", "--players", 3, "--seed", 5, "--project", tiny)
    table = json.loads(run(*words, "--format", "json").output)
    assert (table["game"], table["players"], table["bots"], table["seed"]) == ("fog", 3, 0, 5)
    items = Counter(item for zone in table["zones"].values() for item in zone["items"])
    assert set(items.values()) == {1}
    assert all(zone["count"] == len(zone["items"]) for zone in table["zones"].values())
    listed = json.loads(run("list", "fog", "--all", "--format", "json", "--project", tiny).output)
    assert len(items) == sum(entry["copies"] for entry in listed)
    assert run(*words).output == run(*words).output


def test_the_list_in_three_forms(tiny):
    forms = ("md", "csv", "json")
    text, table, data = (run("list", "--format", one, "--project", tiny).output for one in forms)
    listed = json.loads(data)
    rows = list(csv.DictReader(io.StringIO(table)))
    assert [row["id"] for row in rows] == [entry["id"] for entry in listed]
    assert all(entry["name"] in text for entry in listed)


def test_a_game_without_cards_says_so(root):
    listed = run("list", "crossing_stonehenge", "--format", "json", "--project", root)
    assert json.loads(listed.stdout) == []
    assert "--all" in listed.stderr


def test_printing_into_a_file_is_one_clear_line(tiny):
    (tiny / "taken").write_text("mine")
    told = run("print", "fog", "--project", tiny, "--out", tiny / "taken", status=1).output
    assert "cannot write" in told
    assert (tiny / "taken").read_text() == "mine"


def test_print_stops_at_errors_and_writes_nothing(tiny, edit):
    edit(tiny / FOG, "name: Bonfire\n", "nam: Bonfire\n")
    told = run("print", "fog", "--mark-printed", "--project", tiny, status=1).output
    assert f"{FOG}:" in told
    assert not (tiny / "output").exists()
    assert not (tiny / "components/fog/printed.json").exists()


def test_the_version_is_told():
    assert run("--version").output.strip()[0].isdigit()
