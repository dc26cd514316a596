"""What the studio wrote is committed with git, and nothing else is, nor is anything run."""

import shutil
import stat

import pytest
from gitrepo import WHO, commit_all, git

from generator.studio.commits import commit_edits
from generator.studio.edits import Editor, journal_of
from generator.studio.set_files import RefusedError, open_set

FILE = "components/fog/cards.yaml"


@pytest.fixture
def repo(fog, monkeypatch):
    """Fog under git, as somebody who says their name."""
    for at, word in enumerate(WHO[1::2]):
        key, _, value = word.partition("=")
        monkeypatch.setenv(f"GIT_CONFIG_KEY_{at}", key)
        monkeypatch.setenv(f"GIT_CONFIG_VALUE_{at}", value)
    monkeypatch.setenv("GIT_CONFIG_COUNT", "2")
    commit_all(fog)
    return fog


def change(root, record, field, to):
    saw = open_set(root, FILE).text(record, field)
    words = {"do": "change", "id": record, "field": field, "saw": saw, "to": to}
    Editor(root, "fog", FILE, words).edit()


def step(root, what):
    Editor(root, "fog", FILE, {"do": what}).edit()


def commit(root, message="Dearer."):
    return commit_edits(root, "fog", "Fog", message)


def edit_file(root, old, new):
    path = root / FILE
    before = path.read_bytes()
    assert old.encode() in before
    path.write_bytes(before.replace(old.encode(), new.encode(), 1))


def at_head(root, path=FILE):
    return git(root, "show", f"HEAD:{path}")


def test_what_was_written_is_told_and_then_committed(repo):
    change(repo, "bonfire", "cost", "4")
    change(repo, "candle", "name", "Taper")
    head = git(repo, "rev-parse", "HEAD")
    told = commit(repo, "")
    assert told["lines"] == ["bonfire cost: 3 -> 4", "candle name: Candle -> Taper"]
    assert told["message"].startswith("Fog: 2 changes\n\nbonfire cost")
    assert git(repo, "rev-parse", "HEAD") == head
    done = commit(repo)
    assert git(repo, "log", "-1", "--format=%h %s %an") == f"{done['commit']} Dearer. Designer"
    assert git(repo, "status", "--porcelain") == ""
    assert git(repo, "show", "--stat", "--format=").splitlines()[-1].startswith(" 1 file changed")
    assert commit(repo) == {"lines": [], "message": "", "commit": ""}
    assert git(repo, "fsck", "--strict") == ""


def test_one_change_is_the_whole_message(repo):
    change(repo, "bonfire", "cost", "4")
    change(repo, "bonfire", "cost", "5")
    assert commit(repo, "")["message"] == "Fog: bonfire cost: 3 -> 5"


def test_what_an_editor_changed_in_the_file_or_beside_it_stays_uncommitted(repo):
    change(repo, "bonfire", "cost", "4")
    edit_file(repo, "name: Lantern", "name: Lamp")
    (repo / "components/fog/notes.txt").write_text("mine")
    game = repo / "components/fog/game.yaml"
    game.write_text(game.read_text() + "# mine\n")
    commit(repo)
    assert "cost: 4" in at_head(repo) and "Lamp" not in at_head(repo)
    assert "# mine" not in at_head(repo, "components/fog/game.yaml")
    left = git(repo, "diff", "-U0", "--", FILE)
    assert "+  " in left and "Lamp" in left and "cost" not in left
    assert git(repo, "status", "--porcelain").count("\n") == 2


def test_what_somebody_committed_themselves_is_not_committed_again(repo):
    change(repo, "bonfire", "cost", "4")
    commit_all(repo, "by hand")
    assert commit(repo)["commit"] == ""
    change(repo, "bonfire", "cost", "5")
    assert commit(repo, "")["lines"][-1].endswith("-> 5")
    commit(repo)
    assert "cost: 5" in at_head(repo) and git(repo, "status", "--porcelain") == ""


def test_an_edit_that_is_undone_after_its_commit_is_committed_as_undone(repo):
    before = (repo / FILE).read_text()
    change(repo, "bonfire", "cost", "4")
    change(repo, "candle", "cost", "9")
    commit(repo)
    step(repo, "undo")
    change(repo, "lantern", "name", "Lamp")
    step(repo, "undo")
    step(repo, "undo")
    assert (repo / FILE).read_text() == before
    told = commit(repo, "Back.")
    assert told["commit"] and at_head(repo) == before.rstrip("\n")
    assert git(repo, "status", "--porcelain") == ""


def test_edits_that_were_taken_back_leave_nothing_to_commit(repo):
    change(repo, "bonfire", "cost", "4")
    step(repo, "undo")
    assert commit(repo) == {"lines": [], "message": "", "commit": ""}


def test_what_an_editor_wrote_over_it_is_left_to_them(repo):
    change(repo, "bonfire", "cost", "4")
    edit_file(repo, "cost: 4", "cost: 7")
    assert commit(repo)["commit"] == "" and "cost: 3" in at_head(repo)


