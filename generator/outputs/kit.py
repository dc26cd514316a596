"""The print kit of a game: copies counted, faces drawn, sheets laid, cover made, all written."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from generator.atomic import replace_folder
from generator.design.face import Face, distinct_faces
from generator.design.faces import faces_of
from generator.design.templates import Templates, load_templates
from generator.drawing.draw import Drawer, FaceBook, draw
from generator.drawing.libcairo import require
from generator.failures import DataError
from generator.options import Context, InkChoice, stop_on_errors
from generator.printing.cutting import cut_files
from generator.printing.decks import LayoutError, OwnLayoutError
from generator.printing.documents import (
    Stock,
    box_documents,
    boxes_of,
    sheets_saved,
    stocks,
    stocks_that_fit,
    title_of,
)
from generator.printing.geometry import Rect, rotate_about
from generator.printing.imposition import Document, FaceSide, Page, Shift
from generator.printing.options import PrintOptions, kit_folder
from generator.printing.selection import Insert, copies_at, piece_texts
from validator.cache import project_cache
from validator.catalogue.model import Form, Game
from validator.executor import JobFailure, SerialExecutor, Task
from validator.findings import Finding, Severity, has_errors
from validator.processes import Limits, run_in_background
from validator.progress import Progress, Watch, count_steps, silent, watch_nothing

if TYPE_CHECKING:
    from generator.book.outlay import Ink


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
        SystemExit: what draws them is missing.
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
        SystemExit: what draws them is missing.
    """
    templates, findings = load_templates(root, ink.value, project_cache(root), draft=draft)
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

    def draw_inked(faces: Sequence[Face]) -> FaceBook:
        with watch("drawing") as tell:
            told = count_steps(tell, len({face.key for face in faces}), "faces")
            return draw(faces, None, told, templates.store, templates.pool, ink)

    return draw_inked


CUT_BY_MACHINE = ("cards", "chits", "standees", "dice", "boxes")
"""Print files (by how their names begin) that get cut files; mats and boards are too big."""


