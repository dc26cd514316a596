"""The rulebook as files: a page for browsers, and a PDF."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import TypeAlias, cast

from markupsafe import Markup
from PIL import Image, ImageOps

from generator.book.binding import book_sheet
from generator.book.table_picture import table_image, view_of
from generator.book.thumbnails import Thumbnails
from generator.design.face import Face, FacePair, distinct_faces
from generator.design.icons import Icon
from generator.design.pictures import find_picture, rgb_of
from generator.design.templates import Templates
from generator.drawing.draw import FaceBook
from generator.failures import WrongUseError
from generator.installed import page_template
from generator.options import BookPaper, OutputResult, stop_on_errors
from generator.outputs.card_list import ListEntry
from generator.outputs.kit import drawer_of
from generator.printing.documents import SetupStep
from generator.printing.imposition import Document
from generator.printing.print_files import finish_pdf
from generator.printing.selection import Insert
from generator.publish.contents import PublishJob
from generator.publish.pictures import DARK, DPI, FacePicture, light, pictures, webp
from generator.publish.rulebook.calls import (
    Data,
    InLine,
    ListedComponents,
    PartsTable,
    PictureGrid,
    PictureRow,
    RulebookDraft,
    Steps,
    fill_manuscript,
)
from generator.publish.rulebook.checks import check_manuscript, check_pictures
from generator.publish.rulebook.manuscript import (
    MARK,
    Manuscript,
    ManuscriptError,
    file_of,
    parser,
    read_manuscript,
)
from generator.publish.rulebook.pages import BROAD_MM, set_rulebook
from generator.typeset.fonts import font_faces
from generator.typeset.words import plain_name
from validator.catalogue.model import Game

ICON_PX = 160
"""Height of an icon in the PDF: 600 dots an inch at 6.7 mm."""
TABLE_MM, TABLE_DPI = (180.0, 240.0), 220.0
"""Most size on paper of the picture of a table, and its dots an inch on the page."""
MOST_PX = 2400
"""Longest side of a picture of the project's own: 300 dots an inch at 203 mm."""


def manuscript_of(job: PublishJob) -> Manuscript | None:
    """The rulebook of the game that is published, if it has one."""
    shown = file_of(job.game, job.root)
    try:
        return read_manuscript(shown, job.root)
    except ManuscriptError as error:
        raise WrongUseError(f"{shown}: {error}") from error


def fill(job: PublishJob, folder: Path) -> OutputResult:
    """Write the page, the PDF and their pictures.

    Raises:
        WrongUseError: the game has no rulebook.
        DataError: it names what there is not.
    """
    draft = _draft(job)
    pairs = {name: job.pairs[name] for name in draft.components}
    book = job.drawer((*distinct_faces(pairs.values()), *_see_tables(job, draft)))
    shown = dict(pictures(pairs, book, folder, "pictures")) if pairs else {}
    shown |= _table_pictures(draft, book, folder)
    own = _own_pictures(job.root, draft, folder)
    for name in draft.icons:
        (folder / "icons").mkdir(exist_ok=True)
        drawing = _drawing(job.templates.icons[name])
        (folder / "icons" / f"{name}.svg").write_text(drawing, encoding="utf-8")
    page = rulebook_page(draft, shown, own, job.colours, has_site="site" in job.beside)
    (folder / "index.html").write_text(page, encoding="utf-8", newline="\n")
    data, plan = _pdf(job, draft, pairs, {name: str(folder / own[name]) for name in own})
    (folder / plan.file).write_bytes(finish_pdf(data, plan, book))
    return OutputResult(told=f"index.html and {plan.file}")


def _draft(job: PublishJob) -> RulebookDraft:
    """The rulebook filled in.

    Raises:
        WrongUseError: the game has none.
        DataError: it names what there is not.
    """
    found = manuscript_of(job)
    if found is None:
        file = file_of(job.game, job.root)
        raise WrongUseError(f"{job.game.name} has no rulebook; write one as {file}")
    data = Data(job.game, frozenset(job.templates.icons))
    stop_on_errors(tuple(check_manuscript(found, data)))
    stop_on_errors(tuple(check_pictures(found, job.game, job.root)))
    return fill_manuscript(found, data)


