"""What a shop would send back, on finished files, and whom to blame on a face."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import Any

import pypdfium2 as pdfium
from pikepdf import Dictionary, Pdf
from PIL import Image

from generator.design.face import Face, FacePair
from generator.drawing.draw import FaceBook
from generator.press.flatten import Plates, most_ink
from generator.press.inks import black_letters
from generator.press.measures import Box, Mark, PageLook
from generator.press.shops import Shop, ShopSize
from generator.press.transparency import all_resources, transparent
from generator.printing.sheet_fonts import POINTS
from generator.recolour import ColourError
from generator.svg.inside import TrimOutline, icon_squares
from validator.catalogue.model import Component, ComponentSet, Game, Value
from validator.catalogue.words.effect_text import text_of
from validator.findings import Finding, Place, Severity

_TELLING = 3
"""Shorter fragments than this many letters are found in any text; they must be the whole of it."""


@dataclass(frozen=True, slots=True)
class FaceProof:
    """A face to check: the first component that shows it, on which side, and how many more do."""

    face: Face
    shape: str
    game: Game
    component: Component
    component_set: ComponentSet
    side: str
    others: int = 0

    @property
    def text(self) -> str:
        """The face in words: ``Luck card “Strong Backs” (front)``."""
        more = f", as {self.others} more" if self.others else ""
        return f"{self.component_set.singular} “{self.component.name}” ({self.side}{more})"

    def blame(self, fragment: str) -> tuple[str, Place]:
        """The field that holds a printed ``fragment``, and its place; else the whole record."""
        fields = {key: tuple(map(_flat, texts)) for key, texts in self._texts().items()}
        for key, texts in fields.items():
            if fragment in texts:
                return key, self._field_place(key)
        for key, texts in fields.items():
            if len(fragment) >= _TELLING and any(fragment in text for text in texts):
                return key, self._field_place(key)
        return "template", self.template_place()

    def blame_picture(self) -> tuple[str, Place]:
        """The field that names a picture on this face, and its place."""
        for key, texts in self._texts().items():
            for text in texts:
                if text.lower().endswith((".png", ".jpg", ".jpeg")) and text in self.face.svg:
                    return key, self.component.place_of(key)
        return "template", self.template_place()

    def report(self, code: str, message: str, hint: str, place: Place | None = None) -> Fault:
        """A fault of this face, where no place is said at the record, or the template of a back."""
        whole = self.template_place() if self.side == "back" else self.component.place
        return Fault(code, self, message, hint, place or whole)

    def _field_place(self, key: str) -> Place:
        written = key != "text" or self.component.text is not None
        return self.component.place_of(key if written else "effects")

    def template_place(self) -> Place:
        """Where the record of the set names the template of this side."""
        key = "back" if self.side == "back" else "template"
        return self.component_set.places.get(key, self.component_set.place)

    def _texts(self) -> Mapping[str, Sequence[str]]:
        own = {key: tuple(_strings(value)) for key, value in self.component.fields.items()}
        text = text_of(self.component, self.game)
        return {"name": (self.component.name,), "text": (text,), **own}


@dataclass(frozen=True, slots=True)
class Fault:
    """What a shop would send a face back for.

    Faults of the faces of a set with one ``cause`` are told together, by the one that is
    ``worst``. ``boxes`` (mm) show where on the face it lies.
    """

    code: str
    proof: FaceProof = field(compare=False)
    message: str
    hint: str
    place: Place
    cause: str = ""
    worst: float = 0.0
    boxes: tuple[Box, ...] = ()

    @property
    def severity(self) -> Severity:
        """Whether shops refuse a file for it, or warn."""
        return Severity.WARNING if self.code in ADVICE else Severity.ERROR


def alike(faults: Iterable[Fault]) -> list[list[Fault]]:
    """Faults by their cause, the worst first."""
    found: dict[tuple[str, ...], list[Fault]] = {}
    for one in dict.fromkeys(faults):
        deck = one.proof.component_set.id
        found.setdefault((one.code, deck, one.proof.side, one.cause), []).append(one)
    return [sorted(group, key=lambda one: -one.worst) for group in found.values()]


def finding_of(group: Sequence[Fault]) -> Finding:
    """One finding for all faults of one cause, with how many pieces have it."""
    first = group[0]
    others = {one.proof.face.key: 1 + one.proof.others for one in group}
    more = f"; it is the worst of {sum(others.values())} pieces" if len(others) > 1 else ""
    game = first.proof.game.id
    return Finding(first.code, first.severity, game, first.place, first.message + more, first.hint)


def proofs_of(game: Game, pairs: Iterable[FacePair]) -> tuple[FaceProof, ...]:
    """One proof for every distinct face of ``pairs``, in order."""
    components = {component.id: component for component in game.components()}
    found: dict[str, FaceProof] = {}
    for pair in pairs:
        for side, face in pair.sides:
            component = components[pair.component]
            known = found.get(face.key)
            others = 0 if known is None else known.others + 1
            first = component if known is None else known.component
            decks = game.sets[pair.deck]
            found[face.key] = FaceProof(face, pair.shape, game, first, decks, side, others)
    return tuple(found.values())


def _flat(text: str) -> str:
    """A text as it is printed, without marks for bold and italic."""
    return " ".join(text.replace("*", "").split())


def _strings(value: Value) -> Iterator[str]:
    if isinstance(value, Mapping):
        for item in value.values():
            yield from _strings(item)
    elif isinstance(value, tuple):
        for item in value:
            yield from _strings(item)
    elif value is not None and not isinstance(value, bool):
        yield str(value)


NEAR_MM = 0.05
"""Lengths that differ by no more are equal: the rounding of fonts and boxes."""
NEAR_PT = 0.01
"""So are widths of lines and sizes of letters."""
LOOK_DPI = 96.0
"""Resolution at which ink and bleed are looked at."""
ADVICE = ("preflight-safe-area", "preflight-lines", "preflight-letters")
"""Rules that shops warn of but do not refuse a file for."""
_INSIDE_MM = 0.6
_WHITE = 250
_LEAST_STRIP = 0.02


def check_faces(proofs: Sequence[FaceProof], book: FaceBook, shop: Shop) -> list[Fault]:
    """Check the drawn faces: lines, letters, safe area, pictures, bleed."""
    faults: list[Fault] = []
    documents = [pdfium.PdfDocument(data) for data in book.pdfs]
    try:
        for proof in proofs:
            number, index = book.pages[proof.face.key]
            page, face = documents[number][index], proof.face
            shape = proof.shape if proof.shape in ("round", "hex") else "rect"
            trim = TrimOutline(face.width_mm, face.height_mm, shape)
            look = PageLook(page, face.bleed_mm, trim)
            for rule in (thin_lines, small_letters, cut_letters, cut_things, cut_edges):
                faults += rule(look, proof, shop)
            faults += coarse_pictures(page, proof, shop)
            if not any(one.proof is proof and one.code == "preflight-bleed" for one in faults):
                faults += short_bleed(page, proof, shop)
    finally:
        for document in documents:
            document.close()
    return faults


_THICKER = "draw it thicker in the template or the icon"


def thin_lines(look: PageLook, proof: FaceProof, shop: Shop) -> Iterator[Fault]:
    """Lines thinner than the shop can print; light ones on a dark ground need more."""
    finest = shop.finest
    marks = list(look.lines(finest["line"] - NEAR_PT, finest["light_line"] - NEAR_PT))
    for is_light in (False, True):
        found = [mark for mark in marks if mark.is_light is is_light]
        if found:
            thinnest = min(mark.size for mark in found)
            kind, least = _LIGHT_LINE if is_light else _LINE
            message = f"{kind} of {proof.text} is {thinnest:.2f} pt wide"
            hint = f"{shop.name} prints {finest[least]:g} pt or more: {_THICKER}"
            fault = proof.report("preflight-lines", message, hint, proof.template_place())
            yield replace(fault, cause=kind, worst=-thinnest, boxes=_boxes(found))


_LINE, _LIGHT_LINE = ("a line", "line"), ("a light line on a darker ground", "light_line")


def small_letters(look: PageLook, proof: FaceProof, shop: Shop) -> Iterator[Fault]:
    """Letters smaller than the shop can print, once a field; light ones need to be larger."""
    for mark in look.letters:
        least = shop.finest["light_letter" if mark.is_light else "letter"]
        if mark.size < least - NEAR_PT:
            field, place = proof.blame(mark.text)
            ground = ", light on a darker ground" if mark.is_light else ""
            message = (
                f"“{mark.text}” ({field}) of {proof.text} is set in {mark.size:.1f} pt{ground}"
            )
            hint = f"{shop.name} prints {least:g} pt or more: make it larger in the template"
            fault = proof.report("preflight-letters", message, hint, place)
            cause = field + ground
            yield replace(fault, cause=cause, worst=-mark.size, boxes=(mark.box,))


def cut_letters(look: PageLook, proof: FaceProof, shop: Shop) -> Iterator[Fault]:
    """Letters nearer to the trim edge than the shop's safe distance."""
    for mark in look.letters:
        left, top, right, bottom = mark.box
        out = max(look.edge.over((x, y)) for x in (left, right) for y in (top, bottom))
        if out + shop.safe_mm > NEAR_MM:
            field, place = proof.blame(mark.text)
            what = f"“{mark.text}” ({field})"
            yield _unsafe(what, proof, shop, replace(mark, size=out), field, place)


