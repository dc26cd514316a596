"""."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, fields, replace
from functools import cache, partial
from pathlib import Path

from generator.atomic import replace_folder
from generator.book.kit_cover import cover as set_cover
from generator.changes.kept_files import COVER, finish_cover, finish_pdfs, get_or_make
from generator.design.face import Face
from generator.design.faces import faces_of
from generator.design.templates import Templates, load_templates
from generator.drawing.draw import Drawer, FaceBook, draw, nothing
from generator.drawing.libcairo import require
from generator.failures import DataError
from generator.options import Context, InkChoice, stop_on_errors
from generator.printing.cutting import cut_files
from generator.printing.decks import LayoutError, OwnLayoutError
from generator.printing.documents import (
    DeckBox,
    Stock,
    box_documents,
    boxes_of,
    sheets_saved,
    stocks,
    stocks_that_fit,
    title_of,
)
from generator.printing.geometry import Rect, rotate_about
from generator.printing.imposition import Document, FaceSide, Page, Placed, Shift
from generator.printing.options import PrintOptions, kit_folder
from generator.printing.selection import Insert, copies_at, piece_texts
from validator.cache import Cache, project_cache
from validator.catalogue.model import Game
from validator.executor import SerialExecutor
from validator.findings import Finding, Severity, has_errors
from validator.processes import run_in_background
from validator.progress import Progress, Watch, count_steps, silent, watch_nothing


def open_games(
    context: Context,
    games: Sequence[str],
    ink: InkChoice = InkChoice.NORMAL,
    *,
    draft: bool = False,
) -> tuple[Mapping[str, Game], Templates]:
    """The games named, or all, and what they are drawn with.

    Raises:
        UsageError: there is no such game, or it is not translated into the language.
        DataError: the data or the templates have errors.
        MissingCairoError: what draws them is missing.
    """
    found = context.catalogue(games).games
    return found, templates_of(context.root, ink, draft=draft)


def open_game(
    context: Context, name: str, ink: InkChoice = InkChoice.NORMAL, *, draft: bool = False
) -> tuple[Game, Templates]:
    """One game, and what it is drawn with; raises as :func:`open_games` does."""
    games, templates = open_games(context, (name,), ink, draft=draft)
    return games[name], templates


def templates_of(
    root: Path, ink: InkChoice = InkChoice.NORMAL, *, draft: bool = False
) -> Templates:
    """The templates of a project; a ``draft`` has placeholders for missing pictures.

    Raises:
        DataError: they have errors.
        MissingCairoError: what draws them is missing.
    """
    return _sound(*load_templates(root, ink.value, project_cache(root), draft=draft))


def _sound(templates: Templates | None, findings: Sequence[Finding]) -> Templates:
    """Templates without errors, where what draws them is there."""
    require()
    stop_on_errors(findings)
    if templates is None:
        raise DataError(findings)
    return templates


def drawer_of(templates: Templates, watch: Watch = watch_nothing) -> Drawer:
    """A drawer that draws nothing twice in the project of ``templates``, with their ink.

    ``watch`` shows how far it is.
    """
    ink = str(templates.theme.values["ink"])

    def draw_inked(faces: Sequence[Face], *, meanwhile: Callable[[], None] = nothing) -> FaceBook:
        with watch("drawing") as tell:
            told = count_steps(tell, len({face.key for face in faces}), "faces")
            store, pool = templates.store, templates.pool
            book = draw(faces, progress=told, store=store, pool=pool, meanwhile=meanwhile)
        from generator.drawing.colours import ink_book  # loads pikepdf

        return ink_book(book, ink)

    return draw_inked


# The print kit: everything a group must print, cut and fold to play one game.
#
# A volume keeps whole sheets together: a front and its back are never in different files, and
# fronts and backs come in the same order as in the whole.


CUT_BY_MACHINE = ("cards", "chits", "standees", "dice", "boxes")
"""Print files (by how their names begin) that get cut files; mats and boards are too big."""


@dataclass(frozen=True, slots=True)
class Kit:
    """A finished kit: its folder, the files in it with their page counts, and paper saved.

    ``faces`` counts its distinct ones.
    """

    folder: Path
    files: Mapping[str, int]
    faces: int
    sheets_saved: int = 0


@dataclass(frozen=True, slots=True)
class KitRequest:
    """What is wanted of a kit.

    ``only`` names the components to print, with the most copies of each (None: all are), and
    ``inserts`` are papers that lie in the kit as they are. ``take_out`` are printed pieces that
    this kit makes void, one component each, for the cover.
    """

    only: Mapping[str, int] | None = None
    inserts: tuple[Insert, ...] = ()
    take_out: tuple[str, ...] = ()


WHOLE_KIT = KitRequest()


@dataclass(frozen=True, slots=True)
class KitLayout:
    """How a kit is laid out: its print files, of which pieces they are, and paper saved."""

    plans: tuple[Document, ...] = ()
    stocks: Sequence[Stock] = ()
    findings: tuple[Finding, ...] = ()
    sheets_saved: int = 0


@dataclass(frozen=True, slots=True)
class CoverPDF:
    """A finished cover: its file, what is in it, how many pages, and what is wrong."""

    file: str
    pdf: bytes
    pages: int
    findings: tuple[Finding, ...]


def print_kit(
    game: Game,
    templates: Templates,
    out: Path,
    options: PrintOptions,
    *,
    request: KitRequest = WHOLE_KIT,
    progress: Progress = silent,
) -> tuple[Kit | None, tuple[Finding, ...]]:
    """Write the kit of ``game`` to ``out/<game>/print/<paper>/``, whole or not at all.

    Returns None and findings, and writes nothing, where the data or the templates have errors. Sets
    that do not fit the paper or their layout are left out and told, and the others printed.

    Raises:
        OptionError: a choice cannot be had, or the rules refuse the table.
        OutputError: the folder cannot be written.
    """
    options.check()
    copies = count_copies(game, options, request.only)
    if not copies:
        return None, (nothing_to_print(game, options),)
    progress(0, None, "drawing cards")
    bleed_mm = options.bleed_mm + options.back_bleed_mm
    pairs, findings = faces_of(
        game, templates, bleed_mm=bleed_mm, wanted=lambda piece: bool(copies.get(piece.id))
    )
    if has_errors(findings):
        return None, findings
    pieces = stocks(game, pairs, copies, options.back_bleed_mm)
    whole = copies_at(game, options.players, options.bots)
    boxes, problems = boxes_of(game, pieces, templates, options, whole)
    findings = (*findings, *problems)
    if has_errors(problems):
        return None, findings
    faces = [face for pair in pairs for face in (pair.front, pair.back) if face is not None]
    lay_out = partial(lay_out_kit, game, pieces, boxes, options)
    cover_of = partial(make_cover, game, templates, options, request.take_out, os.getpid())
    with ExitStack() as stack:
        every = [*faces, *(box.face for box in boxes)]
        book, layout, cover_pdf = draw_faces(every, templates, lay_out, cover_of, stack)
        findings = (*findings, *layout.findings)
        if not layout.plans:
            return None, findings
        folder = kit_folder(out, game.id, options)
        with replace_folder(folder) as fresh:
            undrawn = partial(write_undrawn, fresh, layout.plans, request.inserts)
            store = templates.store
            files = write_sheets(fresh, layout, book, options, store, undrawn, progress)
            cover = cover_pdf()
            (fresh / cover.file).write_bytes(cover.pdf)
            files[cover.file] = cover.pages
            files |= {insert.file: insert.pages for insert in request.inserts}
        progress(len(layout.plans) + 1, len(layout.plans) + 1, "done")
        findings = (*findings, *cover.findings)
    return Kit(folder, files, len({face.key for face in faces}), layout.sheets_saved), findings


def count_copies(
    game: Game, options: PrintOptions, only: Mapping[str, int] | None
) -> dict[str, int]:
    """How many of each component to print, by id; raises OptionError where no table fits."""
    copies = copies_at(game, options.players, options.bots)
    if only is None:
        return dict(copies)
    return {key: min(count, only[key]) for key, count in copies.items() if only.get(key)}


def nothing_to_print(game: Game, options: PrintOptions) -> Finding:
    """What is said where no piece is left to be printed."""
    message = "there is nothing to print: no piece is used"
    hint = "lay pieces out in setup.yaml with a `place` step"
    if options.players is not None:
        message += f" with {options.players} players"
        hint = "name another table with --players, or mend `players` of the cards"
    return Finding("print-nothing", Severity.ERROR, game.id, game.place, message, hint)


def draw_faces(
    faces: Sequence[Face],
    templates: Templates,
    lay_out: Callable[[], KitLayout],
    cover_of: Callable[[KitLayout], CoverPDF],
    stack: ExitStack,
) -> tuple[FaceBook, KitLayout, Callable[[], CoverPDF]]:
    """Draw faces while this process lays out and another sets the cover, till the stack ends.

    The cover is given as a function that waits for it.
    """
    begun: list[tuple[KitLayout, Callable[[], CoverPDF]]] = []

    def meanwhile() -> None:
        layout = lay_out()
        work = partial(cover_of, layout)
        cover_pdf = (
            stack.enter_context(run_in_background(work, niceness=0)) if layout.plans else work
        )
        begun.append((layout, cache(cover_pdf)))

    book = drawer_of(templates)(faces, meanwhile=meanwhile)
    return book, *begun[0]


def lay_out_kit(
    game: Game, pieces: Sequence[Stock], boxes: Sequence[DeckBox], options: PrintOptions
) -> KitLayout:
    """Lay out what fits; raises OptionError where a choice cannot be had."""
    pieces, planned, errors = stocks_that_fit(game, pieces, options)
    boxed = [box for box in boxes if box.set in [stock.set for stock in pieces]]
    more, too_big = box_documents(title_of(game), boxed, options)
    plans = tuple(part for plan in (*planned, *more) for part in volumes(plan))
    findings = tuple(_misfit(game, error) for error in (*errors, *too_big))
    if not plans:
        return KitLayout(findings=findings)
    by, language = game.designer, game.language or "en"
    plans = tuple(
        replace(p, author=by, language=language, told=p.told or piece_texts(game, p)) for p in plans
    )
    saved = sheets_saved(game, pieces, options) if options.pack else 0
    return KitLayout(plans, pieces, findings, saved)


def _misfit(game: Game, error: LayoutError) -> Finding:
    """What does not fit, at the size of its set, or at the layout that it asks for."""
    found = game.sets[error.deck]
    place = found.places.get("sheet_layout", found.places.get("size", found.place))
    if isinstance(error, OwnLayoutError):
        return Finding("sheet-layout", Severity.ERROR, game.id, place, str(error), error.hint)
    return Finding("print-layout", Severity.ERROR, game.id, place, str(error), error.hint)


def make_cover(
    game: Game,
    templates: Templates,
    options: PrintOptions,
    take_out: Sequence[str],
    owner: int,
    layout: KitLayout,
) -> CoverPDF:
    """Set the cover of the sheets, draw it and finish its file.

    In a process other than ``owner``, whose the workers are, it is drawn without any, within the
    same limits.

    Raises:
        UndrawnError: it cannot be drawn.
    """
    if os.getpid() != owner:
        templates = replace(templates, pool=SerialExecutor(templates.pool.limits))
    keep = partial(get_or_make, templates.store, COVER)
    made = set_cover(game, layout.stocks, layout.plans, templates, options, keep, take_out)
    pdf = finish_cover(made.drawn, made.plan, drawer_of(templates)(made.faces), templates.store)
    return CoverPDF(made.plan.file, pdf, len(made.plan.pages), made.findings)


def write_sheets(
    folder: Path,
    layout: KitLayout,
    book: FaceBook,
    options: PrintOptions,
    store: Cache | None,
    meanwhile: Callable[[], None],
    progress: Progress,
) -> dict[str, int]:
    """Write the print files and what cuts them; returns page counts by file name."""
    progress(0, len(layout.plans) + 1, "sheets")
    written: dict[str, dict[str, int]] = {}
    for plan, data in finish_pdfs(layout.plans, book, options.marks.width_mm, store, meanwhile):
        (folder / plan.file).write_bytes(data)
        written[plan.file] = {plan.file: len(plan.pages)} | write_cut_files(folder, plan, options)
        progress(len(written), len(layout.plans) + 1, plan.file)
    return {name: pages for plan in layout.plans for name, pages in written[plan.file].items()}


def write_cut_files(folder: Path, plan: Document, options: PrintOptions) -> dict[str, int]:
    """Write the cut files of a print file, where a machine cuts it; each is a page."""
    formats = options.cut if plan.file.startswith(CUT_BY_MACHINE) else ()
    cuts = tuple(cut_files(plan, formats, marked=options.has_registration))
    for cut in cuts:
        (folder / cut.name).write_text(cut.text, encoding="utf-8", newline="\n")
    return dict.fromkeys((cut.name for cut in cuts), 1)


def write_undrawn(folder: Path, plans: Sequence[Document], inserts: Sequence[Insert]) -> None:
    """Write what is not drawn: inserts, and where everything lies."""
    for insert in inserts:
        (folder / insert.file).write_bytes(insert.data)
    with (folder / "placements.json").open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(placements_json(plans))


MOST_PAGES = 200
"""Most pages of a volume: 100 sheets of paper, as many as a printer's tray holds."""


