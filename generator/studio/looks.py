"""The look of a game for the page: colours of its theme, what is read on what, and its fonts."""

from __future__ import annotations

import hashlib
import io
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from operator import itemgetter
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from generator.design.face import DrawError
from generator.design.lookup import BUILT_IN
from generator.design.theme import (
    CHOICE,
    FILE,
    Layer,
    font_key,
    layers_of,
    merge_layers,
    place_in,
    registry_of,
)
from generator.drawing.surface import drawing_errors
from generator.drawing.trial import FaceTrial
from generator.failures import FailedError
from generator.studio.desk import StudioSession
from generator.studio.session import Show, StudioPicture
from generator.svg.lint import rgb
from generator.typeset.fonts import FontError, FontKey, Registry
from validator.catalogue.model import Game
from validator.catalogue.source import Trail, value_at, walk

MOST_FACES = 300
"""Faces whose texts are looked beneath."""
_UNREADABLE = "the theme cannot be read; the findings say why"
_SAMPLE = "Hamburgefons 0123"
_SAMPLE_PX = 44
_APART = ("inks",)  # tables that are laid over others


def look(desk: StudioSession, game: Game, words: Mapping[str, str], show: Show) -> dict[str, Any]:
    """The theme of a game: where each colour and font stands, and in which file it is changed.

    Raises:
        FailedError: the templates cannot be read.
    """
    del words
    if desk.templates is None:
        raise FailedError(_UNREADABLE)
    layers, _ = layers_of(desk.templates.folders, game.theme or "")
    data, registry = merge_layers(layers), registry_of(layers)
    colours = [
        {"value": value, **_tell(layers, trail)}
        for trail, value, _ in _colours(data)
        if value.startswith("#")
    ]
    fonts = []
    for role, wanted in data["fonts"].items():
        told = _tell(layers, ("fonts", role))
        own = (one.source.data for one in layers if one.source.file == told["file"])
        told["stated"] = value_at(("fonts", role), next(own, {})) or {}
        fonts.append(told | {"wanted": wanted} | _sample(registry, font_key(wanted), show))
    known = [
        {"family": key.family, "weight": key.weight, "slant": "italic" if key.italic else ""}
        | _sample(registry, key, show)
        for key in sorted(registry.files)
    ]
    return {"colours": colours, "fonts": fonts, "known": known}


def _tell(layers: Sequence[Layer], trail: Trail) -> dict[str, Any]:
    """Where a value stands, and in which file of the project it is changed, or why in none.

    It is written where it stands, or else into the nearest file that lies over that.
    """
    files = [layer.source.file for layer in layers]
    at = next(n for n, layer in enumerate(layers) if value_at(trail, layer.source.data) is not None)
    own = [file for file in files[: at + 1] if not file.startswith(BUILT_IN)]
    is_stated = not files[at].startswith(BUILT_IN)
    is_last = at == len(layers) - 1
    file = files[at] if is_stated else own[0] if own else f"templates/{FILE}" if is_last else ""
    why = "" if file else "the theme that the game names states it, and is trilith's own"
    if trail[0] == CHOICE and not is_stated:
        why = "tones are chosen as a whole: write all that you want into the theme"
    told: dict[str, Any] = {"table": "/" + "/".join(map(str, trail[:-1])), "key": str(trail[-1])}
    told |= {"at": str(place_in(layers, trail)), "file": file, "is_stated": is_stated}
    return {**told, "why": why, "is_there": file in files}


def _sample(registry: Registry, key: FontKey, show: Show) -> dict[str, str]:
    """Under which name letters of a font are shown; none where it cannot be used."""
    target = io.BytesIO()
    try:
        font = ImageFont.truetype(registry.path(key), _SAMPLE_PX)
    except (FontError, OSError):
        return {"sample": ""}
    left, top, right, bottom = map(int, font.getbbox(_SAMPLE))
    image = Image.new("LA", (right - left + 4, bottom - top + 4))
    ImageDraw.Draw(image).text((2 - left, 2 - top), _SAMPLE, (0, 255), font)
    image.save(target, "PNG")
    name = hashlib.sha256(target.getvalue()).hexdigest()
    show(StudioPicture(name, target.getvalue()))
    return {"sample": name}


def contrasts(
    desk: StudioSession, game: Game, words: Mapping[str, str], show: Show
) -> dict[str, Any]:
    """Which colours texts of faces have, on what, and how well they are read, as a check does.

    Of grounds that are no colour of the theme, as in pictures, the one that is hardest to read on
    is told.

    Raises:
        FailedError: the templates cannot be read.
    """
    del words, show
    if desk.templates is None:
        raise FailedError(_UNREADABLE)
    values = desk.templates.in_theme(game.theme or "").theme.values
    roles = dict[Any, str]()  # the first name of several
    for trail, _, colour in _colours(values):
        roles.setdefault(colour, ".".join(map(str, trail)).removeprefix("colours."))
    found = defaultdict[tuple[str, str], list[tuple[float, float, float, str, str]]](list)
    trial = FaceTrial(desk.root)
    for pair in desk.layout(game, desk.templates).pairs[:MOST_FACES]:
        for face in filter(None, (pair.front, pair.back)):
            trial.seen.clear()
            with suppress(DrawError), drawing_errors():
                trial.draw(face)
            for text, ground, least, ratio in trial.seen:
                seen = ratio / least, ratio, least, ground, game.sets[pair.deck].name
                found[text, roles.get(rgb(ground), "")].append(seen)
    told = list[dict[str, Any]]()
    for (text, role), listed in found.items():
        _, ratio, least, ground, _ = min(listed)
        row: dict[str, Any] = {"text": text, "ground": ground, "least": least, "ratio": ratio}
        row |= {"text_role": roles.get(rgb(text), ""), "ground_role": role}
        told.append({**row, "sets": [*dict.fromkeys(one[-1] for one in listed)]})
    return {"pairs": sorted(told, key=itemgetter("ratio"))}


def _colours(data: Any) -> Iterator[tuple[Trail, str, tuple[float, float, float]]]:
    """The colours of a theme, as they are written and in red, green and blue."""
    for trail, value in walk(data):
        if isinstance(value, str) and (colour := rgb(value)) and trail[0] not in _APART:
            yield trail, value, colour
