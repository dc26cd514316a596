"""CONTRIBUTING.md tells the truth: each "Where do I add ..." is done as it stands there.

A block with a path behind its language is a whole file, or a change of one if the language is
``diff``; a ``console`` block holds what is typed and lines of what is then said. All is done in the
project of ``trilith new Fog``, which is a copy of the code as well where the code is changed.
"""

import ast
import importlib
import re
import shlex
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

import pikepdf
import pytest
from PIL import Image
from typer.testing import CliRunner

from generator.starter import write_starter

ROOT = Path(__file__).parent.parent
GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PACKAGES = ("generator", "validator")
COPIED = (*PACKAGES, "templates")
COMPILED = shutil.ignore_patterns("__pycache__")

BLOCK = re.compile(
    r"^(?P<fence>```+)(?P<kind>\w+)(?: (?P<path>\S+))?\n(?P<text>.*?)^(?P=fence)$", re.M | re.S
)
COPY = re.compile(r"copy the first block of\s+`(?P<source>[^`]+)` to\s+`(?P<target>[^`]+)`")
REMOVE = re.compile(r"remove\s+`(?P<path>[^`]+)`")
GO_ON = re.compile(r"^Go on from \[([^\]]+)\]", re.M)


def sections():
    """What stands below each heading of "Where do I add ...", by heading; a page has its own."""
    part = GUIDE.split("\n# Where do I add ...\n")[1]
    pieces = re.split(r"^## (?!Bad$|Good$)(.+)\n", part, flags=re.M)
    return dict(zip(pieces[1::2], pieces[2::2], strict=True))


SECTIONS = sections()


@dataclass(frozen=True, slots=True)
class Clone:
    """A project, and a copy of the code as well where a section changes it."""

    root: Path

    def follow(self, heading):
        """Write and change the files that a section names, and those that it goes on from."""
        text = SECTIONS[heading]
        for earlier in GO_ON.findall(text):
            self.follow(earlier)
        for told in REMOVE.finditer(text):
            (self.root / told["path"]).unlink()
        for told in COPY.finditer(text):
            blocks = re.findall(r"```python\n(.*?)```", (ROOT / told["source"]).read_text(), re.S)
            self.write(told["target"], blocks[0])
        for block in BLOCK.finditer(text):
            if block["kind"] == "diff":
                self.change(block["path"], block["text"])
            elif block["path"]:
                self.write(block["path"], block["text"])

    def write(self, path, text):
        target = self.root / path
        assert not target.exists(), f"{path} is there already"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")

    def change(self, path, diff):
        """Put the lines with ``+`` where those with ``-`` or a blank in front of them stand."""
        lines = diff.splitlines(keepends=True)
        assert {line[0] for line in lines} <= set(" +-"), f"{path}: not a change: {diff}"
        old = "".join(line[1:] for line in lines if line[0] in " -")
        new = "".join(line[1:] for line in lines if line[0] in " +")
        target = self.root / path
        text = target.read_text(encoding="utf-8")
        assert f"\n{text}".count(f"\n{old}") == 1, f"{path} does not hold once:\n{old}"
        target.write_text(f"\n{text}".replace(f"\n{old}", f"\n{new}")[1:], encoding="utf-8")

    def run(self, line):
        """What ``trilith`` says, which must succeed."""
        program, command, *words = shlex.split(line)
        assert program == "trilith"
        app = importlib.import_module("generator.cli").application([command])
        result = CliRunner().invoke(app, [command, *words])
        assert result.exit_code == 0, f"{line}\n{result.output}\n{result.exception!r}"
        return result.output


def commands(heading):
    """Each command of a section, and the lines that it is said to tell."""
    for block in BLOCK.finditer(SECTIONS[heading]):
        if block["kind"] == "console":
            for told in block["text"].removeprefix("$ ").split("\n$ "):
                line, *answer = told.splitlines()
                yield line, answer


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """One folder for all copies, so that compiled modules serve again."""
    return tmp_path_factory.mktemp("clone")


def changes_code(heading):
    """Tell whether a section, or one that it goes on from, changes the packages."""
    text = SECTIONS[heading]
    paths = [block["path"] or "" for block in BLOCK.finditer(text)]
    paths += [told["target"] for told in COPY.finditer(text)]
    earlier = any(changes_code(other) for other in GO_ON.findall(text))
    return earlier or any(path.startswith(PACKAGES) for path in paths)


@pytest.fixture
def clone(heading, folder, monkeypatch):
    """A fresh project; where code is changed, modules of a copy stand in for the repository's."""
    _empty(folder)
    write_starter(folder, "Fog")
    monkeypatch.chdir(folder)
    if not changes_code(heading):
        yield Clone(folder)
        return
    for name in COPIED:
        shutil.copytree(ROOT / name, folder / name, dirs_exist_ok=True, ignore=COMPILED)
    shutil.copy(ROOT / "README.md", folder)
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    kept = _taken_out()
    assert Path(importlib.import_module("generator").__file__ or "").is_relative_to(folder)
    yield Clone(folder)
    _taken_out()
    sys.modules.update(kept)


