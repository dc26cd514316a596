"""Printing some of a game: ``--changed``, ``--since``, ``--only``; and ``trilith diff``."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import polib
import pypdfium2
import pytest
from commandline import run
from gitrepo import git

CARDS = "components/fog/cards.yaml"
CHANGED = "output/fog/print/a4-changed"
FEWER = ("name: Candle\n    copies: 6", "name: Candle\n    copies: 4")
MORE = ("name: Moonrise\n    copies: 5\n", "name: Moonrise\n    copies: 7\n")


@pytest.fixture
def project(tiny: Path) -> Path:
    """The small game under version control, with one commit."""
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "one"]):
        git(tiny, *words)
    return tiny


def printed(project: Path) -> dict[str, int]:
    """How often the front of each component lies on the sheets of the last changed print."""
    return fronts(project / CHANGED)


def words_of(pdf: Path) -> str:
    return "\n".join(page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(pdf))


def test_the_first_time_everything_is_printed(tiny):
    result = run("print", "fog", "--changed", "--project", tiny)
    assert "nothing was marked as printed yet" in result.output
    assert "11 new; 58 pieces to print" in result.output
    assert sum(printed(tiny).values()) == 58


def test_after_marking_only_what_changed_is_printed(marked, edit):
    ledger = marked / "components/fog/printed.json"
    assert set(json.loads(ledger.read_text(encoding="utf-8"))["faces"]) >= {"candle", "mat-red"}
    edit(marked / CARDS, "name: Lantern\n", "name: Lamp\n")
    result = run("print", "fog", "--changed", "--project", marked)
    assert "1 changed; 6 pieces to print" in result.output
    assert printed(marked) == {"lantern": 6}
    run("print", "fog", "--changed", "--mark-printed", "--project", marked)
    again = run("print", "fog", "--changed", "--project", marked)
    assert "nothing has changed since the last print" in again.output


@pytest.mark.parametrize("less", ["--players=2", "--only=coin"])
def test_marking_is_for_whole_games(tiny, less):
    told = run("print", "fog", less, "--mark-printed", "--project", tiny, status=2).output
    assert f"leave out {less.partition('=')[0]}" in told
    assert not (tiny / "components/fog/printed.json").exists()


def test_errors_mark_nothing(tiny, edit):
    edit(tiny / CARDS, "name: Lantern\n", "nam: Lantern\n")
    run("print", "fog", "--mark-printed", "--project", tiny, status=1)
    assert not (tiny / "components/fog/printed.json").exists()


def test_a_damaged_ledger_is_an_error_with_its_place(tiny):
    (tiny / "components/fog/printed.json").write_text("{", encoding="utf-8")
    result = run("print", "fog", "--changed", "--project", tiny, status=1)
    assert "components/fog/printed.json:1:" in result.output
    assert not (tiny / "output").exists()


def test_since_a_revision_only_its_edits_are_printed(project, edit):
    edit(project / CARDS, "name: Bonfire\n", "name: Beacon\n")
    result = run("print", "fog", "--since", "HEAD", "--project", project)
    assert "1 changed; 5 pieces to print" in result.output
    assert printed(project) == {"bonfire": 5}


def test_a_changed_template_is_told(project):
    folder = project / "templates" / "basic"
    folder.mkdir(parents=True)
    (folder / "card.svg.j2").write_text('<circle cx="9" cy="9" r="4"/>', encoding="utf-8")
    result = run("print", "fog", "--since", "HEAD", "--project", project)
    assert "every face of Light cards (30) differs, which a change of a template" in result.output
    assert sum(printed(project).values()) == 30


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
    path = project / "components" / "fog" / "languages" / "de.po"
    catalogue = polib.pofile(str(path))
    catalogue.find("Moonrise").msgstr = "Mondaufgang"
    catalogue.save()
    git(project, "add", ".")
    git(project, "commit", "-qm", "in German")
    edit(project / CARDS, *MORE)
    german = ("--language", "de", "--project", project)
    told = run("diff", "fog", "--format", "md", *german).output
    assert "Änderungen von Fassung 1" in told
    assert "1 geändert.\n\n## Geändert\n" in told
    assert "- **Mondaufgang**\n  - Anzahl: 5 → 7" in told
    git(project, "commit", "-qam", "more of them")
    run("publish", "fog", "--as", "changelog", *german)
    made = project / "output" / "de" / "fog" / "publish" / "changelog" / "changelog.md"
    assert "- Mondaufgang (Light cards): Anzahl: ~~5~~**7**" in made.read_text(encoding="utf-8")


def test_nothing_differs_from_itself(project):
    data = json.loads(run("diff", "fog", "--format", "json", "--project", project).output)
    assert [data[kind] for kind in ("added", "changed", "removed", "redrawn")] == [[], [], [], []]


def test_a_ledger_that_cannot_be_written_is_one_clear_line(tiny):
    (tiny / "components" / "fog" / "printed.json").mkdir()
    told = run("print", "fog", "--mark-printed", "--project", tiny, status=1).output
    assert "components/fog/printed.json:1:1" in told
    assert "the ledger of printed faces cannot be used: it cannot be read: it is a folder" in told
    assert "--out" not in told


def taken_out(told: str) -> str:
    """The line that says what is to be taken out; empty where there is none."""
    lines = [line.strip() for line in told.splitlines()]
    return next((line for line in lines if line.startswith("take out: ")), "")


def test_pieces_too_many_are_told_on_the_terminal_and_on_the_cover(marked, edit):
    edit(marked / CARDS, *FEWER)
    told = run("print", "fog", "--changed", "--project", marked).output
    assert "1 with fewer copies; 0 pieces to print" in told
    assert taken_out(told) == "take out: 2 Candle"
    edit(marked / CARDS, "name: Lantern\n", "name: Lamp\n")
    told = run("print", "fog", "--changed", "--project", marked).output
    assert "1 changed, 1 with fewer copies; 6 pieces to print" in told
    assert taken_out(told) == "take out: 2 Candle, 6 Lantern"
    cover = " ".join(words_of(marked / CHANGED / "cover.pdf").split())
    assert "Take out first" in cover
    assert "2 Candle, 6 Lantern" in cover
    assert "6 Lamp" not in taken_out(told)


def test_what_is_taken_out_keeps_to_what_only_names(marked, edit):
    edit(marked / CARDS, *FEWER)
    edit(marked / CARDS, "name: Lantern\n", "name: Lamp\n")
    told = run("print", "fog", "--changed", "--only", "lantern", "--project", marked).output
    assert taken_out(told) == "take out: 6 Lantern"


def test_a_renamed_id_prints_nothing_as_the_card_looks_the_same(marked, edit):
    edit(marked / CARDS, "id: moonrise", "id: moonset")
    told = run("print", "fog", "--changed", "--project", marked).output
    assert "nothing has changed since the last print" in told
    assert not taken_out(told)


def test_of_a_renamed_card_with_more_copies_only_these_are_printed(marked, edit):
    edit(marked / CARDS, "id: moonrise", "id: moonset")
    edit(marked / CARDS, *MORE)
    told = run("print", "fog", "--changed", "--project", marked).output
    assert "1 new; 2 pieces to print" in told
    assert printed(marked) == {"moonset": 2}
    assert not taken_out(told)


def test_what_is_to_be_taken_out_since_a_commit_is_named_as_it_was(project, edit):
    edit(project / CARDS, "name: Lantern\n", "name: Lamp\n")
    told = run("print", "fog", "--since", "HEAD", "--project", project).output
    assert taken_out(told) == "take out: 6 Lantern"


def test_a_ledger_that_was_written_without_names_is_read_and_tells_ids(marked, edit):
    path = marked / "components/fog/printed.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    for face in data["faces"].values():
        del face["name"]
    path.write_text(json.dumps(data), encoding="utf-8")
    edit(marked / CARDS, "name: Lantern\n", "name: Lamp\n")
    told = run("print", "fog", "--changed", "--project", marked).output
    assert taken_out(told) == "take out: 6 lantern"


def fronts(folder) -> Counter[str]:
    rows = json.loads((folder / "placements.json").read_text(encoding="utf-8"))
    return Counter(row["component"] for row in rows if row["face"] == "front")


def test_some_pieces_are_printed_beside_the_whole_kit(tiny):
    run("print", "fog", "--project", tiny)
    kit = tiny / "output/fog/print/a4"
    whole = {path.name: path.read_bytes() for path in kit.iterdir()}
    told = run("print", "fog", "--project", tiny, "--only", "bonfire", "--only", "lighthouse:2")
    assert str(tiny / "output/fog/print/a4-only") in told.output
    some = tiny / "output/fog/print/a4-only"
    assert fronts(some) == {"bonfire": 5, "lighthouse": 2}
    assert {path.name for path in some.glob("*.pdf")} == {"cards.pdf", "cover.pdf"}
    assert {path.name: path.read_bytes() for path in kit.iterdir()} == whole
    again = run("print", "fog", "--project", tiny)
    assert "nothing has changed since" in again.output


def test_only_what_changed_of_what_is_named(marked, edit):
    edit(marked / "components/fog/cards.yaml", "name: Bonfire", "name: Beacon")
    run("print", "fog", "--project", marked, "--changed", "--only", "card")
    assert set(fronts(marked / "output/fog/print/a4-changed-only")) == {"bonfire"}
    told = run("print", "fog", "--project", marked, "--changed", "--only", "coin")
    assert "none of what --only names has changed" in told.output


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
