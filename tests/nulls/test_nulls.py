"""Null in the place of a list, a mapping or a text is told, wherever in a file it stands."""

import shutil

import pytest
from commandline import run
from nulls.nullkeys import nulls_of, passed_over

from generator.starter import write_starter
from validator.run import check


@pytest.fixture(scope="module")
def translated(tmp_path_factory):
    """A starter with a translation, for which all texts of a set are looked through."""
    root = tmp_path_factory.mktemp("project")
    write_starter(root, "Harbour", "harbour")
    run("translate", "harbour", "--to", "de", "--project", root)
    return root


def places(found):
    return {(one.place.file.rpartition("/")[2], one.place.line) for one in found}


@pytest.mark.heavy
def test_each_null_of_a_starter_is_told(translated):
    files = sorted((translated / "components/harbour").glob("*.yaml"))
    assert sum(1 for path in files for _ in nulls_of(path)) > 200
    assert list(passed_over(translated, "harbour")) == []


@pytest.mark.parametrize(
    "fields",
    [
        "null",
        "{required: null}",
        "{properties: null}",
        "{properties: {cost: null}}",
        "{properties: {cost: {enum: null}}}",
        "{properties: {cost: {translatable: null}}}",
        "{properties: {cost: {items: {enum: null}}}}",
        "{$defs: null, properties: {cost: {$ref: '#/$defs/cost'}}}",
        "{$defs: {cost: {properties: null}}, properties: {cost: {$ref: '#/$defs/cost'}}}",
    ],
)
def test_a_null_in_the_schema_of_a_set_is_told_at_its_line(translated, tmp_path, fields):
    shutil.copytree(translated, tmp_path, dirs_exist_ok=True)
    files = sorted((tmp_path / "components/harbour").glob("*.yaml"))
    path = next(one for one in files if "\nfields:" in one.read_text("utf-8"))
    before, _, after = path.read_text("utf-8").partition("\nfields:")
    rest = after[after.index("\n\n") :]
    path.write_text(f"{before}\nfields: {fields}{rest}", encoding="utf-8")
    [found] = check(tmp_path, ["harbour"], extra=())
    assert found.code in ("schema", "fields-schema")
    assert places([found]) == {(path.name, before.count("\n") + 2)}


@pytest.mark.parametrize(
    "step",
    [
        "{do: place, set: coin, to: supply, rules: null, cases: [{players: 2}, {players: 3}]}",
        "{do: place, set: coin, to: supply, cases: [{players: 2, rules: null}, {players: 3}]}",
        "{do: place, set: coin, to: supply, rules: [FOG-A-01], cases: [{rules: null}]}",
        "{do: place, set: coin, to: supply, rules: null, cases: [{rules: [FOG-A-01]}]}",
        "{do: place, set: coin, to: supply, cases: null}",
        "{do: place, set: coin, to: supply, cases: [null]}",
        "null",
    ],
)
def test_a_null_in_a_step_is_told_at_its_line(tiny, step):
    path = tiny / "components/fog/setup.yaml"
    lines = path.read_text("utf-8").splitlines()
    [at] = [number for number, line in enumerate(lines) if "set: coin" in line]
    lines[at] = f"  - {step}"
    path.write_text("\n".join(lines), encoding="utf-8")
    found = [one for one in check(tiny, ["fog"], extra=()) if one.code == "schema"]
    assert places(found) == {("setup.yaml", at + 1)}
