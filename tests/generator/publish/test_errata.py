"""Errata since a revision and the changelog over all, from a repository edited by script."""

from dataclasses import replace

import pypdfium2
import pytest
from gitrepo import git
from hypothesis import given
from hypothesis import strategies as st

from generator.changes.differences import diff_games
from generator.changes.revisions import history
from generator.failures import WrongUseError
from generator.outputs.kit import drawer_of, templates_of
from generator.publish.contents import PublishJob
from generator.publish.errata import (
    WordChange,
    WordRun,
    compare_texts,
    fill,
    fill_changelog,
    sections,
)
from validator.catalogue.load import load

LAMP = "  - {id: lamp, name: Lamp, cost: 1, effects: [{do: score, what: point, amount: 1}]}\n"


@pytest.fixture
def project(tiny, edit):
    """The small game, with a commit and a tag before each of two rounds of edits."""
    cards = tiny / "components" / "fog" / "cards.yaml"
    git(tiny, "init", "-q", "-b", "main")
    git(tiny, "add", ".")
    git(tiny, "commit", "-q", "-m", "first")
    git(tiny, "tag", "v1")
    edit(cards, "cost: 3", "cost: 2")
    edit(cards, "name: Lantern", "name: <Storm> Lantern")
    git(tiny, "commit", "-q", "-a", "-m", "cheaper *fires*")
    edit(cards, "  - id: bonfire\n", f"{LAMP}  - id: bonfire\n")
    return tiny


def job_of(root, since=None):
    templates = templates_of(root)
    game = load(root)[0].games["fog"]
    return PublishJob(root, game, templates, drawer_of(templates), "a5", since)


REMARK = """\
kind: playtest
game: fog
date: "2026-05-30"
remarks:
  - {seat: 2, card: bonfire, ticked: [strong], says: "Too *dear*", STATE}
  - {card: bonfire, says: Nice}
  - {card: candle, says: Dull, state: done, answer: So it is.}
  - {card: bonfire, says: Long ago, state: done, answer: Long done.}
"""


def test_a_change_says_what_of_playtests_it_answers_and_who_said_it_to_nobody(project, tmp_path):
    file = project / "playtests" / "fog" / "2026-05-30.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(REMARK.replace(", STATE", ""))
    git(project, "add", "playtests")
    git(project, "commit", "-q", "-m", "played")
    git(project, "tag", "v1.5")
    git(project, "tag", "-f", "v0", "v1")
    file.write_text(REMARK.replace("STATE", "state: done, answer: It costs 2 now."))
    for since, has_old in (("v1.5", False), ("v0", True)):
        folder = tmp_path / since
        folder.mkdir()
        if since == "v1.5":
            cards = project / "components" / "fog" / "cards.yaml"
            cards.write_text(cards.read_text().replace("cost: 2", "cost: 5"))
        fill(job_of(project, since), folder)
        words = (folder / "errata.md").read_text("utf-8")
        assert "- At the table: strong – Too \\*dear\\* – It costs 2 now." in words
        assert ("Long done" in words) is has_old
        assert "Nice" not in words and "So it is" not in words and "seat" not in words.lower()
        page = (folder / "index.html").read_text("utf-8")
        assert "At the table: strong – Too *dear* – It costs 2 now." in page


def test_words_that_went_and_came():
    runs = compare_texts("Score 3 points for each lamp.", "Score 4 points for every lamp.")
    told = [(run.kind.value, run.text) for run in runs]
    assert ("gone", "3") in told and ("new", "4") in told
    assert ("gone", "each") in told and ("new", "every") in told


@given(st.text("ab ,.1", max_size=40), st.text("ab ,.1", max_size=40))
def test_each_side_is_whole(old, new):
    runs = compare_texts(old, new)
    assert (
        "".join(run.text for run in runs if run.kind is not WordChange.NEW).split() == old.split()
    )
    assert (
        "".join(run.text for run in runs if run.kind is not WordChange.GONE).split() == new.split()
    )