def cut_things(look: PageLook, proof: FaceProof, shop: Shop) -> Iterator[Fault]:
    """Icons, and plates with icons or letters on them, nearer to the trim than is safe."""
    icons = [*icon_squares(proof.face.svg)]
    for mark in look.things(NEAR_MM - shop.safe_mm, icons):
        yield _unsafe("an icon or its plate", proof, shop, mark, "icon", proof.template_place())


def _unsafe(what: str, proof: FaceProof, shop: Shop, mark: Mark, cause: str, place: Place) -> Fault:
    message = (
        f"{what} of {proof.text} reaches {mark.size + shop.safe_mm:.1f} mm out of the safe area, "
        f"which ends {shop.safe_mm:g} mm inside the trim edge"
    )
    hint = "move it inwards in the template"
    fault = proof.report("preflight-safe-area", message, hint, place)
    return replace(fault, cause=cause, worst=mark.size, boxes=(mark.box,))


def cut_edges(look: PageLook, proof: FaceProof, shop: Shop) -> Iterator[Fault]:
    """Frames and lines along the trim that it may cut, and art that ends within the bleed."""
    marks = list(look.edges(NEAR_MM - shop.safe_mm, shop.bleed_mm - NEAR_MM))
    inside = [mark for mark in marks if mark.size < -NEAR_MM]
    if inside:
        nearest = max(inside, key=lambda mark: mark.size)
        what, place = "a frame or a line along the edge", proof.template_place()
        fault = _unsafe(what, proof, shop, nearest, "frame", place)
        yield replace(fault, boxes=_boxes(inside))
    short = [mark for mark in marks if mark.size >= -NEAR_MM]
    if short:
        least = min(mark.size for mark in short)
        message = f"art of {proof.text} ends {max(0, least):.1f} mm outside of the trim edge"
        hint = f"draw it {shop.bleed_mm:g} mm past the trim edge (`-bleed` to `w + bleed`)"
        fault = proof.report("preflight-bleed", message, hint)
        yield replace(fault, cause="end", worst=-least, boxes=_boxes(short))


