"""Against a temporary repository whose cards are edited by script, in YAML or in a sheet."""

from contextlib import contextmanager
from pathlib import Path

import pytest
from gitrepo import commit_all, git
from sheetfiles import with_rows, xlsx

from generator.changes.differences import FieldChange, diff_games
from generator.changes.git_files import RevisionError, commit_of
from generator.changes.ledger import changes
from generator.changes.revisions import as_it_was, project_at
from generator.changes.since import news_since_commit
from generator.changes.unchanged import stamps_of
from validator.cache import Cache
from validator.run import check


@pytest.fixture
def marker(tmp_path_factory):
    """A file that is there once something ran that must not."""
    path = tmp_path_factory.mktemp("ran") / "marker"
    yield path
    assert not path.exists()


@contextmanager
def exported(project):
    """The files of the project, once they are committed."""
    commit_all(project)
    with project_at(project, "HEAD") as (_, folder):
        yield folder


def earlier(project, game, revision):
    with as_it_was(project, game, revision) as then:
        return then


def test_older_revisions_by_tag(committed, state, cards, edit):
    git(committed, "tag", "playtest-1")
    edit(cards, "cost: 3", "cost: 2")
    git(committed, "commit", "-q", "-am", "second")
    _, faces = state()
    assert changes(earlier(committed, "fog", "HEAD").faces, faces).nothing
    before = earlier(committed, "fog", "playtest-1")
    assert changes(before.faces, faces).changed == ("bonfire",)
    assert (before.commit, before.findings) == (git(committed, "rev-parse", "playtest-1")[:10], ())


def test_a_template_of_the_project_counts(committed, state, template):
    template("card_back", '<rect x="-9" y="-9" width="90" height="120" fill="#123456"/>')
    found = changes(earlier(committed, "fog", "HEAD").faces, state()[1])
    assert found.whole_decks == ("card",)
    assert len(found.changed) == 6


def test_a_project_in_a_folder_of_a_larger_repository(tiny, state, tmp_path_factory):
    _, faces = state()
    outer = tmp_path_factory.mktemp("outer")
    inner = outer / "games" / "night"
    inner.mkdir(parents=True)
    (tiny / "components").rename(inner / "components")
    commit_all(outer)
    before = earlier(inner, "fog", "HEAD")
    assert before.game
    assert changes(before.faces, faces).nothing


def test_a_game_that_was_not_there_yet(committed):
    before = earlier(committed, "mist", "HEAD")
    assert (before.game, dict(before.faces), before.findings) == (None, {}, ())


def test_errors_in_the_earlier_data_are_told(committed, cards, edit):
    edit(cards, "cost: 3", "cost: three")
    git(committed, "commit", "-q", "-am", "broken")
    edit(cards, "cost: three", "cost: 3")
    assert {one.severity for one in earlier(committed, "fog", "HEAD").findings} == {"error"}


@pytest.mark.parametrize("revision", ["nowhere", "-x", "", "HEAD~99", "HEAD:components"])
def test_revisions_that_are_none(committed, revision):
    with pytest.raises(RevisionError, match="no git revision"):
        commit_of(committed, revision)


@pytest.mark.usefixtures("with_git")
def test_projects_without_version_control_or_with_a_bare_repository_beside_the_data(tiny):
    with pytest.raises(RevisionError, match=r"not under version control \(not a git repository"):
        commit_of(tiny, "HEAD")
    for name in ("objects", "refs"):
        (tiny / name).mkdir()
    (tiny / "HEAD").write_text("ref: refs/heads/main\n")
    (tiny / "config").write_text("[core]\n\tbare = true\n")
    with pytest.raises(RevisionError, match="not under version control"):
        commit_of(tiny, "HEAD")


