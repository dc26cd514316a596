"""Files for a print shop: pictures or PDFs as its profile asks, and a preflight report.

The profiles are data (``generator/data/shops.yaml``); what a shop would send back is found by
:mod:`generator.press.shop.preflight` and named by card and field before anything is uploaded.

Codes:

``shop-nothing``
    The shop prints nothing of the game.

    Bad, by `trilith shop fog --to printandplay`, besides shop-form::

        # game.yaml  <- here

        # cards.yaml
        form: standee

    Good, by `trilith shop fog --to printandplay`::

        # cards.yaml
        form: card
``shop-naming``
    Two files would get one name, by the `naming` of a shop of one's own.

    Bad, by `trilith shop fog --to copyshop`::

        # game.yaml  <- here

        # ./shops.yaml
        kind: shops
        shops:
          copyshop:
            name: Copy shop
            files: png
            colour: rgb
            dpi: 72
            bleed_mm: 3
            safe_mm: 3
            forms: [card]
            naming: "{deck}.png"

    Good, by `trilith shop fog --to copyshop`::

        # ./shops.yaml
        kind: shops
        shops:
          copyshop:
            name: Copy shop
            files: png
            colour: rgb
            dpi: 72
            bleed_mm: 3
            safe_mm: 3
            forms: [card]
            naming: "{deck}/{number}.png"
``preflight-flattened``
    A note: the shop takes no transparency, so translucent art became pictures, while letters
    stayed letters. Art without `opacity` stays vector.

    Bad, by `trilith shop fog --to drivethrucards`::

        # cards.yaml
        template: fog/card  # <- here

        # templates/fog/card.svg.j2
        <rect x="-4" y="-4" width="72" height="97" fill="#f7f0df"/>
        <circle cx="30" cy="40" r="12" fill="#66803c" opacity="0.5"/>

    Good, by `trilith shop fog --to drivethrucards`::

        # templates/fog/card.svg.j2
        <rect x="-4" y="-4" width="72" height="97" fill="#f7f0df"/>
        <circle cx="30" cy="40" r="12" fill="#b0b98e"/>
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from generator.atomic import below, replaced_folder
from generator.design.face import Face, FacePair
from generator.design.faces import faces_of
from generator.design.templating import Templates
from generator.drawing.draw import Drawer, FaceBook, draw
from generator.drawing.raster import Rasteriser, encoded
from generator.outputs.shop.items import Item, file_name, items_of, ordered, pictures_of
from generator.outputs.shop.report import Report, as_text, findings_json
from generator.press.inks.cmyk import Press, Standard, press_for, separated_book
from generator.press.inks.flatten import FLATTEN_DPI, flatten
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
class ShopFiles:
    """What was written: folder, files with their page counts, and the most ink (1.0 is 100 %)."""

    folder: Path
    files: Mapping[str, int]
    most_ink: float = 0.0


@dataclass
class _Job:
    """One order while its files are made."""

    game: Game
    shop: Shop
    proofs: Mapping[str, Proof]
    book: FaceBook
    folder: Path
    press: Press | None
    tell: Progress
    files: dict[str, int] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    most_ink: float = 0.0


def shop_files(
    game: Game,
    templates: Templates,
    out: Path,
    shop: Shop,
    *,
    press: Press | None = None,
    drawer: Drawer = draw,
    progress: Progress = silent,
) -> tuple[ShopFiles | None, tuple[Finding, ...]]:
    """Write the files of ``game`` for ``shop`` to ``out/<game>/shop/<shop>/``, whole or not at all.

    ``press`` is needed for shops with CMYK files (:func:`press_of`). The folder also gets
    ``preflight.txt`` and ``preflight.json``; what the preflight found is returned, too. Nothing
    is written, and None returned, where the data have errors or the shop prints none of it.

    Raises:
        OutputError: the folder cannot be written.
    """
    copies = copies_needed(game)
    forms = set(shop.forms)
    wanted = {c.id for s in game.sets.values() if s.form in forms for c in s.components}
    progress(0, None, "drawing")
    pairs, drawing = faces_of(
        game,
        templates,
        bleed_mm=shop.bleed_mm,
        wanted=lambda c: c.id in wanted and copies.get(c.id, 0) > 0,
    )
    if has_errors(drawing):
        return None, drawing
    items, left_out = items_of(game, pairs, copies, shop)
    if not items:
        message = f"{shop.name} prints nothing of {game.name}"
        hint = "order from a shop that prints its forms and sizes: `trilith shop --help`"
        return None, (*left_out, _finding(game, "shop-nothing", message, hint))
    book = drawer([face for item in items for face in _faces(item.pair)])
    proofs = {proof.face.key: proof for proof in proofs_of(game, [i.pair for i in items])}
    folder = below(out, game.id, "shop", shop.id)
    with replaced_folder(folder) as fresh:
        job = _Job(game, shop, proofs, book, fresh, press, progress)
        job.findings += [*left_out, *check_faces(list(proofs.values()), book, shop)]
        try:
            _write(job, items)
        except ColourError as error:
            told = _finding(game, "preflight-colour", str(error), _SAVE_AGAIN)
            job.findings.append(told)
        found = tuple(dict.fromkeys(job.findings))
        _report(job, found)
    return ShopFiles(folder, dict(job.files), job.most_ink), found


def press_of(shop: Shop, profile: str | Path | None = None) -> Press | None:
    """The press of a shop, or None where its files are RGB; ``profile`` is a user's own ICC file.

    Raises:
        ProfileError: the profile cannot be used.
    """
    if shop.colour != "cmyk":
        return None
    return press_for(profile or shop.profile, shop.most_ink / 100, shop.standard)


def _write(job: _Job, items: Sequence[Item]) -> None:
    if job.shop.files == "pdf":
        _write_pdfs(job, items)
    else:
        _write_pictures(job, items)


def _write_pictures(job: _Job, items: Sequence[Item]) -> None:
    shop = job.shop
    pictures = list(pictures_of(items))
    with Rasteriser(job.book) as raster:
        for done, (face, item, side, copies, shared) in enumerate(pictures):
            name = file_name(shop, items, item, side, copies, shared=shared)
            job.tell(done, len(pictures), name)
            wanted = shop.pixels_of(item.size)
            image = raster.image(face.key, shop.dpi)
            if all(0 <= a - b <= 2 for a, b in zip(image.size, wanted, strict=True)):
                image = image.crop((0, 0, *wanted))  # the last row is a rounded-up fraction
            job.findings += check_picture(image, job.proofs[face.key], item.size, shop)
            if _new_file(job, name, 1):
                data = encoded(image, Path(name).suffix, shop.dpi)
                (job.folder / name).write_bytes(data)


def _write_pdfs(job: _Job, items: Sequence[Item]) -> None:
    shop, book = job.shop, _in_inks(job)
    groups: dict[str, list[Item]] = {}
    for item in items:
        groups.setdefault(file_name(shop, items, item, "both", item.copies), []).append(item)
    for done, (name, group) in enumerate(groups.items()):
        job.tell(done, len(groups), name)
        leaves = list(ordered(group, shop))
        pages = [Leaf(key, s.width_mm, s.height_mm, shop.bleed_mm) for key, s in leaves]
        title = f"{job.game.name}, revision {job.game.revision}: {Path(name).stem}"
        with bound(book, pages) as pdf:
            if job.press is not None and shop.colour == "cmyk":
                data = finish(pdf, job.press.standard, job.press.profile, title)
            else:
                data = plain(pdf, title)
        _check(job, data, leaves, name)
        if _new_file(job, name, len(leaves)):
            (job.folder / name).write_bytes(data)


def _check(job: _Job, data: bytes, leaves: Sequence[tuple[str | None, Format]], name: str) -> None:
    shown = next(job.proofs[key] for key, _ in leaves if key is not None)
    proofs = [shown if key is None else job.proofs[key] for key, _ in leaves]
    findings, most = check_pdf(data, proofs, [size for _, size in leaves], job.shop, name)
    job.findings += findings
    job.most_ink = max(job.most_ink, most)


def _in_inks(job: _Job) -> FaceBook:
    """The drawn faces in the colours of the shop's files, flattened where it asks for that."""
    if job.press is None or job.shop.colour != "cmyk":
        return job.book
    job.tell(0, None, "separating colours")
    book = separated_book(job.book, job.press)
    if job.press.standard is not Standard.X1A:
        return book
    pdfs, flattened = [], []
    for number, data in enumerate(book.pdfs):
        job.tell(number, len(book.pdfs), "flattening")
        opaque, pages = flatten(data, job.press.most)
        pdfs.append(opaque)
        flattened += [(number, page) for page in pages]
    keys = {spot: key for key, spot in book.pages.items()}
    job.findings += _flattened(job, [job.proofs[keys[spot]] for spot in flattened])
    return FaceBook(pdfs, book.pages)


