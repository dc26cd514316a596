"""An older project is carried over: only what has to change does, and it checks clean then."""

from dataclasses import dataclass
from enum import StrEnum
from types import SimpleNamespace
from typing import Literal

import pytest
import yaml
from commandline import run
from hypothesis import example, given
from hypothesis import strategies as st

from generator.failures import FailedError
from generator.starter import write_starter
from generator.typeset.markup import mistakes, with_plain_signs
from generator.upgrade import plan as upgrade
from generator.upgrade.plan import plan_upgrade, write
from validator.catalogue.schemas import FORMAT
from validator.findings import Severity
from validator.play import modules
from validator.play.rulings import ruling
from validator.run import check

GAME = "kind: game\nid: fog\nname: Fog\nrevision: '1'\nis_box: true\n"
OLD = """\
kind: components   # a comment
set: board
name: Boards
singular: Board
form: board
size: board
template: basic/board
back: basic/card_back  # never seen
fields: {type: object, unevaluatedProperties: false, properties: {tone: {type: string}}}
components:
  - {id: pier, name: "Pier <b>", text: "Load {coin, 2 ** 3 ☃ 🂡", tone: '**'}
  - id: quay
    name: Quay
    text: |
      Put **two** here }
      or ** three.
  - {id: mole, name: Mole, text: 'It''s {coin} and **bold** and \\{plain\\}.'}
"""
NEW = (
    OLD.replace("back: basic/card_back  # never seen\n", "")
    .replace("unevaluatedProperties", "additionalProperties")
    .replace('"Pier <b>"', "'Pier \\<b>'")
    .replace('"Load {coin, 2 ** 3 ☃ 🂡"', "'Load \\{coin, 2 \\*\\* 3 ☃ 🂡'")
    .replace("here }", "here \\}")
    .replace("or ** three", "or \\*\\* three")
)


def old(root, text=OLD, game=GAME):
    folder = root / "components" / "fog"
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_bytes(game.encode())
    (folder / "board.yaml").write_bytes(text.encode())
    return folder


def upgraded(root, *words):
    return run("upgrade", "--project", root, *words).output


def errors(root):
    return [one.code for one in check(root, extra=()) if one.severity is Severity.ERROR]


def test_only_what_has_to_change_does(tmp_path):
    folder = old(tmp_path)
    told = upgraded(tmp_path)
    assert (folder / "board.yaml").read_text("utf-8") == NEW
    assert "components/fog/board.yaml:8: `back` taken out" in told
    assert "components/fog/board.yaml:9: `unevaluatedProperties` is called" in told
    assert "components/fog/board.yaml:11: signs of `text`" in told
    assert "6 changes made" in told
    after = (folder / "game.yaml").read_text("utf-8")
    assert after == GAME.replace("kind: game\n", f"kind: game\nformat: {FORMAT}\n")
    assert errors(tmp_path) == []
    assert upgraded(tmp_path) == f"everything keeps to format {FORMAT} of the data\n"


def test_a_dry_run_tells_the_same_and_writes_nothing(tmp_path):
    folder = old(tmp_path)
    told = upgraded(tmp_path, "--dry-run")
    assert "`back` taken out" in told
    assert told.endswith("6 changes to come, nothing written\n")
    assert (folder / "board.yaml").read_text("utf-8") == OLD


def test_line_ends_and_the_mark_in_front_stay(tmp_path):
    text = "\ufeff" + OLD.replace("\n", "\r\n")
    folder = old(tmp_path, text, GAME.replace("\n", "\r\n"))
    upgraded(tmp_path)
    after = (folder / "board.yaml").read_bytes().decode()
    assert after == "\ufeff" + NEW.replace("\n", "\r\n")
    assert "kind: game\r\nformat: 3\r\n" in (folder / "game.yaml").read_bytes().decode()


def test_a_new_game_has_nothing_to_change(tmp_path):
    write_starter(tmp_path, "Fog")
    assert upgraded(tmp_path) == f"everything keeps to format {FORMAT} of the data\n"


class Hand(StrEnum):
    """FOG-HAND: what a seat does that has no card left."""

    SKIPS = "skips"
    DRAWS_TWO = "draws_two"


@dataclass(frozen=True, slots=True)
class Rulings:
    deck: Literal["shuffle", "stop"] = ruling("FOG-DECK")
    empty_hand: Hand = ruling("FOG-HAND")


RULINGS = """
module: fog
rulings:
  - {id: FOG-DECK, question: Q, options: {shuffle: again, stop: it stays}, default: shuffle}
  - id: FOG-HAND
    question: What does a seat do that has no card left?
    options:
      skips: nothing
      draws_two: it draws two cards
    default: skips
"""


@pytest.fixture
def module(monkeypatch):
    """A rules module that asks, installed as ``fog``."""
    made = SimpleNamespace(RULINGS=Rulings, prepare=lambda *asked: None)
    entry = SimpleNamespace(name="fog", module="fog_module", load=lambda: made)

    def installed(group, name="fog"):
        return [entry] if (group, name) == (modules.GROUP, "fog") else []

    monkeypatch.setattr(modules, "entry_points", installed)


