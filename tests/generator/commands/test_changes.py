"""Printing some of a game: ``--changed``, ``--since``, ``--only``; and ``trilith diff``."""

import json
from collections import Counter

import polib
import pypdfium2
import pytest
from commandline import run
from gitrepo import commit_all
from PIL import Image

CARDS = "components/fog/cards.yaml"
ALL = "output/fog/print/a4"
CHANGED = f"{ALL}-changed"
LEDGER = "components/fog/printed.json"
FEWER = ("name: Candle\n    copies: 6", "name: Candle\n    copies: 4")
MORE = ("name: Moonrise\n    copies: 5\n", "name: Moonrise\n    copies: 7\n")


@pytest.fixture
def project(tiny):
    commit_all(tiny)
    return tiny


def fronts(project, folder=CHANGED):
    """How often the front of each component lies on the sheets of a print."""
    rows = json.loads((project / folder / "placements.json").read_text(encoding="utf-8"))
    return Counter(row["component"] for row in rows if row["face"] == "front")


def changed(project, *words):
    return run("print", "fog", "--changed", *words, "--project", project).output


def words_of(pdf):
    return "\n".join(page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(pdf))


def test_the_first_time_everything_is_printed(tiny):
    told = changed(tiny)
    assert "nothing was marked as printed yet" in told
    assert "11 new; 58 pieces to print" in told
    assert sum(fronts(tiny).values()) == 58


def test_after_marking_only_what_changed_is_printed(marked, edit):
    ledger = json.loads((marked / LEDGER).read_text(encoding="utf-8"))
    assert set(ledger["faces"]) >= {"candle", "mat-red"}
    edit(marked / CARDS, "name: Lantern\n", "name: Lamp\n")
    assert "1 changed; 6 pieces to print" in changed(marked)
    assert fronts(marked) == {"lantern": 6}
    changed(marked, "--mark-printed")
    assert "nothing has changed since the last print" in changed(marked)


@pytest.mark.parametrize("less", ["--players=2", "--only=coin"])
def test_marking_is_for_whole_games(tiny, less):
    told = run("print", "fog", less, "--mark-printed", "--project", tiny, status=2).output
    assert f"leave out {less.partition('=')[0]}" in told
    assert not (tiny / LEDGER).exists()


def test_since_a_revision_only_its_edits_are_printed(project, edit):
    edit(project / CARDS, "name: Bonfire\n", "name: Beacon\n")
    told = run("print", "fog", "--since", "HEAD", "--project", project).output
    assert "1 changed; 5 pieces to print" in told
    assert "take out: 5 Bonfire\n" in told, "as it was named"
    assert fronts(project) == {"bonfire": 5}


def test_a_changed_template_is_told(project):
    folder = project / "templates" / "basic"
    folder.mkdir(parents=True)
    (folder / "card.svg.j2").write_text('<circle cx="9" cy="9" r="4"/>', encoding="utf-8")
    result = run("print", "fog", "--since", "HEAD", "--project", project)
    assert "every face of Light cards (30) differs, which a change of a template" in result.output
    assert sum(fronts(project).values()) == 30


@pytest.mark.parametrize("command", [["print", "fog", "--since", "v9"], ["diff", "fog", "v9"]])
def test_revisions_that_are_none(project, command):
    assert "no git revision 'v9'" in run(*command, "--project", project, status=2).output


@pytest.mark.usefixtures("with_git")
def test_without_version_control(tiny):
    for command in (["print", "fog", "--since", "HEAD"], ["diff", "fog"]):
        assert "git init" in run(*command, "--project", tiny, status=2).output


def test_differences_in_three_forms(project, edit):
    edit(project / CARDS, "  - id: lantern\n    name: Lantern\n", "  - id: lamp\n    name: Lamp\n")
    edit(project / CARDS, *MORE)
    text = run("diff", "fog", "--project", project).output
    assert "+ Light cards: Lamp [lamp]" in text
    assert "- Light cards: Lantern [lantern]" in text
    assert "~ Light cards: Moonrise [moonrise]\n    copies: 5 -> 7" in text
    told = run("diff", "fog", "HEAD", "--format", "md", "--project", project).output
    assert "## Changed\n\n### Light cards\n\n- **Moonrise**\n  - Copies: 5 → 7" in told
    data = json.loads(run("diff", "fog", "--format", "json", "--project", project).output)
    ids = {kind: [card["id"] for card in data[kind]] for kind in ("added", "changed", "removed")}
    assert ids == {"added": ["lamp"], "changed": ["moonrise"], "removed": ["lantern"]}


def test_differences_and_the_changelog_in_another_language(project, edit):
    run("translate", "fog", "--to", "de", "--project", project)
    catalogue = polib.pofile(str(project / "components" / "fog" / "languages" / "de.po"))
    catalogue.find("Moonrise").msgstr = "Mondaufgang"
    catalogue.save()
    commit_all(project, "in German")
    edit(project / CARDS, *MORE)
    german = ("--language", "de", "--project", project)
    told = run("diff", "fog", "--format", "md", *german).output
    assert "Änderungen von Fassung 1" in told
    assert "1 geändert.\n\n## Geändert\n" in told
    assert "- **Mondaufgang**\n  - Anzahl: 5 → 7" in told
    commit_all(project, "more of them")
    run("publish", "fog", "--as", "changelog", *german)
    made = project / "output" / "de" / "fog" / "publish" / "changelog" / "changelog.md"
    assert "- Mondaufgang (Light cards): Anzahl: ~~5~~**7**" in made.read_text(encoding="utf-8")