def _flattened(job: _Job, proofs: Sequence[Proof]) -> Iterator[Finding]:
    decks: dict[str, list[Proof]] = {}
    for proof in proofs:
        decks.setdefault(proof.component_set.id, []).append(proof)
    for found in decks.values():
        deck = found[0].component_set
        names = ", ".join(dict.fromkeys(proof.component.name for proof in found))
        message = (
            f"{len(found)} faces of {deck.name} are translucent; {job.shop.standard} takes nothing "
            f"so, and their art became pictures of {FLATTEN_DPI:g} dpi (letters did not): {names}"
        )
        hint = "draw them without opacity to keep all of it vector"
        place = deck.places.get("template", deck.place)
        yield Finding("preflight-flattened", Severity.NOTE, job.game.id, place, message, hint)


def _new_file(job: _Job, name: str, pages: int) -> bool:
    """Note a file; two of one name are a finding, and only the first is written."""
    if name in job.files:
        message = f"two files would be called {name}"
        hint = "put {deck}, {number} and {face} into the shop's `naming`"
        job.findings.append(
            Finding("shop-naming", Severity.ERROR, job.game.id, job.game.place, message, hint)
        )
        return False
    job.files[name] = pages
    (job.folder / name).parent.mkdir(parents=True, exist_ok=True)
    return True


def _report(job: _Job, findings: Sequence[Finding]) -> None:
    report = Report(job.game, job.shop, job.files, job.most_ink, tuple(findings), job.press)
    (job.folder / "preflight.txt").write_text(as_text(report), encoding="utf-8", newline="\n")
    text = findings_json(report)
    (job.folder / "preflight.json").write_text(text, encoding="utf-8", newline="\n")


def _faces(pair: FacePair) -> Iterator[Face]:
    yield pair.front
    if pair.back is not None:
        yield pair.back


def _finding(game: Game, code: str, message: str, hint: str) -> Finding:
    return Finding(code, Severity.ERROR, game.id, game.place, message, hint)