def _see_tables(job: PublishJob, draft: RulebookDraft) -> tuple[Face, ...]:
    """Give each set-up the view of its table; returns the faces that are seen there."""
    small = Thumbnails()
    for piece in draft.pieces:
        if isinstance(piece, Steps):
            pairs = tuple(job.pairs.values())
            piece.view = view_of(job.game, piece.tables, pairs, small.drawing, piece)
    return tuple(small.faces.values())


def _table_pictures(
    draft: RulebookDraft, book: FaceBook, folder: Path
) -> dict[tuple[str, str], FacePicture]:
    """Write the pictures of tables; by ``setup`` and the number of the piece."""
    found: dict[tuple[str, str], FacePicture] = {}
    for number, piece in enumerate(draft.pieces):
        if isinstance(piece, Steps) and piece.view is not None:
            image = table_image(piece.view.at_most(*TABLE_MM), book, TABLE_DPI)
            (folder / "pictures").mkdir(exist_ok=True)
            file = f"pictures/setup-{number}.webp"
            (folder / file).write_bytes(webp(image))
            found["setup", str(number)] = FacePicture(file, *image.size)
    return found


def _own_pictures(root: Path, draft: RulebookDraft, folder: Path) -> dict[str, str]:
    own: dict[str, str] = {}
    for number, name in enumerate(dict.fromkeys(name for name, _ in draft.manuscript.pictures)):
        with Image.open(find_picture(root, name).path) as opened:
            image = rgb_of(ImageOps.exif_transpose(opened)).convert("RGBA")
        image.thumbnail((MOST_PX, MOST_PX))
        (folder / "pictures").mkdir(exist_ok=True)
        own[name] = f"pictures/own-{number + 1}.webp"
        (folder / own[name]).write_bytes(webp(image))
    return own


def _drawing(icon: Icon) -> str:
    body = icon.markup(0, 0, 24, "#2a241e", "icon-")
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">{body}</svg>'


def insert(root: Path, game: Game, templates: Templates, paper: str) -> Insert | None:
    """The rulebook of a game as a file of its kit, if it has one."""
    known = paper if paper in set(BookPaper) else BookPaper.A4
    job = PublishJob(root, game, templates, drawer_of(templates), known)
    if manuscript_of(job) is None:
        return None
    draft = _draft(job)
    pairs = {name: job.pairs[name] for name in draft.components}
    faces = (*distinct_faces(pairs.values()), *_see_tables(job, draft))
    with tempfile.TemporaryDirectory() as made:
        own = _own_pictures(root, draft, Path(made))
        data, plan = _pdf(job, draft, pairs, {name: f"{made}/{own[name]}" for name in own})
    finished = finish_pdf(data, plan, job.drawer(faces))
    return Insert("rulebook.pdf", finished, len(plan.pages))


def _pdf(
    job: PublishJob, draft: RulebookDraft, pairs: Mapping[str, FacePair], own: Mapping[str, str]
) -> tuple[bytes, Document]:
    """Set the pages; icons in lines are drawn beforehand, into files that go away."""
    import generator.drawing.cairo  # noqa: F401 - only what draws loads cairo, and so first

    # isort: split
    from cairosvg import svg2png

    with tempfile.TemporaryDirectory() as drawn:
        icons = {}
        for name in sorted(draft.icons):
            icons[name] = str(Path(drawn) / f"{name}.png")
            svg = _drawing(job.templates.icons[name]).encode()
            svg2png(bytestring=svg, write_to=icons[name], output_height=ICON_PX)
        return set_rulebook(draft, pairs, book_sheet(job.paper), job.colours, icons, own)


# --- the page for browsers, which works from the file system --------------------------------------


Shown: TypeAlias = Mapping[tuple[str, str], FacePicture]


