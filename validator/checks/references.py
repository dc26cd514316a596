"""What one entry of the data says about another must exist."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from validator.catalogue.model import Game, Part, Use, place_in
from validator.catalogue.select import matching
from validator.catalogue.tables import Tables
from validator.checks.base import error, unknown
from validator.checks.nouns import named_by_cards, renamed_terms
from validator.findings import Finding, Place


def check_references(game: Game, tables: Tables) -> Iterator[Finding]:
    """Sets, zones, rulings, terms and colours that are named must be there."""
    yield from _sets(game)
    yield from _piles(game)
    yield from _rulings(game)
    yield from _terms(game)
    yield from _colours(game)


def _sets(game: Game) -> Iterator[Finding]:
    entries: list[Part | Use] = [*game.parts, *game.uses]
    for entry in entries:
        if entry.set_id not in game.sets:
            place = place_in(entry, "set")
            yield _unknown(game, place, "component set", entry.set_id, game.sets)
        else:
            yield from _filter(game, entry.set_id, entry.where, place_in(entry, "where"))


def _filter(game: Game, set_id: str, where: Mapping[str, Any], place: Place) -> Iterator[Finding]:
    if next(matching(game.sets[set_id].components, where), None) is None:
        tests = ", ".join(f"{name}: {value}" for name, value in where.items())
        message = f"no component of {set_id!r} passes the filter {{{tests}}}"
        yield error(game, "reference-empty", place, message, "mend the field's name or value")


def _piles(game: Game) -> Iterator[Finding]:
    zones = game.setup.zones
    rulings = [ruling.id for ruling in game.rulings]
    for pile in game.piles:
        for key, zone in (("zone", pile.zone), ("discard", pile.discard)):
            if zone and game.setup.steps and _plain(zone) not in zones:
                place = place_in(pile, key)
                yield _unknown(game, place, "zone of the set-up", zone, zones)
        if pile.ruling and pile.ruling not in rulings:
            yield _unknown(game, place_in(pile, "ruling"), "ruling", pile.ruling, rulings)


def _plain(zone: str) -> str:
    """A seat's zone as the script lists it: ``seat1.hand`` is ``seat.hand``."""
    seat, dot, rest = zone.partition(".")
    return f"seat.{rest}" if dot and seat.rstrip("0123456789") == "seat" else zone


def _rulings(game: Game) -> Iterator[Finding]:
    for ruling in game.rulings:
        if ruling.default not in ruling.options:
            place = place_in(ruling, "default")
            yield _unknown(game, place, "option", ruling.default, ruling.options)


def _terms(game: Game) -> Iterator[Finding]:
    renamed = renamed_terms(game)
    for noun, (term, count) in renamed.items():
        named = "1 names" if count == 1 else f"{count} name"
        message = f"no effect names the term {term!r}, and {named} {noun!r}"
        place = place_in(game, "terms", term)
        yield error(game, "reference-unknown", place, message, f"write {noun!r} here")
    for noun, places in named_by_cards(game).items():
        if noun not in game.terms and noun not in renamed:
            yield from (_unknown(game, place, "term", noun, game.terms) for place in places)


def _colours(game: Game) -> Iterator[Finding]:
    most = max((configuration.total for configuration in game.configurations), default=0)
    if game.seat_colours and len(game.seat_colours) < most:
        place = game.places.get("seat_colours", game.place)
        message = f"{most} seats, but only {len(game.seat_colours)} seat colours"
        yield error(game, "reference-unknown", place, message, "add colours to `seat_colours`")


def _unknown(game: Game, place: Place, what: str, name: str, known: Iterable[str]) -> Finding:
    return unknown(game, "reference-unknown", place, what, name, known)
