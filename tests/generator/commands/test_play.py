"""``trilith simulate``, ``replay``, ``report``, ``rules``, ``rulings`` and ``check --simulate``."""

import json
import re
import shlex

import pytest
from commandline import run

GAME = "battle_of_the_gods"
FIELDS = [
    *("game", "players", "bots", "policy", "rulings", "seed", "games", "finished", "stalled"),
    *("rounds", "turns", "wins", "shared", "equal_share", "lead", "scores"),
    *("piles", "supplies", "cards"),
]


def test_simulations_have_the_same_bytes_whatever_jobs_is(root, tmp_path):
    words = ["simulate", GAME, "--games", 5, "--seed", 4, "--format", "json", "--project", root]
    one = run(*words, "--jobs", 1).stdout
    assert one == run(*words, "--jobs", 2).stdout
    assert [table["players"] for table in json.loads(one)] == [2, 3, 4]
    assert all(list(table) == FIELDS for table in json.loads(one))
    run(*words, "--players", "all", "--out", tmp_path)
    assert (tmp_path / "simulation.json").read_text(encoding="utf-8") == one


def test_a_line_of_a_simulation_replays_its_game(root):
    words = ["simulate", GAME, "--players", 3, "--games", 3, "--policy", "greedy,random,random"]
    told = run(*words, "--ruling", "X-BG-04=shortfall", "--project", root).stdout
    turns = re.search(r"turns +\d+ to (\d+),", told)
    command = re.search(r"longest +trilith (replay .*)", told)
    assert "--ruling X-BG-04=shortfall" in command[1]
    story = run(*shlex.split(command[1]), "--project", root).stdout
    assert story.count("\nturn ") == int(turns[1])
    assert "won by: " in story


def test_a_saved_game_is_told_again(root, tmp_path):
    kept = tmp_path / "game.json"
    words = ["replay", GAME, "--players", 2, "--seed", 3]
    story = run(*words, "--save", kept, "--project", root).stdout
    assert run("replay", "--record", kept, "--project", root).stdout == story


def test_a_replay_with_options_lists_them(root):
    words = ["replay", GAME, "--players", 2, "--seed", 3, "--project", root]
    assert "\n    of " in run(*words, "--options").stdout
    assert "\n    of " not in run(*words).stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["simulate", "chess"], "there is no game 'chess'"),
        (["simulate", GAME, "--players", 9], "legal tables (humans+bots): battle_of_the_gods 2+0"),
        (["simulate", GAME, "--players", "two"], "--players two is not a number"),
        (["simulate", GAME, "--policy", "wild"], "use random, greedy, drain:draw_pile"),
        (["simulate", GAME, "--ruling", "X-BG-04=x"], "X-BG-04 has no option 'x'; its options are"),
        (["simulate", GAME, "--ruling", "X-BG-99=x"], "the rulings here are X-BG-01"),
        (["simulate", "high_council", "--players", 3], "high_council"),
        (["replay"], "name a game"),
        (["replay", "--record", "nowhere.json"], "cannot read nowhere.json"),
        (["report", "stonehenge"], "nothing to play"),
    ],
)
def test_wrong_use_of_play_says_what_is_right(root, tmp_path, monkeypatch, words, said):
    monkeypatch.chdir(tmp_path)
    assert said in run(*words, "--project", root, status=2).output


def test_a_project_without_rules_modules_has_nothing_to_play(tiny):
    assert "no game here can be played" in run("simulate", "--project", tiny, status=2).output
    assert "'fog' cannot be played" in run("replay", "fog", "--project", tiny, status=2).output
    assert "nothing to play" in run("report", "--project", tiny, status=2).output
    rules = run("rules", "fog", "--project", tiny, status=2)
    assert "no components/fog/rules.yaml" in rules.output


def test_rules_are_listed_with_where_they_live(root):
    text = run("rules", GAME, "--project", root).stdout
    assert re.search(r"46 rules, \d+ carried out and tested, .*, 0 not carried out", text)
    data = json.loads(run("rules", GAME, "--format", "json", "--project", root).stdout)
    assert "BG-ACT-04" in json.dumps(data)


def test_rulings_are_listed_with_their_options(root):
    text = run("rulings", GAME, "--project", root).stdout
    assert "X-BG-04 (M)" in text
    assert "playable: no, they may be played to the end (departs from BG-END-05)" in text
    assert text.count("\n  * ") == len(re.findall(r"^X-BG-\S+ \(", text, re.MULTILINE))


@pytest.mark.heavy
@pytest.mark.usefixtures("undrawn")
def test_checking_with_simulation_adds_what_play_shows(root):
    words = ("check", "first_druid", "--project", root)
    assert "trilith replay first_druid" in run(*words, "--simulate").output
    assert "trilith replay" not in run(*words).output