def test_errata_show_what_was_and_what_is(project, tmp_path):
    folder = tmp_path / "errata"
    folder.mkdir()
    fill(job_of(project, "v1"), folder)
    words = (folder / "errata.md").read_text("utf-8")
    assert "Cost: ~~3~~**2**" in words and "## New" in words and "### Lamp" in words
    assert "**\\<Storm\\>** Lantern" in words
    assert "before/bonfire-front.webp" in words and "now/bonfire-front.webp" in words
    assert (folder / "before/bonfire-front.webp").read_bytes() != (
        folder / "now/bonfire-front.webp"
    ).read_bytes()
    page = (folder / "index.html").read_text("utf-8")
    assert "<del>3</del><ins>2</ins>" in page and "&lt;Storm&gt;" in page
    assert "<Storm>" not in page
    text = "".join(
        page.get_textpage().get_text_bounded()
        for page in pypdfium2.PdfDocument(folder / "errata-a5.pdf")
    )
    assert "Lamp" in text and "Before" in text


def test_values_are_said_in_the_words_of_the_almanac(tiny):
    game = load(tiny)[0].games["fog"]
    labels = {"track": "Way", "road": "Old road", "ford": "Ford", "slots": "Places"}
    game = replace(game, almanac=replace(game.almanac, labels=labels))
    deck = game.sets["card"]

    def with_card(**fields):
        card = replace(deck.components[0], fields=fields)
        return replace(game, sets={"card": replace(deck, components=(card,))})

    slots = ({"id": "ford", "free_steps": 2},)
    before = with_card(track=("ford",), open=False, players="3/4", slots=slots)
    now = with_card(
        track=("ford", "road"), open=True, players="4+", slots=({**slots[0], "free_steps": 3},)
    )
    diff = diff_games(before, now)
    (section,) = sections(diff, now, {}, {})
    told = {change.label: change.runs for change in section.entries[0].changes}
    assert "".join(run.text for run in told["Way"]) == "Ford, Old road"
    assert told["Open"] == (WordRun(WordChange.GONE, "no"), WordRun(WordChange.NEW, "yes"))
    assert told["Places Ford, free steps"] == (
        WordRun(WordChange.GONE, "2"),
        WordRun(WordChange.NEW, "3"),
    )
    assert told["Players"] == (WordRun(WordChange.GONE, "3/4"), WordRun(WordChange.NEW, "4+"))


def test_without_a_revision_there_are_no_errata(project, tmp_path):
    with pytest.raises(WrongUseError, match="--since"):
        fill(job_of(project), tmp_path)


def test_the_changelog_tells_every_commit_that_changed_a_card(project, tmp_path):
    (project / "notes.txt").write_text("nothing of the game")
    git(project, "add", ".")
    git(project, "commit", "-q", "-m", "a lamp")
    cards = project / "components" / "fog" / "cards.yaml"
    whole = cards.read_text("utf-8")
    cards.write_text("kind: [", "utf-8")
    git(project, "commit", "-q", "-a", "-m", "broken")
    cards.write_text(whole, "utf-8")
    git(project, "commit", "-q", "-a", "-m", "mended")
    job = job_of(project)
    steps = history(project, job.game)
    assert len(steps) == 3 and len({step.commit for step in steps}) == 3
    assert [card.id for card in steps[-3].diff.added] == ["lamp"]
    fill_changelog(job, tmp_path)
    words = (tmp_path / "changelog.md").read_text("utf-8")
    assert words.index("Lamp") < words.index("Cost: ~~3~~**2**") < words.index("Candle")
    assert words.count(", revision 1\n") == 3
    for subject in ("a lamp", "cheaper", "broken"):
        assert subject not in words, "readers are not told what editors wrote to each other"


def test_the_changelog_says_which_remark_the_first_change_after_it_answers(project, tmp_path):
    file = project / "playtests" / "fog" / "2001-05-30.yaml"
    file.parent.mkdir(parents=True)
    played = REMARK.replace("2026-05-30", "2001-05-30")
    file.write_text(played.replace("STATE", "state: done, answer: It costs 2 now."))
    cards = project / "components" / "fog" / "cards.yaml"
    cards.write_text(cards.read_text("utf-8").replace("cost: 2", "cost: 5"), "utf-8")
    git(project, "commit", "-q", "-a", "-m", "dearer")
    fill_changelog(job_of(project), tmp_path)
    dearer, cheaper, first = (tmp_path / "changelog.md").read_text("utf-8").split("\n## ")[1:4]
    assert "At the table" not in dearer + first
    assert "At the table: strong – Too \\*dear\\* – It costs 2 now." in cheaper
    assert "seat" not in cheaper.lower()