@dataclass(frozen=True, slots=True)
class Kit:
    """A finished kit: its folder, the files in it with their page counts, and paper saved.

    ``takes`` says what each print file takes in paper, work and ink, ``lines`` what all do,
    ``advice`` what would take much less paper.
    """

    folder: Path
    files: Mapping[str, int]
    sheets_saved: int = 0
    takes: Mapping[str, str] = field(default_factory=dict)
    lines: tuple[str, ...] = ()
    advice: str = ""


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
    """A kit before it is drawn: its print files, of which pieces and faces they are, paper saved.

    Without print files there is nothing to print, and the findings say why. ``advice`` says what
    would take much less paper.
    """

    plans: tuple[Document, ...] = ()
    stocks: Sequence[Stock] = ()
    faces: Sequence[Face] = ()
    findings: tuple[Finding, ...] = ()
    sheets_saved: int = 0
    advice: str = ""


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
    that do not fit the paper or their layout are left out and told, and the others printed. The
    cover is made in a process of its own while this one draws.

    Raises:
        OptionError: a choice cannot be had, or the rules refuse the table.
        OutputError: the folder cannot be written.
    """
    import generator.drawing.surface
    import generator.printing.print_files  # noqa: F401  (once for all processes that begin here)

    options.check()
    copies = count_copies(game, options, request.only)
    progress(0, None, "drawing cards")
    layout = lay_out_kit(game, templates, options, copies)
    if not layout.plans:
        return None, layout.findings
    folder = kit_folder(out, game.id, options)
    book = drawer_of(templates)(layout.faces)
    owner, faces = os.getpid(), replace(book, pool=None)
    work = partial(make_cover, game, templates, options, request.take_out, owner, layout, faces)
    with run_in_background(work) as cover, replace_folder(folder) as fresh:
        write_undrawn(fresh, layout.plans, request.inserts)
        files = write_sheets(fresh, layout.plans, book, options, progress)
        plan, data, problems, (takes, lines) = cover()
        (fresh / plan.file).write_bytes(data)
        files[plan.file] = len(plan.pages)
        files |= {insert.file: insert.pages for insert in request.inserts}
    progress(len(layout.plans) + 1, len(layout.plans) + 1, "done")
    kit = Kit(folder, files, layout.sheets_saved, takes, lines, layout.advice)
    return kit, (*layout.findings, *problems)


def count_copies(
    game: Game, options: PrintOptions, only: Mapping[str, int] | None
) -> dict[str, int]:
    """How many of each component to print, by id; raises OptionError where no table fits."""
    copies = copies_at(game, options.players, options.bots)
    if only is None:
        return dict(copies)
    return {key: min(count, only[key]) for key, count in copies.items() if only.get(key)}


def lay_out_kit(
    game: Game, templates: Templates, options: PrintOptions, copies: Mapping[str, int]
) -> KitLayout:
    """Lay out the faces of all pieces that fit; raises OptionError where a choice cannot be had."""
    if not copies:
        return KitLayout(findings=(nothing_to_print(game, options),))
    bleed_mm = options.bleed_mm + options.back_bleed_mm
    pairs, findings, *_ = faces_of(
        game, templates, bleed_mm=bleed_mm, wanted=lambda piece: bool(copies.get(piece.id))
    )
    if has_errors(findings):
        return KitLayout(findings=findings)
    findings = (*findings, *_backs(game))
    pieces = stocks(game, pairs, copies, options.back_bleed_mm)
    whole = copies_at(game, options.players, options.bots)
    boxes, problems = boxes_of(game, pieces, templates, options, whole)
    if has_errors(problems):
        return KitLayout(findings=(*findings, *problems))
    faces = [*distinct_faces(pairs), *(box.face for box in boxes)]
    pieces, planned, errors = stocks_that_fit(game, pieces, options)
    boxed = [box for box in boxes if box.set in [stock.set for stock in pieces]]
    more, too_big = box_documents(title_of(game), boxed, options)
    misfits = (_misfit(game, error) for error in (*errors, *too_big))
    by, language = game.designer, game.language or "en"
    plans = tuple(
        replace(p, author=by, language=language, told=p.told or piece_texts(game, p))
        for plan in (*planned, *more)
        for p in volumes(plan)
    )
    saved = sheets_saved(game, pieces, options) if plans and options.pack else 0
    advice = ""
    if plans and options != options.usual:
        from generator.book.outlay import cheaper_print

        advice = cheaper_print(game, pieces, options)
    return KitLayout(plans, pieces, faces, (*findings, *problems, *misfits), saved, advice)


def _backs(game: Game) -> Iterator[Finding]:
    """Backs that are not printed, in the words of ``trilith check``."""
    if any(one.form is Form.BOARD and one.back is not None for one in game.sets.values()):
        from validator.checks.pieces import check_backs

        yield from check_backs(game, ())


def nothing_to_print(game: Game, options: PrintOptions) -> Finding:
    """What is said where no piece is left to be printed."""
    message = "there is nothing to print: no piece is used"
    hint = "lay pieces out in setup.yaml with a `place` step"
    if options.players is not None:
        message += f" with {options.players} players"
        hint = "name another table with --players, or mend `players` of the cards"
    return Finding("print-nothing", Severity.ERROR, game.id, game.place, message, hint)


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
    drawn: FaceBook,
) -> tuple[Document, bytes, tuple[Finding, ...], tuple[Mapping[str, str], tuple[str, ...]]]:
    """Set the cover of the sheets, draw it and finish its file; and tell what the sheets take.

    ``drawn`` are the faces of the sheets. In a process other than ``owner``, whose the workers
    are, it is drawn without any, within the same limits.

    Raises:
        UndrawnError: it cannot be drawn.
    """
    if os.getpid() != owner:
        templates = replace(templates, pool=SerialExecutor(templates.pool.limits))
    from generator.book.drift import grounds_of
    from generator.book.kit_cover import cover as set_cover
    from generator.book.outlay import list_outlays, outlay_of
    from generator.printing.print_files import finish_pdf

    inks = measure_inks(drawn)
    outlays = tuple(outlay_of(plan, inks) for plan in layout.plans)
    plain = grounds_of(layout.plans, drawn)
    made = set_cover(
        game, layout.stocks, layout.plans, templates, options, take_out, outlays, plain
    )
    book = drawer_of(templates)(made.faces)
    data = finish_pdf(made.drawn, made.plan, book)
    return made.plan, data, made.findings, list_outlays(outlays)


INK_DPI = 10.0
"""Fine enough to say how much of a face is covered, within 1 %."""


def measure_inks(book: FaceBook) -> dict[str, Ink]:
    """How much ink each drawn face takes, as four inks, black for all that the three share."""
    from PIL import ImageChops, ImageOps, ImageStat

    from generator.book.outlay import Ink
    from generator.drawing.raster import open_pdf, render_page

    found: dict[str, Ink] = {}
    for index, data in enumerate(book.pdfs):
        with open_pdf(data) as document:
            for key, (_, page) in ((k, at) for k, at in book.pages.items() if at[0] == index):
                image = ImageOps.invert(render_page(document, page, INK_DPI))
                cyan, magenta, yellow = image.split()
                black = ImageChops.darker(ImageChops.darker(cyan, magenta), yellow)
                (grey,) = ImageStat.Stat(black).mean
                colours = (mean - grey for mean in ImageStat.Stat(image).mean)
                found[key] = Ink(*(value / 255 for value in (*colours, grey)))
    return found


def write_sheets(
    folder: Path,
    plans: Sequence[Document],
    book: FaceBook,
    options: PrintOptions,
    progress: Progress,
) -> dict[str, int]:
    """Write the print files and what cuts them; returns page counts by file name."""
    progress(0, len(plans) + 1, "sheets")
    written: dict[str, dict[str, int]] = {}
    for plan, data in build_pdfs(plans, book, options.marks.width_mm):
        (folder / plan.file).write_bytes(data)
        formats = options.cut if plan.file.startswith(CUT_BY_MACHINE) else ()
        marked, shift = options.has_registration, options.cutter
        cuts = tuple(cut_files(plan, formats, marked=marked, shift=shift))
        for cut in cuts:
            (folder / cut.name).write_text(cut.text, encoding="utf-8", newline="\n")
        written[plan.file] = {plan.file: len(plan.pages), **{cut.name: 1 for cut in cuts}}
        progress(len(written), len(plans) + 1, plan.file)
    return {name: pages for plan in plans for name, pages in written[plan.file].items()}


def build_pdfs(
    documents: Sequence[Document], book: FaceBook, crop_width_mm: float
) -> Iterator[tuple[Document, bytes]]:
    """The finished PDFs of documents, as they are done.

    The workers that drew the faces build several at a time, the longest first; what they cannot
    build this process builds at last. An equal plan gives equal bytes.
    """
    left = dict(enumerate(documents))
    if book.pool is not None and book.pool.max_workers > 1:
        tasks = (
            Task(number, partial(_build, one, _part(book, one), crop_width_mm), Limits())
            for number, one in sorted(left.items(), key=lambda item: -len(_faces(item[1])))
        )
        for task, answer in book.pool.run(tasks):
            if not isinstance(answer, JobFailure):
                yield left.pop(task.number), answer
    for document in left.values():
        yield document, _build(document, book, crop_width_mm)


def _build(document: Document, book: FaceBook, crop_width_mm: float) -> bytes:
    from generator.printing.print_files import build_pdf

    return build_pdf(document, book, crop_width_mm)


def _faces(document: Document) -> list[str]:
    """The keys of the faces that a document places, each as often as it does."""
    return [placed.drawing.key for page in document.pages for placed in page.placed]


def _part(book: FaceBook, document: Document) -> FaceBook:
    """What a worker needs of a book; it reads PDFs that are on disk itself."""
    pages = {key: book.pages[key] for key in _faces(document)}
    return FaceBook(book.pdfs, pages, ink=book.ink)


def write_undrawn(folder: Path, plans: Sequence[Document], inserts: Sequence[Insert]) -> None:
    """Write what is not drawn: inserts, and where everything lies."""
    for insert in inserts:
        (folder / insert.file).write_bytes(insert.data)
    with (folder / "placements.json").open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(placements_json(plans))


MOST_PAGES = 200
"""Most pages of a volume: 100 sheets of paper, as many as a printer's tray holds."""


