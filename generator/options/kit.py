"""The options of ``trilith print``, as they are typed, and what they come to. Lengths in mm."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator.failures import WrongUseError
from generator.options.choices import Draft, Ink, InkOption, Only, Out, Players
from generator.options.protocol import Output
from generator.printing.layout.document import Shift
from generator.printing.layout.geometry import Paper
from generator.printing.layout.imposition import Flip
from generator.printing.layout.marks import MarkMode, MarkStyle
from generator.printing.layout.ownpapers import own_papers
from generator.printing.layout.papers import layouts, papers
from generator.printing.sheets.options import BLEED_MM, Dice, OptionError, Order, PrintOptions
from validator.command import GameNames
from validator.project import NotAProjectError, find_project

if TYPE_CHECKING:
    from generator.printing.printers.profiles import Printer


def paper_help(start: Path | None = None) -> str:
    """Help of ``--paper``: all papers, and those of the project around ``start`` (or here)."""
    own = [paper.id for paper in papers_of(None, start) if paper.id not in papers()]
    return f"Paper: {_names(papers())}" + (f"; of this project: {', '.join(own)}." if own else ".")


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


def _names(table: Iterable[str]) -> str:
    return ", ".join(name for name in table if "@" not in name)


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
    out: Out = None
    players: Players = None
    bots: Annotated[
        int | None, typer.Option("--bots", min=0, help="With --players: number of bots.")
    ] = None
    layout: Annotated[
        list[str] | None,
        typer.Option(
            "--layout",
            metavar="NAME|DECK=NAME",
            help=f"How cards lie on a sheet, or those of a deck: {_names(layouts())}.",
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
    order: Annotated[Order, typer.Option("--order", help="Order of fronts and backs.")] = (
        Order.ALTERNATE
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
    back_bleed: Annotated[
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
    board: Annotated[
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
    ink: InkOption = Ink.NORMAL
    draft: Draft = False
    rulebook: Annotated[
        bool, typer.Option("--rulebook", help="With the rulebook, where one is written.")
    ] = False
    only: Only = None
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
        options = PrintOptions(
            paper=self.paper,
            layout=_of_all(self.layout or ()),
            deck_layouts=_by_deck(self.layout or ()),
            players=self.players,
            bots=self.bots,
            flip=self.flip or (printer.flip if printer else None) or Flip.LONG,
            order=self.order,
            marks=MarkStyle(self.marks, self.mark_length, self.mark_width),
            bleed_mm=BLEED_MM if self.bleed is None else self.bleed,
            exact_bleed=self.bleed is not None,
            back_bleed_mm=self.back_bleed,
            pack=self.pack or self.changed or self.since is not None,
            skip=_slots(self.skip),
            backs=printer.shift if printer else Shift(),
            scale=self.scale,
            cut=_parts(self.cut),
            ink=self.ink.value,
            board_mm=self.board,
            dice=self.dice,
            tuck_boxes=self.tuck_boxes,
            card_mm=self.card_mm,
            own_papers=own_papers,
            changed=self.changed or self.since is not None,
            chosen=bool(self.only),
        )
        wrong = options.problems()
        if self.marking and (self.players is not None or self.only):
            less = "--only" if self.only else "--players"
            wrong = (*wrong, f"--mark-printed notes every piece of a game; leave out {less}")
        if wrong:
            raise OptionError("; ".join(wrong))
        return options


def _of_all(words: Sequence[str]) -> str:
    """The layout of all decks that have none of their own."""
    found = [word.strip() for word in words if "=" not in word]
    if len(found) > 1:
        deck = "write --layout DECK=NAME for a deck of its own"
        raise WrongUseError(f"--layout {' and '.join(found)} are both for all decks; {deck}")
    return found[0] if found else "auto"


def _by_deck(words: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """The layouts that are for one deck each: ``contracts=2x2``."""
    pairs = [word.partition("=") for word in words if "=" in word]
    found = {deck.strip(): name.strip() for deck, _, name in pairs}
    if len(found) < len(pairs):
        raise WrongUseError("--layout names a deck twice; each has one layout")
    return tuple(found.items())


def _parts(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _slots(text: str) -> frozenset[int]:
    for part in _parts(text):
        if not part.isdecimal():
            raise WrongUseError(
                f"--skip {text}: {part!r} is not a slot number; write for example 1,2"
            )
    return frozenset(int(part) for part in _parts(text))


OUTPUT = Output(
    "print",
    KitOptions,
    "generator.outputs.kits.printed:make",
    translates=True,
)
