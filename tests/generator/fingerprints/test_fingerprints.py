"""Fingerprints: what changes them, and what does not."""

import os

import pytest

from generator.fingerprints import asks_for_system_fonts, entries_of, of_project


@pytest.fixture
def project(tmp_path):
    """Files of every kind, in folders of every kind, and another folder beside the project."""
    root = tmp_path / "project"
    for name in (
        *("components/fog/cards.yaml", "components/fog/cards.csv", "components/.hidden/a.csv"),
        *("templates/fog/card.svg.j2", "templates/output/icon.svg", "papers.yaml", "notes.txt"),
        *("art/lamp.png", "art/lamp", "output/face.png", ".git/HEAD", ".trilith/cache/x", ".x.png"),
        "code/__pycache__/b.pyc",
    ):
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    (tmp_path / "elsewhere").mkdir()
    return root


def write(name, content="other"):
    return lambda root: (root / name).write_text(content)


def touched(root):
    about = (root / "art" / "lamp").stat()
    os.utime(root / "art" / "lamp", ns=(about.st_atime_ns, about.st_mtime_ns + 1))


@pytest.mark.parametrize(
    "change",
    [
        write("components/fog/cards.yaml"),
        write("components/fog/cards.csv"),
        write("components/fog/more.yaml"),
        write("components/.hidden/a.csv"),
        write("templates/fog/card.svg.j2"),
        write("templates/output/icon.svg"),
        write("papers.yaml"),
        write("shops.yml"),
        write("art/lamp.png"),
        write("art/lamp.JPG"),
        write(".x.png"),
        write("notes.txt"),
        touched,
        lambda root: (root / "art" / "lamp.png").unlink(),
        lambda root: (root / "art").rename(root / "pictures"),
        lambda root: (root / "components" / "fog").rename(root / "components" / "mist"),
        lambda root: (root / "art" / "lamp.png").rename(root / "art" / "lamp.jpg"),
    ],
)
def test_what_may_be_read_changes_a_fingerprint(project, change):
    before = of_project(project)
    assert before is not None
    change(project)
    assert of_project(project) != before


@pytest.mark.parametrize(
    "name",
    ["output/face.png", "output/new.yaml", ".git/HEAD", ".trilith/y", "code/__pycache__/a.pyc"],
)
def test_what_was_built_and_what_is_hidden_leaves_it(project, name):
    before = of_project(project)
    (project / name).write_text("other")
    assert of_project(project) == before


@pytest.mark.parametrize("name", ["art/new.png", "components/fog/new.yaml"])
def test_a_link_is_known_by_where_it_leads_and_what_is_there(project, name):
    (project / ".kept").mkdir()
    for one in ("first", "second"):
        (project / ".kept" / one).write_text("the same")
    found = [of_project(project)]
    for one in ("first", "second"):
        (project / name).unlink(missing_ok=True)
        (project / name).symlink_to(project / ".kept" / one)
        found.append(of_project(project))
    (project / ".kept" / "second").write_text("other")
    found.append(of_project(project))
    (project / ".kept" / "second").unlink()
    found.append(of_project(project))
    assert None not in found
    assert len(set(found)) == len(found)


def test_what_a_link_out_of_the_project_leads_to_is_not_looked_at(project):
    away = project.parent / "elsewhere" / "card.yaml"
    away.write_text("one")
    (project / "components" / "fog" / "away.yaml").symlink_to(away)
    before = of_project(project)
    away.write_text("two")
    assert of_project(project) == before is not None


def test_data_behind_a_link_to_a_folder_have_no_fingerprint(project):
    (project / "templates" / "art").symlink_to(project / "art")
    assert of_project(project) is None


def test_a_link_to_a_folder_of_pictures_has_one(project):
    found = [of_project(project)]
    for folder in ("art", "components"):
        (project / "pictures").unlink(missing_ok=True)
        (project / "pictures").symlink_to(project / folder)
        found.append(of_project(project))
    assert None not in found
    assert len(set(found)) == 3


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes")
def test_a_pipe_is_not_waited_for(project):
    before = of_project(project)
    os.mkfifo(project / "components" / "fog" / "pipe.yaml")
    assert of_project(project) not in (None, before)


def test_a_project_that_cannot_be_listed_has_none(tmp_path):
    assert of_project(tmp_path / "missing") is None


def test_links_in_a_circle_end(project):
    (project / "art" / "round").symlink_to(project)
    assert [name for name, _ in entries_of(project)].count("art/round") == 1
    assert of_project(project) is not None


@pytest.mark.parametrize("name", ["theme.yaml", "themes/night.yaml"])
def test_a_theme_that_names_fallbacks_asks_for_fonts_of_the_system(tmp_path, name):
    (tmp_path / "themes").mkdir()
    (tmp_path / name).write_text("kind: theme\n")
    assert not asks_for_system_fonts([tmp_path])
    (tmp_path / name).write_text("kind: theme\nfallback: [system]\n")
    assert asks_for_system_fonts([tmp_path])
