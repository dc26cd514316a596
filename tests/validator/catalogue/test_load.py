"""From files to the catalogue: shipped games load, broken ones say why, and what is kept."""

import os
import subprocess
import sys
import time

import pytest

from validator.catalogue.file_cache import FileCache, Hashes
from validator.catalogue.load import load
from validator.catalogue.model import Form
from validator.catalogue.source import parse_source
from validator.findings import Place, UsageError
from validator.plainfile import digest_of_plain
from validator.run import check


def codes(findings):
    return [(finding.code, finding.place.file) for finding in findings]


def test_the_starter_game_loads_without_a_word(tiny):
    catalogue, findings = load(tiny)
    assert findings == ()
    game = catalogue.games["fog"]
    assert game.complete
    counts = {name: made.count for name, made in game.sets.items()}
    assert counts == {"card": 30, "coin": 24, "mat": 4}
    assert game.sets["card"].form is Form.CARD
    colours = ("red", "blue", "green", "yellow")
    assert [one.id for one in game.sets["mat"].components] == [f"mat-{one}" for one in colours]


def test_an_unknown_game_is_wrong_use_and_names_the_known_ones(tiny):
    with pytest.raises(UsageError, match=r"did you mean 'fog'.* games here: fog"):
        load(tiny, ["Fgo"])


@pytest.mark.parametrize(
    ("old", "new", "message", "near"),
    [
        ("copies: 6\n    cost: 1", "copys: 6\n    cost: 1", "unknown key 'copys'", "copys"),
        ("cost: 3", "cost: three", '"three" is a text where a whole number', "three"),
        ("cost: 3", "cost: 12", "12 is too large", "12"),
        ("copies: 4\n    cost: 4", "copies: -4\n    cost: 4", "-4 is too small", "-4"),
        ('players: "3+"', 'players: "3-"', '"3-" is not well-formed', '"3-"'),
        ("amount: 3", "amount: lots", '"lots" is a text where a whole number', "lots"),
        ("form: card", "form: crad", '"crad" is not allowed', "crad"),
        ("do: draw, what", "do: drwa, what", '"drwa"', "drwa"),
    ],
)
def test_schema_mistakes_have_their_place(tiny, edit, old, new, message, near):
    path = tiny / "components/fog/cards.yaml"
    edit(path, old, new)
    _, findings = load(tiny)
    found = [f for f in findings if message in f.message]
    assert len(found) == 1, findings
    line, column = found[0].place.line, found[0].place.column
    assert path.read_text(encoding="utf-8").splitlines()[line - 1][column - 1 :].startswith(near)


def test_one_broken_record_leaves_the_rest_and_marks_the_set(tiny, edit):
    edit(tiny / "components/fog/cards.yaml", "cost: 3", "cost: three")
    catalogue, findings = load(tiny)
    made = catalogue.games["fog"].sets["card"]
    assert len(findings) == 1
    assert not made.complete
    assert not catalogue.games["fog"].complete
    assert "bonfire" not in {component.id for component in made.components}
    assert "lighthouse" in {component.id for component in made.components}


@pytest.mark.parametrize(
    ("file", "text", "severity", "hint"),
    [
        ("fog/tiles.yml", "", "error", "name it `tiles.yaml`"),
        ("fog/tiles.YAML", "", "error", "name it `tiles.yaml`"),
        ("fog/tiles.yaml.txt", "", "error", "name it `tiles.yaml`"),
        ("fog/tiles.json", '{"kind": "components"}', "warning", "name it `tiles.yaml`"),
        ("fog/tiles.txt", "kind: components", "warning", "name it `tiles.yaml`"),
        ("fog/decks/tiles.yaml", "", "warning", "move it into components/fog/ itself"),
        ("tiles.yaml", "", "warning", "move it into the folder of its game"),
    ],
)
def test_a_file_that_looks_like_data_but_is_not_read(tiny, file, text, severity, hint):
    path = tiny / "components" / file
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    (one,) = load(tiny)[1]
    found = (one.code, one.severity, one.place.file)
    assert found == ("file-unread", severity, f"components/{file}")
    assert one.message == f"the file `{path.name}` is not read"
    assert hint in one.hint


@pytest.mark.parametrize("name", ["notes.txt", "todo.json", "README", "lamb.png", "cards.yaml~"])
def test_other_files_may_lie_beside_the_data(tiny, name):
    (tiny / "components/fog" / name).write_text("{}", encoding="utf-8")
    assert load(tiny)[1] == ()


