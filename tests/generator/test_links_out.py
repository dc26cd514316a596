"""What a project holds that is no plain file of its own: links out of it, pipes, huge files."""

import os
import sys
from pathlib import Path

import jinja2
import pytest

from generator.changes.ledger import ledger_path, read_ledger
from generator.changes.unchanged import stamps_of
from generator.design.icons import read_icon
from generator.design.lookup import digest_of
from generator.design.sandbox import load_template
from generator.design.templates import load_templates
from generator.failures import DataError, WrongUseError
from generator.press.inks import ProfileError, open_profile
from generator.press.shops import load_shops
from generator.text_files import read_text
from generator.typeset.fonts import FontError, FontKey, open_font
from validator.cache import Cache
from validator.catalogue.load import load
from validator.plainfile import leads_out
from validator.project import NotAProjectError, find_project
from validator.report import place_findings


@pytest.fixture
def outside(tmp_path_factory):
    """A folder that is no part of the project, with files that nobody may read."""
    folder = tmp_path_factory.mktemp("outside")
    (folder / "secret.yaml").write_text("kind: secret\n")
    (folder / "secret.svg").write_text("<svg/>")
    return folder


def told(findings):
    return [f"{one.place.file} {one.code}" for one in findings if one.code == "link-outside"]


@pytest.mark.parametrize("place", ["components/fog/coins.yaml", "components/fog/sub/x.yaml"])
def test_data_of_a_game(tiny, outside, place):
    (tiny / place).parent.mkdir(exist_ok=True)
    (tiny / place).unlink(missing_ok=True)
    (tiny / place).symlink_to(outside / "secret.yaml")
    _, findings = load(tiny, ["fog"])
    assert told(findings) == [f"{place} link-outside"]
    assert not any("secret" in one.message for one in findings)
    assert all("secret" not in one.record for one in place_findings(findings, tiny))


def test_the_folder_of_a_game(tiny, outside):
    (outside / "game.yaml").write_text("kind: game\n")
    (tiny / "components" / "wood").symlink_to(outside)
    catalogue, findings = load(tiny)
    assert list(catalogue.games) == ["fog"]
    assert told(findings) == ["components/wood link-outside"]


def test_the_folder_of_all_data(tmp_path, outside):
    (tmp_path / "components").symlink_to(outside)
    for given in (tmp_path, None):
        with pytest.raises(NotAProjectError, match="is a link out of the project"):
            find_project(given, tmp_path)


@pytest.mark.parametrize(
    "place", ["templates", "templates/icons", "templates/icons/ray.svg", "templates/theme.yaml"]
)
def test_templates(tiny, outside, place):
    (tiny / place).parent.mkdir(parents=True, exist_ok=True)
    to = outside / "secret.svg" if "." in place else outside
    (tiny / place).symlink_to(to)
    templates, findings = load_templates(tiny)
    assert told(findings) == [f"{place} link-outside"]
    assert templates is None or "secret" not in templates.icons


def test_fonts(tiny, outside):
    (tiny / "templates" / "fonts").mkdir(parents=True)
    (tiny / "templates" / "fonts" / "own.ttf").symlink_to(outside / "secret.svg")
    theme = Path(__file__).parents[2] / "templates" / "theme.yaml"
    own = "\nfonts:\n  whisper: {family: Own, file: own.ttf}\n"
    text = theme.read_text().replace("\nfonts:\n", own)
    (tiny / "templates" / "theme.yaml").write_text(text)
    _, findings = load_templates(tiny)
    assert {one.code for one in findings} == {"link-outside", "font-unusable"}


def test_shops(tiny, outside):
    (tiny / "shops.yaml").symlink_to(outside / "secret.yaml")
    _, [finding] = load_shops(tiny)
    assert "a link that leads out of the project" in finding.message


def test_links_inside_are_followed(tiny):
    coins = tiny / "components" / "fog" / "coins.yaml"
    coins.rename(tiny / "coins.txt")
    coins.symlink_to(tiny / "coins.txt")
    _, findings = load(tiny, ["fog"])
    assert findings == ()


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_to_itself_leads_nowhere(tmp_path):
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    assert not leads_out(tmp_path / "loop", tmp_path)
    assert not leads_out(tmp_path, tmp_path)
    assert leads_out(tmp_path / "..", tmp_path)
    assert leads_out(Path(f"{tmp_path}-more"), tmp_path)


def pipe(path):
    os.mkfifo(path)


def sparse(path):
    with path.open("wb") as file:
        file.truncate(3_000_000_000)


@pytest.fixture(params=[pipe, sparse])
def wrong(request, tmp_path):
    """What stands in the place of a file."""
    request.param(tmp_path / "file.svg.j2")
    return tmp_path / "file.svg.j2"


def test_special_icons_and_ledgers(tiny, wrong):
    icon, [finding] = read_icon(wrong, "templates/icons/ray.svg")
    assert (icon.body, finding.code) == ("", "icon-unreadable")
    wrong.rename(ledger_path(tiny, "fog"))
    with pytest.raises(DataError, match="the ledger of printed faces cannot be used"):
        read_ledger(tiny, "fog")


def test_special_fonts_records_and_profiles(wrong):
    with pytest.raises(FontError, match="cannot read the font file"):
        open_font(FontKey("Own"), wrong)
    with pytest.raises(WrongUseError, match=r"cannot read .*: it "):
        read_text(wrong)
    with pytest.raises(ProfileError):
        open_profile(wrong)


def test_special_templates(tmp_path):
    sparse(tmp_path / "card.svg.j2")
    with pytest.raises(jinja2.TemplateSyntaxError, match="cannot be read"):
        load_template({"templates": tmp_path}, "card.svg.j2")


def test_what_else_lies_there_is_not_read_whole(tiny, tmp_path):
    (tmp_path / "templates").mkdir(exist_ok=True)
    for folder in (tiny / "components" / "fog", tmp_path / "templates"):
        sparse(folder / "notes.bin")
        pipe(folder / "pipe")
    assert digest_of({"templates": tmp_path / "templates"})
    assert stamps_of(tiny, Cache(tmp_path / "cache"), [tmp_path / "templates"]).sources
