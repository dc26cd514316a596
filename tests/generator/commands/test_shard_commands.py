"""Shards together give what the whole gives; broken ones, records and ledgers are told."""

import json

import pytest
from commandline import run

GAME = "fog"
LINES = {
    "simulate": ["simulate", GAME, "--games", 20, "--players", 3],
    "json": ["simulate", GAME, "--games", 20, "--format", "json", "--policy", "greedy"],
    "piles": ["piles", GAME, "--games", 10],
}


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_shards_together_tell_what_the_whole_tells(line, common_fog):
    own = ["--project", common_fog, "--jobs", 1]
    whole = run(*line, *own).stdout
    for number in (1, 2, 3):
        made = run(*line, *own, "--shard", f"{number}/3")
        assert made.stdout == ""
        assert f"{line[0]}-{number}-of-3.json" in made.stderr
    files = sorted((common_fog / "output" / "shards").glob(f"{line[0]}-*.json"))
    assert run("merge", *files, "--project", common_fog).stdout == whole
    missing = run("merge", *files[1:], "--project", common_fog, status=1)
    assert (missing.stdout, "missing: shard 1/3" in missing.stderr) == ("", True)


@pytest.mark.heavy
def test_a_report_in_shards_is_the_same_page(common_fog, tmp_path):
    line = ["report", GAME, "--games", 10, "--project", common_fog, "--jobs", 1, "--out", tmp_path]
    run(*line)
    page = tmp_path / GAME / "report" / "index.html"
    whole = page.read_text()
    page.unlink()
    for number in (1, 2):
        run(*line, "--shard", f"{number}/2")
    assert not page.exists()
    files = sorted((tmp_path / "shards").iterdir())
    run("merge", *files, "--project", common_fog, "--out", tmp_path)
    assert page.read_text() == whole


@pytest.fixture
def path(common_fog, tmp_path):
    """A shard that holds the whole."""
    line = ["simulate", GAME, "--games", 4, "--project", common_fog, "--jobs", 1, "--out", tmp_path]
    run(*line, "--shard", "1/1")
    [made] = (tmp_path / "shards").iterdir()
    return made


def test_shards_of_data_that_has_changed_are_told(common_fog, path):
    game = common_fog / "components" / GAME / "game.yaml"
    before = game.read_text()
    game.write_text(before.replace("players: 2", "players: 2, note: changed", 1))
    told = run("merge", path, "--project", common_fog, status=1)
    game.write_text("# moved down\n" + before)
    whole = run("merge", path, "--project", common_fog)
    game.write_text(before)
    assert "made from other data" in told.stderr
    assert whole.stdout.startswith("Fog")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"command": "print"}, "names no command"),
        ({"command": "new"}, "names no command"),
        ({"command": "nothing"}, "names no command"),
        ({"options": {"count": "many"}}, "options that it does not have"),
        ({"options": {"evil": 1}}, "options that it does not have"),
        ({"options": {"out": "/somewhere"}}, "options that it does not have"),
        ({"command": "compare", "options": {"game": GAME, "folder": "/etc"}}, "options that it"),
    ],
)
def test_a_file_that_names_something_else_is_told(change, said, common_fog, path):
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    assert said in run("merge", path, "--project", common_fog, status=2).stderr


def test_what_was_played_is_played_once(common_fog):
    line = ["simulate", GAME, "--games", 5, "--project", common_fog, "--jobs", 1]
    assert run(*line).stdout == run(*line).stdout == run(*line[:-1], 2).stdout


def test_a_shard_names_no_folder(common_fog, tmp_path):
    line = ["compare", GAME, "--with", common_fog, "--players", 3, "--project", common_fog]
    words = ["--policy", "greedy", "--against-policy", "random", "--out", tmp_path]
    told = run(*line, *words, "--shard", "1/2", status=2)
    assert "--shard cannot go with an option that names another folder" in told.stderr


BROKEN = {
    "deep": b"[" * 100_000,
    "digits": b'{"kind": ' + b"9" * 5000 + b"}",
    "cut short": b'{"kind": "printed", "game": "fog"',
    "not UTF-8": b'{"kind": "\xff"}',
}


@pytest.mark.parametrize("content", BROKEN.values(), ids=BROKEN)
def test_a_broken_ledger_is_told_and_kept(tiny, content):
    ledger = tiny / "components/fog/printed.json"
    ledger.write_bytes(content)
    is_first = content == BROKEN["deep"]  # a whole kit is made before it is marked: once will do
    for word in ("--changed", "--mark-printed") if is_first else ("--changed",):
        told = run("print", "fog", word, "--project", tiny, status=1).output
        assert told.count("ledger-unusable") == 1
        assert "components/fog/printed.json:1:1" in told
    assert ledger.read_bytes() == content


@pytest.mark.parametrize("content", BROKEN.values(), ids=BROKEN)
@pytest.mark.parametrize("words", [("replay", "--record"), ("play", "--resume")])
def test_a_broken_record_is_told_in_a_line(tiny, words, content):
    record = tiny / "game.json"
    record.write_bytes(content)
    told = run(*words, record, "--project", tiny, status=2).stderr
    assert told.startswith("trilith: ")
    assert len(told.splitlines()) <= 2


@pytest.fixture(scope="module")
def shards(common_fog, tmp_path_factory):
    out = tmp_path_factory.mktemp("shards")
    line = ["simulate", GAME, "--games", 8, "--players", 2, "--jobs", 1, "--out", out]
    for number in (1, 2):
        run(*line, "--shard", f"{number}/2", "--project", common_fog)
    return sorted((out / "shards").iterdir())


def sums(shard):
    return shard["done"][0]["sums"]


IMPOSSIBLE = {
    "no sums": lambda shard: shard["done"][0].update(sums=None),
    "no games": lambda shard: sums(shard).update(games=0),
    "more games than were played": lambda shard: sums(shard).update(games=5),
    "a count below 0": lambda shard: sums(shard)["wins"].__setitem__(0, -1),
    "finished below 0": lambda shard: sums(shard).update(finished=-1),
    "a count that nobody counts to": lambda shard: sums(shard)["turns"].update({"18": 10**40}),
    "a list too short": lambda shard: sums(shard)["drawn"].pop(),
    "no list": lambda shard: sums(shard).update(scores=None),
    "half a game": lambda shard: sums(shard).update(draws=0.5),
    "signs that a terminal obeys": lambda shard: sums(shard)["reasons"].update({"\x1b[2J": 1}),
    "a version that a terminal obeys": lambda shard: shard.update(trilith="\x1b]0;x\x07"),
    "no list of what is done": lambda shard: shard.update(done=None),
    "a start of 5,000 digits": lambda shard: shard["done"][0].update(start="9" * 5000),
}


@pytest.mark.parametrize("change", IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_a_shard_that_cannot_be_is_refused_in_a_line(common_fog, shards, tmp_path, change):
    first, second = shards
    shard = json.loads(first.read_text("utf-8"))
    change(shard)
    changed = tmp_path / first.name
    changed.write_text(json.dumps(shard), encoding="utf-8")
    told = run("merge", changed, second, "--project", common_fog, status=1)
    assert (told.stdout, len(told.stderr.splitlines())) == ("", 1)
    assert "\x1b" not in told.stderr
    assert "shard" in told.stderr