def test_a_game_whose_only_file_has_the_wrong_ending_is_not_passed_over(tiny):
    folder = tiny / "components/mist"
    folder.mkdir()
    (folder / "game.yml").write_text("kind: game\n", encoding="utf-8")
    assert codes(load(tiny)[1]) == [("file-unread", "components/mist/game.yml")]


@pytest.mark.parametrize(
    "name", ["Cards copy.yaml", "Copy of cards.yaml", "cards (1).yaml", "Cards - Kopie.yaml"]
)
def test_a_copy_is_blamed_and_the_original_named(tiny, name):
    cards = tiny / "components/fog/cards.yaml"
    (cards.parent / name).write_bytes(cards.read_bytes())
    (one,) = load(tiny)[1]
    assert (one.code, one.place.file) == ("set-twice", f"components/fog/{name}")
    assert "components/fog/cards.yaml" in one.message
    assert "take one of the two out of the folder" in one.hint


def test_a_copied_game_and_set_up_are_blamed_too(tiny):
    for name in ("game", "setup"):
        original = tiny / f"components/fog/{name}.yaml"
        (original.parent / f"{name.title()} copy.yaml").write_bytes(original.read_bytes())
    assert codes(load(tiny)[1]) == [
        ("game-twice", "components/fog/Game copy.yaml"),
        ("setup-twice", "components/fog/Setup copy.yaml"),
    ]


def test_a_folder_with_a_name_that_is_no_id_is_to_be_renamed(tiny, edit):
    (tiny / "components/fog").rename(tiny / "components/Harbour Night")
    assert load(tiny)[1][0].hint == "rename the folder to fog"
    game = tiny / "components/Harbour Night/game.yaml"
    edit(game, "id: fog ", 'id: "Harbour Night" ')
    assert "did you mean 'harbour_night'?" in load(tiny)[1][0].hint
    edit(game, 'id: "Harbour Night"', "id: harbour_night")
    assert load(tiny)[1][0].hint == "rename the folder to harbour_night"


def test_a_project_has_so_many_components_at_most(tiny, monkeypatch):
    monkeypatch.setattr("validator.catalogue.load.MOST_COMPONENTS", 10)
    _, findings = load(tiny)
    told = {(one.code, one.place.file.rpartition("/")[2]) for one in findings}
    assert told == {("generate", "mats.yaml")}


# --- the shipped YAML files read well ------------------------------------------------------------
def test_no_line_of_the_data_is_too_long(root):
    long = [
        f"{path.relative_to(root)}:{number}"
        for path in sorted((root / "components").rglob("*.yaml"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > 120
    ]
    assert long == []


# Texts and lists without measure are an error where they stand, and nothing waits for them
ENDLESS = "x" * 100_000


@pytest.mark.parametrize("text", [ENDLESS, '"' + "word " * 200_000 + '"', "a-" * 9_000])
def test_a_text_without_measure_is_told_at_its_place(text):
    source, (told,) = parse_source(f"kind: game\nname: {text}\n", "game.yaml")
    assert (told.code, told.place) == ("text-too-long", Place("game.yaml", 2, 7))
    assert len(source.data["name"]) == 40


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("deck: {cards: [" + "a, " * 2_001 + "]}", ["list-too-long"]),
        ("deck: {cards: [" + "a, " * 2_000 + "]}", []),
        ("cards: [" + "a, " * 5_000 + "]", []),
    ],
)
def test_a_list_inside_something_has_a_measure(text, codes):
    assert [told.code for told in parse_source(text, "cards.yaml")[1]] == codes


@pytest.mark.parametrize("name", [ENDLESS, "a" + "-b" * 50_000, "**a" * 40_000])
def test_a_check_goes_on_beside_a_name_without_measure(tiny, edit, name):
    edit(tiny / "components" / "fog" / "cards.yaml", "name: Bonfire", f'name: "{name}"')
    assert "text-too-long" in {told.code for told in check(tiny)}


# --- reading sound data loads neither what tells mistakes nor what reads scripts of play ---------
READ = """
import sys
from pathlib import Path
from validator.catalogue.load import load
_, findings = load(Path({root!r}), ["fog"])
print(len(findings), *(name for name in ("jsonschema",) if name in sys.modules))
"""


def told(root):
    code = [sys.executable, "-c", READ.format(root=str(root))]
    return subprocess.run(code, capture_output=True, check=True, text=True).stdout.split()


def test_what_tells_mistakes_is_loaded_with_the_first(tiny):
    assert told(tiny) == ["0"]
    with (tiny / "components" / "fog" / "game.yaml").open("a", encoding="utf-8") as file:
        file.write("colour: grey\n")
    count, *loaded = told(tiny)
    assert int(count) >= 1
    assert loaded == ["jsonschema"]


