import inspect
import re
from functools import partial

import pytest
import yaml
from fogfaces import fog_faces, lay

from generator.design.pen import BoxCall, DrawingContext, TextCall
from generator.design.pictures import PictureCall
from generator.design.sandbox import Environment
from generator.design.templates import load_templates
from generator.svg.lint import ALLOWED
from validator.catalogue.schemas import schema


@pytest.fixture(scope="module")
def guide(root):
    return (root / "docs" / "templates.md").read_text("utf-8")


@pytest.mark.parametrize("name", ["text", "box", "icon", "picture", "spot"])
def test_every_argument_is_written_down_with_its_default(guide, name):
    (call,) = re.findall(rf"^\| `{name}\((.*?)\)` \|", guide, re.MULTILINE)
    written = [part.strip() for part in call.split(",")]
    expected = []
    said = {"text": TextCall, "box": BoxCall, "picture": PictureCall}.get(name) or partial(
        getattr(DrawingContext, name), None
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
    lay(tiny, "basic/card.svg.j2", example)
    pairs, findings = fog_faces(tiny, wanted=lambda one: one.set_id == "card")
    assert findings == []
    assert pairs


def test_every_box_of_the_basic_templates_is_named(guide, root):
    for path in sorted((root / "templates" / "basic").glob("*.layout.yaml")):
        name = f"basic/{path.name.removesuffix('.layout.yaml')}"
        (boxes,) = re.findall(rf"^\| `{name}` \| `(.*?)` \|$", guide, re.MULTILINE)
        stated = yaml.safe_load(path.read_text("utf-8"))["boxes"]
        assert boxes.split() == list(stated)


def test_every_key_of_a_box_is_named(guide):
    keys = re.findall(r"^\| ((?:`[a-z]+` ?)+)\| ", guide.split("## Moving a box")[1], re.MULTILINE)
    named = set(re.findall(r"`([a-z]+)`", " ".join(keys)))
    assert named >= set(schema("face_layout")["$defs"]["box"]["properties"])


def test_the_ready_themes_and_motifs_are_named(guide, root):
    for path in (root / "templates" / "themes").glob("*.yaml"):
        assert path.stem in guide
    for motifs in ("_pattern", "_landscape"):
        text = (root / "templates" / "motifs" / f"{motifs}.svg.j2").read_text("utf-8")
        names = re.findall(r'"([a-z]+)"', re.search(r"set names = \[(.+?)\]", text, re.DOTALL)[1])
        assert f"`{' '.join(names)}`" in guide


def test_the_examples_of_themes_and_layouts_are_right(guide, tiny):
    theme, layout = re.findall(r"```yaml\n(kind: .*?)```", guide, re.DOTALL)
    lay(tiny, "theme.yaml", theme)
    lay(tiny, "basic/card.layout.yaml", layout)
    assert load_templates(tiny)[1] == []