def volumes(document: Document, most: int = MOST_PAGES) -> tuple[Document, ...]:
    """The document, or if it has more than ``most`` pages, its parts ``name-1.pdf``, ..."""
    sheets = _sheets(document.pages) if len(document.pages) > most else None
    if sheets is None:
        return (document,)
    apart = _is_apart(document.pages)
    size = max(1, most // max(map(len, sheets)))
    parts = [sheets[at : at + size] for at in range(0, len(sheets), size)]
    stem = document.file.removesuffix(".pdf")
    return tuple(
        replace(
            document,
            file=f"{stem}-{number}.pdf",
            title=f"{document.title} ({number} of {len(parts)})",
            pages=_pages(part, apart),
        )
        for number, part in enumerate(parts, 1)
    )


def _is_apart(pages: Sequence[Page]) -> bool:
    """Tell whether all fronts come before all backs."""
    sides = [page.side for page in pages]
    return FaceSide.BACK in sides and FaceSide.FRONT not in sides[sides.index(FaceSide.BACK) :]


def _sheets(pages: Sequence[Page]) -> list[tuple[Page, ...]] | None:
    """Fronts with their backs; None where one cannot tell which belong together."""
    fronts = [page for page in pages if page.side is FaceSide.FRONT]
    backs = [page for page in pages if page.side is FaceSide.BACK]
    if len(fronts) == len(backs):
        return list(zip(fronts, backs, strict=True))
    if _is_apart(pages) and len(backs) > 1:
        return None
    sheets: list[tuple[Page, ...]] = []
    for page in pages:
        if page.side is FaceSide.BACK and sheets:
            sheets[-1] = (*sheets[-1], page)
        else:
            sheets.append((page,))
    return sheets


def _pages(sheets: Sequence[tuple[Page, ...]], apart: bool) -> tuple[Page, ...]:
    if apart:
        longest = max(map(len, sheets))
        return tuple(s[side] for side in range(longest) for s in sheets if side < len(s))
    return tuple(page for sheet in sheets for page in sheet)


@dataclass(frozen=True, slots=True)
class Placement:
    """The trim box of one face on one page, in mm from the bottom left; pages count from 1.

    Width and height are as the face lies on the page; ``rotation`` says how far it was turned
    (degrees, counter-clockwise) from upright. On a tiled board it is the part on that tile, of a
    die one of its faces.
    With a back offset or turn the box is about the moved centre.
    """

    component: str
    deck: str
    copy: int
    face: str
    file: str
    page: int
    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    rotation: float


def placements(documents: Iterable[Document]) -> Iterator[Placement]:
    """Yield a record for every face of ``documents``, in page order."""
    for document in documents:
        for number, page in enumerate(document.pages, start=1):
            for placed in page.placed:
                yield _placement(document.file, number, page, placed)


def placements_json(documents: Iterable[Document]) -> Iterator[str]:
    """Yield all placements as a JSON list, one record a line."""
    names = [one.name for one in fields(Placement)]
    said = json.JSONEncoder(ensure_ascii=False).encode
    yield "[\n"
    before = ""
    for row in placements(documents):
        yield before + said({name: getattr(row, name) for name in names})
        before = ",\n"
    yield "\n]\n"


def _placement(file: str, number: int, page: Page, placed: Placed) -> Placement:
    box = placed.box.cut(page.trim) or placed.box
    box = box.cut(placed.clip) or box
    shift = page.shift or Shift()
    box = shift_box(box, page, shift)
    return Placement(
        component=placed.component,
        deck=placed.deck,
        copy=placed.copy,
        face=placed.side.value,
        file=file,
        page=number,
        x_mm=round(box.x, 3),
        y_mm=round(box.y, 3),
        width_mm=round(box.width, 3),
        height_mm=round(box.height, 3),
        rotation=round(placed.rotation + shift.degrees, 3),
    )


def shift_box(box: Rect, page: Page, shift: Shift) -> Rect:
    """Return ``box`` about the point to which the page's shift takes its centre."""
    x, y = rotate_about(*box.centre, shift.degrees, (page.width / 2, page.height / 2))
    return Rect(
        x + shift.x_mm - box.width / 2, y + shift.y_mm - box.height / 2, box.width, box.height
    )
