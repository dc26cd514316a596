"""``trilith tune`` and ``sweep``: numbers that make a game what is wanted, shown by playing."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from generator import options
from generator.failures import DataError, FailedError, WrongUseError
from generator.options import Context, Output, OutputForm, OutputResult
from validator.command import say
from validator.findings import Finding, Place
from validator.progress import count_steps

if TYPE_CHECKING:
    from pathlib import Path

    from generator.sheets.yaml_edit import Splice
    from validator.catalogue.model import Game
    from validator.tuning import Estimate, Tuner, Tuning, WantedFigure
    from validator.variants import GameVariants, Number, NumberEdits, VariedNumber


_MARK = "\ufeff"
"""What some programs write before the first byte of a text in UTF-8."""
Games = Annotated[
    int, typer.Option("--games", min=10, help="Games at most, of each version at each table.")
]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialOptions:
    """How versions of a game are played."""

    policies: Annotated[
        list[str] | None,
        typer.Option("--policy", help="Who plays; repeat it for several. Default: greedy."),
    ] = None
    players: options.Players = None
    bots: options.Bots = None
    rulings: options.Rulings = None
    games: Games = 60_000
    seed: options.Seed = 1
    jobs: options.Jobs = 0
    cluster: options.Cluster = None
    form: options.AsForm = OutputForm.TEXT


@dataclass(frozen=True, slots=True, kw_only=True)
class TuneOptions(TrialOptions):
    """Look for the fewest numbers to change so that a game is what you want, and prove it.

    \b
    trilith tune fog --vary "cards.yaml:*.cost=~1"             each cost, one less or one more
    trilith tune fog --vary setup.yaml:steps.4.count=0..6 --players 2
    trilith tune fog --vary cards.yaml:candle.cost=0..3 --want seats=2% --want length=6..8
    trilith tune fog --vary "cards.yaml:*.cost=~1" --write     changes the numbers in the files

    Edits race on the same luck; what wins is confirmed on games that the race never saw. Values
    that rules state are never changed. What was interrupted goes on when it is asked for again.
    What may change and what is wanted can stand in game.yaml, too (`tune`).
    """

    game: options.GameName
    vary: Annotated[
        list[str] | None,
        typer.Option(
            "--vary",
            metavar="FILE:RECORD.FIELD=VALUES",
            help="What may change: cards.yaml:candle.cost=0..3, 0..20/5 or ~1; * is all records.",
        ),
    ] = None
    wants: Annotated[
        list[str] | None,
        typer.Option(
            "--want",
            metavar="NAME=BOUND",
            help="seats=1% from an equal share, length=10..14 rounds, piles=1% of games in which "
            "one is dry before the end, ends=1% without an end, worth=10% that no card brings or "
            "costs more wins to be able to choose. Default: seats, piles and ends.",
        ),
    ] = None
    edits: Annotated[
        int, typer.Option("--edits", min=1, max=3, help="Numbers to change at most.")
    ] = 3
    write: Annotated[
        bool, typer.Option("--write", help="Change the numbers where they stand, if all is met.")
    ] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SweepOptions(TrialOptions):
    """Play a game with a number at each of its values: what that moves, and how sure it is.

    \b
    trilith sweep fog cards.yaml:candle.cost 0..4
    trilith sweep fog setup.yaml:steps.4.count 0..6 --players 2 --games 9000

    Each value plays on the same luck as the game as it is; all intervals hold together.
    """

    game: options.GameName
    target: Annotated[
        str, typer.Argument(metavar="FILE:RECORD.FIELD", help="The number: cards.yaml:candle.cost.")
    ]
    values: Annotated[str, typer.Argument(metavar="VALUES", help="0..6, 0..20/5, or ~2.")]
    games: Games = 2_000


def tune_numbers(context: Context, options: TuneOptions) -> Iterator[OutputResult]:
    """Search, tell what was found, and write it if asked to."""
    from validator.tuning import read_wanted
    from validator.variants import GameVariants

    game = context.game(options.game)
    wanted = read_wanted(dict(_split(options.wants or game.tune.want, "seats=1%")))
    variants = GameVariants(context.root, game.id)
    asked = list(_split(options.vary or game.tune.vary, '"cards.yaml:*.cost=~1"'))
    if not asked:
        how = '--vary "cards.yaml:*.cost=~1", or `tune: {vary: [...]}` in game.yaml'
        raise WrongUseError(f"nothing may change; say what may: {how}")
    varied = {one[0]: one for each in asked for one in vary_numbers(variants, *each)}
    with _tuner(context, options, variants, wanted) as tuner:
        tuning = tuner.tune(list(varied.values()), options.edits)
    yield _result(options, _as_data(game, tuning), _text_lines(game, tuning))
    if options.write and tuning.proposal:
        for path in write_edits(context.root, tuning.proposal, game):
            yield OutputResult(aside=f"wrote {path}")


def sweep_number(context: Context, options: SweepOptions) -> Iterator[OutputResult]:
    """Play each value beside the game as it is."""
    from validator.tuning import EVERYTHING
    from validator.variants import GameVariants

    game = context.game(options.game)
    variants = GameVariants(context.root, game.id)
    varied = vary_numbers(variants, options.target, options.values)
    if len(varied) != 1:
        raise WrongUseError(f"{options.target} names {len(varied)} numbers; name one of them")
    with _tuner(context, options, variants, EVERYTHING) as tuner:
        swept = tuner.sweep(varied[0])
    data = {"game": game.id, "games": options.games, "swept": [*map(_estimate_data, swept)]}
    yield _result(options, data, _sweep_lines(swept))


def _result(options: TrialOptions, data: object, lines: Iterable[str]) -> OutputResult:
    is_data = options.form is OutputForm.JSON
    return OutputResult(told=json.dumps(data, indent=2) if is_data else "\n".join(lines))


def _split(texts: Iterable[str], example: str) -> Iterator[tuple[str, str]]:
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals and ":" in text:
            raise WrongUseError(f"{text!r} has no `=`; write one such as {example}")
        yield name, value


def vary_numbers(variants: GameVariants, target: str, values: str) -> list[VariedNumber]:
    """The numbers that a target names, each with the other values that it may have.

    Raises:
        UsageError: there is no such number, or these are no values.
        DataError: the data do not allow a value, or a rule states it; of all records, or of values
            near the one that is there, such are left out, unless none is left.
    """
    from validator.variants import find_numbers, read_values

    allowed: dict[Number, tuple[int, ...]] = {}
    refused: list[Finding] = []
    for number in find_numbers(variants.load()[0], variants.game, target):
        for value in (one for one in read_values(values, number.value) if one != number.value):
            errors = variants.load(((number, value),))[1]
            refused += errors[:1]
            if not errors:
                allowed[number] = (*allowed.get(number, ()), value)
    if refused and not (allowed and ("*" in target or values.startswith("~"))):
        raise DataError(refused[:1])
    if not allowed:
        raise WrongUseError(f"{target}={values}: there is no other value")
    return list(allowed.items())


@contextmanager
def _tuner(
    context: Context,
    options: TrialOptions,
    variants: GameVariants,
    wanted: Sequence[WantedFigure],
) -> Iterator[Tuner]:
    from validator.simulation.chunks import open_kept
    from validator.simulation.shards import RunConfig
    from validator.simulation.trials import TableChoice, lines_of
    from validator.tuning import Tuner, measure

    rulings, policies = tuple(options.rulings or ()), options.policies or ["greedy"]
    chosen = TableChoice((), options.players, options.bots, options.seed, rulings)
    lines = lines_of([variants.build(())], chosen, lambda _: policies)
    measured = [(one, tuple(measure(one, wanted))) for one in lines]
    jobs, kept = options.jobs or os.cpu_count() or 1, open_kept(context.root, say)
    config = RunConfig(jobs, cluster=options.cluster or "", kept=kept)
    with context.watch(variants.game) as tell:
        yield Tuner(measured, variants, config, partial(count_steps, tell), options.games)


def write_edits(root: Path, edits: NumberEdits, game: Game) -> list[Path]:
    """Change these numbers where they stand in the files of a game; every other byte stays.

    Raises:
        FailedError: one cannot be, or a file was changed meanwhile; then all stays as it was.
    """
    from validator.simulation.chunks import digest_of
    from validator.variants import GameVariants

    now, _ = GameVariants(root, game.id).load()
    if game.id not in now.games or digest_of(now.games[game.id]) != digest_of(game):
        raise FailedError("the game was changed meanwhile, so nothing was written; tune it again")
    sources = {one.file: one for listed in now.written.values() for one in listed}
    placed = [(sources[one.file].place(one.trail), one, to) for one, to in edits]
    before = {root / place.file: (root / place.file).read_bytes() for place, *_ in placed}
    after = {
        path: _spliced(raw, [_splice(raw, *one) for one in placed if root / one[0].file == path])
        for path, raw in sorted(before.items())
    }
    _write(before, after)
    return list(after)


def _spliced(raw: bytes, splices: Iterable[Splice]) -> bytes:
    from generator.sheets.yaml_edit import splice

    text = raw.decode("utf-8")
    mark = _MARK if text.startswith(_MARK) else ""
    return (mark + splice(text.removeprefix(_MARK), splices)).encode("utf-8")


def _write(before: Mapping[Path, bytes], after: Mapping[Path, bytes]) -> None:
    """Write all files, or none.

    Raises:
        FailedError: one cannot be written, or is not what it was.
    """
    from generator.atomic import put_in_place

    done: list[Path] = []
    try:
        for path, new in after.items():
            if path.read_bytes() != before[path]:
                raise FailedError(f"{path.name} has just been changed; try again")
            put_in_place(path, new)
            done.append(path)
    except (OSError, FailedError) as error:
        for path in done:
            put_in_place(path, before[path])
        if isinstance(error, FailedError):
            raise
        raise FailedError(f"cannot write {path.name}: {error.strerror or error}") from error


def _splice(raw: bytes, place: Place, number: Number, to: int) -> Splice:
    """The digits of a number in a file, with those in their place.

    Raises:
        FailedError: they do not stand there.
    """
    from generator.sheets.yaml_edit import Splice

    old = str(number.value)
    with suppress(UnicodeDecodeError, IndexError):
        text = raw.decode("utf-8").removeprefix(_MARK)
        above = text.split("\n")[: place.line - 1]
        at = sum(len(line) + 1 for line in above) + place.column - 1
        at += text[at] == '"'
        if not place.sheet and re.match(rf"{re.escape(old)}(?![\w.])", text[at:]):
            return Splice(at, at + len(old), str(to))
    raise FailedError(f"{place}: cannot change the number here; write {to} in place of {old}")


MOST_EFFECTS = 8
"""Numbers of which is told what they do."""


def _text_lines(game: Game, tuning: Tuning) -> Iterator[str]:
    for number, version in enumerate(tuning.front):
        said = f"with {number} changed" if number else "as it is"
        yield f"{game.name} {said}: {version.verdict} ({version.games:,} games of each line)"
        yield from (f"  {_say_edit(one)}" for one in version.edits)
        for one in (one for one in version.shown if one.low < one.high):  # a card was never chosen
            yield f"  {one.verdict:<9} {_say_what(one)}: {_say(one, one.now)} {_say_interval(one)}"
    yield f"\n{_say_verdict(tuning)}"
    moving = [one for one in tuning.effects if one.size > 0]
    if moving:
        yield "what moves most, each number alone:"
    for one in moving[:MOST_EFFECTS]:
        yield f"  {_say_edit(one.edits[0])}: {_say_what(one)} {_say_shift(one)}"


def _say_verdict(tuning: Tuning) -> str:
    from validator.tuning import Met

    if tuning.proposal:
        return "proposed: " + "; ".join(map(_say_edit, tuning.proposal))
    return {
        Met.MET: "all that is wanted is met as it is: nothing to change",
        Met.OPEN: "neither was shown: play more --games, or want less closely",
        Met.MISSED: f"nothing in these ranges was shown to do it; {tuning.tried} versions raced",
    }[tuning.front[0].verdict]


def _sweep_lines(swept: Sequence[Estimate]) -> Iterator[str]:
    number = swept[0].edits[0][0]
    for what, first in {_say_what(one): one for one in swept}.items():
        yield f"{what}: {_say(first, first.before)} at {number.name} {number.value}"
        for one in (one for one in swept if _say_what(one) == what):
            yield f"  {one.edits[0][1]:>6}: {_say(one, one.now)}, moved by {_say_shift(one)}"


def _say_edit(edit: tuple[Number, int]) -> str:
    number, to = edit
    return f"{number.place}: {number.name} {number.value} -> {to}"


def _say_what(one: Estimate) -> str:
    of, table = one.measured.of, one.line.plan.configuration
    bots = f" and {table.bots} bots" if table.bots else ""
    what = {
        "seats": f"wins of seat {of} over an equal share",
        "length": "rounds",
        "piles": f"{of} dry before the end",
        "ends": "games without an end",
        "worth": f"wins by being able to choose {of}",
    }[one.measured.want]
    return f"{table.players} players{bots}, {one.line.policy}: {what}"


def _say(one: Estimate, value: float, sign: str = "") -> str:
    return f"{value:{sign}.2f}" if one.measured.want == "length" else f"{value:{sign}.2%}"


def _say_shift(one: Estimate) -> str:
    return f"{_say(one, one.now - one.before, '+')} {_say_interval(one)}"


def _say_interval(one: Estimate) -> str:
    return f"({_say(one, one.low)} to {_say(one, one.high)})"


def _as_data(game: Game, tuning: Tuning) -> dict[str, Any]:
    front = [
        {
            "edits": [*map(_edit_data, one.edits)],
            "games": one.games,
            "verdict": one.verdict,
            "shown": [{**_estimate_data(each), "verdict": each.verdict} for each in one.shown],
        }
        for one in tuning.front
    ]
    proposal = [*map(_edit_data, tuning.proposal)]
    effects = [*map(_estimate_data, tuning.effects)]
    told = {"front": front, "proposal": proposal, "effects": effects}
    return {"game": game.id, **told, "raced": tuning.tried}


def _edit_data(edit: tuple[Number, int]) -> dict[str, Any]:
    number, to = edit
    return {"number": number.name, "place": str(number.place), "from": number.value, "to": to}


def _estimate_data(one: Estimate) -> dict[str, Any]:
    table, measured = one.line.plan.configuration, one.measured
    who = {"players": table.players, "bots": table.bots, "policy": one.line.policy}
    figures = {name: getattr(one, name) for name in ("before", "now", "low", "high")}
    edits = [*map(_edit_data, one.edits)]
    return {"edits": edits, **who, "what": measured.want, "of": measured.of, **figures}


TUNE = Output("tune", TuneOptions, tune_numbers)
SWEEP = Output("sweep", SweepOptions, sweep_number)
