"""The print kit of a game made anew, or what of it changed, and told file by file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from generator.changes.unchanged import Stamps
from generator.design.templating import Templates
from generator.failures import WrongUseError
from generator.options.kit import KitOptions
from generator.options.protocol import Context, Made, stop_on_errors
from generator.outputs.kits.folder import OURS
from generator.outputs.kits.inserts import Insert, inserts
from generator.outputs.kits.kit_files import Asked, Kit, print_kit
from generator.printing.kit.only import Only, only_of
from generator.printing.sheets.options import PrintOptions
from validator.catalogue.model import Game
from validator.findings import Finding, Severity, did_you_mean, has_errors


@dataclass(frozen=True, slots=True)
class _Run:
    """One run of ``trilith print``."""

    context: Context
    out: Path
    options: PrintOptions
    stamps: Stamps
    templates: Templates
    pieces: Only


def printed(
    context: Context,
    chosen: KitOptions,
    out: Path,
    options: PrintOptions,
    stamps: Stamps,
    ours: tuple[Mapping[str, Game], Templates],
) -> Iterator[Made]:
    """Print every game there is; a kit without findings gets a stamp."""
    games, templates = ours[0].values(), ours[1]
    only = only_of(chosen.only or (), games, counted=True)
    run = _Run(context, out, options, stamps, templates, only)
    _check_decks(options, games)
    left: list[Finding] = []
    for game in games:
        for made in _printed(run, game, chosen) if any(map(only.takes, game.components())) else ():
            errors = [one for one in made.findings if one.severity is Severity.ERROR]
            left += errors if made.files else []
            kept = tuple(one for one in made.findings if one not in left)
            yield replace(made, findings=kept)
    if left:
        yield Made(findings=tuple(left))


def _check_decks(options: PrintOptions, games: Iterable[Game]) -> None:
    """Go on only if every deck that ``--layout`` names is in one of the games.

    Raises:
        WrongUseError: one is not.
    """
    known = dict.fromkeys(name for game in games for name in game.sets)
    for deck, layout in options.deck_layouts:
        if deck not in known:
            hint = did_you_mean(deck, known, f"sets are {', '.join(known)}")
            raise WrongUseError(f"--layout {deck}={layout}: there is no set {deck!r}; {hint}")


def _printed(run: _Run, game: Game, chosen: KitOptions) -> Iterator[Made]:
    """Print one game, or what of it changed; note it as printed if that is wanted."""
    root, only = run.context.root, _named(run.pieces, game)
    take_out: tuple[str, ...] = ()
    if run.options.changed or chosen.marking:
        from generator.outputs.kits.reprint import mark, to_print
    if run.options.changed:
        named = only
        found = to_print(
            root, game, run.templates, chosen.since, lambda key: named is None or key in named
        )
        yield found.made
        only = found.copies if only is None else _both(found.copies, only)
        take_out = found.take_out
        if found.copies and not only:
            yield Made(told="  none of what --only names has changed")
    if only is None or only:
        made = _kit(run, game, Asked(only, _inserts(run, game, chosen), take_out), chosen)
        yield made
        if has_errors(made.findings):
            return
    if chosen.marking:
        yield mark(root, game, run.templates)


def _named(pieces: Only, game: Game) -> Mapping[str, int] | None:
    """The most copies of each piece that was asked for by name; None where none was."""
    if not pieces:
        return None
    found = (component for component in game.components() if pieces.takes(component))
    return {one.id: pieces.most(one) or one.copies for one in found}


def _both(some: Mapping[str, int], others: Mapping[str, int]) -> Mapping[str, int]:
    """What is in both, with the fewer copies."""
    return {key: min(count, others[key]) for key, count in some.items() if key in others}


def _inserts(run: _Run, game: Game, chosen: KitOptions) -> tuple[Insert, ...]:
    """The rulebook, if it is wanted.

    Raises:
        WrongUseError: it is wanted of this game, which has none.
    """
    if not chosen.rulebook:
        return ()
    found = tuple(inserts("rulebook", run.context.root, game, run.templates, run.options.paper))
    if not found and chosen.games:
        message = f"{game.name} has no rulebook"
        raise WrongUseError(f"{message}; write one as components/{game.id}/rulebook.md")
    return found


def _kit(run: _Run, game: Game, asked: Asked, chosen: KitOptions) -> Made:
    with run.context.watch(f"printing {game.name}") as tell:
        kit, findings = print_kit(
            game,
            run.templates,
            run.out,
            run.options,
            asked=asked,
            progress=tell,
        )
    if kit is None:
        stop_on_errors(findings)
        return Made(findings=findings)
    told = _told(game, kit)
    if not findings and asked.only is None and not chosen.rulebook:
        pictures = run.templates.recipes.pictures if run.templates.recipes else {}
        run.stamps.keep(kit.folder, repr(run.options), OURS, told, pictures)
    return Made(tuple(kit.folder / name for name in kit.files), findings, told)


def _told(game: Game, kit: Kit) -> str:
    lines = [f"{game.name}: {len(kit.files)} files in {kit.folder}"]
    lines += [
        f"  {name:<24} {pages:>3} page{'' if pages == 1 else 's'}"
        for name, pages in kit.files.items()
    ]
    if kit.sheets_saved:
        lines.append(f"  packing across decks saved {kit.sheets_saved} sheets")
    return "\n".join(lines)
