"""``trilith translate`` and ``--language`` from the command line."""

import json

import polib
import pytest
from commandline import run

from generator.atomic import LinkError
from generator.options import Context
from validator.findings import UsageError
from validator.run import check

FILE = "components/fog/languages/de.po"


@pytest.fixture
def project(tiny, monkeypatch):
    monkeypatch.chdir(tiny)
    return tiny


@pytest.fixture
def german(project):
    """The project with a file for German, in which nothing is said yet."""
    run("translate", "fog", "--to", "de")
    return project


def say(project, **said):
    """Translate some texts, by their English."""
    po = polib.pofile(str(project / FILE), wrapwidth=5000)
    for entry in po:
        entry.msgstr = said.get(entry.msgid, entry.msgstr)
    po.save()


def test_a_file_is_written_once_and_then_left_alone(project):
    told = run("translate", "fog", "--to", "de").stdout
    assert told.startswith(f"{FILE}: 0 of ")
    stamp = (project / FILE).stat().st_mtime_ns
    run("translate", "fog")
    assert (project / FILE).stat().st_mtime_ns == stamp


def test_a_language_that_trilith_does_not_speak_is_told_as_its_file_is_begun(project):
    told = run("translate", "fog", "--to", "qq").output
    assert "trilith itself does not speak 'qq', but de, en:" in told
    for tag in ("qq", "de-AT", "en"):
        assert "does not speak" not in run("translate", "fog", "--to", tag).output


def test_every_text_of_the_project_is_asked_for(project):
    run("translate", "fog", "--to", "de", "--to", "fr")
    asked = {entry.msgid for entry in polib.pofile(str(project / FILE))}
    listed = json.loads(run("list", "fog", "--all", "--format", "json").stdout)
    assert {card["name"] for card in listed} <= asked
    french = polib.pofile(str(project / FILE).replace("de.po", "fr.po"))
    assert not [entry for entry in french if (entry.msgctxt or "").endswith(" noun")]


def test_check_fails_until_all_is_said(german, edit):
    assert "missing" in run("translate", "fog", "--check", status=1).stdout
    po = polib.pofile(str(german / FILE))
    for entry in po:
        entry.msgstr = "f" if entry.msgctxt.endswith(" noun") else entry.msgid
    po.save()
    run("translate", "fog")
    assert "missing" not in run("translate", "fog", "--check").stdout
    edit(german / "components/fog/cards.yaml", "name: Candle", "name: Tallow candle")
    before = (german / FILE).read_bytes()
    assert "not up to date" in run("translate", "fog", "--check", status=1).stdout
    assert (german / FILE).read_bytes() == before


def test_line_ends_of_windows_stay(german):
    path = german / FILE
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    say(german, Candle="Kerze")
    path.write_bytes(path.read_bytes().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))
    run("translate", "fog")
    assert b"\n" not in path.read_bytes().replace(b"\r\n", b"")
    assert b"Kerze" in path.read_bytes()


def test_nothing_is_written_where_a_line_cannot_be_read(german):
    path = german / FILE
    path.write_text(path.read_text(encoding="utf-8") + 'msgid "lost\n', encoding="utf-8")
    before = path.read_bytes()
    assert "translation-syntax" in run("translate", "fog", status=1).output
    assert path.read_bytes() == before


def test_without_a_language_there_has_to_be_one(project):
    assert "trilith translate fog --to de" in run("translate", "fog", status=2).output
    told = run("translate", "fog", "--to", "german", status=2).output
    assert "'german' is no language tag" in told


def test_a_link_in_the_place_of_the_folder_is_refused(project, tmp_path_factory):
    (project / "components/fog/languages").symlink_to(tmp_path_factory.mktemp("other"))
    run("translate", "fog", "--to", "de", status=1)


def test_a_list_and_a_table_are_in_the_language(german):
    say(german, Candle="Kerze", Fog="Nebel", coin="Münze", coins="Münzen")
    listed = json.loads(run("list", "fog", "--format", "json", "--language", "de").stdout)
    assert {card["language"] for card in listed} == {"de"}
    assert "Kerze" in {card["name"] for card in listed}
    assert any("Münze" in card["text"] for card in listed)
    assert "language" not in run("list", "fog", "--format", "json").stdout
    assert "Kerze" in run("setup", "fog", "--players", "2", "--language", "de").stdout
    assert "there are: de" in run("list", "fog", "--language", "fr", status=2).output


def test_a_kit_lies_in_the_folder_of_its_language(german):
    say(german, Candle="Kerze")
    run("print", "fog", "--only", "candle", "--language", "de")
    assert list((german / "output/de/fog/print").glob("*/cards.pdf"))
    assert not (german / "output/fog").exists()
    with pytest.raises(UsageError):
        Context(german, language="../..")
    (german / "elsewhere").symlink_to(german)
    (german / "output/fr").symlink_to(german / "elsewhere")
    with pytest.raises(LinkError):
        Context(german, language="fr").folder(None)


def test_what_does_not_fit_is_told_at_its_line(german):
    say(german, Candle=" ".join(["Unschlittkerze"] * 30))
    lines = (german / FILE).read_text("utf-8").split("\n")
    (line,) = (at for at, text in enumerate(lines, 1) if "Unschlittkerze U" in text)
    found = [one for one in check(german, ["fog"], language="de") if one.code == "text-overflow"]
    assert {(one.place.file, one.place.line) for one in found} == {(FILE, line)}
    assert "text-overflow" in run("check", "fog", "--language", "de", status=1).stdout
    assert "text-overflow" not in run("check", "fog").stdout
