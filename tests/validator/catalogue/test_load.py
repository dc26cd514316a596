"""From files to the catalogue: the shipped games load, broken ones say why."""

from __future__ import annotations

import pytest

from validator.catalogue.folders import game_names
from validator.catalogue.load import load
from validator.catalogue.model import Form
from validator.findings import Place, UsageError


def codes(findings):
    return [(finding.code, finding.place.file) for finding in findings]


def test_the_starter_game_loads_without_a_word(tiny):
    catalogue, findings = load(tiny)
    assert findings == ()
    game = catalogue.games["fog"]
    assert game.complete
    assert {name: made.count for name, made in game.sets.items()} == {
        "card": 30,
        "coin": 24,
        "mat": 4,
    }
    assert game.sets["card"].form is Form.CARD
    assert [component.id for component in game.sets["mat"].components] == [
        "mat-red",
        "mat-blue",
        "mat-green",
        "mat-yellow",
    ]


def test_places_point_at_the_value(tiny):
    game = load(tiny)[0].games["fog"]
    candle = game.sets["card"].components[0]
    text = (tiny / candle.place.file).read_text(encoding="utf-8").splitlines()
    place = candle.place_of("cost")
    assert text[place.line - 1][place.column - 1 :] == "0"


def test_an_unknown_game_is_wrong_use_and_names_the_known_ones(tiny):
    with pytest.raises(UsageError, match=r"did you mean 'fog'.* games here: fog"):
        load(tiny, ["Fgo"])


def test_a_folder_without_games(tmp_path):
    assert game_names(tmp_path) == ()
    assert [f.code for f in load(tmp_path)[1]] == ["project-empty"]


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


def test_two_files_for_one_set(tiny):
    cards = tiny / "components/fog/cards.yaml"
    (tiny / "components/fog/more.yaml").write_bytes(cards.read_bytes())
    assert codes(load(tiny)[1]) == [("set-twice", "components/fog/more.yaml")]


def test_a_game_under_another_name(tiny, edit):
    edit(tiny / "components/fog/game.yaml", "id: fog ", "id: mist ")
    assert [f.code for f in load(tiny)[1]] == ["game-id"]


def test_a_kind_that_does_not_exist(tiny):
    (tiny / "components/fog/odd.yaml").write_text("kind: decks\n", encoding="utf-8")
    (finding,) = load(tiny)[1]
    assert (finding.code, finding.place) == ("kind", Place("components/fog/odd.yaml", 1, 7))


def test_a_box_that_does_not_exist(tiny, edit):
    edit(tiny / "components/fog/game.yaml", "title_players", "box: chest\ntitle_players")
    assert [f.code for f in load(tiny)[1]] == ["box-unknown"]


def test_a_computed_record_with_an_unknown_variable(tiny, edit):
    edit(tiny / "components/fog/mats.yaml", '"mat-{colour}"', '"mat-{color}"')
    assert [f.code for f in load(tiny)[1]] == ["generate"]


def test_own_fields_must_be_a_json_schema(tiny, edit):
    edit(
        tiny / "components/fog/cards.yaml",
        "  type: object\n  required",
        "  type: thing\n  required",
    )
    assert [f.code for f in load(tiny)[1]] == ["fields-schema"]


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
    assert (one.code, one.severity, one.place.file) == (
        "file-unread",
        severity,
        f"components/{file}",
    )
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