def _boxes(marks: Iterable[Mark]) -> tuple[Box, ...]:
    return tuple(mark.box for mark in marks)


def coarse_pictures(page: Any, proof: FaceProof, shop: Shop) -> Iterator[Fault]:
    """Pictures printed with fewer pixels an inch than the shop wants."""
    for item in page.get_objects(filter=[_IMAGE]):
        width, height = item.get_px_size()
        left, bottom, right, top = item.get_bounds()
        dpi = min(width / (right - left), height / (top - bottom)) * 72
        if dpi >= shop.least_dpi - 0.5:
            continue
        field, place = proof.blame_picture()
        message = f"a picture ({field}) of {proof.text} is printed at {dpi:.0f} dpi"
        hint = (
            f"{shop.name} wants {shop.least_dpi:g} dpi: use a larger picture, or print it smaller"
        )
        yield proof.report("preflight-resolution", message, hint, place)


def short_bleed(page: Any, proof: FaceProof, shop: Shop) -> Iterator[Fault]:
    """Edges where art is cut through but does not go on to the end of the bleed."""
    if shop.bleed_mm == 0:
        return
    if proof.face.bleed_mm < shop.bleed_mm - NEAR_MM:
        message = f"{proof.text} is drawn with {proof.face.bleed_mm:g} mm of bleed"
        hint = f"{shop.name} wants {shop.bleed_mm:g} mm"
        yield proof.report("preflight-bleed", message, hint)
        return
    image = page.render(scale=LOOK_DPI / 72, fill_color=(255, 255, 255, 0)).to_pil()
    more = (proof.face.bleed_mm - shop.bleed_mm) * LOOK_DPI / 25.4
    edges = _bare_edges(image.convert("RGBA"), proof.face.bleed_mm * LOOK_DPI / 25.4, more)
    if edges:
        message = f"the art of {proof.text} ends before the bleed does, at the {', '.join(edges)}"
        hint = f"draw it {shop.bleed_mm:g} mm past the trim edge (`-bleed` to `w + bleed`)"
        yield proof.report("preflight-bleed", message, hint)


