import pytest
from PIL import Image

from generator.changes.unchanged import KIT, stamps_of
from generator.design.lookup import template_folders
from generator.design.pictures import find_picture
from validator.cache import Cache

PATTERNS = ("*.pdf", "placements.json")


@pytest.fixture
def kit(tiny):
    """A project with a finished kit in ``out`` and its stamp."""
    out = tiny / "out"
    out.mkdir()
    (out / "cards.pdf").write_bytes(b"%PDF one")
    (out / "placements.json").write_text("[]")
    Image.new("RGB", (5, 5), "red").save(tiny / "art.png")
    stamps(tiny).keep(out, "a4", PATTERNS, "2 files", {})
    return tiny


def stamps(project):
    store = Cache(project / "cache")
    return stamps_of(project, store, template_folders(project).values())


def told(project, words="a4", folder="out"):
    return stamps(project).message_of(project / folder, words, PATTERNS)


def test_a_finished_kit_is_known_again_whatever_else_lies_there(kit):
    assert told(kit) == "2 files"
    (kit / "out" / "notes.txt").write_text("mine")
    assert told(kit) == "2 files"


def test_other_options_or_another_folder_are_another_kit(kit):
    (kit / "out").rename(kit / "elsewhere")
    assert told(kit, folder="elsewhere") is None
    assert told(kit) is None
    (kit / "elsewhere").rename(kit / "out")
    assert told(kit, words="letter") is None


@pytest.mark.parametrize(
    "change",
    [
        lambda p: (p / "out" / "cards.pdf").write_bytes(b"%PDF two"),
        lambda p: (p / "out" / "cards.pdf").unlink(),
        lambda p: (p / "out" / "more.pdf").write_bytes(b"%PDF"),
        lambda p: (p / "components" / "fog" / "new.yaml").write_text("kind: components"),
        lambda p: (p / "templates").mkdir() or (p / "templates" / "a.svg.j2").write_text(""),
        lambda p: next((p / "cache" / KIT).rglob("*")).write_bytes(b"x" * 99),
    ],
)
def test_whatever_changes_is_noticed(kit, change):
    change(kit)
    assert told(kit) is None


def test_fonts_of_the_system_are_noticed_where_a_theme_asks_for_them(kit, monkeypatch):
    monkeypatch.setattr("generator.typeset.fonts.state", lambda: "others")
    assert told(kit) == "2 files"
    (kit / "templates").mkdir()
    (kit / "templates" / "theme.yaml").write_text("fallback: [system]\n")
    stamps(kit).keep(kit / "out", "a4", PATTERNS, "with fonts", {})
    assert told(kit) == "with fonts"
    monkeypatch.setattr("generator.typeset.fonts.state", lambda: "more")
    assert told(kit) is None


def test_a_changed_picture_is_noticed(kit):
    used = {"art.png": find_picture(kit, "art.png").digest}
    stamps(kit).keep(kit / "out", "a4", PATTERNS, "with art", used)
    assert told(kit) == "with art"
    Image.new("RGB", (5, 5), "blue").save(kit / "art.png")
    assert told(kit) is None
    (kit / "art.png").unlink()
    assert told(kit) is None
