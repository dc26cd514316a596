"""Recolour a whole PDF: every stream, gradient and picture, each once; nothing is rasterised."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pikepdf
from pikepdf import Dictionary, Name, Pdf

from generator.recolour.content import BLACK, INHERITED, Rewriter, device_size
from generator.recolour.images import is_mask, recolour_image
from generator.recolour.mapping import MODES, SPACES, Colour, ColourError, Mapping, Use
from generator.recolour.shadings import recolour_shading


def recolour(pdf: Pdf, mapping: Mapping, packing: int = 6) -> None:
    """Map every colour of ``pdf`` in place; pictures are packed so hard (0 to 9).

    Raises:
        ColourError: something has colours that cannot be converted; the message says what.
    """
    walk = _Walk(pdf, mapping, packing)
    for page in pdf.pages:
        content = walk.rewritten(page.obj, page.resources, BLACK)
        page.obj.Contents = pdf.make_stream(content)
        walk.group(page.obj)
        walk.resources(page.resources)


@dataclass
class _Walk:
    """Goes through everything a page uses; shared objects are changed once."""

    pdf: Pdf
    mapping: Mapping
    packing: int
    seen: set[tuple[int, int]] = field(default_factory=set)

    def rewritten(self, stream: Any, resources: Any, start: Any) -> bytes:
        spaces = resources.get("/ColorSpace", Dictionary())
        objects = resources.get("/XObject", Dictionary())

        def space_of(name: str) -> int | None:
            return device_size(spaces[name] if name in spaces else Name(name))

        def paints_with(name: str) -> tuple[str, ...]:
            target = objects.get(name)
            if target is None or target.get("/Subtype") == "/Form":
                return ("fill", "stroke")
            return ("fill",) if is_mask(target) else ()

        rewriter = Rewriter(self.mapping, space_of, paints_with, start)
        return pikepdf.unparse_content_stream(rewriter.run(pikepdf.parse_content_stream(stream)))

    def resources(self, resources: Any) -> None:
        if not self._first_time(resources):
            return
        for _, target in resources.get("/XObject", Dictionary()).items():
            self._object(target, resources)
        for _, pattern in resources.get("/Pattern", Dictionary()).items():
            self._pattern(pattern, resources)
        for _, shading in resources.get("/Shading", Dictionary()).items():
            self._shading(shading)
        for _, state in resources.get("/ExtGState", Dictionary()).items():
            self._soft_mask(state, resources)
        for _, font in resources.get("/Font", Dictionary()).items():
            if font.get("/Subtype") == "/Type3":
                raise ColourError("letters drawn as pictures (Type 3) cannot be converted")

    def group(self, target: Any) -> None:
        """Let a transparency group blend in the new space."""
        group = target.get("/Group")
        if group is not None and "/CS" in group:
            group.CS = Name(SPACES[self.mapping.size])

    def _object(self, target: Any, resources: Any) -> None:
        if target.get("/Subtype") == "/Form":
            self._form(target, resources)
        elif (
            target.get("/Subtype") == "/Image" and not is_mask(target) and self._first_time(target)
        ):
            recolour_image(target, self.mapping, self.packing)

    def _form(self, form: Any, inherited: Any) -> None:
        if not self._first_time(form):
            return
        resources = form.get("/Resources", inherited)
        form.write(self.rewritten(form, resources, INHERITED))
        self.group(form)
        self.resources(resources)

    def _pattern(self, pattern: Any, inherited: Any) -> None:
        if int(pattern.PatternType) == 2:
            self._shading(pattern.Shading)
        elif self._first_time(pattern):
            resources = pattern.get("/Resources", inherited)
            coloured = int(pattern.get("/PaintType", 1)) == 1
            start = BLACK if coloured else INHERITED
            pattern.write(self.rewritten(pattern, resources, start))
            self.resources(resources)

    def _shading(self, shading: Any) -> None:
        if self._first_time(shading):
            recolour_shading(self.pdf, shading, self.mapping)

    def _soft_mask(self, state: Any, inherited: Any) -> None:
        """A mask is no ink: its colours only say how opaque things are, as shades of grey."""
        mask = state.get("/SMask")
        if isinstance(mask, Dictionary) and mask.get("/S") == "/Luminosity":
            shades = _Walk(self.pdf, Shades(), self.packing, self.seen)
            shades._form(mask.G, inherited)

    def _first_time(self, target: Any) -> bool:
        if not target.is_indirect:
            return True
        if target.objgen in self.seen:
            return False
        self.seen.add(target.objgen)
        return True


class Shades:
    """Maps everything to its grey (luminosity as PDF masks define it)."""

    size = 1

    def colour(self, colour: Colour, use: Use) -> Colour:
        """The grey of a colour."""
        del use
        if len(colour) == 4:
            cyan, magenta, yellow, black = colour
            colour = tuple(1 - min(1, ink + black) for ink in (cyan, magenta, yellow))
        if len(colour) == 1:
            return colour
        red, green, blue = colour
        return (round(0.3 * red + 0.59 * green + 0.11 * blue, 4),)

    def ramp(self, colours: Any) -> list[Colour]:
        """The greys of a gradient."""
        return [self.colour(colour, Use.ART) for colour in colours]

    def picture(self, image: Any) -> Any:
        """The picture in greys."""
        return image.convert(MODES[self.size])