def _empty(folder):
    """Remove all but compiled modules, which hold only for files as old and as long."""
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir() and not any(path.iterdir()):
            path.rmdir()
        elif path.is_file() and path.suffix != ".pyc":
            path.unlink()


def _taken_out():
    """Forget the modules of both packages, so that they are imported anew; return them."""
    names = [name for name in sys.modules if name.partition(".")[0] in PACKAGES]
    return {name: sys.modules.pop(name) for name in names}


def _check(clone):
    """The examples of the new page, as the tests of the manual run them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(ROOT / "tests" / "manual")
        snippets = importlib.import_module("snippets")
    page = importlib.import_module("validator.manual").pages()["name-shouts"].path
    examples = snippets.examples(page.read_text(encoding="utf-8"))
    assert [one.good for one in examples] == [False, True]
    for one in examples:
        project = clone.root / str(one.good)
        marked = snippets.lay(one, project)
        found = importlib.import_module("validator.run").check(project, ["fog"], extra=())
        places = {(told.code, told.place.file, told.place.line) for told in found}
        assert places == {("name-shouts", *place) for place in marked}
        assert bool(marked) is not one.good


def _key(clone):
    clone.change("components/fog/game.yaml", "-motto: Bring a lamp.\n+motto: [Bring a lamp.]\n")
    assert _errors(clone) == ["schema"]


def _paper(clone):
    assert _size_mm(clone, "print/legal/cards.pdf") == pytest.approx([215.9, 355.6], abs=0.01)


def _shop(clone):
    assert _size_mm(clone, "shop/corner/card.pdf") == pytest.approx([69.5, 94.9], abs=0.17)


def _size_mm(clone, path):
    with pikepdf.open(clone.root / "output/fog" / path) as pdf:
        return [float(length) / 72 * 25.4 for length in pdf.pages[0].mediabox[2:]]


def _template(clone):
    _differs_without(clone, "bonfire", "templates/fog/light.svg.j2", '<path d="M0 0H9V9Z"/>')


def _icon(clone):
    empty = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"></svg>'
    _differs_without(clone, "coin", "templates/icons/lamp.svg", empty)


def _differs_without(clone, component, path, other):
    """The picture shows what the file says: with another content it is another picture."""
    picture = clone.root / "output/fog/preview" / f"{component}.png"
    shown = Image.open(picture).tobytes()
    (clone.root / path).write_text(other, encoding="utf-8")
    clone.run(f"trilith preview fog --only {component}")
    assert Image.open(picture).tobytes() != shown


def _output(clone):
    registry = importlib.import_module("generator.commands.registry")
    names = registry.COMMANDS["names"]
    row = f"| `trilith names {names.usage}` | {names.summary} |"
    assert row in (clone.root / "README.md").read_text(encoding="utf-8").splitlines()


def _rules(clone):
    assert _errors(clone) == [], "with the rule"


def _ruling(clone):
    # an option that only the script has is an error
    clone.change("components/fog/game.yaml", "-    default: played\n+    default: playd\n")
    path = clone.root / "components/fog/game.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("{played:", "{playd:"), "utf-8")
    assert "ruling-option" in _errors(clone)


def _errors(clone):
    found = importlib.import_module("validator.run").check(clone.root, ["fog"], extra=())
    return [one.code for one in found if one.severity.value == "error"]


SHOWN = {
    "A check": _check,
    "A key of a file": _key,
    "A paper": _paper,
    "A shop": _shop,
    "A template": _template,
    "An icon": _icon,
    "An output format": _output,
    "A game's rules": _rules,
    "A ruling": _ruling,
}
"""What must have come of each section, besides what its commands are said to tell."""


@pytest.mark.parametrize("heading", SECTIONS)
def test_the_way_leads_there(heading, clone):
    clone.follow(heading)
    typed = list(commands(heading))
    assert typed, "show the command that shows that it works"
    for line, answer in typed:
        told = clone.run(line)
        assert [one for one in answer if one not in told] == [], f"{line}\n{told}"
    SHOWN[heading](clone)


WALKS = re.findall(r"^\| .+ \| `([^`]+)` \| `([^`]+)` \|$", GUIDE, re.M)
assert len(WALKS) > 10


@pytest.mark.parametrize(("file", "name"), WALKS)
def test_what_is_said_to_be_in_a_file_is_there(file, name):
    text = (ROOT / file).read_text(encoding="utf-8")
    if not file.endswith(".py"):
        assert re.search(rf"\b{name}\b", text)
        return
    part = ast.parse(text)
    for step in name.split("."):
        part = next(one for one in getattr(part, "body", ()) if step in names_of(one))


def names_of(part):
    """The names that a statement defines."""
    targets = [*getattr(part, "targets", ()), getattr(part, "target", None)]
    return {getattr(part, "name", ""), *(one.id for one in targets if isinstance(one, ast.Name))}
