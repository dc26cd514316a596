"""Turn one side of a sheet into a page: its faces, marks, guides and labels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from generator.printing.cutting.registration import boxes_of, clear_zones, registration_marks
from generator.printing.folding.strips import strip_lines
from generator.printing.layout.decks import Title
from generator.printing.layout.document import Page
from generator.printing.layout.geometry import Paper, bounds
from generator.printing.layout.imposition import (
    Flip,
    Outline,
    Sheet,
    Side,
    mirror_outline,
    turn_over,
)
from generator.printing.layout.labels import Label, label_shapes
from generator.printing.layout.marks import marks_for
from generator.printing.layout.punchboard import punch_lines
from generator.printing.layout.shapes import Caption, Path, Shape, Style, rectangle
from generator.printing.pdf.fonts import text_width_mm
from generator.printing.sheets.options import PrintOptions


@dataclass(frozen=True, slots=True)
class Draft:
    """A page before its number is known: one side of a sheet, its number, and what it is called."""

    sheet: Sheet
    side: Side
    name: str
    which: str
    number: int
    chapter: str | None


def page_of(
    draft: Draft, title: Title, number: str, two_sided: bool, options: PrintOptions
) -> Page:
    """Return the page of a draft; ``number`` says which of how many pages of the file it is."""
    paper, front = options.sheet, draft.side is Side.FRONT
    sheet = draft.sheet if front else turn_over(draft.sheet, paper, options.flip)
    outlines = sheet.outlines if front else _turned(sheet.outlines, paper, options.flip)
    placed = sheet.fronts if front else sheet.backs
    marks = marks_for(outlines, paper, options.marks) if placed else ()
    marks = (*marks, *punch_lines(outlines, front=front))
    if options.registered and front:
        marks = _with_registration(marks, paper)
    lines = strip_lines(sheet.folds, paper.printable) if front else ()
    kept_clear = (*marks, *lines, *(_zones(paper) if options.registered and front else ()))
    trim = bounds([outline.box for outline in outlines])
    bleed = bounds([trim, *(face.clip for face in placed)])
    say = title.tongue.say
    side = [say("front" if front else "back", context="side")] if two_sided else []
    words = [*side, draft.which, number]
    if not placed:
        words.insert(1, say("stays empty"))
    label = Label(
        f"{title} · {draft.name}",
        " · ".join(words),
        how_to_print(title, options),
        _how_to_fold(title, options) if lines else "",
    )
    guides = tuple(in_words(sheet.guides, title)) if front else ()
    return Page(
        width=paper.width_mm,
        height=paper.height_mm,
        placed=placed,
        shapes=(
            *guides,
            *lines,
            *marks,
            *label_shapes(label, paper, bleed, kept_clear, text_width_mm),
        ),
        label=" ".join([draft.name, str(draft.number), *side]),
        trim=trim,
        bleed=bleed,
        chapter=draft.chapter,
        shift=None if front else options.backs,
        side=draft.side,
        outlines=outlines if front else (),
        scores=sheet.scores if front else (),
    )


def in_words(guides: Sequence[Shape], title: Title) -> Iterator[Shape]:
    """Guides with their words in the language of the sheet."""
    for one in guides:
        if isinstance(one, Caption):
            yield replace(one, text=title.tongue.say(one.text, context="figure"))
        else:
            yield one


def _turned(outlines: Sequence[Outline], paper: Paper, flip: Flip) -> tuple[Outline, ...]:
    return tuple(mirror_outline(line, paper, flip) for line in outlines)


def _with_registration(marks: Sequence[Shape], paper: Paper) -> tuple[Shape, ...]:
    """Add registration marks, and leave out what would stand in their clear space."""
    taken = clear_zones(paper.width_mm, paper.height_mm)

    def free(mark: Shape) -> bool:
        boxes = boxes_of(mark) if isinstance(mark, Path) else ()
        return not any(box.overlaps(area) for box in boxes for area in taken)

    found = registration_marks(paper.width_mm, paper.height_mm)
    return (*(mark for mark in marks if free(mark)), *found)


def _zones(paper: Paper) -> Iterator[Path]:
    """The clear space around registration marks, for labels to keep out of."""
    for zone in clear_zones(paper.width_mm, paper.height_mm):
        yield rectangle(zone.x, zone.y, zone.width, zone.height, Style.REGISTRATION)


def how_to_print(title: Title, options: PrintOptions) -> str:
    """Say how a sheet must be printed so that it comes out in its true size."""
    how = title.tongue.say("print at 100 %, do not fit to page")
    return f"{options.sheet.name} · {how}"


def _how_to_fold(title: Title, options: PrintOptions) -> str:
    """Say in which order a sheet of strips is worked."""
    say = title.tongue.say
    if options.board_mm:
        return say(
            "cut apart at full lines, fold both dashed ones round {board} mm board",
            board=f"{options.board_mm:g}",
        )
    return say("cut apart at full lines, then fold each strip at its dashed one")


def subject(title: Title, paper: Paper, flip: Flip | None) -> str:
    """Say in a file's description how it must be printed."""
    say, name = title.tongue.say, paper.name
    match flip:
        case None:
            return say("Print on {paper} at 100 %, one-sided.", paper=name)
        case Flip.LONG:
            return say("Print on {paper} at 100 %, two-sided, flip on the long edge.", paper=name)
    return say("Print on {paper} at 100 %, two-sided, flip on the short edge.", paper=name)
