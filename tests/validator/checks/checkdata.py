"""Shipped games with single values changed, and what the checks then say."""

from dataclasses import fields, replace

from validator.catalogue.model import Catalogue, PlayerMark
from validator.data_checks import run_checks
from validator.setup.rehearse import rehearse

_TOLD, _LAID = {}, {}
_APART = ("claims", "parts", "title_players", "uses")
"""What no set-up depends on."""


def findings_of(game):
    """Everything the checks and the rehearsal say about a game; asked twice, worked out once."""
    if id(game) not in _TOLD:
        catalogue = Catalogue({game.id: game})
        key = tuple(id(getattr(game, one.name)) for one in fields(game) if one.name not in _APART)
        if key not in _LAID:
            _LAID[key] = (game, rehearse(catalogue, 1))
        tables, found = _LAID[key][1]
        told = [*run_checks(catalogue, tables), *found]
        _TOLD[id(game)] = (game, told)
    return _TOLD[id(game)][1]


def codes(game):
    """The codes of all findings, in order."""
    return [one.code for one in findings_of(game)]


def only(game, code):
    """The one finding with ``code``."""
    found = [one for one in findings_of(game) if one.code == code]
    assert len(found) == 1, f"{len(found)} x {code}"
    return found[0]


def messages(game, code):
    """The messages of all findings with ``code``, a line each."""
    return "\n".join(one.message for one in findings_of(game) if one.code == code)


def with_component(game, name, change):
    """``game`` with the component ``name`` changed."""
    sets = {}
    met = 0
    for set_id, component_set in game.sets.items():
        components = tuple(
            change(one) if one.id == name else one for one in component_set.components
        )
        met += sum(one.id == name for one in component_set.components)
        sets[set_id] = replace(component_set, components=components)
    assert met == 1, f"{met} components {name!r}"
    return replace(game, sets=sets)


def with_fields(game, name, **values):
    """``game`` with fields of the component ``name`` changed."""
    return with_component(game, name, lambda one: replace(one, fields={**one.fields, **values}))


def with_copies(game, name, copies):
    """``game`` with another number of copies of the component ``name``."""
    return with_component(game, name, lambda one: replace(one, copies=copies))


def with_mark(game, name, mark):
    """``game`` with another player-count mark on the component ``name``."""
    return with_component(game, name, lambda one: replace(one, mark=PlayerMark(mark)))


def with_entry(game, name, field, entry_id, **changes):
    """``game`` with an entry (found by its id) of a list field changed."""

    def change(one):
        entries = one.fields[field]
        changed = tuple(
            {**entry, **changes} if entry["id"] == entry_id else entry for entry in entries
        )
        assert changed != entries, f"{entry_id!r} is not there or already so"
        return replace(one, fields={**one.fields, field: changed})

    return with_component(game, name, change)


def with_pile(game, name, **changes):
    """``game`` with a pile changed."""
    piles = [replace(pile, **changes) if pile.id == name else pile for pile in game.piles]
    assert tuple(piles) != game.piles
    return replace(game, piles=tuple(piles))