def test_a_ledger_that_cannot_be_written_is_one_clear_line(tiny):
    (tiny / LEDGER).mkdir()
    told = run("print", "fog", "--mark-printed", "--project", tiny, status=1).output
    assert f"{LEDGER}:1:1" in told
    assert "the ledger of printed faces cannot be used: it cannot be read: it is a folder" in told
    assert "--out" not in told


def test_pieces_too_many_are_told_on_the_terminal_and_on_the_cover(marked, edit):
    edit(marked / CARDS, *FEWER)
    told = changed(marked)
    assert "1 with fewer copies; 0 pieces to print" in told
    assert "take out: 2 Candle\n" in told
    edit(marked / CARDS, "name: Lantern\n", "name: Lamp\n")
    told = changed(marked)
    assert "1 changed, 1 with fewer copies; 6 pieces to print" in told
    assert "take out: 2 Candle, 6 Lantern\n" in told
    cover = " ".join(words_of(marked / CHANGED / "cover.pdf").split())
    assert "Take out first" in cover and "2 Candle, 6 Lantern" in cover


def test_what_is_taken_out_keeps_to_what_only_names(marked, edit):
    edit(marked / CARDS, *FEWER)
    edit(marked / CARDS, "name: Lantern\n", "name: Lamp\n")
    told = changed(marked, "--only", "lantern")
    assert "take out: 6 Lantern\n" in told
    assert "Fog: 1 changed; 6 pieces to print" in told


def test_of_a_renamed_card_that_looks_the_same_only_more_copies_are_printed(marked, edit):
    edit(marked / CARDS, "id: moonrise", "id: moonset")
    told = changed(marked)
    assert "nothing has changed since the last print" in told
    assert "take out: " not in told
    edit(marked / CARDS, *MORE)
    told = changed(marked)
    assert "1 new; 2 pieces to print" in told
    assert fronts(marked) == {"moonset": 2}
    assert "take out: " not in told


def test_a_ledger_that_was_written_without_names_is_read_and_tells_ids(marked, edit):
    path = marked / LEDGER
    data = json.loads(path.read_text(encoding="utf-8"))
    for face in data["faces"].values():
        del face["name"]
    path.write_text(json.dumps(data), encoding="utf-8")
    edit(marked / CARDS, "name: Lantern\n", "name: Lamp\n")
    assert "take out: 6 lantern\n" in changed(marked)


def test_some_pieces_are_printed_beside_the_whole_kit(tiny):
    run("print", "fog", "--project", tiny)
    kit = tiny / ALL
    whole = {path.name: path.read_bytes() for path in kit.iterdir()}
    some = tiny / f"{ALL}-only"
    told = run("print", "fog", "--project", tiny, "--only", "bonfire", "--only", "lighthouse:2")
    assert str(some) in told.output
    assert fronts(tiny, f"{ALL}-only") == {"bonfire": 5, "lighthouse": 2}
    assert {path.name for path in some.glob("*.pdf")} == {"cards.pdf", "cover.pdf"}
    assert {path.name: path.read_bytes() for path in kit.iterdir()} == whole
    assert "nothing has changed since" in run("print", "fog", "--project", tiny).output


def test_only_what_changed_of_what_is_named(marked, edit):
    edit(marked / CARDS, "name: Bonfire", "name: Beacon")
    changed(marked, "--only", "card")
    assert set(fronts(marked, f"{ALL}-changed-only")) == {"bonfire"}
    assert "none of what --only names has changed" in changed(marked, "--only", "coin")


def test_print_says_of_pictures_and_backs_what_check_says(tiny, edit):
    (tiny / "art").mkdir()
    Image.new("RGB", (40, 40), "#6a8").save(tiny / "art" / "candle.png")
    edit(tiny / CARDS, "name: Candle\n", "name: Candle\n    picture: art/candle.png\n")
    edit(tiny / "components" / "fog" / "mats.yaml", "form: mat\n", "form: board\nback: basic/mat\n")
    said = run("check", "fog", "--project", tiny, status=1).output
    told = run("print", "fog", "--project", tiny, status=1).output
    for code in ("picture-coarse", "back-unprinted"):
        (line,) = (line for line in said.splitlines() if f"[{code}]" in line)
        assert line in told.splitlines()
    assert "files in" in told


@pytest.mark.parametrize(
    "words", [("print", "fog"), ("preview", "fog"), ("list", "fog"), ("pictures", "fog")]
)
def test_every_command_says_what_was_meant(tiny, words):
    told = run(*words, "--project", tiny, "--only", "bonfires", status=2)
    assert "did you mean 'bonfire'?" in told.output


def test_list_and_pictures_take_the_same_words(tiny):
    told = run("list", "fog", "--project", tiny, "--format", "json", "--only", "coin,bonfire")
    assert [one["id"] for one in json.loads(told.output)] == ["bonfire", "coin"]
    run("pictures", "fog", "--project", tiny, "--only", "bonfire", "--dpi", 30)
    made = (tiny / "output/fog/faces").rglob("*.png")
    assert {path.name for path in made} == {"bonfire-front.png", "bonfire-back.png"}
