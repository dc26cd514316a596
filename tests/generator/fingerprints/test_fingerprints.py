import os

import pytest

from generator.fingerprints import asks_for_system_fonts, entries_of, of_project

READ = """
components/fog/cards.yaml components/fog/cards.csv components/.hidden/a.csv papers.yaml .x.png
templates/fog/card.svg.j2 templates/output/icon.svg art/lamp.png art/lamp notes.txt
"""
MORE = "components/fog/more.yaml shops.yml art/lamp.JPG"
BUILT = "output/face.png .git/HEAD .trilith/cache/x code/__pycache__/b.pyc"


@pytest.fixture
def project(tmp_path):
    """Files of every kind, in folders of every kind, and another folder beside the project."""
    root = tmp_path / "project"
    for name in READ.split() + BUILT.split():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    (tmp_path / "elsewhere").mkdir()
    return root


def touch(root):
    about = (root / "art" / "lamp").stat()
    os.utime(root / "art" / "lamp", ns=(about.st_atime_ns, about.st_mtime_ns + 1))


@pytest.mark.parametrize("name", READ.split() + MORE.split())
def test_what_may_be_read_changes_a_fingerprint(project, name):
    before = of_project(project)
    assert before is not None
    (project / name).write_text("other")
    assert of_project(project) != before


@pytest.mark.parametrize(
    "change",
    [
        touch,
        lambda root: (root / "art" / "lamp.png").unlink(),
        lambda root: (root / "art").rename(root / "pictures"),
        lambda root: (root / "components" / "fog").rename(root / "components" / "mist"),
        lambda root: (root / "art" / "lamp.png").rename(root / "art" / "lamp.jpg"),
    ],
)
def test_a_file_that_is_touched_moved_or_gone_changes_it(project, change):
    before = of_project(project)
    change(project)
    assert of_project(project) not in (None, before)


@pytest.mark.parametrize(
    "name", [*BUILT.split(), "output/new.yaml", ".trilith/y", "code/__pycache__/a.pyc"]
)
def test_what_was_built_and_what_is_hidden_leaves_it(project, name):
    before = of_project(project)
    (project / name).write_text("other")
    assert of_project(project) == before


def links(project, name, targets):
    """The fingerprints without a link, and as it leads to each target."""
    yield of_project(project)
    for target in targets:
        (project / name).unlink(missing_ok=True)
        (project / name).symlink_to(project / target)
        yield of_project(project)


@pytest.mark.parametrize("name", ["art/new.png", "components/fog/new.yaml"])
def test_a_link_is_known_by_where_it_leads_and_what_is_there(project, name):
    (project / ".kept").mkdir()
    for one in ("first", "second"):
        (project / ".kept" / one).write_text("the same")
    found = [*links(project, name, (".kept/first", ".kept/second"))]
    (project / ".kept" / "second").write_text("other")
    found.append(of_project(project))
    (project / ".kept" / "second").unlink()
    found.append(of_project(project))
    assert None not in found
    assert len(set(found)) == 5


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
    found = {*links(project, "pictures", ("art", "components"))}
    assert None not in found
    assert len(found) == 3


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
