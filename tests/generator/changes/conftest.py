"""The small game, as its cards are edited."""

import pytest
from gitrepo import commit_all

from generator.changes.ledger import faces_now
from generator.design.templates import load_templates
from validator.catalogue.load import load


@pytest.fixture
def cards(tiny):
    return tiny / "components" / "fog" / "cards.yaml"


@pytest.fixture
def committed(tiny):
    """The small game in a repository, one commit old."""
    commit_all(tiny)
    return tiny


@pytest.fixture
def game(tiny):
    """Loads the small game as it is now."""

    def read():
        catalogue, findings = load(tiny)
        assert not [finding for finding in findings if finding.severity == "error"]
        return catalogue.games["fog"]

    return read


@pytest.fixture
def state(tiny, game):
    """Loads the small game and its faces as they are now."""

    def read():
        now = game()
        faces, findings = faces_now(now, load_templates(tiny)[0])
        assert not findings
        return now, faces

    return read


@pytest.fixture
def template(tiny):
    """Writes a template of the project in the place of a built-in one."""

    def write(name, text):
        path = tiny / "templates" / "basic" / f"{name}.svg.j2"
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")

    return write
