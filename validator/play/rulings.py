"""Rulings: the switches for what the rules leave open, how modules declare and read them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, fields
from typing import Any, TypeVar, get_args, get_type_hints

from validator.catalogue.model import Answered, Catalogue, Game, Ruling, place_in
from validator.catalogue.script import rulings_named
from validator.checks.pieces import error
from validator.findings import (
    Finding,
    UnreadableError,
    UsageError,
    closest,
    did_you_mean,
)
from validator.play.modules import find_module, find_modules, prepare_table

# A module declares the rulings that it reads as types that it then uses (docs/rules-modules.md).
# mypy holds what the engine compares them with against the type, :func:`compare` the type against
# game.yaml.


_ID = "ruling"
"""Key of a field's metadata that holds the id of its ruling."""

R = TypeVar("R")


def ruling(identity: str) -> Any:
    """A field of a ``Rulings`` dataclass for the ruling ``identity`` of game.yaml.

    The type of the field has its options.
    """
    return field(metadata={_ID: identity})


def rulings_read(declaration: type[Any]) -> Mapping[str, tuple[str, ...]]:
    """The options of each ruling that ``declaration`` knows, by id, in the order of its fields."""
    listed = ((identity, _options_of(kind)) for _, identity, kind in _declarations(declaration))
    return {identity: tuple(map(str, options)) for identity, options in listed}


def read_rulings(declaration: type[R], rulings: Mapping[str, str]) -> R:
    """The options in force, as ``declaration`` has them; other ids are left alone.

    Raises:
        UsageError: a declared id is missing, or its option is none of the declared ones.
    """
    return declaration(
        **{
            name: _member(identity, _options_of(kind), rulings)
            for name, identity, kind in _declarations(declaration)
        }
    )


def _declarations(declaration: type[Any]) -> Iterator[tuple[str, str, Any]]:
    """Field, ruling id and type of each ruling."""
    hints = get_type_hints(declaration)
    for one in fields(declaration):
        yield one.name, one.metadata[_ID], hints[one.name]


def _options_of(kind: Any) -> tuple[str, ...]:
    """The words of a ``Literal``, or the members of an enumeration."""
    return get_args(kind) or tuple(kind)


def _member(identity: str, options: tuple[str, ...], rulings: Mapping[str, str]) -> str:
    option = rulings.get(identity)
    if option is None:
        raise UsageError(
            f"the rules module reads the ruling {identity}, which game.yaml does not have",
            did_you_mean(identity, rulings, f"rulings there: {', '.join(rulings) or 'none'}"),
        )
    if option not in options:
        raise UsageError(
            f"the rules module knows no option {option!r} of {identity}",
            did_you_mean(option, map(str, options), f"it knows {', '.join(options)}"),
        )
    return options[options.index(option)]


def resolve_rulings(game: Game, asked: Sequence[str] = ()) -> dict[str, str]:
    """Return the option in force for every ruling of ``game``, by id in file order.

    ``asked`` are texts ``ID=OPTION``. Raise UsageError, listing the right ones, for a text
    of another form, an unknown id or an unknown option.
    """
    chosen = dict(_parse(game, text) for text in asked)
    return {ruling.id: chosen.get(ruling.id, ruling.default) for ruling in game.rulings}


def rulings_not_default(game: Game, rulings: Mapping[str, str]) -> list[str]:
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
    rulings = {ruling.id: ruling for ruling in game.rulings}
    ruling = rulings.get(identity)
    if ruling is None:
        known = ", ".join(rulings) or "none"
        raise UsageError(f"{game.id} has no ruling {identity!r}", f"its rulings are {known}")
    if option not in ruling.options:
        options = ", ".join(ruling.options)
        raise UsageError(f"{identity} has no option {option!r}", f"its options are {options}")
    return identity, option


# Does every ruling of game.yaml have a reader, and know the reader its options?
#
# The rules module reads what its ``RULINGS`` declare (:mod:`validator.play.rulings`), the set-up
# and play scripts what they name under `ruling: {...}`. A game that is not played has its rulings
# for people alone.


Known = Mapping[str, Sequence[str]]
"""Ruling id to the options that a reader knows."""


def check_readers(catalogue: Catalogue) -> tuple[Finding, ...]:
    """Compare the rulings of every game with what its rules module and its set-up read."""
    return tuple(
        finding
        for game in catalogue.games.values()
        if game.complete and (declared := rulings_of_module(game)) is not None
        for finding in compare(game, declared)
    )


def rulings_of_module(game: Game) -> Known | None:
    """What the rules module of ``game`` declares, or None where no module can be asked.

    A module without ``RULINGS`` reads none.
    """
    try:
        declaration = getattr(find_module(game), "RULINGS", None)
    except UsageError:
        return None
    return {} if declaration is None else rulings_read(declaration)


