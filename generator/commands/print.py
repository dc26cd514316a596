"""``trilith print``: its options, and the kits of games printed by them. Lengths in mm.

What prints is imported once there is something to print.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator import options
from generator.failures import WrongUseError
from generator.options import Context, InkChoice, Output, OutputResult, stop_on_errors
from generator.printing.geometry import Paper
from generator.printing.imposition import CutterShift, Flip, Shift
from generator.printing.marks import MarkMode, MarkStyle
from generator.printing.options import (
    BLEED_MM,
    KIT_FILES,
    Dice,
    OptionError,
    PageOrder,
    PrintOptions,
    kit_folder,
)
from generator.printing.papers import layouts, own_papers, papers
from validator.cache import project_cache
from validator.command import GameNames
from validator.findings import Finding, Severity, did_you_mean, has_errors
from validator.project import NotAProjectError, find_project

if TYPE_CHECKING:
    from generator.changes.unchanged import Stamps
    from generator.design.templates import Templates
    from generator.outputs.kit import Kit
    from generator.printing.printers import Printer
    from generator.printing.selection import Insert
    from generator.printing.selection import Only as OnlyPieces
    from validator.catalogue.model import Game


def paper_help(start: Path | None = None) -> str:
    """Help of ``--paper``: all papers, and those of the project around ``start`` (or here)."""
    own = [paper.id for paper in papers_of(None, start) if paper.id not in papers()]
    shipped = ", ".join(name for name in papers() if "@" not in name)
    return f"Paper: {shipped}" + (f"; of this project: {', '.join(own)}." if own else ".")


def papers_typed(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """The papers whose names begin as what was typed, for completion, each with its size."""
    every = {**papers(), **{paper.id: paper for paper in papers_of(ctx.params.get("project"))}}
    return [
        (key, f"{paper.name}, {paper.width_mm:g} x {paper.height_mm:g} mm")
        for key, paper in every.items()
        if key.startswith(incomplete)
    ]


def papers_of(project: Path | None, start: Path | None = None) -> tuple[Paper, ...]:
    """The sound papers of a project of one's own; none outside of any."""
    try:
        return own_papers(find_project(project, start or Path.cwd()))[0]
    except (NotAProjectError, OSError):
        return ()


_AS_TYPED = (
    *("paper", "players", "bots", "order", "back_bleed_mm", "scale"),
    *("board_mm", "dice", "tuck_boxes", "card_mm"),
)
"""Options that a kit is printed by as they are typed."""
_LAYOUTS = ", ".join(name for name in layouts() if "@" not in name)


