"""``trilith compare`` as it is typed: against git, a folder, a ruling, players; and for CI."""

import json
import re

import commandline
import pytest
from gitrepo import commit_all, git

from generator.commands.compare import FAILED, FailOn
from generator.starter import write_starter
from validator.simulation.compare import Verdict

FEW = ("--players", "2", "--policy", "random", "--games", "80", "--jobs", "1")


@pytest.fixture
def fog(tmp_path):
    """A project with the starter Fog, one commit old, whose Bonfire has been edited since."""
    root = tmp_path / "project"
    write_starter(root, "Fog")
    commit_all(root)
    change(root, "cards.yaml", "what: point, amount: 3", "what: point, amount: 9")
    return root


def change(root, name, old, new):
    path = root / "components" / "fog" / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def run(root, *words, status=0):
    return commandline.run("compare", "fog", *words, "--project", root, status=status)


def test_an_edit_is_compared_with_the_last_commit_as_text_json_and_a_page(fog):
    result = run(fog, *FEW)
    short = git(fog, "rev-parse", "HEAD")[:10]
    assert result.output.startswith(f"Fog: HEAD ({short}) before, this working copy now\n")
    assert "2 players, random: 80 games on the same luck" in result.output
    page = (fog / "output" / "fog" / "compare" / "index.html").read_text(encoding="utf-8")
    assert "Fog: did it change?" in page
    assert "score of seat 1, red" in page
    lead, edit = page.index('<p class="lead">'), page.index("Light cards: Bonfire [bonfire]")
    assert lead < edit < page.index("<h2>"), "what came of it first, then what was edited"
    assert " undecided</summary>" in page
    assert not re.search(r"[ (>]-\d", page[page.index("<body>") :]), "minus signs are true ones"
    assert "~ Light cards: Bonfire [bonfire]\n    text: Score 3" in result.output
    assert "<script" not in page
    assert "http:" not in page
    assert "https:" not in page
    data = json.loads(run(fog, *FEW, "--format", "json").stdout)
    assert data["edit"][0] == "~ Light cards: Bonfire [bonfire]"
    [line] = data["lines"]
    assert (line["players"], line["policy_now"], line["games"]) == (2, "random", 80)
    assert line["stopped"] == "budget"
    scores = [one for one in line["figures"] if one["figure"] == "score"]
    assert [one["of"] for one in scores] == [1, 2]
    assert all(one["low"] <= one["shift"] <= one["high"] for one in line["figures"])


def test_a_page_in_a_language_of_the_project_is_made_beside_the_english_text(fog):
    commandline.run("translate", "fog", "--to", "de", "--project", fog)
    path = fog / "components" / "fog" / "languages" / "de.po"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"Fog"\nmsgstr ""', '"Fog"\nmsgstr "Nebel"'), encoding="utf-8")
    result = run(fog, *FEW, "--language", "de")
    page = (fog / "output" / "de" / "fog" / "compare" / "index.html").read_text(encoding="utf-8")
    assert "Nebel: Hat es sich verändert?" in page
    assert "dieser Arbeitsstand" in page
    assert "this working copy now" in result.output


def test_the_command_that_is_told_shows_both_sides_of_the_first_other_game(fog):
    [line] = json.loads(run(fog, *FEW, "--format", "json").stdout)["lines"]
    words = line["first_difference"]["replay"].split()
    assert words[:3] == ["trilith", "compare", "fog"]
    result = run(fog, *words[3:])
    _, before, now = result.output.split("\n== ")
    assert before.startswith("before: HEAD (")
    assert now.startswith("now: this working copy ==")
    assert before.partition("\n")[2] != now.partition("\n")[2]
    assert "wrote" not in result.output


def test_how_many_games_it_takes_is_told_before_they_are_played(fog):
    words = ("--players", "2", "--policy", "random", "--jobs", "1")
    found = {
        percent: re.search(
            r"2 players, random: ([\d,]+), as \d+ of 256 games went the same way; ([\d,]+) if an",
            run(fog, *words, "--need", percent).output,
        ).groups()
        for percent in ("3", "6")
    }
    three, six = ([int(one.replace(",", "")) for one in found[key]] for key in ("3", "6"))
    assert six[0] < three[0] < three[1]
    assert six[1] < three[1]
    git(fog, "checkout", "--", ".")
    told = run(fog, *words, "--need", "3").output
    assert "went the same way" not in told, "nothing is edited yet"
    assert re.search(r"2 players, random: [\d,]+ if an edit touches every game", told)