def rulebook_page(
    draft: RulebookDraft,
    shown: Shown,
    own: Mapping[str, str],
    colours: Mapping[str, str],
    has_site: bool = False,
) -> str:
    """The page; ``shown`` are pictures by component and side, ``own`` files by written name.

    It links to the site that lies beside it, if there is one (``has_site``).
    """
    headings = [(words, key) for rank, words, key in draft.headings if rank == 2]
    tokens = []
    for at, token in enumerate(draft.manuscript.tokens):
        if token.type == "heading_open":
            token = token.copy(attrs={**token.attrs, "id": f"section-{at}"})  # noqa: PLW2901
        tokens.append(token)
        for child in token.children or ():
            if child.type == "image":
                written = str(child.attrs.get("src", ""))
                child.attrs = {**child.attrs, "src": own.get(written, "")}
    reader = parser()
    html = cast(str, reader.renderer.render(tokens, reader.options, {}))
    html = html.replace("<th>", '<th scope="col">')
    html = _ALONE.sub(lambda mark: _block(draft, mark, shown), html)
    return page_template("rulebook", "rulebook.html.j2", draft.game.tongue).render(
        draft=draft,
        game=draft.game,
        headings=headings,
        has_site=has_site,
        body=Markup(MARK.sub(lambda mark: _in_line(draft.in_line(mark[1])), html)),
        fonts=Markup(font_faces("".join(sorted(set(draft.letters))))),
        light=light(colours),
        dark=DARK,
    )


_ALONE = re.compile(f"<p>{MARK.pattern}</p>")


def _in_line(piece: InLine) -> str:
    text = escape(piece.text)
    if piece.icon:
        file = f"icons/{escape(piece.icon)}.svg"
        return f'<img class="icon" src="{file}" alt="{text}" title="{text}">'
    return f"<strong>{text}</strong>" if piece.strong else text


def _block(draft: RulebookDraft, mark: re.Match[str], shown: Shown) -> str:
    """The piece of a paragraph that is nothing but a mark; the mark where it is one in a line."""
    piece = draft.pieces[int(mark[1])]
    match piece:
        case PictureRow():
            name = {one.id: plain_name(one.name, draft.game) for one in piece}
            figures = "".join(_figure(shown[one, "front"], text) for one, text in name.items())
            kind = "figures grid" if isinstance(piece, PictureGrid) else "figures"
            return f'<div class="{kind}">{figures}</div>'
        case ListedComponents():
            entries = "".join(_list_entry(entry, shown) for entry in piece)
            return f'<div class="listed">{entries}</div>'
        case PartsTable():
            rows = "".join(
                f'<tr><td>{escape(count)}</td><th scope="row">{escape(name)}</th></tr>'
                for count, name in piece
            )
            return f'<table class="parts">{rows}</table>'
        case Steps():
            picture = shown.get(("setup", mark[1]))
            table = f"<figure>{_image(picture, '')}</figure>" if picture else ""
            return f'{table}<ol class="steps">{"".join(map(_step, piece))}</ol>'
    return mark[0]


def _step(step: SetupStep) -> str:
    lines = (
        f"<p>{f'<b>{escape(tables)}:</b> ' if tables else ''}{escape(text)}</p>"
        for tables, text in step.lines
    )
    head = f"<p><b>{escape(step.heading)}</b></p>" if step.heading else ""
    return f"<li>{head}{''.join(lines)}</li>"


def _list_entry(entry: ListEntry, shown: Shown) -> str:
    name = escape(plain_name(entry.component.name, entry.game))
    text = "".join(f"<p>{escape(line)}</p>" for line in entry.text.splitlines())
    image = _image(shown[entry.component.id, "front"], "")
    return f"<article>{image}<div><h4>{name}</h4>{text}</div></article>"


def _figure(picture: FacePicture, text: str) -> str:
    """A picture with its name; what is broad, such as a board, as wide as the window allows."""
    kind = ' class="broad"' if picture.width * 25.4 / DPI > BROAD_MM else ""
    caption = f"<figcaption>{escape(text)}</figcaption>"
    return f"<figure{kind}>{_image(picture, text)}{caption}</figure>"


def _image(picture: FacePicture, alt: str) -> str:
    size = f'width="{picture.width}" height="{picture.height}"'
    return f'<img src="{escape(picture.file)}" {size} alt="{escape(alt)}" loading="lazy">'
