"""A picture of a laid table from above: what a virtual table will show, to look at first."""

from __future__ import annotations

from collections.abc import Mapping

from PIL import Image, ImageDraw, ImageFont

from generator.drawing.raster import Rasteriser
from generator.outputs.tables.gallery import shaped
from generator.outputs.tables.laid import Caption, Kind, LaidTable, Pile, Slot
from generator.typeset.fonts import FontKey, shipped
from validator.catalogue.setup_script import Faces

GROUND = "#33503f"
"""Green felt."""
_LINE = "#ffffff"
_RIM = "#000000"
_CAPTION_MM = 5.0


def picture_of(
    table: LaidTable, bleeds: Mapping[str, float], raster: Rasteriser, long_px: int
) -> Image.Image:
    """The table on felt, its longer side ``long_px`` pixels; ``bleeds`` is by the key of a face."""
    scale = long_px / max(table.width, table.height)
    size = (max(1, round(table.width * scale)), max(1, round(table.height * scale)))
    view = _View(table, bleeds, raster, scale, Image.new("RGB", size, GROUND))
    for pile in sorted(table.piles, key=lambda pile: (pile.level, pile.y)):
        view.pile(pile)
    for slot in table.slots:
        view.slot(slot)
    for caption in table.captions:
        view.caption(caption)
    for hand in table.hands:
        view.hand(hand.x, hand.y, hand.turn, hand.parts)
    return view.canvas


class _View:
    def __init__(
        self,
        table: LaidTable,
        bleeds: Mapping[str, float],
        raster: Rasteriser,
        scale: float,
        canvas: Image.Image,
    ) -> None:
        self.table = table
        self.bleeds = bleeds
        self.raster = raster
        self.scale = scale
        self.canvas = canvas
        self.draw = ImageDraw.Draw(canvas)
        path = shipped().files[FontKey("Source Sans Pro", 400, False)]
        self.font = ImageFont.truetype(str(path), max(9, round(_CAPTION_MM * scale)))
        self.drawn: dict[str, Image.Image] = {}

    def px(self, x: float, y: float) -> tuple[float, float]:
        """A point of the table as pixels."""
        return (
            (x + self.table.width / 2) * self.scale,
            (y + self.table.height / 2) * self.scale,
        )

    def pile(self, pile: Pile) -> None:
        """The upper piece of a pile, and how many lie there."""
        kind = self.table.kind(pile.parts[-1])
        self._piece(kind, pile.faces is Faces.UP, pile.x, pile.y, pile.turn)
        if len(pile.parts) > 1:
            x, y = self.px(pile.x, pile.y)
            told = str(len(pile.parts))
            self.draw.text(
                (x, y), told, "white", self.font, "mm", stroke_width=2, stroke_fill="black"
            )

    def hand(self, x: float, y: float, turn: float, parts: tuple[str, ...]) -> None:
        """Cards that are held, overlapping."""
        for index, part in enumerate(parts):
            step = (index - (len(parts) - 1) / 2) * 40
            self._piece(self.table.kind(part), True, x + step, y, turn)

    def slot(self, slot: Slot) -> None:
        """The outline of an empty place, or a dot."""
        x, y = self.px(slot.x, slot.y)
        if slot.on:
            self.draw.ellipse((x - 1.5, y - 1.5, x + 1.5, y + 1.5), outline=_LINE)
            return
        wide, high = slot.width * self.scale / 2, slot.height * self.scale / 2
        self.draw.rectangle((x - wide, y - high, x + wide, y + high), outline=_LINE)

    def caption(self, caption: Caption) -> None:
        """The name of a zone."""
        self.draw.text(self.px(caption.x, caption.y), caption.text, _LINE, self.font, "mm")

    def _piece(self, kind: Kind, up: bool, x: float, y: float, turn: float) -> None:
        image = self._image(kind, kind.front if up or kind.back is None else kind.back)
        image = image.rotate(-turn, Image.Resampling.BICUBIC, expand=True)
        left, top = self.px(*kind.middle(x, y, turn))
        self.canvas.paste(
            image, (round(left - image.width / 2), round(top - image.height / 2)), image
        )

    def _image(self, kind: Kind, key: str) -> Image.Image:
        if key not in self.drawn:
            dpi = max(20.0, self.scale * 25.4)
            image = self.raster.image(key, dpi, self.bleeds[key])
            size = (max(2, round(kind.width * self.scale)), max(2, round(kind.height * self.scale)))
            image = image.resize(size, Image.Resampling.LANCZOS)
            image = shaped(image, kind.shape, kind.outline).convert("RGBA")
            self.drawn[key] = image
        return self.drawn[key]
