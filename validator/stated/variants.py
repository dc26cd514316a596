"""Are the variants of rulings what they are said to be?

A ruling settles what the rules leave open, so each of its options reads the rules. An option that
contradicts a rule is a variant: `variants` lists it with the rules that it departs from. Rule ids
are looked up in the game's `rules.yaml`, where it has one.
"""

from __future__ import annotations

from collections.abc import Iterator

from validator.catalogue.model import Catalogue, Game, Ruling
from validator.checks.pieces import error
from validator.findings import Finding, did_you_mean
from validator.rulebook import Rulebook, rulebook_of


def check_variants(catalogue: Catalogue) -> tuple[Finding, ...]:
    """Compare the variants of every game with its options and with its rules."""
    return tuple(
        finding
        for game in catalogue.games.values()
        if any(ruling.variants for ruling in game.rulings)
        for finding in variants_of(game, rulebook_of(catalogue, game.id))
    )


def variants_of(game: Game, rulebook: Rulebook | None) -> Iterator[Finding]:
    """What is wrong with the variants of ``game``; without a rulebook no rule is looked up."""
    for ruling in game.rulings:
        yield from _options(game, ruling)
        if rulebook is not None:
            yield from _rules(game, ruling, rulebook)
        if ruling.default in ruling.variants and not ruling.default_because:
            message = f"the option in force of {ruling.id}, {ruling.default!r}, departs from "
            message += ", ".join(ruling.variants[ruling.default])
            hint = "take another `default`, or say under `default_because` why"
            place = ruling.variant_places[ruling.default]
            yield error(game, "variant-default", place, message, hint)


def _options(game: Game, ruling: Ruling) -> Iterator[Finding]:
    for option in ruling.variants:
        if option not in ruling.options:
            message = f"{ruling.id} has no option {option!r}"
            hint = did_you_mean(option, ruling.options, f"known: {', '.join(ruling.options)}")
            yield error(game, "variant-unknown", ruling.variant_places[option], message, hint)


def _rules(game: Game, ruling: Ruling, rulebook: Rulebook) -> Iterator[Finding]:
    known = [rule.id for rule in rulebook.rules]
    for option, departs in ruling.variants.items():
        for identity in departs:
            if identity not in known:
                message = f"{ruling.id}: there is no rule {identity} for {option!r} to depart from"
                hint = did_you_mean(identity, known, f"see trilith rules {game.id}")
                place = ruling.variant_places[option]
                yield error(game, "variant-unknown", place, message, hint)
