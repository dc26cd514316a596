"""Files for a print shop: pictures or PDFs as its profile asks, and a preflight report.

The profiles are data (``generator/data/shops.yaml``); what a shop would send back is found by
:mod:`generator.press.shop.preflight` and named by card and field before anything is uploaded.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from PIL import Image

from generator.atomic import below, replaced_folder
from generator.design.face import Face, FacePair
from generator.design.faces import faces_of
from generator.design.templating import Templates
from generator.drawing.draw import Drawer, FaceBook, draw
from generator.drawing.raster import Rasteriser, encoded
from generator.outputs.shop.decks import decks_of
from generator.outputs.shop.inks import prepared
from generator.outputs.shop.manifest import Order, as_csv, as_note, rows_of
from generator.outputs.shop.missing import Missing, missing
from generator.outputs.shop.plan import OrderFile, OrderLeaf, planned
from generator.outputs.shop.report import Report, as_text, findings_json
from generator.press.inks.cmyk import Press
from generator.press.inks.pdfx import finish
from generator.press.shop.assemble import Leaf, bound, plain
from generator.press.shop.preflight import check_faces
from generator.press.shop.preflight_files import check_pdf, check_picture
from generator.press.shop.proofs import Proof, proofs_of
from generator.press.shop.shops import Format, Shop
from generator.printing.kit.selection import copies_needed
from generator.recolour.mapping import ColourError
from validator.catalogue.model import Game
from validator.findings import Finding, Severity, has_errors
from validator.progress import Progress, silent

_SAVE_AGAIN = "save the pictures again as RGB PNG; if it stays so, report it"


@dataclass(frozen=True, slots=True)
class Choices:
    """What is chosen for an order: the press of a shop with CMYK files, who orders (None: the
    game's id), and whether what the shop does not make is left out."""

    press: Press | None = None
    customer: str | None = None
    allow_missing: bool = False


@dataclass(frozen=True, slots=True)
class ShopFiles:
    """What was written: folder, files with their page counts, and the most ink (1.0 is 100 %)."""

    folder: Path
    files: Mapping[str, int]
    most_ink: float = 0.0


@dataclass
class _Job:
    """One order while its files are made."""

    order: Order
    proofs: Mapping[str, Proof]
    book: FaceBook
    folder: Path
    press: Press | None
    tell: Progress
    files: dict[str, int] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    most_ink: float = 0.0

    @property
    def game(self) -> Game:
        return self.order.game

    @property
    def shop(self) -> Shop:
        return self.order.shop


def shop_files(
    game: Game,
    templates: Templates,
    out: Path,
    shop: Shop,
    choices: Choices,
    *,
    drawer: Drawer = draw,
    progress: Progress = silent,
) -> tuple[ShopFiles | None, tuple[Finding, ...]]:
    """Write the files of ``game`` for ``shop`` to ``out/<game>/shop/<shop>/``, whole or not at all.

    The folder also gets the order as ``order.csv`` and ``order.txt``, and the preflight report as
    ``preflight.txt`` and ``preflight.json``; what was found is returned, too. Nothing is written,
    and None returned, where the data have errors or the shop does not make all that is wanted.

    Raises:
        OutputError: the folder cannot be written.
    """
    copies = copies_needed(game)
    gone = missing(game, templates.sizes, copies, shop)
    findings = tuple(one.finding(game, allowed=choices.allow_missing) for one in gone)
    if has_errors(findings):
        return None, findings
    progress(0, None, "drawing")
    pairs, drawing = _drawn(game, templates, shop, copies, gone)
    if has_errors(drawing):
        return None, drawing
    if not pairs:
        message = f"{shop.name} makes nothing of {game.name}"
        hint = "order from a shop that makes its forms and sizes: `trilith shop --help`"
        return None, (*findings, _finding(game, "shop-nothing", message, hint))
    decks = decks_of(game, pairs, copies, shop)
    files = planned(decks, shop, choices.customer or game.id)
    order = Order(game, shop, rows_of(files, decks, shop), gone)
    book = drawer([face for pair in pairs for face in _faces(pair)])
    proofs = {proof.face.key: proof for proof in proofs_of(game, pairs)}
    folder = below(out, game.id, "shop", shop.id)
    with replaced_folder(folder) as fresh:
        job = _Job(order, proofs, book, fresh, choices.press, progress)
        job.findings += [*findings, *check_faces(list(proofs.values()), book, shop)]
        try:
            _write(job, files)
        except ColourError as error:
            told = _finding(game, "preflight-colour", str(error), _SAVE_AGAIN)
            job.findings.append(told)
        found = tuple(dict.fromkeys(job.findings))
        _report(job, found)
    return ShopFiles(folder, dict(job.files), job.most_ink), found


def _drawn(
    game: Game,
    templates: Templates,
    shop: Shop,
    copies: Mapping[str, int],
    gone: Sequence[Missing],
) -> tuple[tuple[FacePair, ...], tuple[Finding, ...]]:
    """The faces of all that is ordered, with as much bleed as any product of the order takes."""
    left_out = {one.component_set.id for one in gone}
    bleed = shop.bleed_mm
    for deck in game.sets.values():
        size = templates.sizes.get(deck.size)
        if size is not None and deck.id not in left_out:
            sold = shop.format_of(size.width_mm, size.height_mm, deck.form, size.shape)
            bleed = max(bleed, *shop.bleed_of(sold)) if sold else bleed
    return faces_of(
        game,
        templates,
        bleed_mm=bleed,
        wanted=lambda c: c.set_id not in left_out and copies.get(c.id, 0) > 0,
    )


def _write(job: _Job, files: Sequence[OrderFile]) -> None:
    if job.shop.files == "pdf":
        _write_pdfs(job, files)
    else:
        _write_pictures(job, files)


def _write_pictures(job: _Job, files: Sequence[OrderFile]) -> None:
    with Rasteriser(job.book) as raster:
        for done, file in enumerate(files):
            job.tell(done, len(files), file.name)
            (leaf,) = file.leaves
            assert leaf.face is not None
            whole = raster.image(leaf.face.key, job.shop.dpi)
            image = _cropped(whole, leaf.face, leaf.size, job.shop)
            job.findings += check_picture(image, job.proofs[leaf.face.key], leaf.size, job.shop)
            data = encoded(image, Path(file.name).suffix, job.shop.dpi)
            _save(job, file, data)


def _cropped(image: Image.Image, face: Face, size: Format, shop: Shop) -> Image.Image:
    """A picture without what it has more than the bleed of its product.

    The last row and column may be a fraction that was rounded up.
    """
    wanted, scale = shop.pixels_of(size), shop.dpi / 25.4
    over = [round(2 * (face.bleed_mm - bleed) * scale) for bleed in shop.bleed_of(size)]
    rest = [have - want - more for have, want, more in zip(image.size, wanted, over, strict=True)]
    if not all(-1 <= spare <= 2 for spare in rest):
        return image
    left, top = over[0] // 2, over[1] // 2
    return image.crop((left, top, left + wanted[0], top + wanted[1]))


def _write_pdfs(job: _Job, files: Sequence[OrderFile]) -> None:
    shop = job.shop
    press = job.press if shop.colour == "cmyk" else None
    book, told = prepared(job.book, press, job.proofs, shop, job.tell)
    job.findings += told
    for done, file in enumerate(files):
        job.tell(done, len(files), file.name)
        title = f"{job.game.name}, revision {job.game.revision}: {Path(file.name).stem}"
        with bound(book, [_page(leaf, shop) for leaf in file.leaves]) as pdf:
            if press is not None:
                data = finish(pdf, press.standard, press.profile, title)
            else:
                data = plain(pdf, title)
        _check(job, data, file)
        _save(job, file, data)


def _page(leaf: OrderLeaf, shop: Shop) -> Leaf:
    key, size = None if leaf.face is None else leaf.face.key, leaf.size
    return Leaf(key, size.width_mm, size.height_mm, shop.bleed_mm, leaf.told)


def _check(job: _Job, data: bytes, file: OrderFile) -> None:
    shown = [leaf.face for leaf in file.leaves if leaf.face is not None]
    proofs = [job.proofs[(leaf.face or shown[0]).key] for leaf in file.leaves]
    sizes = [leaf.size for leaf in file.leaves]
    findings, most = check_pdf(data, proofs, sizes, job.shop, file.name)
    job.findings += findings
    job.most_ink = max(job.most_ink, most)


def _save(job: _Job, file: OrderFile, data: bytes) -> None:
    """Write a file; two of one name are a finding, and only the first is written."""
    if file.name in job.files:
        message = f"two files would be called {file.name}"
        hint = "put {deck}, {number} and {face} into the shop's `naming`"
        job.findings.append(_finding(job.game, "shop-naming", message, hint))
        return
    job.files[file.name] = len(file.leaves)
    path = job.folder / file.name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def _report(job: _Job, findings: Sequence[Finding]) -> None:
    report = Report(job.order, job.files, job.most_ink, tuple(findings), job.press)
    texts = {
        "order.csv": as_csv(job.order),
        "order.txt": as_note(job.order),
        "preflight.txt": as_text(report),
        "preflight.json": findings_json(report),
    }
    for name, text in texts.items():
        (job.folder / name).write_text(text, encoding="utf-8", newline="\n")


def _faces(pair: FacePair) -> Iterator[Face]:
    yield pair.front
    if pair.back is not None:
        yield pair.back


def _finding(game: Game, code: str, message: str, hint: str) -> Finding:
    return Finding(code, Severity.ERROR, game.id, game.place, message, hint)
