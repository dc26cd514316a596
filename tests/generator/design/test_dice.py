"""Dice: six faces fold up to one, as many as its record names."""

import pytest
from typer.testing import CliRunner

from generator.cli import application

DIE = """\
kind: components
set: die
name: Dice
singular: Die
form: token
size: die_16
template: basic/die
provenance: stated
fields: {{type: object, properties: {{faces: {{type: array}}}}}}
components:
  - {{id: die, name: Die, faces: {faces}}}
"""


def told(root, code):
    result = CliRunner().invoke(application(["check"]), ["check", "--project", str(root)])
    return [line for line in result.output.splitlines() if line.endswith(f"[{code}]")]


@pytest.mark.parametrize(("faces", "count"), [("[1, 2, 3, 4, 5]", 5), ("[1, 2, 3, 4, 5, 6, 1]", 7)])
def test_a_die_with_fewer_or_more_faces_than_six_is_told(tiny, faces, count):
    (tiny / "components/fog/die.yaml").write_text(DIE.format(faces=faces))
    [line] = told(tiny, "die-faces")
    assert line.startswith("components/fog/die.yaml:11:33: warning: ")
    assert f"the die 'die' has {count} faces" in line


def test_a_die_with_six_faces_or_none_named_is_right(tiny):
    (tiny / "components/fog/die.yaml").write_text(DIE.format(faces='[1, 1, 2, 2, "", x]'))
    assert told(tiny, "die-faces") == []
    pips = DIE.format(faces="").replace(", faces: ", "")
    (tiny / "components/fog/die.yaml").write_text(pips)
    assert told(tiny, "die-faces") == []
