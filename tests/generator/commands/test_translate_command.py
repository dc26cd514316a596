"""``trilith translate`` and ``--language`` from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import polib
import pytest
from commandline import run

from generator.atomic import LinkError
from generator.options import Context
from validator.findings import UsageError
from validator.run import check

FILE = "components/fog/languages/de.po"


@pytest.fixture
def project(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tiny)
    return tiny


@pytest.fixture
def german(project: Path) -> Path:
    """The project with a file for German, in which nothing is said yet."""
    run("translate", "fog", "--to", "de")
    return project


def say(project: Path, **said: str) -> None:
    """Translate some texts, by their English."""
    po = polib.pofile(str(project / FILE), wrapwidth=5000)
    for entry in po:
        entry.msgstr = said.get(entry.msgid, entry.msgstr)
    po.save()


def test_a_file_is_written_once_and_then_left_alone(project: Path) -> None:
    told = run("translate", "fog", "--to", "de").stdout
    assert told.startswith(f"{FILE}: 0 of ")
    before = (project / FILE).read_bytes()
    stamp = (project / FILE).stat().st_mtime_ns
    run("translate", "fog")
    assert (project / FILE).read_bytes() == before
    assert (project / FILE).stat().st_mtime_ns == stamp


def test_a_language_that_trilith_does_not_speak_is_told_as_its_file_is_begun(project: Path) -> None:
    assert (
        "trilith itself does not speak 'qq', but de, en:"
        in run("translate", "fog", "--to", "qq").output
    )
    for tag in ("qq", "de-AT", "en"):
        assert "does not speak" not in run("translate", "fog", "--to", tag).output


def test_every_text_of_the_project_is_asked_for(project: Path) -> None:
    run("translate", "fog", "--to", "de", "--to", "fr")
    asked = {entry.msgid for entry in polib.pofile(str(project / FILE))}
    names = {
        card["name"] for card in json.loads(run("list", "fog", "--all", "--format", "json").stdout)
    }
    assert names <= asked
    french = polib.pofile(str(project / FILE).replace("de.po", "fr.po"))
    assert not [entry for entry in french if (entry.msgctxt or "").endswith(" noun")]


def test_check_fails_until_all_is_said(german: Path) -> None:
    assert "missing" in run("translate", "fog", "--check", status=1).stdout
    po = polib.pofile(str(german / FILE))
    for entry in po:
        entry.msgstr = "f" if entry.msgctxt.endswith(" noun") else entry.msgid
    po.save()
    run("translate", "fog")
    assert "missing" not in run("translate", "fog", "--check").stdout
    cards = german / "components/fog/cards.yaml"
    text = cards.read_text(encoding="utf-8").replace("name: Candle", "name: Tallow candle")
    cards.write_text(text, encoding="utf-8")
    before = (german / FILE).read_bytes()
    assert "not up to date" in run("translate", "fog", "--check", status=1).stdout
    assert (german / FILE).read_bytes() == before


def test_line_ends_of_windows_stay(german: Path) -> None:
    path = german / FILE
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    say(german, Candle="Kerze")
    path.write_bytes(path.read_bytes().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))
    run("translate", "fog")
    assert b"\n" not in path.read_bytes().replace(b"\r\n", b"")
    assert b"Kerze" in path.read_bytes()


def test_nothing_is_written_where_a_line_cannot_be_read(german: Path) -> None:
    path = german / FILE
    path.write_text(path.read_text(encoding="utf-8") + 'msgid "lost\n', encoding="utf-8")
    before = path.read_bytes()
    result = run("translate", "fog", status=1)
    assert "translation-syntax" in result.stdout + result.stderr
    assert path.read_bytes() == before


def test_without_a_language_there_has_to_be_one(project: Path) -> None:
    told = run("translate", "fog", status=2)
    assert "trilith translate fog --to de" in told.stdout + told.stderr
    told = run("translate", "fog", "--to", "german", status=2)
    assert "'german' is no language tag" in told.stdout + told.stderr


def test_a_link_in_the_place_of_the_folder_is_refused(project: Path, tmp_path_factory) -> None:
    (project / "components/fog/languages").symlink_to(tmp_path_factory.mktemp("other"))
    run("translate", "fog", "--to", "de", status=1)


def test_a_list_and_a_table_are_in_the_language(german: Path) -> None:
    say(german, Candle="Kerze", Fog="Nebel", coin="Münze", coins="Münzen")
    listed = json.loads(run("list", "fog", "--format", "json", "--language", "de").stdout)
    assert {card["language"] for card in listed} == {"de"}
    assert "Kerze" in {card["name"] for card in listed}
    assert any("Münze" in card["text"] for card in listed)
    assert "language" not in run("list", "fog", "--format", "json").stdout
    assert "Kerze" in run("setup", "fog", "--players", "2", "--language", "de").stdout
    told = run("list", "fog", "--language", "fr", status=2)
    assert "there are: de" in told.stdout + told.stderr


def test_a_kit_lies_in_the_folder_of_its_language(german: Path) -> None:
    say(german, Candle="Kerze")
    words = ("print", "fog", "--only", "candle", "--language", "de")
    run(*words)
    assert list((german / "output/de/fog/print").glob("*/cards.pdf"))
    assert not (german / "output/fog").exists()
    with pytest.raises(UsageError):
        Context(german, language="../..")
    (german / "elsewhere").symlink_to(german)
    (german / "output/fr").symlink_to(german / "elsewhere")
    with pytest.raises(LinkError):
        Context(german, language="fr").folder(None)


def test_what_does_not_fit_is_told_at_its_line(german: Path) -> None:
    say(german, Candle=" ".join(["Unschlittkerze"] * 30))
    (line,) = (
        number
        for number, text in enumerate((german / FILE).read_text("utf-8").split("\n"), 1)
        if "Unschlittkerze Unschlittkerze" in text
    )
    found = [one for one in check(german, ["fog"], language="de") if one.code == "text-overflow"]
    assert {(one.place.file, one.place.line) for one in found} == {(FILE, line)}
    assert "text-overflow" in run("check", "fog", "--language", "de", status=1).stdout
    assert "text-overflow" not in run("check", "fog").stdout
