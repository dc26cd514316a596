"""The print kit of a game: made where something changed, and told file by file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from generator.changes.unchanged import Stamps, stamps_of
from generator.design.lookup import template_folders
from generator.design.templating import Templates
from generator.failures import WrongUseError
from generator.outputs.choices import Ink
from generator.outputs.drawn import drawer_of, templates_of
from generator.outputs.inserts import Insert, inserts
from generator.outputs.kit_files import OURS, Asked, Kit, kit_folder, print_kit
from generator.outputs.kit_options import KitOptions
from generator.outputs.protocol import Context, Made, Output, stop_on_errors
from generator.outputs.reprint import mark, to_print
from generator.printing.kit.only import Only, only_of
from generator.printing.layout.ownpapers import own_papers
from generator.printing.printers.profiles import known_printer, user_file
from generator.printing.sheets.options import PrintOptions
from generator.store import project_store
from validator.catalogue.model import Game
from validator.findings import Finding, Severity, has_errors
from validator.hints import did_you_mean


@dataclass(frozen=True, slots=True)
class _Run:
    """One run of ``trilith print``."""

    context: Context
    out: Path
    options: PrintOptions
    stamps: Stamps
    templates: Templates
    pieces: Only


def _make(context: Context, chosen: KitOptions) -> Iterator[Made]:
    """Make print-ready PDFs of a game: cards with backs, chits, mats, boards, figures, a cover.

    Writes OUT/GAME/print/PAPER/ with placements.json beside the PDFs. --players prints only
    what that many need, --only what it names, into PAPER-only/ (bonfire:2 is two copies). Files of
    the last print stay whole until the new ones are finished.
    """
    printer = known_printer(user_file(os.environ), chosen.printer) if chosen.printer else None
    root, out = context.root, context.folder(chosen.out)
    own, findings = own_papers(root)
    stop_on_errors(findings)
    options = chosen.print_options(printer, own)
    stamps = stamps_of(root, project_store(root), template_folders(root).values())
    told = _told_before(stamps, chosen.games or (), out, options)
    if told and not (options.changed or options.chosen or chosen.marking or chosen.rulebook):
        yield Made(told=told)
        return
    games = context.catalogue(chosen.games).games.values()
    only = only_of(chosen.only or (), games, counted=True)
    templates = templates_of(root, Ink(options.ink), draft=chosen.draft)
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


def _told_before(stamps: Stamps, games: Sequence[str], out: Path, options: PrintOptions) -> str:
    """What was said of the kits, if all of them are still what would be printed now."""
    folders = [kit_folder(out, name, options) for name in games]
    told = [stamps.told(folder, repr(options), OURS) for folder in folders]
    if None in told:
        return ""
    return "\n".join(f"{text}\n  nothing has changed since" for text in told)


def _printed(run: _Run, game: Game, chosen: KitOptions) -> Iterator[Made]:
    """Print one game, or what of it changed; note it as printed if that is wanted."""
    root, only = run.context.root, _named(run.pieces, game)
    if run.options.changed:
        changed, made = to_print(root, game, run.templates, chosen.since)
        yield made
        only = changed if only is None else _both(changed, only)
        if changed and not only:
            yield Made(told="  none of what --only names has changed")
    if only is None or only:
        made = _kit(run, game, only, chosen)
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


def _kit(run: _Run, game: Game, only: Mapping[str, int] | None, chosen: KitOptions) -> Made:
    with run.context.watch(f"printing {game.name}") as tell:
        kit, findings = print_kit(
            game,
            run.templates,
            run.out,
            run.options,
            asked=Asked(only, _inserts(run, game, chosen)),
            progress=tell,
            drawer=drawer_of(run.templates),
        )
    if kit is None:
        stop_on_errors(findings)
        return Made(findings=findings)
    told = _told(game, kit)
    if not findings and only is None and not chosen.rulebook:
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


OUTPUT = Output(
    "print",
    KitOptions,
    _make,
    reports=(
        "generator.outputs.kit_files",
        "generator.changes.ledger",
        "generator.printing.layout.asked",
        "generator.printing.layout.ownpapers",
    ),
    translates=True,
)
