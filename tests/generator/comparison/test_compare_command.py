"""``trilith compare`` as it is typed: against git, a folder, a ruling, players; and for CI."""

import json

import pytest
from gitrepo import commit_all, git
from typer.testing import CliRunner

from generator.cli import application
from generator.commands.compare import FAILED, FailOn
from generator.starter import write_starter
from validator.simulation.verdicts import Verdict

FEW = ("--players", "2", "--policy", "random", "--games", "80", "--jobs", "1")


@pytest.fixture
def fog(tmp_path):
    """A project with the starter Fog, one commit old, whose Bonfire has been edited since."""
    root = tmp_path / "project"
    write_starter(root, "Fog")
    commit_all(root)
    change(root, "cards.yaml", "what: point, amount: 3", "what: point, amount: 9")
    return root


def trilith(*words, status=0):
    """What a command prints."""
    result = CliRunner().invoke(application(), [str(word) for word in words])
    assert result.exit_code == status, result.output
    return result


def change(root, name, old, new):
    path = root / "components" / "fog" / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def run(root, *words, status=0):
    return trilith("compare", "fog", *words, "--project", root, status=status).output


def run_json(root, *words):
    words = ("compare", "fog", *words, "--format", "json", "--project", root)
    return json.loads(trilith(*words).stdout)


def test_an_edit_is_compared_with_the_last_commit_as_text_json_and_a_page(fog):
    output = run(fog, *FEW)
    short = git(fog, "rev-parse", "HEAD")[:10]
    assert output.startswith(f"Fog: HEAD ({short}) before, this working copy now\n")
    assert "2 players, random: 80 games on the same luck" in output
    page = (fog / "output" / "fog" / "compare" / "index.html").read_text(encoding="utf-8")
    assert "Fog: did it change?" in page
    assert "score of seat 1, red" in page
    assert not [word for word in ("<script", "http:", "https:") if word in page]
    [line] = run_json(fog, *FEW)["lines"]
    assert (line["players"], line["policy_now"], line["games"]) == (2, "random", 80)
    assert line["stopped"] == "budget"
    assert [one["of"] for one in line["figures"] if one["figure"] == "score"] == [1, 2]
    assert all(one["low"] <= one["shift"] <= one["high"] for one in line["figures"])


def test_the_command_that_is_told_shows_both_sides_of_the_first_other_game(fog):
    [line] = run_json(fog, *FEW)["lines"]
    words = line["first_difference"]["replay"].split()
    assert words[:3] == ["trilith", "compare", "fog"]
    output = run(fog, *words[3:])
    _, before, now = output.split("\n== ")
    assert before.startswith("before: HEAD (")
    assert now.startswith("now: this working copy ==")
    assert before.partition("\n")[2] != now.partition("\n")[2]
    assert "wrote" not in output


def test_nothing_edited_is_told_at_once(fog):
    git(fog, "commit", "-qam", "second")
    said = "are the same data, rulings and players: nothing can differ\n"
    assert run(fog).endswith(said)
    assert run_json(fog)["lines"] == []


def test_ci_fails_with_a_status_of_its_own(fog):
    wide = [f"--margin={name}=90" for name in ("wins", "length", "scores", "piles", "cards")]
    run(fog, *FEW, "--fail-on", "worse")
    run(fog, *FEW, *wide, "--fail-on", "different")
    found = run(fog, *FEW, "--fail-on", "worse", "--fail-on", "undecided", status=FAILED)
    assert "found what --fail-on names: undecided" in found
    games = ("--players=2", "--policy=greedy", "--games=400", "--jobs=1")
    run(fog, *games, "--fail-on", "different", status=FAILED)


def test_which_verdicts_fail():
    failing = {one: {verdict for verdict in Verdict if one.meets(verdict)} for one in FailOn}
    assert failing[FailOn.WORSE] == {Verdict.WORSE}
    assert failing[FailOn.UNDECIDED] == {Verdict.UNDECIDED}
    assert failing[FailOn.DIFFERENT] == set(Verdict) - {Verdict.SAME, Verdict.UNDECIDED}


def test_a_folder_stands_for_a_revision(fog, tmp_path):
    other = tmp_path / "other"
    write_starter(other, "Fog")
    said = f"Fog: {other} before, this working copy now\n"
    assert run(fog, "--with", other, *FEW).startswith(said)


def test_players_are_compared_without_git(tmp_path):
    write_starter(tmp_path, "Fog")
    output = run(tmp_path, *FEW, "--against-policy", "greedy")
    assert "2 players, greedy before, random now: 80 games" in output
    assert "--policy random --against-policy greedy" in output


def test_rulings_are_compared(root, tmp_path):
    name = trilith("rulings", "crossing_stonehenge").output.split()[0]
    assert name.startswith(("CS-", "X-CS-"))
    words = ("compare", "crossing_stonehenge", "--project", root, "--out", tmp_path)
    wrong = trilith(*words, "--against-ruling", f"{name}=nonsense", status=2)
    assert f"this working copy by {name}=nonsense: " in wrong.output


def test_data_of_an_older_format_are_carried_over(fog):
    older = "  unevaluatedProperties: false\n"  # what format 2 has another word for
    change(fog, "game.yaml", "format: 2\n", "")
    change(fog, "cards.yaml", "  required: [cost]\n", f"  required: [cost]\n{older}")
    git(fog, "commit", "-qam", "as it was written for format 1")
    change(fog, "game.yaml", "kind: game\n", "kind: game\nformat: 2\n")
    change(fog, "cards.yaml", older, "")
    said = "carried over to today's format before, this working copy now"
    assert said in run(fog, *FEW)


def test_data_that_are_refused_today_are_told_and_nothing_is_played(fog):
    change(fog, "cards.yaml", "    cost: 3\n", "    cost: three\n")
    git(fog, "commit", "-qam", "broken")
    change(fog, "cards.yaml", "    cost: three\n", "    cost: 3\n")
    output = run(fog, *FEW, status=1)
    short = git(fog, "rev-parse", "HEAD")[:10]
    assert f"the data at HEAD ({short}), carried over" in output
    assert "components/fog/cards.yaml:" in output
    assert "compare with a later revision, or mend a copy of it in a folder" in output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["v9"], "there is no git revision 'v9'"),
        (["HEAD", "--with", "."], "name a git revision or a folder"),
        (["--margin", "wins=0"], "--margin wins=0 is no margin; write one of wins, length"),
        (["--margin", "fun=1"], "--margin fun=1 is no margin"),
        (["--replay", "3"], "name one table and one policy"),
    ],
)
def test_what_cannot_be_had_is_told(fog, words, said):
    assert said in run(fog, *words, status=2)


def test_a_game_that_was_not_there_yet(fog):
    change(fog, "game.yaml", "id: fog", "id: mist")
    (fog / "components" / "fog").rename(fog / "components" / "mist")
    found = trilith("compare", "mist", "--project", fog, status=2)
    assert "there is no game 'mist' at HEAD" in found.output


def test_two_shards_merge_to_what_one_run_tells(fog):
    whole = run_json(fog, *FEW)
    for part in ("1/2", "2/2"):
        run(fog, *FEW, "--format", "json", "--shard", part)
    shards = sorted((fog / "output" / "shards").glob("compare-*.json"))
    assert len(shards) == 2
    assert json.loads(trilith("merge", *shards, "--project", fog).stdout) == whole
