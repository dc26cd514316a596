"""Tuck boxes of decks: their nets, as large as the cards need, drawn and laid on sheets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from generator.design.canvas import Subject, canvas_of
from generator.design.face import Face, Origin
from generator.design.filling import Wanted, filled
from generator.design.speech import spoken_words
from generator.design.templating import Templates
from generator.design.theme import Size
from generator.printing.folding.nets import CARD_MM, BoxSize, Net, box_for, notch_mm, tuck_net
from generator.printing.kit.documents import Stock, drawing_of, laid_in_rows
from generator.printing.layout.decks import Deck, LayoutError, Title
from generator.printing.layout.geometry import Edges, Path, Rect, Style
from generator.printing.layout.imposition import Document, Part, Piece, Side, Told
from generator.printing.sheets.options import PrintOptions
from validator.catalogue.model import ComponentSet, Form, Game
from validator.findings import Finding, Place

TEMPLATE = "basic/tuck_box"
"""The template of every box; a project may have one of its own."""

BLEED_MM = 2.0
"""How far the ground of a box runs past its edge."""


@dataclass(frozen=True, slots=True)
class DeckBox:
    """The box of a deck: its set, its net and how that is drawn."""

    set: ComponentSet
    net: Net
    face: Face

    @property
    def piece(self) -> Piece:
        """The box as it is cut out and folded."""
        drawing = drawing_of(self.face)
        whole = Rect(0, 0, drawing.width, drawing.height)
        return Piece(
            component=f"{self.set.id}-tuck-box",
            deck=self.set.id,
            copy=1,
            width=drawing.width,
            height=drawing.height,
            fronts=(Part(drawing, Side.FRONT, whole, 0, Edges.all(drawing.bleed)),),
            shape="net",
            bleed=drawing.bleed,
            outline=self.net.outline,
            scores=tuple(Path(edge, Style.FOLD) for edge in self.net.scores),
        )


def boxes_of(
    game: Game,
    found: Sequence[Stock],
    templates: Templates,
    options: PrintOptions,
    copies: Mapping[str, int],
) -> tuple[tuple[DeckBox, ...], tuple[Finding, ...]]:
    """Draw the boxes that were asked for, or that decks ask for where a whole kit is printed.

    ``copies`` are the cards of whole decks, which boxes are sized by.
    """
    chosen = [stock for stock in found if stock.set.form is Form.CARD and _asked(stock, options)]
    wanted = [_wanted(game, stock, options, copies, templates) for stock in chosen]
    findings: list[Finding] = []
    made: list[DeckBox] = []
    for stock, done in zip(chosen, filled(templates, wanted), strict=True):
        subject = Subject(game.id, _blame(stock.set), game.terms)
        findings += [fault.finding(subject) for fault in done.faults]
        if done.face is not None:
            net = tuck_net(_size(stock, options, copies))
            made.append(DeckBox(stock.set, net, done.face))
    return tuple(made), tuple(dict.fromkeys(findings))


def _blame(component_set: ComponentSet) -> Callable[[str, str], Place]:
    """Whatever does not fit on a box is told at the deck that wants one."""
    place = component_set.places.get("tuck_box", component_set.place)
    return lambda value, key: place


def _asked(stock: Stock, options: PrintOptions) -> bool:
    part = options.changed or options.chosen
    return options.tuck_boxes or (stock.set.tuck_box is not None and not part)


def _cards(stock: Stock, copies: Mapping[str, int]) -> int:
    return sum(copies.get(component.id, 0) for component in stock.set.components)


def _size(stock: Stock, options: PrintOptions, copies: Mapping[str, int]) -> BoxSize:
    own = stock.set.tuck_box.card_mm if stock.set.tuck_box else None
    face = stock.pairs[0].front
    thick = options.card_mm or own or CARD_MM
    return box_for(face.width_mm, face.height_mm, _cards(stock, copies), thick)


def _wanted(
    game: Game,
    stock: Stock,
    options: PrintOptions,
    copies: Mapping[str, int],
    templates: Templates,
) -> Wanted:
    """What the template of a box gets: the game, the deck, and where its panels are."""
    component_set, size = stock.set, _size(stock, options, copies)
    net, cards = tuck_net(size), _cards(stock, copies)
    record = {"id": component_set.id, "name": component_set.name, "copies": cards}
    about = {key: getattr(component_set, key) for key in ("id", "name", "singular")}
    words = {"id": game.id, "name": game.name, "revision": game.revision, "summary": game.summary}
    words |= spoken_words(game)
    context = {
        "c": record,
        "set": {**about, "form": component_set.form.value},
        "game": {**words, "terms": {}},
        "face": "front",
        "net": {**seen_from_above(net), "notch": notch_mm(size)},
    }
    canvas = canvas_of(Size("tuck box", net.width, net.height), BLEED_MM)
    origin = Origin(game.id, templates.place(TEMPLATE), f"the tuck box of {component_set.id!r}")
    return Wanted(TEMPLATE, context, canvas, origin, game.terms)


def seen_from_above(net: Net) -> Mapping[str, Any]:
    """A net as templates draw it: paths and panels in mm from the top left."""

    def path(points: Sequence[tuple[float, float]]) -> str:
        return "M" + "L".join(f"{x:.3f} {net.height - y:.3f}" for x, y in points)

    (glue,) = (flap for flap in net.flaps if flap.glued)
    return {
        "cut": path(net.outline) + "Z",
        "score": "".join(path(edge) for edge in net.scores),
        "glue": path(glue.points) + "Z",
        "panels": {
            name: {"x": one.x, "y": net.height - one.top, "w": one.width, "h": one.height}
            for name, one in net.panels.items()
        },
    }


def box_documents(
    title: Title, boxes: Sequence[DeckBox], options: PrintOptions
) -> tuple[tuple[Document, ...], tuple[LayoutError, ...]]:
    """The print file of the boxes that the paper takes, and why it does not take others."""
    decks: list[Deck] = []
    errors: list[LayoutError] = []
    loose = _loose(options)
    for box in boxes:
        deck = Deck(
            box.set.id, title.tongue.say("Tuck box of {deck}", deck=box.set.name), (box.piece,)
        )
        try:
            laid_in_rows("boxes.pdf", "", title, [deck], loose)
            decks.append(deck)
        except LayoutError as error:
            error.deck = box.set.id
            errors.append(error)
    return tuple(_document(title, decks, loose)), tuple(errors)


def _loose(options: PrintOptions) -> PrintOptions:
    """Boxes differ in size and are cut out one by one."""
    return replace(options, layout="auto", deck_layouts=(), pack=True)


def _document(title: Title, decks: Sequence[Deck], options: PrintOptions) -> Iterator[Document]:
    if decks:
        name = title.tongue.say("tuck boxes", context="file")
        made = laid_in_rows("boxes.pdf", name, title, decks, options)
        told = Told({piece.component: deck.name for deck in decks for piece in deck.pieces})
        yield replace(made, told=told)
