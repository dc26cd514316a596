"""Icons, templates, fonts, records, profiles and ledgers that are no plain files or are huge."""

import os

import jinja2
import pytest

from generator.changes.ledger import ledger_path, read_ledger
from generator.changes.unchanged import stamps_of
from generator.design.icons import read_icon
from generator.design.lookup import digest_of
from generator.design.sandbox import Loader
from generator.failures import WrongUseError
from generator.press.inks import ProfileError, open_profile
from generator.text_files import read_text
from generator.typeset.fonts import FontError, FontKey, open_font
from validator.cache import Cache


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


def test_icons(wrong):
    icon, [finding] = read_icon(wrong, "templates/icons/ray.svg")
    assert (icon.body, finding.code) == ("", "icon-unreadable")


def test_fonts(wrong):
    with pytest.raises(FontError, match="cannot read the font file"):
        open_font(FontKey("Own"), wrong)


def test_records(wrong):
    with pytest.raises(WrongUseError, match=r"cannot read .*: it "):
        read_text(wrong)


def test_profiles(wrong):
    with pytest.raises(ProfileError):
        open_profile(wrong)


def test_ledgers(tiny, wrong):
    wrong.rename(ledger_path(tiny, "fog"))
    ledger, [finding] = read_ledger(tiny, "fog")
    assert (ledger, finding.code) == (None, "ledger-unusable")


def test_templates(tmp_path):
    sparse(tmp_path / "card.svg.j2")
    with pytest.raises(jinja2.TemplateSyntaxError, match="cannot be read"):
        Loader({"templates": tmp_path}).get_source(jinja2.Environment(), "card.svg.j2")


def test_what_else_lies_there_is_not_read_whole(tiny, tmp_path):
    (tmp_path / "templates").mkdir(exist_ok=True)
    for folder in (tiny / "components" / "fog", tmp_path / "templates"):
        sparse(folder / "notes.bin")
        pipe(folder / "pipe")
    assert digest_of({"templates": tmp_path / "templates"})
    assert stamps_of(tiny, Cache(tmp_path / "cache"), [tmp_path / "templates"]).sources