def test_the_same_line_changed_by_both_is_refused_and_nothing_is_lost(repo):
    change(repo, "bonfire", "name", "Blaze")
    path = repo / FILE
    path.write_text(path.read_text().replace("name: Blaze", "name: Blaze   "))
    before = path.read_bytes()
    with pytest.raises(RefusedError, match="the same lines; commit it with git"):
        commit(repo)
    assert path.read_bytes() == before and "Blaze" not in at_head(repo)


@pytest.mark.parametrize("state", ["no git", "no commit", "untracked", "staged", "merge"])
def test_where_it_cannot_be_committed_it_is_said_why_and_what_was_written(
    repo, fog, state, monkeypatch
):
    change(repo, "bonfire", "cost", "4")
    what = {
        "no git": "not under version control",
        "no commit": "HEAD",
        "untracked": f"`git add {FILE}`",
        "staged": "staged; commit or unstage",
        "merge": "in the middle of a merge",
    }
    match state:
        case "no git":
            (repo / ".git").rename(repo / "elsewhere")
        case "no commit":
            (repo / ".git").rename(repo / "elsewhere")
            git(repo, "init", "-q")
        case "untracked":
            git(repo, "rm", "-q", "--cached", FILE)
            git(repo, "commit", "-q", "-m", "out")
        case "staged":
            git(repo, "add", FILE)
        case "merge":
            head = git(repo, "rev-parse", "HEAD")
            (repo / ".git/MERGE_HEAD").write_text(f"{head}\n")
    with pytest.raises(RefusedError, match=what[state]) as refused:
        commit(repo)
    assert refused.value.told["lines"] == ["bonfire cost: 3 -> 4"]


def test_without_a_name_git_says_what_to_do_and_nothing_is_staged(repo, monkeypatch, tmp_path):
    change(repo, "bonfire", "cost", "4")
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "user.useConfigOnly")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", "true")
    monkeypatch.setenv("HOME", str(tmp_path / "nobody"))
    with pytest.raises(RefusedError, match="git config"):
        commit(repo)
    assert git(repo, "diff", "--cached", "--name-only") == ""


def test_nothing_that_the_project_names_is_run(repo, tmp_path):
    ran = tmp_path / "ran"
    evil = tmp_path / "evil"
    evil.write_text(f"#!/bin/sh\necho $0 $@ >> {ran}; ps -o args= $PPID >> {ran}\ncat\n")
    evil.chmod(evil.stat().st_mode | stat.S_IXUSR)
    for hook in (
        "pre-commit",
        "commit-msg",
        "post-commit",
        "reference-transaction",
        "post-index-change",
    ):
        (repo / ".git/hooks").mkdir(exist_ok=True)
        (repo / ".git/hooks" / hook).symlink_to(evil)
    for key, value in {
        "core.fsmonitor": evil,
        "core.editor": evil,
        "core.hooksPath": repo / ".git/hooks",
        "commit.gpgSign": "true",
        "gpg.program": evil,
        "filter.evil.clean": evil,
        "filter.evil.smudge": evil,
        "diff.evil.command": evil,
        "merge.evil.driver": evil,
    }.items():
        git(repo, "config", key, str(value))
    (repo / ".gitattributes").write_text("*.yaml filter=evil diff=evil merge=evil\n")
    change(repo, "bonfire", "cost", "4")
    edit_file(repo, "name: Lantern", "name: Lamp")
    assert commit(repo)["commit"]
    assert not ran.exists()
    git(repo, "config", "core.hooksPath", "/dev/null")
    assert "cost: 4" in at_head(repo) and "gpgsig" not in git(repo, "cat-file", "-p", "HEAD")


def test_a_project_inside_a_repository_is_committed_at_its_place(tmp_path, fog, monkeypatch):
    whole = tmp_path / "whole"
    shutil.copytree(fog, whole / "games")
    fog = whole / "games"
    monkeypatch.setenv("GIT_AUTHOR_NAME", "A")
    monkeypatch.setenv("GIT_AUTHOR_EMAIL", "a@example.org")
    monkeypatch.setenv("GIT_COMMITTER_NAME", "A")
    monkeypatch.setenv("GIT_COMMITTER_EMAIL", "a@example.org")
    commit_all(whole)
    change(fog, "bonfire", "cost", "4")
    commit(fog)
    assert "cost: 4" in at_head(whole, f"games/{FILE}")
    assert git(whole, "status", "--porcelain") == ""
    assert git(whole, "ls-tree", "--name-only", "HEAD").count("\n") == 0


def test_lines_end_as_they_do(repo):
    path = repo / FILE
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    commit_all(repo, "windows")
    change(repo, "bonfire", "cost", "4")
    edit_file(repo, "name: Lantern", "name: Lamp")
    commit(repo)
    stored = git(repo, "cat-file", "-s", f"HEAD:{FILE}")
    assert int(stored) == len(path.read_bytes()) + len("Lantern") - len("Lamp")


def test_the_journal_goes_on_behind_a_commit(repo):
    change(repo, "bonfire", "cost", "4")
    commit(repo)
    assert journal_of(repo, "fog").read()[2] == []
    step(repo, "undo")
    assert "cost: 3" in (repo / FILE).read_text()
    assert commit(repo, "")["message"] == "Fog: bonfire cost: 4 -> 3"
