"""Editors complete what a project has: its schemas know the fields of its sets, zones and terms."""

import json
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from generator.editors import documents, keep_schemas
from generator.starter import write_starter
from validator.catalogue.load import load

ROOT = Path(__file__).parents[2]


def judge(made, kind):
    pairs = [(f"{name}.json", Resource.from_contents(one)) for name, one in made.items()]
    registry = Registry().with_resources(pairs)
    return Draft202012Validator(made[kind], registry=registry)


def kept(root):
    folder = root / "components" / ".schemas"
    return {path.stem: json.loads(path.read_text("utf-8")) for path in folder.glob("*.json")}


def cards(root):
    return yaml.safe_load((root / "components/fog/cards.yaml").read_text("utf-8"))


def own_fields(root, name):
    sets = {
        one["if"]["properties"]["set"]["const"]: one["then"]
        for one in kept(root)["components"]["allOf"]
    }
    return sets[name]["properties"]["components"]["items"]["properties"]


def test_a_new_game_has_its_own_fields_described(fog):
    fields = own_fields(fog, "card")
    assert fields["cost"]["description"] == "Coins to pay when played." and "copies" in fields


def test_a_record_is_held_against_the_sets_own_fields(fog):
    data = cards(fog)
    assert judge(kept(fog), "components").is_valid(data)
    data["components"][0]["cost"] = "free"
    assert not judge(kept(fog), "components").is_valid(data)
    data["components"][0] |= {"cost": 1, "flavour": "Dim."}
    assert not judge(kept(fog), "components").is_valid(data)


def test_words_of_the_project_are_offered_and_others_allowed(fog):
    play, effects = kept(fog)["play"], kept(fog)["effects"]
    assert "seat.hand" in play["$defs"]["formula"]["anyOf"][0]["enum"]
    assert "coin" in play["$defs"]["set_id"]["anyOf"][0]["enum"]
    gained = effects["$defs"]["gain"]["properties"]["what"]["anyOf"][0]["enum"]
    assert gained == ["card", "coin", "point"]
    assert "basic/card" in kept(fog)["components"]["properties"]["template"]["anyOf"][0]["enum"]
    steps = [{"do": "shuffle", "what": "another"}]
    data = {"kind": "setup", "zones": {"a": "A"}, "steps": steps}
    assert judge(kept(fog), "setup").is_valid(data)


@pytest.mark.parametrize("path", sorted(ROOT.glob("components/*/*.yaml")), ids=str)
def test_shipped_games_fit_the_schemas_of_their_project(path, made):
    for data in yaml.load_all(path.read_text("utf-8"), Loader=yaml.CSafeLoader):
        assert [one.message for one in judge(made, data["kind"]).iter_errors(data)] == []


@pytest.fixture(scope="module")
def made():
    return documents(load(ROOT)[0], ROOT)


def test_a_check_brings_a_new_field_to_the_editor(fog, edit):
    mood = "    mood: {type: string, description: Colour of the sky.}\n"
    edit(fog / "components/fog/cards.yaml", "    cost: {", f"{mood}    cost: {{")
    keep_schemas(fog)
    assert own_fields(fog, "card")["mood"]["description"] == "Colour of the sky."


def test_a_project_with_errors_keeps_its_schemas(fog):
    before = kept(fog)
    path = fog / "components/fog/cards.yaml"
    path.write_text(path.read_text("utf-8") + "  - {id: broken", "utf-8")
    keep_schemas(fog)
    assert kept(fog) == before


def test_schemas_that_stay_the_same_are_not_written(fog):
    folder = fog / "components" / ".schemas"
    before = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    keep_schemas(fog)
    assert {path: path.stat().st_mtime_ns for path in folder.iterdir()} == before


def test_a_project_without_the_folder_gets_none_and_a_link_is_not_followed(fog):
    folder = fog / "components" / ".schemas"
    folder.rename(fog / "elsewhere")
    keep_schemas(fog)
    assert not folder.exists()
    (fog / "elsewhere" / "game.json").write_text("mine")
    folder.symlink_to(fog / "elsewhere")
    keep_schemas(fog)
    assert (fog / "elsewhere" / "game.json").read_text() == "mine"


def test_sets_of_one_id_in_two_games_may_have_different_fields(fog):
    write_starter(fog, "Rain")
    path = fog / "components/rain/cards.yaml"
    path.write_text(path.read_text("utf-8").replace("cost", "price"), "utf-8")
    keep_schemas(fog)
    judging = judge(kept(fog), "components")
    assert judging.is_valid(cards(fog))
    assert judging.is_valid(yaml.safe_load(path.read_text("utf-8")))