_IMAGE = 3
"""The kind of a picture in pdfium (FPDF_PAGEOBJ_IMAGE)."""


def _bare_edges(image: Image.Image, bleed: float, more: float) -> list[str]:
    """The edges at which paint crosses the trim line but stops before the end of the bleed.

    ``bleed`` is that of the picture, ``more`` how far it goes beyond that of the shop (pixels).
    """
    inside = bleed + _INSIDE_MM * LOOK_DPI / 25.4
    turned = {"top": 0, "left": 270, "bottom": 180, "right": 90}
    found = []
    for name, angle in turned.items():
        upright = image.rotate(angle, expand=True)
        lines = (upright.crop((0, y, upright.width, y + 1)) for y in (int(more) + 1, int(inside)))
        outer, inner = (list(zip(*[iter(line.tobytes())] * 4, strict=True)) for line in lines)
        span = range(int(inside), upright.width - int(inside))
        painted = [x for x in span if inner[x][3] >= 128 and min(inner[x][:3]) < _WHITE]
        bare = sum(outer[x][3] < 128 for x in painted)
        if bare > _LEAST_STRIP * len(span):
            found.append(name)
    return found


_MAKE_AGAIN = "make the files again; if it stays so, report it: no data can cause it"


def letters_with_fonts(page: Any, proof: FaceProof, shop: Shop) -> Iterator[Fault]:
    """Fonts on a page of a shop that wants outlines."""
    if shop.fonts == "outlines" and any("/Font" in one for one in all_resources(page)):
        message = f"{proof.text} has letters in a font; {shop.name} wants outlines"
        yield proof.report("preflight-outlines", message, _MAKE_AGAIN)


def wrong_overprint(page: Any, proof: FaceProof, shop: Shop) -> Iterator[Fault]:
    """Solid black letters that do not overprint where they should, or do where they should not."""
    if shop.colour != "cmyk":
        return
    faces = page.get("/Resources", Dictionary()).get("/XObject", Dictionary()).items()
    streams = [page, *(face for _, face in faces if face.get("/Subtype") == "/Form")]
    wrong = sum(over != shop.overprints for one in streams for over in black_letters(one))
    if wrong:
        does = "spare out their ground" if shop.overprints else "overprint"
        wants = "printed over it" if shop.overprints else "to spare it out"
        message = f"{wrong} black texts of {proof.text} {does}; {shop.name} wants them {wants}"
        yield proof.report("preflight-overprint", message, _MAKE_AGAIN)


def faults_of_file(pdf: Pdf, file: str, shop: Shop) -> Iterator[tuple[str, str]]:
    """The code and message of what is wrong with a file as a whole: intent, layers, its name."""
    if shop.colour == "cmyk":
        intents: Any = pdf.Root.get("/OutputIntents", [])
        if len(intents) != 1 or str(intents[0].get("/S")) != "/GTS_PDFX":
            yield "preflight-colour", "the file has no PDF/X output intent"
        elif int(intents[0].DestOutputProfile.N) != 4:
            yield "preflight-colour", "the output intent is no CMYK profile"
    if "/OCProperties" in pdf.Root:
        count = len(pdf.Root.OCProperties.get("/OCGs", []))
        yield "preflight-layers", f"the file has {count} layers, which shops want flattened"
    name = PurePosixPath(file).stem
    for number, page in enumerate(pdf.pages, 1):
        left, bottom, right, top = (float(value) / POINTS for value in page.trimbox)
        sold = {one.name for one in shop.formats if one.takes(right - left, top - bottom)}
        cut = f"{round(right - left, 2):g}x{round(top - bottom, 2):g}"
        if "{size}" in shop.naming and not any(word in name for word in (cut, *sold)):
            yield "preflight-name", f"page {number} of {file} is cut to {cut} mm"
            return


INK_SLACK = 0.01
"""What rounding to whole levels may add to the ink of a spot (1 %)."""


def check_pdf(
    data: bytes, pages: Sequence[FaceProof], sizes: Sequence[ShopSize], shop: Shop, file: str
) -> tuple[list[Fault], float]:
    """Check a finished PDF, whose pages show the faces of ``pages`` in sizes ``sizes``.

    Returns the faults and the most ink on a spot (4.0 is 400 %, 0 for RGB files).
    """
    faults: list[Fault] = []
    with Pdf.open(io.BytesIO(data)) as pdf:
        for page, proof, size in zip(pdf.pages, pages, sizes, strict=True):
            faults += [
                *wrong_boxes(page.obj, proof, size, shop),
                *loose_fonts(page.obj, proof),
                *see_through(page.obj, proof, shop),
                *letters_with_fonts(page.obj, proof, shop),
                *wrong_overprint(page.obj, proof, shop),
            ]
        faults += [
            proof.report(code, message, _MAKE_AGAIN, Place(file))
            for proof in pages[:1]
            for code, message in faults_of_file(pdf, file, shop)
        ]
    most = 0.0
    if shop.colour == "cmyk":
        too_much, most = too_much_ink(data, pages, shop)
        faults += too_much
    return list(dict.fromkeys(faults)), most


