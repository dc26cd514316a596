"""Faces that were drawn before: looked up by everything that went into them.

A face's recipe is its template's folder, its context, size, bleed and ink. Only faces without
any finding are kept, so that findings always have today's places; pictures are compared by
content each time.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from generator.design.face import Face
from generator.design.pictures.found import PictureError, digest_of_picture
from validator.cache import Cache

KIND = "face"
"""What faces are called in a store."""

Trim: TypeAlias = "tuple[float, float, float]"
"""Width, height and bleed of a face, in mm."""
_PICTURE = re.compile(r'<image data-trilith="picture" data-sha256="([0-9a-f]+)" href="([^"]+)"')


@dataclass
class Recipes:
    """The kept faces of one project and one state of its templates.

    ``hits`` counts what was found, ``pictures`` maps the pictures of all faces to their hashes.
    """

    store: Cache
    templates: str
    root: Path
    hits: int = 0
    pictures: dict[str, str] = field(default_factory=dict)
    _game: tuple[object, str] = (None, "")

    def name(self, template: str, context: Mapping[str, Any], canvas: Trim) -> str:
        """The name of a recipe: a hash of all that can change the drawing.

        What a face sees of its game is hashed once for all faces that are given the same.
        """
        game = context.get("game")
        if game is not self._game[0]:
            self._game = game, _hash_of(game)
        own = {key: value for key, value in context.items() if key != "game"}
        return _hash_of([self.templates, template, own, self._game[1], canvas])

    def get(self, name: str, canvas: Trim) -> Face | None:
        """The kept face of a recipe, unless one of its pictures has changed."""
        content = self.store.get(KIND, name)
        if content is None:
            return None
        head, _, drawing = content.partition(b"\n")
        kept = json.loads(head)
        if not all(self._is_same(picture, digest) for picture, digest in kept["pictures"]):
            return None
        self.pictures.update(kept["pictures"])
        self.hits += 1
        return Face(kept["key"], drawing, *canvas, str(self.root))

    def put(self, name: str, face: Face) -> None:
        """Keep a face that was drawn without findings."""
        pictures = [(path, digest) for digest, path in _PICTURE.findall(face.svg)]
        self.pictures.update(pictures)
        head = json.dumps({"key": face.key, "pictures": pictures})
        self.store.put(KIND, name, head.encode() + b"\n" + face.packed)

    def _is_same(self, picture: str, digest: str) -> bool:
        try:
            return digest_of_picture(self.root, picture) == digest
        except PictureError:
            return False


def _hash_of(recipe: object) -> str:
    text = json.dumps(recipe, sort_keys=True, default=_plain, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} cannot be part of a recipe")
