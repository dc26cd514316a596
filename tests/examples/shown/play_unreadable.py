"""``play-unreadable``: a rules module counts on something that the cards do not have."""

from types import SimpleNamespace

from validator.catalogue.load import load
from validator.findings import Place
from validator.play import modules, rulings

PLACE = Place("components/fog/game.yaml", 4, 9)


def bad(project, monkeypatch):
    """The module reads the strength of a card."""
    return _readied(project, monkeypatch, "strength")


def good(project, monkeypatch):
    """The module reads the copies of a card, which each has."""
    return _readied(project, monkeypatch, "copies")


def _readied(project, monkeypatch, name):
    def prepare(game, configuration, answers):
        return [getattr(card, name) for card in game.components()]

    for user in (modules, rulings):
        monkeypatch.setattr(user, "find_module", lambda game: SimpleNamespace(prepare=prepare))
    path = project / "components" / "fog" / "game.yaml"
    text = path.read_text("utf-8").replace("Fog\nrev", "Fog\nmodule: fog_rules\nrev")
    path.write_text(text, "utf-8")
    return rulings.ready(load(project)[0])
