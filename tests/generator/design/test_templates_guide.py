"""docs/templates.md must say what the code does."""

import inspect
import re
from functools import partial

import pytest

from generator.design.faces import faces_of
from generator.design.pen import BoxCall, Pen, TextCall
from generator.design.pictures.call import PictureCall
from generator.design.sandbox import Environment
from generator.design.templating import load_templates
from generator.svg.rules import ALLOWED


@pytest.fixture(scope="module")
def guide(root):
    return (root / "docs" / "templates.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["text", "box", "icon", "picture", "spot"])
def test_every_argument_is_written_down_with_its_default(guide, name):
    (call,) = re.findall(rf"^\| `{name}\((.*?)\)` \|", guide, re.MULTILINE)
    written = [part.strip() for part in call.split(",")]
    expected = []
    said = {"text": TextCall, "box": BoxCall, "picture": PictureCall}.get(name) or partial(
        getattr(Pen, name), None
    )
    for argument in inspect.signature(said).parameters.values():
        shown = argument.default not in (argument.empty, None, "", 0)
        value = argument.default
        default = f'="{value}"' if isinstance(value, str) else f"={value}"
        expected.append(argument.name + (default if shown else ""))
    assert written == expected


def test_every_element_that_may_be_written_is_named(guide):
    for tag in ALLOWED:
        assert re.search(rf"[`<\s]{tag}[`>\s]", guide), tag


def test_the_functions_named_exist(guide):
    (names,) = re.findall(r"there\s+are `([^`]+)`", guide)
    environment = Environment(loader=None)
    assert set(names.split()) <= set(environment.globals)


def test_the_example_draws_a_card(guide, tiny):
    (example,) = re.findall(r"```jinja\n(.*?)```", guide, re.DOTALL)
    folder = tiny / "templates" / "basic"
    folder.mkdir(parents=True)
    (folder / "card.svg.j2").write_text(example, encoding="utf-8")
    templates, findings = load_templates(tiny)
    from validator.catalogue.load import load

    catalogue, _ = load(tiny, ["fog"])
    pairs, problems = faces_of(
        catalogue.games["fog"], templates, wanted=lambda c: c.set_id == "card"
    )
    assert [*findings, *problems] == []
    assert pairs
