"""An older project is carried over: only what has to change does, and it checks clean then."""

import pytest
from commandline import run

from generator.failures import FailedError
from generator.starter import write_starter
from generator.upgrade import plan as upgrade
from generator.upgrade.plan import plan_upgrade, write
from validator.catalogue.schemas import FORMAT
from validator.findings import Severity
from validator.run import check

GAME = "kind: game\nid: fog\nname: Fog\nrevision: '1'\nis_box: true\n"
OLD = """\
kind: setup   # a comment
zones:
  deck: "Deck ☃ 🂡"
steps:
  - {do: shuffle, zone: deck}   # first
  - do: expect
    zone: deck
    count: 0
"""
NEW = OLD.replace("shuffle, zone", "shuffle, what").replace("    zone: deck", "    what: deck")


def old(root, text=OLD, game=GAME):
    folder = root / "components" / "fog"
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_bytes(game.encode())
    (folder / "setup.yaml").write_bytes(text.encode())
    return folder


def upgraded(root, *words):
    return run("upgrade", "--project", root, *words).output


def errors(root):
    return [one.code for one in check(root, extra=()) if one.severity is Severity.ERROR]


def test_only_what_has_to_change_does(tmp_path):
    folder = old(tmp_path)
    told = upgraded(tmp_path)
    assert (folder / "setup.yaml").read_text("utf-8") == NEW
    assert "components/fog/setup.yaml:1: " in told
    assert "changes made" in told
    after = (folder / "game.yaml").read_text("utf-8")
    assert after == GAME.replace("kind: game\n", f"kind: game\nformat: {FORMAT}\n")
    assert errors(tmp_path) == []
    assert upgraded(tmp_path) == f"everything keeps to format {FORMAT} of the data\n"


def test_a_dry_run_tells_the_same_and_writes_nothing(tmp_path):
    folder = old(tmp_path)
    told = upgraded(tmp_path, "--dry-run")
    assert "components/fog/setup.yaml:1: " in told
    assert told.endswith("changes to come, nothing written\n")
    assert (folder / "setup.yaml").read_text("utf-8") == OLD


def test_line_ends_and_the_mark_in_front_stay(tmp_path):
    text = "\ufeff" + OLD.replace("\n", "\r\n")
    folder = old(tmp_path, text, GAME.replace("\n", "\r\n"))
    upgraded(tmp_path)
    after = (folder / "setup.yaml").read_bytes().decode()
    assert after == "\ufeff" + NEW.replace("\n", "\r\n")
    assert "kind: game\r\nformat: 3\r\n" in (folder / "game.yaml").read_bytes().decode()


def test_a_new_game_has_nothing_to_change(tmp_path):
    write_starter(tmp_path, "Fog")
    assert upgraded(tmp_path) == f"everything keeps to format {FORMAT} of the data\n"


def test_a_newer_format_is_one_finding_and_left_alone(tmp_path):
    game = GAME.replace("kind: game\n", "kind: game\nformat: 9\nwhatever: 3\n")
    folder = old(tmp_path, game=game)
    (one,) = check(tmp_path, extra=())
    assert (one.code, one.place.line, one.place.column) == ("format-newer", 2, 9)
    assert "update trilith" in one.hint
    upgraded(tmp_path)
    assert (folder / "setup.yaml").read_text("utf-8") == OLD


def test_what_is_no_yaml_is_left_to_the_check(tmp_path):
    folder = old(tmp_path)
    (folder / "cards.yaml").write_bytes(b"kind: [")
    (folder / "latin.yaml").write_bytes(b"kind: \xe9")
    upgraded(tmp_path)
    assert (folder / "cards.yaml").read_bytes() == b"kind: ["
    assert (folder / "setup.yaml").read_text("utf-8") == NEW


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
    assert (folder / "setup.yaml").read_text("utf-8") == OLD
    assert (folder / "game.yaml").read_text("utf-8") == GAME


def test_a_file_that_changed_meanwhile_is_not_overwritten(tmp_path):
    folder = old(tmp_path)
    changes = plan_upgrade(tmp_path, ["fog"])
    (folder / "game.yaml").write_text(GAME + "# mine\n", "utf-8")
    with pytest.raises(FailedError, match="has just been changed"):
        write(changes)
    assert (folder / "setup.yaml").read_text("utf-8") == OLD


@pytest.mark.parametrize("version", ["[1]", "{a: 1}", "²", "9" * 5000, "''"])
def test_a_version_that_is_none_ends_in_no_traceback(tmp_path, version):
    old(tmp_path, game=f"{GAME}format: {version}\n")
    assert isinstance(plan_upgrade(tmp_path, ["fog"]), tuple)


def test_what_nests_too_deep_is_left_alone(tmp_path):
    old(tmp_path, text=f"{OLD}note: {'[' * 50_000}\n")
    assert [change.path.name for change in plan_upgrade(tmp_path, ["fog"])] == ["game.yaml"]