def test_without_git(committed, monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(RevisionError, match="git is not installed"):
        commit_of(committed, "HEAD")


def test_nothing_of_the_project_runs_when_an_earlier_state_is_read(committed, marker):
    (committed / ".gitattributes").write_text("*.yaml filter=evil\n*.yaml diff=evil\n")
    commit_all(committed, "attributes")
    for key in ("filter.evil.smudge", "filter.evil.clean", "diff.evil.textconv", "core.fsmonitor"):
        git(committed, "config", key, f"touch {marker}; cat")
    before = earlier(committed, "fog", "HEAD")
    assert (before.game is not None, before.findings) == (True, ())


def test_a_partial_clone_is_not_completed_by_what_the_project_names(committed, marker):
    tree = git(committed, "rev-parse", "HEAD:components/fog/cards.yaml")
    settings = {
        "core.repositoryFormatVersion": "1",
        "extensions.partialClone": "origin",
        "remote.origin.promisor": "true",
        "remote.origin.uploadpack": f"touch {marker};",
        "protocol.ext.allow": "always",
        "protocol.file.allow": "always",
        "core.sshCommand": f"touch {marker};",
    }
    for key, value in settings.items():
        git(committed, "config", key, value)
    (committed / ".git" / "objects" / tree[:2] / tree[2:]).unlink()
    for url in (f"ext::touch {marker}", str(committed)):
        git(committed, "config", "remote.origin.url", url)
        with pytest.raises(RevisionError):
            earlier(committed, "fog", "HEAD")
        assert not marker.exists()


def test_a_revision_without_end_is_refused(committed, monkeypatch):
    monkeypatch.setattr("generator.changes.git_files._LISTED", 100)
    with pytest.raises(RevisionError, match="too long or says too much"):
        earlier(committed, "fog", "HEAD")


def test_what_is_exported_of_a_revision(tiny):
    """Names that are no ASCII are, links are not, and nothing of it is left behind."""
    (tiny / "link.yaml").symlink_to("/etc/passwd")
    (tiny / "components" / "fog" / "käse.yaml").write_text("kind: none\n")
    with exported(tiny) as folder:
        assert not (folder / "link.yaml").is_symlink()
        assert not (folder / "link.yaml").exists()
        assert (folder / "components" / "fog" / "käse.yaml").read_text() == "kind: none\n"
    assert not folder.exists()


def test_a_huge_file_of_a_revision_is_left_out(tiny, monkeypatch):
    monkeypatch.setattr("generator.changes.git_files.MAX_FILE", 3)
    (tiny / "small").write_text("abc")
    (tiny / "large").write_text("abcd")
    with exported(tiny) as folder:
        assert [path.name for path in folder.iterdir()] == ["small"]


def test_every_call_of_git_goes_through_one_module():
    root = Path(__file__).parents[3]
    paths = [*root.glob("generator/**/*.py"), *root.glob("validator/**/*.py")]
    texts = {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in paths}
    callers = {name for name, text in texts.items() if "subprocess" in text}
    fonts, jobs = "generator/typeset/fonts.py", "generator/studio/jobs.py"
    assert callers == {"generator/changes/git_files.py", fonts, jobs}
    assert texts[jobs].count("subprocess_exec") == texts[jobs].count("words_to_start(), *") == 1
    assert 'find_program("fc-list")' in texts[fonts]
    assert "git" not in texts[fonts]


# --- an edit in a sheet is seen like one in YAML: by `diff`, by the stamp of a kit, since a commit
ROWS = [["id", "name", "copies", "cost"], ["candle", "Candle", 6, 0], ["bee", "Bee", 24, 1]]


def written(root, name, rows):
    text = "\n".join(",".join(map(str, row)) for row in rows)
    with_rows(root, name, text.encode() if name.endswith(".csv") else xlsx(rows))


@pytest.fixture(params=["cards.csv", "cards.xlsx"])
def sheet(request, tiny):
    """The name of the sheet of a project whose only commit has it."""
    written(tiny, request.param, ROWS)
    commit_all(tiny)
    return request.param


def test_a_changed_cell_is_a_changed_record(sheet, tiny, game):
    written(tiny, sheet, [ROWS[0], ["candle", "Candle", 6, 2], ["crab", "Crab", 1, 1]])
    before = earlier(tiny, "fog", "HEAD")
    assert before.findings == ()
    found = diff_games(before.game, game())
    assert [(one.id, one.fields) for one in found.changed] == [
        ("candle", (FieldChange("cost", 0, 2),))
    ]
    assert [one.id for one in found.added] == ["crab"]
    assert [one.id for one in found.removed] == ["bee"]


def test_the_stamp_of_a_kit_knows_the_sheet(sheet, tiny):
    store = Cache(tiny / "cache")
    before = stamps_of(tiny, store, ()).sources
    assert stamps_of(tiny, store, ()).sources == before
    written(tiny, sheet, [*ROWS[:2], ["bee", "Bee", 23, 1]])
    assert stamps_of(tiny, store, ()).sources != before


@pytest.mark.usefixtures("undrawn")
def test_what_an_edit_of_the_sheet_broke_is_new(sheet, tiny):
    assert news_since_commit(tiny, check(tiny), None, False) is not None
    written(tiny, sheet, [ROWS[0], ["ant", "Ant", 6, 1], ["candle", "Candle", 6, "x"], ROWS[2]])
    news = news_since_commit(tiny, check(tiny), None, False)
    [place] = {str(one.place) for one in news.new if one.code == "schema"}
    assert sheet in place