def wrong_boxes(page: Any, proof: FaceProof, size: ShopSize, shop: Shop) -> Iterator[Fault]:
    """Boxes that are missing or not where trim size and bleed put them."""
    bleed = shop.bleed_mm
    whole = (size.width_mm + 2 * bleed, size.height_mm + 2 * bleed)
    wanted = {
        "/MediaBox": (0.0, 0.0, *whole),
        "/BleedBox": (0.0, 0.0, *whole),
        "/TrimBox": (bleed, bleed, bleed + size.width_mm, bleed + size.height_mm),
    }
    for key, box in wanted.items():
        found = [float(value) / POINTS for value in page.get(key, ())]
        if len(found) == 4 and all(
            abs(a - b) <= NEAR_MM * 2 for a, b in zip(found, box, strict=True)
        ):
            continue
        name = key[1:].replace("Box", " box").lower()
        shown = " ".join(f"{value:.2f}" for value in found) or "missing"
        want = " ".join(f"{value:.2f}" for value in box)
        message = f"the {name} of {proof.text} is {shown}, not {want} (mm)"
        yield proof.report("preflight-boxes", message, "check the size of the face")


def loose_fonts(page: Any, proof: FaceProof) -> Iterator[Fault]:
    """Fonts that a page uses but the file does not hold."""
    found = set()
    for resources in all_resources(page):
        for _, font in resources.get("/Font", Dictionary()).items():
            for actual in font.get("/DescendantFonts", [font]):
                descriptor = actual.get("/FontDescriptor", Dictionary())
                if not any(f"/FontFile{suffix}" in descriptor for suffix in ("", "2", "3")):
                    found.add(str(actual.get("/BaseFont", "/unknown"))[1:])
    for name in sorted(found):
        message = f"{proof.text} uses the font {name}, which is not embedded"
        yield proof.report("preflight-fonts", message, "use a font role of theme.yaml")


def see_through(page: Any, proof: FaceProof, shop: Shop) -> Iterator[Fault]:
    """Translucent things where the standard knows no transparency."""
    if shop.opaque and transparent(page):
        message = f"something on {proof.text} is translucent, and {shop.standard} takes nothing so"
        hint = "draw it opaque, or let the art be flattened"
        yield proof.report("preflight-transparency", message, hint)


def too_much_ink(data: bytes, pages: Sequence[FaceProof], shop: Shop) -> tuple[list[Fault], float]:
    """Pages with a spot above the shop's ink limit, and the most ink there is, as rendered."""
    faults: list[Fault] = []
    most, seen = 0.0, set()
    try:
        with Plates(data) as plates:
            for index, proof in enumerate(pages):
                if proof.face.key in seen:
                    continue
                seen.add(proof.face.key)
                ink, x, y = most_ink(plates.page(index, LOOK_DPI), LOOK_DPI)
                most = max(most, ink)
                if ink > shop.most_ink / 100 + INK_SLACK:
                    message = (
                        f"{proof.text} has {ink * 100:.0f} % ink {x:.0f} mm from the left and "
                        f"{y:.0f} mm from the top of its bleed; "
                        f"{shop.name} takes {shop.most_ink:g} %"
                    )
                    faults.append(
                        proof.report("preflight-ink", message, "use a lighter colour there")
                    )
    except ColourError as error:
        faults.append(pages[0].report("preflight-colour", str(error), "convert it to inks"))
    return faults, most


def check_picture(image: Image.Image, proof: FaceProof, size: ShopSize, shop: Shop) -> list[Fault]:
    """Check that a picture of a face has the pixels and colours the shop asks for."""
    wanted = shop.pixels_of(size)
    if image.size == wanted and image.mode == "RGB":
        return []
    message = (
        f"the picture of {proof.text} has {image.width} x {image.height} pixels ({image.mode}), "
        f"not {wanted[0]} x {wanted[1]} (RGB)"
    )
    hint = "check the size of the face against the format"
    return [proof.report("preflight-pixels", message, hint)]