@dataclass(frozen=True, slots=True)
class KitOptions:
    """Make print-ready PDFs of a game: cards with backs, chits, mats, boards, figures, a cover.

    Writes OUT/GAME/print/PAPER/ with placements.json beside the PDFs. --players prints only
    what that many need, --only what it names, into PAPER-only/ (bonfire:2 is two copies). Files of
    the last print stay whole until the new ones are finished.
    """

    games: GameNames = None
    paper: Annotated[
        str, typer.Option("--paper", help=paper_help(), autocompletion=papers_typed)
    ] = "a4"
    out: options.Out = None
    players: options.Players = None
    bots: Annotated[
        int | None, typer.Option("--bots", min=0, help="With --players: number of bots.")
    ] = None
    layout: Annotated[
        list[str] | None,
        typer.Option(
            "--layout",
            metavar="NAME|DECK=NAME",
            help=f"How cards lie on a sheet, or those of a deck: {_LAYOUTS}.",
        ),
    ] = None
    flip: Annotated[
        Flip | None,
        typer.Option("--flip", help="Edge the printer turns sheets over; long if nothing says."),
    ] = None
    printer: Annotated[
        str | None,
        typer.Option("--printer", help="Printer whose drift was measured (see calibrate)."),
    ] = None
    order: Annotated[PageOrder, typer.Option("--order", help="Order of fronts and backs.")] = (
        PageOrder.ALTERNATE
    )
    marks: Annotated[
        MarkMode, typer.Option("--marks", help="Crop marks at every card, at sheet edges, or none.")
    ] = MarkMode.ALL
    mark_length: Annotated[
        float, typer.Option("--mark-length", help="Of crop marks, mm, where there is room.")
    ] = 3.0
    mark_width: Annotated[float, typer.Option("--mark-width", help="Of crop marks, mm.")] = 0.15
    bleed: Annotated[
        float | None,
        typer.Option("--bleed", help="Bleed around each piece, 0 to 6 mm; 3 where that fits."),
    ] = None
    back_bleed_mm: Annotated[
        float, typer.Option("--back-bleed", help="More bleed of backs at sheet edges, 0 to 3 mm.")
    ] = 0.0
    pack: Annotated[
        bool, typer.Option("--pack", help="Fill sheets across decks to save paper; --changed does.")
    ] = False
    skip: Annotated[
        str, typer.Option("--skip", help="Slots to leave empty on every sheet: 1,2.")
    ] = ""
    scale: Annotated[float, typer.Option("--scale", help="Of boards: 0.7 fits fewer sheets.")] = 1.0
    cut: Annotated[
        str, typer.Option("--cut", help="Cut files for a cutting machine: svg, dxf or svg,dxf.")
    ] = ""
    cutter: Annotated[
        str | None,
        typer.Option("--cutter", help="With --cut: machine whose offsets were measured."),
    ] = None
    board_mm: Annotated[
        float,
        typer.Option("--board", help="With gutterfold: thickness of the board inside, 0 to 3 mm."),
    ] = 0.0
    dice: Annotated[
        Dice, typer.Option("--dice", help="Dice as nets to fold, or as stickers for blank ones.")
    ] = Dice.NET
    tuck_boxes: Annotated[
        bool, typer.Option("--tuck-boxes", help="A box of paper for every deck of cards, too.")
    ] = False
    card_mm: Annotated[
        float | None,
        typer.Option(
            "--card-mm", help="Thickness of a card for tuck boxes, mm; sleeved about 0.6."
        ),
    ] = None
    ink: options.InkOption = InkChoice.NORMAL
    draft: options.Draft = False
    rulebook: Annotated[
        bool, typer.Option("--rulebook", help="With the rulebook, where one is written.")
    ] = False
    playtest: Annotated[
        bool,
        typer.Option(
            "--playtest", help="With feedback sheets; every card shows a mark of its own state."
        ),
    ] = False
    only: options.Only = None
    changed: Annotated[
        bool, typer.Option("--changed", help="Only what differs from the last --mark-printed.")
    ] = False
    since: Annotated[
        str | None,
        typer.Option("--since", metavar="GIT-REV", help="Only what differs from a git revision."),
    ] = None
    marking: Annotated[
        bool, typer.Option("--mark-printed", help="Note in printed.json that this is on paper.")
    ] = False

    def print_options(
        self, printer: Printer | None = None, own_papers: tuple[Paper, ...] = ()
    ) -> PrintOptions:
        """How a kit is printed, on this printer if one was measured, and a paper of the project.

        Raises:
            OptionError: a choice cannot be had.
        """
        layout, deck_layouts = _layouts([one.strip() for one in self.layout or ()])
        changed = self.changed or self.since is not None
        options = PrintOptions(
            layout=layout,
            deck_layouts=deck_layouts,
            flip=self.flip or (printer.flip if printer else None) or Flip.LONG,
            marks=MarkStyle(self.marks, self.mark_length, self.mark_width),
            bleed_mm=BLEED_MM if self.bleed is None else self.bleed,
            exact_bleed=self.bleed is not None,
            pack=self.pack or changed,
            skip=_slots(self.skip),
            backs=printer.shift if printer else Shift(),
            cut=_parts(self.cut),
            ink=self.ink.value,
            own_papers=own_papers,
            changed=changed,
            chosen=bool(self.only),
            **{name: getattr(self, name) for name in _AS_TYPED},
        )
        wrong = options.problems()
        if self.marking and (self.players is not None or self.only):
            less = "--only" if self.only else "--players"
            wrong = (*wrong, f"--mark-printed notes every piece of a game; leave out {less}")
        if wrong:
            raise OptionError("; ".join(wrong))
        return options


