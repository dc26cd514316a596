"""Rulings: the switches for what the rules leave open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from validator.catalogue.model import Game, Ruling
from validator.usage import UsageError


def resolve_rulings(game: Game, asked: Sequence[str] = ()) -> dict[str, str]:
    """Return the option in force for every ruling of ``game``, by id in file order.

    ``asked`` are texts ``ID=OPTION``. Raise UsageError, listing the right ones, for a text
    of another form, an unknown id or an unknown option.
    """
    chosen = dict(_parse(game, text) for text in asked)
    return {ruling.id: chosen.get(ruling.id, ruling.default) for ruling in game.rulings}


def changed_rulings(game: Game, rulings: Mapping[str, str]) -> list[str]:
    """Return the texts ``ID=OPTION`` of the rulings that differ from their default."""
    return [
        f"{ruling.id}={rulings[ruling.id]}"
        for ruling in game.rulings
        if rulings[ruling.id] != ruling.default
    ]


def split_by_game(games: Sequence[Game], asked: Sequence[str]) -> dict[str, list[str]]:
    """Return the texts that concern each game, by game id; UsageError for one that fits none."""
    owners = {ruling.id: game.id for game in games for ruling in game.rulings}
    shares: dict[str, list[str]] = {game.id: [] for game in games}
    for text in asked:
        identity = text.partition("=")[0].strip()
        if identity not in owners:
            known = ", ".join(owners) or "none"
            raise UsageError(f"no ruling {identity!r}", f"the rulings here are {known}")
        shares[owners[identity]].append(text)
    return shares


def _parse(game: Game, text: str) -> tuple[str, str]:
    """Return (id, option) of ``ID=OPTION``, both checked."""
    identity, equals, option = (part.strip() for part in text.partition("="))
    if not equals:
        raise UsageError(f"{text!r} is no ruling", "write ID=OPTION, such as X-CS-03=free")
    ruling = _find(game, identity)
    if option not in ruling.options:
        options = ", ".join(ruling.options)
        raise UsageError(f"{identity} has no option {option!r}", f"its options are {options}")
    return identity, option


def _find(game: Game, identity: str) -> Ruling:
    """Return the ruling ``identity`` of ``game``."""
    for ruling in game.rulings:
        if ruling.id == identity:
            return ruling
    known = ", ".join(ruling.id for ruling in game.rulings) or "none"
    raise UsageError(f"{game.id} has no ruling {identity!r}", f"its rulings are {known}")