# --- what a second load reads again, and what it takes from the first ----------------------------
GAME = "kind: game\nid: fog\nname: Fog\nrevision: '1'\nis_box: true\n"
SET = """kind: components
set: {set}
name: Cards
singular: Card
form: card
size: poker
template: basic/card
components: {records}
"""


def _project(root):
    folder = root / "components" / "fog"
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME)
    (folder / "a.yaml").write_text(SET.format(set="a", records="[{id: ann, name: Ann}]"))
    (folder / "b.yaml").write_text(SET.format(set="b", records="{from: b.csv}"))
    (folder / "b.csv").write_text("id,name\nben,Ben\n")
    return folder


def test_only_what_changed_is_made_anew(tmp_path):
    folder, kept = _project(tmp_path), FileCache(tmp_path)
    first = [load(tmp_path, kept=kept)[0].games["fog"].sets for _ in range(2)][-1]
    (folder / "a.yaml").write_text(SET.format(set="a", records="[{id: ann, name: Anna}]"))
    second = load(tmp_path, kept=kept)[0].games["fog"].sets
    assert second["a"].components[0].name == "Anna"
    assert second["b"] is first["b"]
    (folder / "b.csv").write_text("id,name\nben,Bea\n")
    third = load(tmp_path, kept=kept)[0].games["fog"].sets
    assert third["b"].components[0].name == "Bea"
    assert third["a"] is second["a"]


def test_a_second_load_gives_what_a_fresh_one_gives(tmp_path):
    folder, kept = _project(tmp_path), FileCache(tmp_path)
    changes = (
        ("a.yaml", "kind: components\nset: [\n"),
        ("a.yaml", SET.format(set="a", records="[{id: ann, nam: Ann}]")),
        ("b.csv", "id,name\nben,Ben\nben,Ben\n"),
        ("b.csv", None),
        ("b.csv", "id,name\nben,Bo\n"),
        ("c.yaml", SET.format(set="a", records="[{id: cyd, name: Cyd}]")),
        ("c.yaml", None),
        ("a.yaml", SET.format(set="a", records="[{id: ann, name: Ann}]")),
    )
    for name, text in changes:
        (folder / name).unlink(missing_ok=True)
        if text is not None:
            (folder / name).write_text(text)
        for _ in range(2):
            assert load(tmp_path, kept=kept) == load(tmp_path)


def test_a_sheet_outside_of_the_project_is_not_looked_into(tmp_path):
    root = tmp_path / "project"
    folder, kept = _project(root), FileCache(root)
    (tmp_path / "b.csv").write_text("id,name\nben,Ben\n")
    (folder / "b.csv").unlink()
    (folder / "b.csv").symlink_to(tmp_path / "b.csv")
    refused = [load(root, kept=kept)[1] for _ in range(2)]
    assert any(finding.place.file.endswith("b.csv") for finding in refused[-1])
    (folder / "b.csv").unlink()
    (folder / "b.csv").write_text("id,name\nben,Ben\n")
    assert load(root, kept=kept)[1] == ()


# --- hashes of files that are worked out again where a file may have changed, and only there -----
def _settle(monkeypatch):
    """From now on all files are old enough."""
    late = time.time_ns() + 10_000_000_000
    monkeypatch.setattr("validator.catalogue.file_cache.time.time_ns", lambda: late)


def test_a_settled_file_is_read_once(tmp_path, monkeypatch):
    path, known = tmp_path / "a", Hashes()
    path.write_bytes(b"one")
    _settle(monkeypatch)
    digest = known.of(path)
    assert digest == digest_of_plain(path)
    monkeypatch.setattr("validator.catalogue.file_cache.digest_of_plain", None)
    assert known.of(path) == digest
    assert known.has(path)


def test_a_file_that_was_just_written_is_read_each_time(tmp_path):
    path, known = tmp_path / "a", Hashes()
    path.write_bytes(b"one")
    before = path.stat()
    first = known.of(path)
    path.write_bytes(b"two")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert known.of(path) == digest_of_plain(path) != first


def test_what_takes_the_place_of_a_settled_file_is_read(tmp_path, monkeypatch):
    path, other, known = tmp_path / "a", tmp_path / "b", Hashes()
    path.write_bytes(b"one")
    other.write_bytes(b"two")
    _settle(monkeypatch)
    known.of(path)
    times = path.stat()
    os.utime(other, ns=(times.st_atime_ns, times.st_mtime_ns))
    other.replace(path)
    assert not known.has(path)
    assert known.of(path) == digest_of_plain(path)
    path.unlink()
    with pytest.raises(OSError, match="a"):
        known.of(path)
