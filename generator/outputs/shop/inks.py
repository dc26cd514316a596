"""The drawn faces as a shop's files hold them: in its inks, opaque and outlined where it asks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from generator.drawing.draw import FaceBook
from generator.press.inks.cmyk import Press, Standard, press_for, separated_book
from generator.press.inks.flatten import FLATTEN_DPI, flatten
from generator.press.inks.outlines import outlined
from generator.press.inks.overprint import overprinted
from generator.press.shop.proofs import Proof
from generator.press.shop.shops import Shop
from validator.findings import Finding, Severity
from validator.progress import Progress


def press_of(shop: Shop, profile: str | Path | None = None) -> Press | None:
    """The press of a shop, or None where its files are RGB; ``profile`` is a user's own ICC file.

    Raises:
        ProfileError: the profile cannot be used.
    """
    if shop.colour != "cmyk":
        return None
    return press_for(profile or shop.profile, shop.most_ink / 100, shop.standard)


def prepared(
    book: FaceBook, press: Press | None, proofs: Mapping[str, Proof], shop: Shop, tell: Progress
) -> tuple[FaceBook, tuple[Finding, ...]]:
    """The drawn faces as the shop's PDFs hold them, with notes of what was changed for that.

    ``press`` is None for files that are not in inks.

    Raises:
        ColourError: a colour or font that cannot be converted.
    """
    notes: tuple[Finding, ...] = ()
    if press is not None:
        book, notes = _in_inks(book, press, proofs, shop, tell)
    if press is not None and shop.overprints:
        book = FaceBook([overprinted(data) for data in book.pdfs], book.pages)
    if shop.fonts == "outlines":
        tell(0, None, "making outlines of letters")
        book = FaceBook([outlined(data) for data in book.pdfs], book.pages)
    return book, notes


def _in_inks(
    book: FaceBook, press: Press, proofs: Mapping[str, Proof], shop: Shop, tell: Progress
) -> tuple[FaceBook, tuple[Finding, ...]]:
    """The faces in inks, flattened where the standard asks for that."""
    tell(0, None, "separating colours")
    inks = separated_book(book, press)
    if press.standard is not Standard.X1A:
        return inks, ()
    pdfs, flattened = [], []
    for number, data in enumerate(inks.pdfs):
        tell(number, len(inks.pdfs), "flattening")
        opaque, pages = flatten(data, press.most)
        pdfs.append(opaque)
        flattened += [(number, page) for page in pages]
    keys = {spot: key for key, spot in inks.pages.items()}
    told = _flattened([proofs[keys[spot]] for spot in flattened], shop)
    return FaceBook(pdfs, inks.pages), tuple(told)


def _flattened(proofs: Sequence[Proof], shop: Shop) -> Iterator[Finding]:
    decks: dict[str, list[Proof]] = {}
    for proof in proofs:
        decks.setdefault(proof.component_set.id, []).append(proof)
    for found in decks.values():
        deck, game = found[0].component_set, found[0].game
        names = ", ".join(dict.fromkeys(proof.component.name for proof in found))
        message = (
            f"{len(found)} faces of {deck.name} are translucent; {shop.standard} takes nothing "
            f"so, and their art became pictures of {FLATTEN_DPI:g} dpi (letters did not): {names}"
        )
        hint = "draw them without opacity to keep all of it vector"
        place = deck.places.get("template", deck.place)
        yield Finding("preflight-flattened", Severity.NOTE, game.id, place, message, hint)