def volumes(document: Document, most: int = MOST_PAGES) -> tuple[Document, ...]:
    """The document, or if it has more than ``most`` pages, its parts ``name-1.pdf``, ...

    A front and its back are never in different parts; both come in the order of the whole.
    """
    sheets = _sheets(document.pages) if len(document.pages) > most else None
    if sheets is None:
        return (document,)
    apart = _is_apart(document.pages)
    longest = max(map(len, sheets))
    size = max(1, most // longest)
    parts = [sheets[at : at + size] for at in range(0, len(sheets), size)]
    stem = document.file.removesuffix(".pdf")
    return tuple(
        replace(
            document,
            file=f"{stem}-{number}.pdf",
            title=f"{document.title} ({number} of {len(parts)})",
            pages=tuple(
                [sheet[side] for side in range(longest) for sheet in part if side < len(sheet)]
                if apart
                else [page for sheet in part for page in sheet]
            ),
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
            shift = page.shift or Shift()
            for placed in page.placed:
                box = placed.box.cut(page.trim) or placed.box
                box = shift_box(box.cut(placed.clip) or box, page, shift)
                yield Placement(
                    component=placed.component,
                    deck=placed.deck,
                    copy=placed.copy,
                    face=placed.side.value,
                    file=document.file,
                    page=number,
                    x_mm=round(box.x, 3),
                    y_mm=round(box.y, 3),
                    width_mm=round(box.width, 3),
                    height_mm=round(box.height, 3),
                    rotation=round(placed.rotation + shift.degrees, 3),
                )


def placements_json(documents: Iterable[Document]) -> Iterator[str]:
    """Yield all placements as a JSON list, one record a line."""
    said = json.JSONEncoder(ensure_ascii=False).encode
    yield "[\n"
    before = ""
    for row in placements(documents):
        yield before + said({name: getattr(row, name) for name in Placement.__slots__})
        before = ",\n"
    yield "\n]\n"


def shift_box(box: Rect, page: Page, shift: Shift) -> Rect:
    """Return ``box`` about the point to which the page's shift takes its centre."""
    x, y = rotate_about(*box.centre, shift.degrees, (page.width / 2, page.height / 2))
    return Rect(
        x + shift.x_mm - box.width / 2, y + shift.y_mm - box.height / 2, box.width, box.height
    )