def compare(game: Game, declared: Known) -> Iterator[Finding]:
    """Every difference between game.yaml and what is ``declared`` or named by the set-up."""
    by_script = rulings_of_scripts(game)
    ours = [ruling.id for ruling in game.rulings]
    unwritten = [identity for identity in declared if identity not in ours]
    for ruling in game.rulings:
        if ruling.answered_in is not None:
            yield from _check_readers(game, ruling, ruling.id in declared or ruling.id in by_script)
        elif ruling.id in declared:
            yield from _check_options(game, ruling, "the rules module", declared[ruling.id])
        elif ruling.id in by_script:
            reader = "the set-up" if game.play is None else "the script"
            yield from _check_options(game, ruling, reader, by_script[ruling.id])
        else:
            yield _unread(game, ruling, _take_match(ruling.id, unwritten))
    for identity in unwritten:
        place = game.places.get("rulings", game.place)
        message = f"the rules module reads the ruling {identity}, which game.yaml does not have"
        hint = f"write it under `rulings`, with the options {', '.join(declared[identity])}"
        yield error(game, "ruling-missing", place, message, hint)


def rulings_of_scripts(game: Game) -> dict[str, list[str]]:
    """The rulings that set-up, play script and boards depend on, with the options they name."""
    return rulings_named((game.play, game.setup, game.boards))


def _check_options(
    game: Game, ruling: Ruling, reader: str, known: Sequence[str]
) -> Iterator[Finding]:
    """Options that only game.yaml or only its reader has; a renamed one is told once.

    What a script does otherwise is the one option that it does not name.
    """
    unwritten = [option for option in known if option not in ruling.options]
    unknown = [option for option in ruling.options if option not in known]
    in_module = reader == "the rules module"
    if not in_module and len(unknown) == 1 and not unwritten:
        return
    for option in unknown:
        meant = _take_match(option, unwritten)
        place = place_in(ruling, "options", option)
        message = f"{reader} knows no option {option!r} of {ruling.id}"
        hint = f"did you mean {meant!r}?" if meant else f"it knows {', '.join(known)}"
        yield error(game, "ruling-option", place, message, hint)
    for option in unwritten if in_module else ():
        message = f"the rules module knows the option {option!r} of {ruling.id}, which is not there"
        hint = "write it under `options`, or take it out of the module"
        yield error(game, "ruling-option", place_in(ruling, "options"), message, hint)


def _check_readers(game: Game, ruling: Ruling, is_read: bool) -> Iterator[Finding]:
    if is_read:
        message = f"{ruling.id} is read in play or set-up, so its answer is not in the "
        message += str(ruling.answered_in)
        yield error(game, "ruling-answered", ruling.place, message, "take `answered_in` out")
    elif ruling.answered_in is Answered.DATA and len(ruling.options) > 1:
        message = f"the data can hold one answer to {ruling.id}, not {len(ruling.options)}"
        hint = "keep the option that the data hold"
        yield error(game, "ruling-answered", ruling.place, message, hint)


def _unread(game: Game, ruling: Ruling, meant: str | None) -> Finding:
    if game.play is not None:
        message = f"nothing reads {ruling.id}: no step of the set-up or of the play script"
        otherwise = f"write `ruling: {{{ruling.id}: ...}}` there, or `answered_in: data` or `print`"
    else:
        message = f"nothing reads {ruling.id}: neither the rules module nor a step of the set-up"
        otherwise = "add it to RULINGS of the rules module, or say `answered_in: data` or `print`"
    hint = f"did you mean {meant!r}?" if meant else otherwise
    return error(game, "ruling-unread", ruling.place, message, hint)


def _take_match(name: str, unmatched: list[str]) -> str | None:
    """Take the one of ``unmatched`` that ``name`` stands for: the most alike, or the only one."""
    meant = closest(name, unmatched) or (unmatched[0] if len(unmatched) == 1 else None)
    if meant is not None:
        unmatched.remove(meant)
    return meant


def find_missing_modules(catalogue: Catalogue) -> Iterator[Finding]:
    """The games whose rules module is not there."""
    for game in catalogue.games.values():
        if game.module is not None:
            try:
                find_module(game)
            except UsageError as missing:
                place = place_in(game, "module")
                known = f"modules: {', '.join(find_modules())}"
                hint = f"{did_you_mean(game.module, find_modules(), known)}; {missing.hint}"
                yield error(game, "play-refused", place, missing.message, hint)


def ready(catalogue: Catalogue) -> tuple[Finding, ...]:
    """Prepare every game whose rules module is there, at each of its tables.

    A script is compiled as it is checked.
    """
    missing = {finding.game for finding in find_missing_modules(catalogue)}
    found: dict[Finding, None] = {}
    for game in catalogue.games.values():
        if game.module is None or not game.complete or game.id in missing:
            continue
        for configuration in game.configurations:
            try:
                prepare_table(game, configuration, resolve_rulings(game))
            except UsageError as refusal:
                unreadable = isinstance(refusal, UnreadableError)
                code = "play-unreadable" if unreadable else "play-refused"
                place = place_in(game, "module")
                found[error(game, code, place, refusal.message, refusal.hint)] = None
    return tuple(found)
