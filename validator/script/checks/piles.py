"""Piles and zones that a script takes from: are they ever filled, and what if they are empty?"""

from __future__ import annotations

from collections.abc import Iterator

from validator.catalogue.model import Pile, place_in
from validator.catalogue.script import BOX
from validator.findings import Finding, Place
from validator.script.checks.base import Script
from validator.script.checks.rates import rate


def check_piles(script: Script) -> Iterator[Finding]:
    """What is taken from holds something, and a pile has its rule and its true rate."""
    yield from _never_filled(script)
    yield from _no_piles(script)
    for pile in script.game.piles:
        yield from _rate(script, pile)


def _never_filled(script: Script) -> Iterator[Finding]:
    taken: dict[str, Place] = {}
    filled = {BOX}
    for shop in script.shops:
        taken = shop.taken | taken
        filled |= shop.filled | shop.layout.laid
    for pile in script.game.piles:
        if pile.discard in filled:
            filled.add(pile.zone)
    for zone, place in taken.items():
        if zone not in filled:
            message = f"nothing ever comes into {zone!r}, so nothing can be taken from it"
            hint = "put pieces there in setup.yaml, or let a step move them there"
            yield from script.warning("play-empty", place, message, hint)


def _no_piles(script: Script) -> Iterator[Finding]:
    piles = {pile.zone for pile in script.game.piles}
    drawn = {name: place for shop in script.shops for name, place in shop.drawn.items()}
    for zone, place in drawn.items():
        if zone not in piles and not zone.startswith("seat."):
            message = f"{zone!r} is no pile of game.yaml, so nothing says what if it is empty"
            hint = f"add to `piles` there: {{id: {zone}, zone: {zone}, when_empty: stop}}"
            yield from script.warning("play-pile", place, message, hint)


def _rate(script: Script, pile: Pile) -> Iterator[Finding]:
    """Compare what game.yaml declares with what each turn surely and at most takes."""
    if pile.draw is None or pile.draw.per != "turn" or not script.play.turn:
        return
    seats = max((table.total for table in script.game.configurations), default=1)
    found = rate(script, pile.zone, seats)
    place = place_in(pile, "draw")
    if pile.draw.most < found.least:
        message = f"every turn takes {found.least} from {pile.id}, not at most {pile.draw.most}"
        yield from script.warning("play-rate", place, message, "mend `draw`, or the script")
    elif found.most is not None and pile.draw.least > found.most:
        message = f"no turn takes more than {found.most} from {pile.id}, not {pile.draw.least}"
        yield from script.warning("play-rate", place, message, "mend `draw`, or the script")
