"""What a template says to ``picture``, and the markup that comes of it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from generator.design.pictures.files import Picture
from generator.svg.lint import OURS
from generator.svg.sizes import PIXELS

_RATIOS = {"contain": "xMidYMid meet", "cover": "xMidYMid slice", "stretch": "none"}
FITS = tuple(_RATIOS)
"""How a picture can be fitted into its box."""


class CallError(ValueError):
    """A drawing function was called with something it cannot take."""


@dataclass(frozen=True, slots=True)
class PictureCall:
    """What a template says to ``picture``: a PNG or JPEG of the project in a box of mm.

    ``fit`` is contain, cover or stretch. Where ``cover`` cuts something off, the ``focus`` (parts
    of the picture's width and height from its top left) comes as near to the middle as can be; the
    middle of the picture, if nothing is said.
    """

    path: Any
    x: float
    y: float
    w: float
    h: float
    fit: str = "contain"
    focus: Sequence[float] | None = None

    def point(self) -> tuple[float, float]:
        """The focus.

        Raises:
            CallError: it is not two numbers from 0 to 1.
        """
        if self.focus is None:
            return 0.5, 0.5
        try:
            across, down = (float(part) for part in self.focus)
        except (TypeError, ValueError):
            across = down = math.nan
        if not (0 <= across <= 1 and 0 <= down <= 1):
            raise CallError(f"focus={self.focus!r} is not two numbers from 0 to 1")
        return across, down

    def markup(self, found: Picture) -> Markup:
        """The element that is drawn."""
        across, down = self.point()
        more = Markup(' data-focus="{:g} {:g}"').format(across, down)
        if found.turn != 1:
            more += Markup(' data-turn="{}"').format(found.turn)
        return Markup(
            '<image {}="picture" data-sha256="{}" href="{}" x="{:.4f}" y="{:.4f}" '
            'width="{:.4f}" height="{:.4f}" preserveAspectRatio="{}" {}="{} {}"{}/>'
        ).format(
            *(OURS, found.digest, found.name, self.x, self.y, self.w, self.h),
            *(_RATIOS[self.fit], PIXELS, found.width, found.height, more),
        )
