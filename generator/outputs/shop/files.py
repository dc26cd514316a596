"""The files of an order: written with the shop's inks, checked, and told in a report.

The profiles are data (``generator/data/shops.yaml``); what a shop would send back is found by
:mod:`generator.press.preflight` and named by card and field before anything is uploaded.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from PIL import Image

from generator.atomic import below, replace_folder
from generator.design.face import Face, FacePair, distinct_faces
from generator.design.faces import faces_of
from generator.design.templates import Templates
from generator.drawing.draw import Drawer, FaceBook, draw
from generator.drawing.raster import Rasteriser, encode_image
from generator.outputs.shop.order import (
    Missing,
    OrderFile,
    OrderLeaf,
    ShopOrder,
    as_csv,
    as_note,
    decks_of,
    find_missing,
    plan_files,
    rows_of,
)
from generator.press.flatten import FLATTEN_DPI, flatten
from generator.press.inks import open_profile, overprint_black
from generator.press.outlines import outline_text
from generator.press.preflight import (
    FaceProof,
    Fault,
    alike,
    check_faces,
    check_pdf,
    check_picture,
    finding_of,
    proofs_of,
)
from generator.press.press_files import (
    PrintingCondition,
    Standard,
    finish,
    separate_book,
)
from generator.press.shops import Leaf, Shop, ShopSize, bind, plain
from generator.printing.selection import copies_needed
from generator.recolour import ColourError
from validator.catalogue.model import Game
from validator.findings import Finding, Severity, has_errors
from validator.progress import Progress, silent
from validator.report import as_object


def press_of(shop: Shop, profile: str | Path | None = None) -> PrintingCondition | None:
    """The press of a shop, or None where its files are RGB; ``profile`` is a user's own ICC file.

    Raises:
        ProfileError: the profile cannot be used.
    """
    if shop.colour != "cmyk":
        return None
    opened = open_profile(profile or shop.profile)
    return PrintingCondition(opened, shop.most_ink / 100, Standard(shop.standard))


def _prepare_book(job: OrderJob) -> FaceBook:
    """The drawn faces as the shop's PDFs hold them.

    Raises:
        ColourError: a colour or font that cannot be converted.
    """
    book, press, shop = job.book, job.press, job.shop
    if press is not None:
        job.tell(0, None, "separating colours")
        book = separate_book(book, press)
        if press.standard is Standard.X1A:
            book = _flatten(job, book, press)
        if shop.overprints:
            book = FaceBook([overprint_black(data) for data in book.pdfs], book.pages)
    if shop.fonts == "outlines":
        job.tell(0, None, "making outlines of letters")
        book = FaceBook([outline_text(data) for data in book.pdfs], book.pages)
    return book


def _flatten(job: OrderJob, book: FaceBook, press: PrintingCondition) -> FaceBook:
    """The faces without transparency, with notes of what became a picture."""
    keys = {spot: key for key, spot in book.pages.items()}
    pdfs: list[bytes] = []
    decks: dict[str, list[FaceProof]] = {}
    for number, data in enumerate(book.pdfs):
        job.tell(number, len(book.pdfs), "flattening")
        opaque, pages = flatten(data, press.most)
        pdfs.append(opaque)
        for page in pages:
            proof = job.proofs[keys[number, page]]
            decks.setdefault(proof.component_set.id, []).append(proof)
    for found in decks.values():
        deck, game = found[0].component_set, found[0].game
        names = ", ".join(dict.fromkeys(proof.component.name for proof in found))
        message = (
            f"{len(found)} faces of {deck.name} are translucent; {job.shop.standard} takes nothing "
            f"so, and their art became pictures of {FLATTEN_DPI:g} dpi (letters did not): {names}"
        )
        hint = "draw them without opacity to keep all of it vector"
        place, code = deck.places.get("template", deck.place), "preflight-flattened"
        job.findings.append(Finding(code, Severity.NOTE, game.id, place, message, hint))
    return FaceBook(pdfs, book.pages)


RULES: Mapping[str, str] = {
    "preflight-lines": "widths of lines",
    "preflight-letters": "sizes of letters",
    "preflight-safe-area": "letters, icons and frames in the safe area",
    "preflight-bleed": "art to the end of the bleed",
    "preflight-resolution": "resolution of pictures",
    "preflight-pixels": "pixels of faces",
    "preflight-boxes": "media, bleed and trim boxes",
    "preflight-fonts": "fonts embedded",
    "preflight-outlines": "letters as outlines",
    "preflight-layers": "no layers",
    "preflight-name": "sizes in file names",
    "preflight-transparency": "no transparency",
    "preflight-colour": "colours are inks, output intent",
    "preflight-overprint": "black letters",
    "preflight-ink": "total ink",
}
_ONLY_PDF = ("preflight-boxes", "preflight-fonts", "preflight-layers", "preflight-name")
_ONLY_CMYK = ("preflight-colour", "preflight-ink", "preflight-overprint")


@dataclass(frozen=True, slots=True)
class OrderChoices:
    """What is chosen for an order: the press of a shop with CMYK files, who orders (None: the
    game's id), and whether what the shop does not make is left out."""

    press: PrintingCondition | None = None
    customer: str | None = None
    allow_missing: bool = False


@dataclass
class OrderJob(ShopOrder):
    """An order, and what came of it: the folder, its files with their page counts, findings.

    ``marked`` are the findings that a sheet shows. ``most_ink`` is a sum (1.0 is 100 %).
    """

    press: PrintingCondition | None
    proofs: Mapping[str, FaceProof]
    book: FaceBook
    folder: Path
    tell: Progress
    files: dict[str, int] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    marked: list[Finding] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    most_ink: float = 0.0


_TOLD = ("code", "severity", "file", "line", "column", "message", "hint")
"""What the report for programs tells of a finding."""


def findings_json(report: OrderJob) -> str:
    """The report for programs."""
    shop, press = report.shop, report.press
    data = {
        "game": report.game.id,
        "revision": report.game.revision,
        "shop": shop.id,
        "passed": not has_errors(report.findings),
        "profile": press.profile.description if press else None,
        "standard": press.standard.value if press else None,
        "most_ink_percent": round(report.most_ink * 100, 1) if press else None,
        "left_out": [
            {"set": gone.component_set.id, "pieces": gone.count, "why": gone.why}
            for gone in report.left_out
        ],
        "files": [{"file": name, "pages": pages} for name, pages in report.files.items()],
        "findings": [
            {key: value for key, value in as_object(one).items() if key in _TOLD}
            for one in report.findings
        ],
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _head(report: OrderJob) -> Iterator[str]:
    game, shop, press = report.game, report.shop, report.press
    pages = sum(report.files.values())
    what = "pages" if shop.files == "pdf" else "pictures"
    verdict = "FAILED" if has_errors(report.findings) else "passed"
    yield f"{game.name}, revision {game.revision}, for {shop.name}: preflight {verdict}"
    yield f"{len(report.files)} files, {pages} {what}; bleed {shop.bleed_mm:g} mm"
    if press is not None:
        yield f"{press.standard.value}, {press.profile.description}"
    for gone in report.left_out:
        yield f"left out: {gone.component_set.name} ({gone.count}): {gone.why}"
    if shop.note:
        yield shop.note
    if shop.recall:
        yield f"Not seen in a source of the shop, so ask: {', '.join(shop.recall)}"


def _rules(report: OrderJob) -> Iterator[str]:
    for code, name in RULES.items():
        if not _applies(code, report.shop):
            continue
        failed = [finding for finding in report.findings if finding.code == code]
        figure = ""
        if code == "preflight-ink":
            figure = f" (most {report.most_ink * 100:.0f} % of {report.shop.most_ink:g} %)"
        elif code == "preflight-overprint":
            figure = " overprint" if report.shop.overprints else " spare out their ground"
        verdict = "FAIL" if has_errors(failed) else "look" if failed else "ok  "
        yield f"  {verdict} {name}{figure}" + (f": {len(failed)} times" if failed else "")


def _applies(code: str, shop: Shop) -> bool:
    if code in _ONLY_CMYK:
        return shop.colour == "cmyk"
    if code == "preflight-outlines":
        return shop.fonts == "outlines"
    if code == "preflight-name" and "{size}" not in shop.naming:
        return False
    if code == "preflight-transparency":
        return shop.opaque
    if code == "preflight-pixels":
        return shop.files != "pdf"
    return code not in _ONLY_PDF or shop.files == "pdf"


def _details(report: OrderJob) -> Iterator[str]:
    for severity in (Severity.ERROR, Severity.WARNING, Severity.NOTE):
        found = [finding for finding in report.findings if finding.severity is severity]
        if found:
            yield ""
            yield f"{severity.value}s:"
        for finding in found:
            yield f"  {finding.place} {finding.code}: {finding.message}"
            if finding.hint:
                yield f"      {finding.hint}"
            if finding in report.marked:
                number = report.marked.index(finding) + 1
                yield f"      preflight.pdf shows it, as number {number}"


_SAVE_AGAIN = "save the pictures again as RGB PNG; if it stays so, report it"


def write_order_files(
    game: Game,
    templates: Templates,
    out: Path,
    shop: Shop,
    choices: OrderChoices,
    *,
    drawer: Drawer = draw,
    progress: Progress = silent,
) -> tuple[OrderJob | None, tuple[Finding, ...]]:
    """Write the files of ``game`` for ``shop`` to ``out/<game>/shop/<shop>/``, whole or not at all.

    The folder also gets the order as ``order.csv`` and ``order.txt``, and the preflight report as
    ``preflight.txt`` and ``preflight.json``; what was found is returned, too. Nothing is written,
    and None returned, where the data have errors or the shop does not make all that is wanted.

    Raises:
        OutputError: the folder cannot be written.
    """
    copies = copies_needed(game)
    gone = find_missing(game, templates.sizes, copies, shop)
    findings = tuple(one.finding(game, allowed=choices.allow_missing) for one in gone)
    if has_errors(findings):
        return None, findings
    progress(0, None, "drawing")
    pairs, drawing = _draw(game, templates, shop, copies, gone)
    if has_errors(drawing):
        return None, drawing
    if not pairs:
        message = f"{shop.name} makes nothing of {game.name}"
        hint = "order from a shop that makes its forms and sizes: `trilith shop --help`"
        return None, (*findings, _finding(game, "shop-nothing", message, hint))
    decks = decks_of(game, pairs, copies, shop)
    files = plan_files(decks, shop, choices.customer or game.id)
    rows = rows_of(files, decks, shop)
    book = drawer(distinct_faces(pairs))
    proofs = {proof.face.key: proof for proof in proofs_of(game, pairs)}
    folder = below(out, game.id, "shop", shop.id)
    with replace_folder(folder) as fresh:
        job = OrderJob(game, shop, rows, gone, choices.press, proofs, book, fresh, progress)
        job.findings += findings
        job.faults += check_faces(list(proofs.values()), book, shop)
        try:
            _write(job, files)
        except ColourError as error:
            job.findings.append(_finding(game, "preflight-colour", str(error), _SAVE_AGAIN))
        causes = alike(job.faults)
        job.findings = [*dict.fromkeys([*job.findings, *map(finding_of, causes)])]
        _mark(job, [group for group in causes if group[0].boxes])
        _report(job)
    job.folder = folder
    return job, tuple(job.findings)


def _draw(
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
    )[:2]


def _write(job: OrderJob, files: Sequence[OrderFile]) -> None:
    if job.shop.files == "pdf":
        _write_pdfs(job, files)
    else:
        with Rasteriser(job.book) as raster:
            for done, file in enumerate(files):
                job.tell(done, len(files), file.name)
                (leaf,) = file.leaves
                assert leaf.face is not None
                whole = raster.image(leaf.face.key, job.shop.dpi)
                image = _crop(whole, leaf.face, leaf.deck.size, job.shop)
                job.faults += check_picture(
                    image, job.proofs[leaf.face.key], leaf.deck.size, job.shop
                )
                data = encode_image(image, Path(file.name).suffix, job.shop.dpi)
                _save(job, file, data)


def _crop(image: Image.Image, face: Face, size: ShopSize, shop: Shop) -> Image.Image:
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


def _write_pdfs(job: OrderJob, files: Sequence[OrderFile]) -> None:
    shop = job.shop
    book, press = _prepare_book(job), job.press
    for done, file in enumerate(files):
        job.tell(done, len(files), file.name)
        title = f"{job.game.name}, revision {job.game.revision}: {Path(file.name).stem}"
        with bind(book, [_page(leaf, shop) for leaf in file.leaves]) as pdf:
            if press is not None:
                data = finish(pdf, press.standard, press.profile, title)
            else:
                data = plain(pdf, title)
        _check(job, data, file)
        _save(job, file, data)


def _page(leaf: OrderLeaf, shop: Shop) -> Leaf:
    key, size = None if leaf.face is None else leaf.face.key, leaf.deck.size
    return Leaf(key, size.width_mm, size.height_mm, shop.bleed_mm, leaf.text)


def _check(job: OrderJob, data: bytes, file: OrderFile) -> None:
    shown = [leaf.face for leaf in file.leaves if leaf.face is not None]
    proofs = [job.proofs[(leaf.face or shown[0]).key] for leaf in file.leaves]
    sizes = [leaf.deck.size for leaf in file.leaves]
    faults, most = check_pdf(data, proofs, sizes, job.shop, file.name)
    job.faults += faults
    job.most_ink = max(job.most_ink, most)


def _save(job: OrderJob, file: OrderFile, data: bytes) -> None:
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


def _mark(job: OrderJob, causes: Sequence[Sequence[Fault]]) -> None:
    """Show the faces that have faults, where there are any."""
    if not causes:
        return
    from generator.outputs.shop.marked import SHEET, mark_faults

    title = f"{job.game.name}, revision {job.game.revision}: preflight for {job.shop.name}"
    (job.folder / SHEET).write_bytes(mark_faults(causes, job.book, title))
    job.marked = [finding_of(group) for group in causes]


def _report(job: OrderJob) -> None:
    texts = {
        "order.csv": as_csv(job),
        "order.txt": as_note(job),
        "preflight.txt": "\n".join([*_head(job), "", *_rules(job), *_details(job)]) + "\n",
        "preflight.json": findings_json(job),
    }
    for name, text in texts.items():
        (job.folder / name).write_text(text, encoding="utf-8", newline="\n")


def _finding(game: Game, code: str, message: str, hint: str) -> Finding:
    return Finding(code, Severity.ERROR, game.id, game.place, message, hint)