def _layouts(words: Sequence[str]) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The layout of all decks that have none of their own, and those of decks (contracts=2x2)."""
    common = [word for word in words if "=" not in word]
    if len(common) > 1:
        deck = "write --layout DECK=NAME for a deck of its own"
        raise WrongUseError(f"--layout {' and '.join(common)} are both for all decks; {deck}")
    pairs = [word.partition("=") for word in words if "=" in word]
    by_deck = {deck.strip(): name.strip() for deck, _, name in pairs}
    if len(by_deck) < len(pairs):
        raise WrongUseError("--layout names a deck twice; each has one layout")
    return common[0] if common else "auto", tuple(by_deck.items())


def _cutter(chosen: KitOptions) -> CutterShift | None:
    """What moves the lines of cut files, if a machine is named.

    Raises:
        WrongUseError: there is no such machine, or nothing to cut.
    """
    if chosen.cutter is None:
        return None
    if not chosen.cut:
        raise WrongUseError(f"--cutter {chosen.cutter} moves the lines of cut files; add --cut svg")
    from generator.printing.printers import cutter_file, find_cutter

    return find_cutter(cutter_file(os.environ), chosen.cutter)


def _parts(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _slots(text: str) -> frozenset[int]:
    for part in _parts(text):
        if not part.isdecimal():
            raise WrongUseError(
                f"--skip {text}: {part!r} is not a slot number; write for example 1,2"
            )
    return frozenset(int(part) for part in _parts(text))


def print_games(context: Context, chosen: KitOptions) -> Iterator[OutputResult]:
    """Print the games named, or all, or what of them changed; tell of kits that are as they were.

    Errors of a kit that is printed nevertheless are told at last, so that the others are printed.
    """
    from generator.changes.unchanged import stamps_of
    from generator.design.lookup import template_folders

    root, out = context.root, context.folder(chosen.out)
    own, findings = own_papers(root)
    stop_on_errors(findings)
    printer = None
    if chosen.printer:
        from generator.printing.printers import find_printer, user_file

        printer = find_printer(user_file(os.environ), chosen.printer)
    options = replace(chosen.print_options(printer, own), cutter=_cutter(chosen))
    stamps = stamps_of(root, project_cache(root), template_folders(root).values())
    if not (
        options.changed or options.chosen or chosen.marking or chosen.rulebook or chosen.playtest
    ):
        folders = [kit_folder(out, name, options) for name in chosen.games or ()]
        said = [stamps.message_of(folder, repr(options), KIT_FILES) for folder in folders]
        if said and None not in said:
            told = "\n".join(f"{text}\n  nothing has changed since" for text in said)
            yield OutputResult(told=told)
            return
    from generator.outputs.kit import open_games

    games, templates = open_games(
        context, chosen.games or (), InkChoice(options.ink), draft=chosen.draft
    )
    gc.freeze()  # what was read stays to the end, and need not be gone through again and again
    from generator.printing.selection import only_of

    only = only_of(chosen.only or (), games.values(), counted=True)
    _check_decks(options, games.values())
    left: list[Finding] = []
    for game in games.values():
        if not any(map(only.takes, game.components())):
            continue
        for made in _print_game(context, chosen, options, game, templates, only, stamps):
            if made.told is not None:  # it is printed
                left += [one for one in made.findings if one.severity is Severity.ERROR]
            yield replace(made, findings=tuple(one for one in made.findings if one not in left))
    if left:
        yield OutputResult(findings=tuple(left))


def _print_game(
    context: Context,
    chosen: KitOptions,
    options: PrintOptions,
    game: Game,
    templates: Templates,
    pieces: OnlyPieces,
    stamps: Stamps,
) -> Iterator[OutputResult]:
    """Print one game, or what of it changed; note it as printed if that is wanted.

    A kit without findings gets a stamp.
    """
    from generator.outputs.kit import KitRequest, print_kit

    only, take_out, said = pieces.copies(game), tuple[str, ...](), OutputResult()
    if options.changed:
        from generator.changes.since import find_changes

        wanted = None if only is None else only.keys()
        reprint = find_changes(context.root, game, templates, chosen.since, wanted)
        yield reprint.made
        only, take_out = _fewest(reprint.copies, only), reprint.take_out
    if only is None or only:
        papers = _rulebook(context, game, templates, chosen)
        if chosen.playtest:
            from generator.playtest.prints import add_sheets

            table = chosen.players, chosen.bots
            game, sheets, said = add_sheets(context.root, game, templates, options.sheet, table)
            papers = (*papers, sheets)
            yield OutputResult(said.findings, least=Severity.WARNING)
        request = KitRequest(only, papers, take_out)
        with context.watch(f"printing {game.name}") as tell:
            out = context.folder(chosen.out)
            kit, findings = print_kit(game, templates, out, options, request=request, progress=tell)
        if kit is None:
            stop_on_errors(findings)
            yield OutputResult(findings=findings)
        else:
            lines = [f"{game.name}: {len(kit.files)} files in {kit.folder}"]
            lines += [*_file_lines(kit), *filter(None, [said.told])]
            told = "\n".join(lines)
            if not findings and only is None and not (chosen.rulebook or chosen.playtest):
                pictures = templates.recipes.pictures if templates.recipes else {}
                stamps.keep(kit.folder, repr(options), KIT_FILES, told, pictures)
            yield OutputResult(findings, told, least=Severity.WARNING)
        if has_errors(findings):
            return
    if chosen.marking:
        from generator.changes.since import mark_kit

        yield mark_kit(context.root, game, templates)


def _file_lines(kit: Kit) -> Iterator[str]:
    """A line for each file and what it takes, and what all take together."""
    for name, pages in kit.files.items():
        told = f"  {name:<24} {pages:>3} page{'' if pages == 1 else 's'}"
        yield f"{told:<36}{kit.takes[name]}" if name in kit.takes else told
    yield from (f"  {line}" for line in kit.lines)
    if kit.sheets_saved:
        yield f"  packing across decks saved {kit.sheets_saved} sheets"
    if kit.advice:
        yield f"  {kit.advice}"


def _fewest(some: Mapping[str, int], others: Mapping[str, int] | None) -> Mapping[str, int]:
    """What is in both, with the fewer copies; all of ``some`` where there are no others."""
    if others is None:
        return some
    return {key: min(count, others[key]) for key, count in some.items() if key in others}


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


def _rulebook(
    context: Context, game: Game, templates: Templates, chosen: KitOptions
) -> tuple[Insert, ...]:
    """The rulebook, if it is wanted.

    Raises:
        WrongUseError: it is wanted of this game, which has none.
    """
    if not chosen.rulebook:
        return ()
    from generator.printing.selection import inserts

    found = tuple(inserts("rulebook", context.root, game, templates, chosen.paper))
    if not found and chosen.games:
        message = f"{game.name} has no rulebook"
        raise WrongUseError(f"{message}; write one as components/{game.id}/rulebook.md")
    return found


OUTPUT = Output("print", KitOptions, print_games, translates=True)
