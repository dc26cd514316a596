"""Does every ruling of game.yaml have a reader, and know the reader its options?

The rules module reads what its ``RULINGS`` declare (:mod:`validator.play.declared_rulings`), the
set-up and play scripts what they name under `ruling: {...}`. A game that is not played has its
rulings for people alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from validator.catalogue.model import Answered, Catalogue, Game, Ruling, place_in
from validator.catalogue.playing.walk import rulings_named
from validator.findings import Finding, Place, Severity
from validator.hints import closest
from validator.play.declared_rulings import known_rulings
from validator.play.modules import find_module
from validator.usage import UsageError

Known = Mapping[str, Sequence[str]]
"""Ruling id to the options that a reader knows."""


def check_readers(catalogue: Catalogue) -> tuple[Finding, ...]:
    """Compare the rulings of every game with what its rules module and its set-up read."""
    return tuple(
        finding
        for game in catalogue.games.values()
        if game.complete and (declared := declared_by_module(game)) is not None
        for finding in compare(game, declared)
    )


def declared_by_module(game: Game) -> Known | None:
    """What the rules module of ``game`` declares, or None where no module can be asked.

    A module without ``RULINGS`` reads none.
    """
    try:
        declaration = getattr(find_module(game), "RULINGS", None)
    except UsageError:
        return None
    return {} if declaration is None else known_rulings(declaration)


def compare(game: Game, declared: Known) -> Iterator[Finding]:
    """Every difference between game.yaml and what is ``declared`` or named by the set-up."""
    by_script = named_by_scripts(game)
    ours = [ruling.id for ruling in game.rulings]
    unwritten = [identity for identity in declared if identity not in ours]
    for ruling in game.rulings:
        if ruling.answered_in is not None:
            yield from _answered(game, ruling, ruling.id in declared or ruling.id in by_script)
        elif ruling.id in declared:
            yield from _options_of_module(game, ruling, declared[ruling.id])
        elif ruling.id in by_script:
            yield from _options_of_scripts(game, ruling, by_script[ruling.id])
        else:
            yield _unread(game, ruling, _take_match(ruling.id, unwritten))
    yield from (_missing(game, identity, declared[identity]) for identity in unwritten)


def named_by_scripts(game: Game) -> dict[str, list[str]]:
    """The rulings that set-up and play script depend on, with the options that they name."""
    named = rulings_named(game.play) if game.play else {}
    for step in game.setup.steps:
        for identity, option in step.common.rulings:
            if option not in named.setdefault(identity, []):
                named[identity].append(option)
    return named


def _options_of_module(game: Game, ruling: Ruling, known: Sequence[str]) -> Iterator[Finding]:
    """Options that only game.yaml or only the module has; a renamed one is told once."""
    unwritten = [option for option in known if option not in ruling.options]
    yield from _unknown_options(game, ruling, "the rules module", known, unwritten)
    for option in unwritten:
        message = f"the rules module knows the option {option!r} of {ruling.id}, which is not there"
        hint = "write it under `options`, or take it out of the module"
        yield _error(game, "ruling-option", place_in(ruling, "options"), message, hint)


def _options_of_scripts(game: Game, ruling: Ruling, known: Sequence[str]) -> Iterator[Finding]:
    """Options that no script names; ``setup-ruling`` tells of steps that name unknown ones.

    What a play script does otherwise is the one option that it does not name.
    """
    unwritten = [option for option in known if option not in ruling.options]
    rest = [option for option in ruling.options if option not in known]
    if game.play and ruling.id in rulings_named(game.play) and len(rest) == 1 and not unwritten:
        return
    reader = "the set-up" if game.play is None else "the script"
    yield from _unknown_options(game, ruling, reader, known, unwritten)


def _unknown_options(
    game: Game, ruling: Ruling, reader: str, known: Sequence[str], unwritten: list[str]
) -> Iterator[Finding]:
    """Options that the reader does not know; those of ``unwritten`` that are meant are taken."""
    for option in ruling.options:
        if option not in known:
            meant = _take_match(option, unwritten)
            place = place_in(ruling, "options", option)
            message = f"{reader} knows no option {option!r} of {ruling.id}"
            hint = f"did you mean {meant!r}?" if meant else f"it knows {', '.join(known)}"
            yield _error(game, "ruling-option", place, message, hint)


def _missing(game: Game, identity: str, options: Sequence[str]) -> Finding:
    place = game.places.get("rulings", game.place)
    message = f"the rules module reads the ruling {identity}, which game.yaml does not have"
    hint = f"write it under `rulings`, with the options {', '.join(options)}"
    return _error(game, "ruling-missing", place, message, hint)


def _answered(game: Game, ruling: Ruling, is_read: bool) -> Iterator[Finding]:
    if is_read:
        message = f"{ruling.id} is read in play or set-up, so its answer is not in the "
        message += str(ruling.answered_in)
        yield _error(game, "ruling-answered", ruling.place, message, "take `answered_in` out")
    elif ruling.answered_in is Answered.DATA and len(ruling.options) > 1:
        message = f"the data can hold one answer to {ruling.id}, not {len(ruling.options)}"
        hint = "keep the option that the data hold"
        yield _error(game, "ruling-answered", ruling.place, message, hint)


def _unread(game: Game, ruling: Ruling, meant: str | None) -> Finding:
    if game.play is not None:
        message = f"nothing reads {ruling.id}: no step of the set-up or of the play script"
        otherwise = f"write `ruling: {{{ruling.id}: ...}}` there, or `answered_in: data` or `print`"
    else:
        message = f"nothing reads {ruling.id}: neither the rules module nor a step of the set-up"
        otherwise = "add it to RULINGS of the rules module, or say `answered_in: data` or `print`"
    hint = f"did you mean {meant!r}?" if meant else otherwise
    return _error(game, "ruling-unread", ruling.place, message, hint)


def _take_match(name: str, unmatched: list[str]) -> str | None:
    """Take the one of ``unmatched`` that ``name`` stands for: the most alike, or the only one."""
    meant = closest(name, unmatched) or (unmatched[0] if len(unmatched) == 1 else None)
    if meant is not None:
        unmatched.remove(meant)
    return meant


def _error(game: Game, code: str, place: Place, message: str, hint: str) -> Finding:
    return Finding(code, Severity.ERROR, game.id, place, message, hint)
