"""Against a temporary repository whose cards are edited by script."""

from pathlib import Path

import pytest
from gitrepo import commit_all, git

from generator.changes.differences import diff_games
from generator.changes.git_files import RevisionError, commit_of
from generator.changes.ledger import changes, faces_now
from generator.changes.revisions import earlier, export
from generator.design.templates import load_templates
from validator.catalogue.load import load


@pytest.fixture
def project(tiny):
    """The small game in a repository, one commit old."""
    commit_all(tiny)
    git(tiny, "tag", "playtest-1")
    return tiny


def now(root):
    catalogue, _ = load(root)
    templates, _ = load_templates(root)
    game = catalogue.games["fog"]
    return game, faces_now(game, templates)[0]


def cards(root):
    return root / "components" / "fog" / "cards.yaml"


def test_scripted_edits_come_out_field_by_field(project, edit):
    edit(cards(project), "cost: 3", "cost: 2")
    edit(cards(project), "name: Lantern", "name: Storm Lantern")
    before, findings = earlier(project, "fog", "HEAD")
    assert findings == ()
    game, faces = now(project)
    found = changes(before.faces, faces)
    assert set(found.changed) == {"lantern", "bonfire"}
    diff = diff_games(before.game, game, found.changed, before.commit)
    assert [(c.id, [(f.field, f.old, f.new) for f in c.fields]) for c in diff.changed] == [
        ("lantern", [("name", "Lantern", "Storm Lantern")]),
        ("bonfire", [("cost", 3, 2)]),
    ]
    assert diff.redrawn == ()


def test_older_revisions_by_tag(project, edit):
    edit(cards(project), "cost: 3", "cost: 2")
    git(project, "commit", "-q", "-am", "second")
    assert changes(earlier(project, "fog", "HEAD")[0].faces, now(project)[1]).nothing
    before, _ = earlier(project, "fog", "playtest-1")
    assert changes(before.faces, now(project)[1]).changed == ("bonfire",)
    assert before.commit == git(project, "rev-parse", "playtest-1")[:10]


def test_a_template_of_the_project_counts(project):
    folder = project / "templates" / "basic"
    folder.mkdir(parents=True)
    back = '<rect x="-9" y="-9" width="90" height="120" fill="#123456"/>'
    (folder / "card_back.svg.j2").write_text(back, encoding="utf-8")
    before, _ = earlier(project, "fog", "HEAD")
    game, faces = now(project)
    found = changes(before.faces, faces)
    assert found.whole_decks == ("card",)
    diff = diff_games(before.game, game, found.changed, before.commit)
    assert diff.changed == ()
    assert len(diff.redrawn) == 6


def test_a_project_in_a_folder_of_a_larger_repository(project, tmp_path_factory):
    outer = tmp_path_factory.mktemp("outer")
    inner = outer / "games" / "night"
    inner.mkdir(parents=True)
    (project / "components").rename(inner / "components")
    commit_all(outer)
    before, _ = earlier(inner, "fog", "HEAD")
    assert before.game is not None
    assert changes(before.faces, now(inner)[1]).nothing


def test_a_game_that_was_not_there_yet(project):
    first = commit_of(project, "HEAD")
    (project / "components" / "fog").rename(project / "components" / "mist")
    before, findings = earlier(project, "mist", first)
    assert (before.game, dict(before.faces), findings) == (None, {}, ())


def test_nothing_is_left_behind(project):
    with export(project, commit_of(project, "HEAD")) as folder:
        assert (folder / "components" / "fog" / "game.yaml").is_file()
    assert not folder.exists()


def test_errors_in_the_earlier_data_are_told(project, edit):
    edit(cards(project), "cost: 3", "cost: three")
    git(project, "commit", "-q", "-am", "broken")
    edit(cards(project), "cost: three", "cost: 3")
    _before, findings = earlier(project, "fog", "HEAD")
    assert findings
    assert all(finding.severity == "error" for finding in findings)


@pytest.mark.parametrize("revision", ["nowhere", "-x", "", "HEAD~99", "HEAD:components"])
def test_revisions_that_are_none(project, revision):
    with pytest.raises(RevisionError, match="no git revision"):
        commit_of(project, revision)


@pytest.mark.usefixtures("with_git")
def test_projects_without_version_control(tiny):
    with pytest.raises(RevisionError, match=r"not under version control \(not a git repository"):
        commit_of(tiny, "HEAD")