def test_what_differs_beside_the_cards_is_named(fog):
    change(fog, "play.yaml", "turn:", "# a comment\nturn:")
    change(fog, "game.yaml", "when_empty: reshuffle", "when_empty: stop")
    output = run(fog, *FEW).output
    assert "~ piles" in output
    assert "~ play\n" not in output, "a comment changes nothing"


def test_nothing_edited_is_told_at_once(fog):
    git(fog, "commit", "-qam", "second")
    result = run(fog)
    assert result.output.endswith("are the same data, rulings and players: nothing can differ\n")
    assert json.loads(run(fog, "--format", "json").stdout)["lines"] == []


def test_ci_fails_with_a_status_of_its_own(fog):
    wide = [f"--margin={name}=90" for name in ("wins", "length", "scores", "piles", "cards")]
    assert run(fog, *FEW, "--fail-on", "worse").exit_code == 0
    found = run(fog, *FEW, "--fail-on", "worse", "--fail-on", "undecided", status=FAILED)
    assert "found what --fail-on names: undecided" in found.output
    run(fog, *FEW, *wide, "--fail-on", "different")
    games = ("--players=2", "--policy=greedy", "--games=400", "--jobs=1")
    run(fog, *games, "--fail-on", "different", status=FAILED)


def test_which_verdicts_fail():
    failing = {one: {verdict for verdict in Verdict if one.meets(verdict)} for one in FailOn}
    assert failing[FailOn.WORSE] == {Verdict.WORSE}
    assert failing[FailOn.UNDECIDED] == {Verdict.UNDECIDED}
    assert failing[FailOn.DIFFERENT] == set(Verdict) - {Verdict.SAME, Verdict.UNDECIDED}


def test_a_folder_stands_for_a_revision(fog, tmp_path):
    write_starter(tmp_path / "other", "Fog")
    result = run(fog, "--with", str(tmp_path / "other"), *FEW)
    assert result.output.startswith(f"Fog: {tmp_path / 'other'} before, this working copy now\n")


def test_players_are_compared_without_git(tmp_path):
    write_starter(tmp_path, "Fog")
    words = (*FEW, "--against-policy", "greedy")
    result = run(tmp_path, *words)
    assert "2 players, greedy before, random now: 80 games" in result.output
    assert "--policy random --against-policy greedy" in result.output


def test_rulings_are_compared(root, tmp_path):
    name = commandline.run("rulings", "crossing_stonehenge", "--project", root).output.split()[0]
    assert name.startswith(("CS-", "X-CS-"))
    words = ["compare", "crossing_stonehenge", "--project", root, "--out", tmp_path]
    wrong = commandline.run(*words, "--against-ruling", f"{name}=nonsense", status=2)
    assert f"this working copy by {name}=nonsense: " in wrong.output


def test_data_that_are_refused_today_are_told_and_nothing_is_played(fog):
    change(fog, "cards.yaml", "    cost: 3\n", "    cost: three\n")
    git(fog, "commit", "-qam", "broken")
    change(fog, "cards.yaml", "    cost: three\n", "    cost: 3\n")
    result = run(fog, *FEW, status=1)
    short = git(fog, "rev-parse", "HEAD")[:10]
    assert f"the data at HEAD ({short})" in result.output
    assert "components/fog/cards.yaml:" in result.output
    assert "compare with a later revision, or mend a copy of it in a folder" in result.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["v9"], "there is no git revision 'v9'"),
        (["HEAD", "--with", "."], "name a git revision or a folder"),
        (["--margin", "wins=0"], "--margin wins=0 is no margin; write one of wins, length"),
        (["--margin", "fun=1"], "--margin fun=1 is no margin"),
        (["--games", "10"], "play more than 64"),
        (["--replay", "3"], "name one table and one policy"),
    ],
)
def test_what_cannot_be_had_is_told(fog, words, said):
    result = run(fog, *words, status=2)
    assert said in result.output


def test_a_game_that_was_not_there_yet(fog):
    (fog / "components" / "fog").rename(fog / "components" / "mist")
    change_id = fog / "components" / "mist" / "game.yaml"
    change_id.write_text(change_id.read_text().replace("id: fog", "id: mist"))
    told = commandline.run("compare", "mist", "--project", fog, status=2).output
    assert "there is no game 'mist' at HEAD" in told


def test_two_shards_merge_to_what_one_run_tells(fog):
    whole = run(fog, *FEW, "--format", "json")
    for part in ("1/2", "2/2"):
        run(fog, *FEW, "--format", "json", "--shard", part)
    shards = sorted((fog / "output" / "shards").glob("compare-*.json"))
    assert len(shards) == 2
    assert commandline.run("merge", *shards, "--project", fog).stdout == whole.stdout