def game_that_lacks(root, gone):
    """The game.yaml of Fog, of whose rulings a part is gone that its module asks for."""
    assert gone in RULINGS
    write_starter(root, "Fog")
    path = root / "components" / "fog" / "game.yaml"
    path.with_name("play.yaml").unlink()
    path.write_text(path.read_text("utf-8") + RULINGS.replace(gone, ""), "utf-8")
    return path


@pytest.mark.usefixtures("module")
def test_a_game_without_what_its_module_asks_since_then(tmp_path):
    path = game_that_lacks(tmp_path, RULINGS[RULINGS.index("  - id: FOG-HAND") :])
    assert "ruling-missing" in errors(tmp_path)
    assert "the ruling FOG-HAND, which the rules module asks for" in upgraded(tmp_path)
    assert errors(tmp_path) == []
    after = yaml.safe_load(path.read_text("utf-8"))["rulings"]
    assert [(one["id"], one["default"]) for one in after] == [
        ("FOG-DECK", "shuffle"),
        ("FOG-HAND", "skips"),
    ]


@pytest.mark.usefixtures("module")
def test_an_option_that_the_module_knows_is_added(tmp_path):
    game_that_lacks(tmp_path, "      draws_two: it draws two cards\n")
    assert "ruling-option" in errors(tmp_path)
    assert "that the rules module knows: draws_two" in upgraded(tmp_path)
    assert errors(tmp_path) == []


@pytest.mark.usefixtures("module")
@pytest.mark.parametrize(
    "rulings",
    ["", "rulings: []\n", "rulings: [{id: X, question: Q, options: {a: A}, default: a}]\n"],
)
def test_rulings_are_added_to_whatever_list_there_is(tmp_path, rulings):
    folder = old(tmp_path, OLD, GAME + "module: fog\n" + rulings)
    upgraded(tmp_path)
    after = yaml.safe_load((folder / "game.yaml").read_text("utf-8"))
    assert "FOG-HAND" in [one["id"] for one in after["rulings"]]
    assert after["rulings"][0]["options"]


def test_a_newer_format_is_one_finding_and_left_alone(tmp_path):
    game = GAME.replace("kind: game\n", "kind: game\nformat: 9\nwhatever: 3\n")
    folder = old(tmp_path, game=game)
    (one,) = check(tmp_path, extra=())
    assert (one.code, one.place.line, one.place.column) == ("format-newer", 2, 9)
    assert "update trilith" in one.hint
    upgraded(tmp_path)
    assert (folder / "board.yaml").read_text("utf-8") == OLD


def test_what_is_no_yaml_is_left_to_the_check(tmp_path):
    folder = old(tmp_path)
    (folder / "cards.yaml").write_bytes(b"kind: [")
    (folder / "latin.yaml").write_bytes(b"kind: \xe9")
    upgraded(tmp_path)
    assert (folder / "cards.yaml").read_bytes() == b"kind: ["
    assert (folder / "board.yaml").read_text("utf-8") == NEW


def test_all_files_are_written_or_none(tmp_path, monkeypatch):
    folder = old(tmp_path)
    changes = plan_upgrade(tmp_path, ["fog"])
    assert len(changes) == 2
    put, calls = upgrade.put_in_place, []

    def fails_at_the_second(path, data):
        calls.append(path)
        if len(calls) == 2:
            raise OSError(28, "No space left on device")
        put(path, data)

    monkeypatch.setattr(upgrade, "put_in_place", fails_at_the_second)
    with pytest.raises(FailedError, match="No space left"):
        write(changes)
    assert (folder / "board.yaml").read_text("utf-8") == OLD
    assert (folder / "game.yaml").read_text("utf-8") == GAME


def test_a_file_that_changed_meanwhile_is_not_overwritten(tmp_path):
    folder = old(tmp_path)
    changes = plan_upgrade(tmp_path, ["fog"])
    (folder / "game.yaml").write_text(GAME + "# mine\n", "utf-8")
    with pytest.raises(FailedError, match="has just been changed"):
        write(changes)
    assert (folder / "board.yaml").read_text("utf-8") == OLD


@example("**\\**", False)
@given(st.text(alphabet="ab *{}<>/\\\n", max_size=14), st.booleans())
def test_signs_made_plain_are_no_mistakes_any_more(text, is_line):
    plain = with_plain_signs(text, is_line=is_line)
    assert list(mistakes(plain, is_line=is_line)) == []
    if not list(mistakes(text, is_line=is_line)):
        assert plain == text


@pytest.mark.parametrize("version", ["[1]", "{a: 1}", "²", "9" * 5000, "''"])
def test_a_version_that_is_none_ends_in_no_traceback(tmp_path, version):
    old(tmp_path, game=f"{GAME}format: {version}\n")
    assert isinstance(plan_upgrade(tmp_path, ["fog"]), tuple)


def test_what_nests_too_deep_is_left_alone(tmp_path):
    old(tmp_path, text=f"{OLD}note: {'[' * 50_000}\n")
    assert [change.path.name for change in plan_upgrade(tmp_path, ["fog"])] == ["game.yaml"]