def test_without_git(project, monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(RevisionError, match="git is not installed"):
        commit_of(project, "HEAD")


def test_nothing_of_the_project_runs_when_an_earlier_state_is_read(project, tmp_path_factory):
    marker = tmp_path_factory.mktemp("ran") / "marker"
    (project / ".gitattributes").write_text("*.yaml filter=evil\n*.yaml diff=evil\n")
    commit_all(project, "attributes")
    for key in ("filter.evil.smudge", "filter.evil.clean", "diff.evil.textconv", "core.fsmonitor"):
        git(project, "config", key, f"touch {marker}; cat")
    before, findings = earlier(project, "fog", "HEAD")
    assert (before.game is not None, findings) == (True, ())
    assert not marker.exists()


def test_links_of_a_revision_are_left_out(project):
    (project / "link.yaml").symlink_to("/etc/passwd")
    commit_all(project, "link")
    with export(project, commit_of(project, "HEAD")) as folder:
        assert not (folder / "link.yaml").is_symlink()
        assert not (folder / "link.yaml").exists()


@pytest.mark.usefixtures("with_git")
def test_a_bare_repository_beside_the_data_is_not_believed(tiny):
    for name in ("objects", "refs"):
        (tiny / name).mkdir()
    (tiny / "HEAD").write_text("ref: refs/heads/main\n")
    (tiny / "config").write_text("[core]\n\tbare = true\n")
    with pytest.raises(RevisionError, match="not under version control"):
        commit_of(tiny, "HEAD")


def test_names_that_are_no_utf_8_are_read(project):
    cards(project).with_name("käse.yaml").write_text("kind: none\n")
    commit_all(project, "umlaut")
    with export(project, commit_of(project, "HEAD")) as folder:
        assert (folder / "components" / "fog" / "käse.yaml").read_text() == "kind: none\n"


def test_a_partial_clone_is_not_completed_by_what_the_project_names(project, tmp_path_factory):
    marker = tmp_path_factory.mktemp("ran") / "marker"
    tree = git(project, "rev-parse", "HEAD:components/fog/cards.yaml")
    settings = {
        "core.repositoryFormatVersion": "1",
        "extensions.partialClone": "origin",
        "remote.origin.promisor": "true",
        "remote.origin.url": f"ext::touch {marker}",
        "protocol.ext.allow": "always",
        "protocol.file.allow": "always",
        "core.sshCommand": f"touch {marker};",
    }
    for key, value in settings.items():
        git(project, "config", key, value)
    (project / ".git" / "objects" / tree[:2] / tree[2:]).unlink()
    with pytest.raises(RevisionError):
        earlier(project, "fog", "HEAD")
    assert not marker.exists()
    git(project, "config", "remote.origin.url", str(project))
    git(project, "config", "remote.origin.uploadpack", f"touch {marker};")
    with pytest.raises(RevisionError):
        earlier(project, "fog", "HEAD")
    assert not marker.exists()


def test_a_revision_without_end_is_refused(project, monkeypatch):
    monkeypatch.setattr("generator.changes.git_files._LISTED", 100)
    with pytest.raises(RevisionError, match="too long or says too much"):
        earlier(project, "fog", "HEAD")


def test_a_huge_file_of_a_revision_is_left_out(project, monkeypatch):
    monkeypatch.setattr("generator.changes.git_files.MAX_FILE", 3)
    (project / "small").write_text("abc")
    (project / "large").write_text("abcd")
    commit_all(project, "sizes")
    with export(project, commit_of(project, "HEAD")) as folder:
        assert [path.name for path in folder.iterdir()] == ["small"]


def test_every_call_of_git_goes_through_one_module():
    package = Path(__file__).parents[3]
    modules = [*(package / "generator").rglob("*.py"), *(package / "validator").rglob("*.py")]
    texts = {
        path.relative_to(package).as_posix(): path.read_text(encoding="utf-8") for path in modules
    }
    callers = {name for name, text in texts.items() if "subprocess" in text}
    fonts = "generator/typeset/fonts.py"
    assert callers == {"generator/changes/git_files.py", fonts}  # the other one asks fontconfig
    assert 'find_program("fc-list")' in texts[fonts]
    assert "git" not in texts[fonts]
