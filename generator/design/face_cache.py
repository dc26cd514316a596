"""What faces are made of: looked up, so that none is drawn twice; and what no face is made of.

A face's recipe is its template's folder, its context, size, bleed and ink. Only faces without
any finding are kept, so that findings always have today's places; pictures are compared by
content each time.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from pathlib import Path, PurePath
from typing import Any

from generator.design.canvas import Canvas
from generator.design.face import Face
from generator.design.lookup import PictureError, digest_of_picture
from validator.cache import Cache
from validator.catalogue.folders import COMPONENTS, is_link_out, is_meant_as_yaml
from validator.catalogue.formulas import Formula
from validator.catalogue.model import ComponentSet, Game, place_in
from validator.catalogue.words.effect_text import text_of
from validator.findings import Finding, Place, Severity, closest

KIND = "face"
"""What faces are called in a store."""

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

    def name(self, template: str, context: Mapping[str, Any], canvas: Canvas) -> str:
        """The name of a recipe: a hash of all that can change the drawing."""
        trim = (canvas.width, canvas.height, canvas.bleed)
        return digest_of_words([self.templates, template, context, trim])

    def get(self, name: str, canvas: Canvas) -> Face | None:
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
        trim = (canvas.width, canvas.height, canvas.bleed)
        return Face(kept["key"], drawing, *trim, str(self.root))

    def put(self, name: str, face: Face) -> None:
        """Keep a face that was drawn without findings."""
        pictures = [(path, digest) for digest, path in _PICTURE.findall(face.svg)]
        self.pictures.update(pictures)
        head = json.dumps({"key": face.key, "pictures": pictures})
        self.store.put(KIND, name, head.encode() + b"\n" + face.packed_drawing)

    def _is_same(self, picture: str, digest: str) -> bool:
        try:
            return digest_of_picture(self.root, picture) == digest
        except PictureError:
            return False


def digest_of_words(words: Any) -> str:
    """The SHA-256 of plain data, in hexadecimal; the order of keys makes no difference."""
    text = json.dumps(words, sort_keys=True, default=_plain, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} cannot be part of a recipe")


TEMPLATES = "templates"
NAMING = ("value", "same", "field", "field_name", "has", "own", "distinct", "track")
"""Texts of rules that name fields."""
LOOKS = ("theme", "sizes")
"""The data files of a look, without their ending."""
_DRAWN = re.compile(r"\.(?:svg|j2|jinja2?)(?:\.txt)?$", re.IGNORECASE)
_ICON = re.compile(r"\.svgz?(?:\.txt|\.j2)?$", re.IGNORECASE)


def unread_templates(root: Path) -> Iterator[Finding]:
    """The files of a project's `templates` that nothing reads, as far as their names tell."""
    folder = root / TEMPLATES
    for path in sorted(folder.rglob("*")) if not is_link_out(folder, root) else ():
        inside = path.relative_to(folder)
        hidden = any(part.startswith(".") for part in inside.parts)
        if hidden or path.suffix == ".md" or is_link_out(path, root) or not path.is_file():
            continue
        found = _advice(inside)
        if found is not None:
            severity, hint = found
            place = Place(f"{TEMPLATES}/{inside.as_posix()}")
            message = f"the file `{path.name}` is not read"
            yield Finding("template-unread", severity, "", place, message, hint)


def _advice(inside: PurePath) -> tuple[Severity, str] | None:
    """What to do about a file in `templates`; None for one that is read."""
    name, stem = inside.name, inside.name.partition(".")[0]
    if inside.parts[0] == "fonts":
        return None
    if inside.parts[0] == "icons":
        if not _ICON.search(name):
            return Severity.WARNING, f"an icon is an SVG: draw it as templates/icons/{stem}.svg"
        wanted = f"templates/icons/{stem}.svg"
    elif not is_meant_as_yaml(name):
        is_right = not _DRAWN.search(name) or name.endswith(".svg.j2")
        return None if is_right else (Severity.ERROR, f"name it `{stem}.svg.j2`")
    elif ".layout." in name:
        shown = f"{stem}.layout.yaml"
        return None if name == shown else (Severity.ERROR, f"name it `{shown}`")
    elif inside.parts[0] == "themes":
        wanted = f"templates/themes/{stem}.yaml"
    else:
        meant = closest(stem, LOOKS)
        if meant is None:
            return Severity.WARNING, f"data of a game belongs into {COMPONENTS}/, under its name"
        wanted = f"templates/{meant}.yaml"
    right = f"{TEMPLATES}/{inside.as_posix()}" == wanted
    return None if right else (Severity.ERROR, f"name it {wanted}")


def undrawn_fields(
    game: Game, drawn_sets: Collection[str], read_by: Callable[[str], frozenset[str] | None]
) -> Iterator[Finding]:
    """The required fields of ``drawn_sets`` that no face draws, where nothing else looks at them.

    ``read_by`` gives the fields that a template may draw, None for any. Of a game with a rules
    module nobody knows what it looks at, nor do translated texts hold the words of fields.
    """
    if game.module is not None or game.translated:
        return
    for one in (game.sets[name] for name in drawn_sets):
        read = [read_by(name) for name in (one.template, one.back) if name is not None]
        if None in read or not one.complete:
            continue
        drawn = frozenset[str]().union(*filter(None, read))
        effects = [piece.effects for piece in one.components]
        rules = (game.play, game.setup, game.uses, game.claims, effects)
        for name in one.required:
            if name in drawn or not _tells_apart(one, name, drawn, game):
                continue
            if name not in _words(rules):
                place = place_in(one, "fields", "properties", name)
                message = f"`{name}` is drawn on no face of {one.id!r}"
                hint = f"draw c.{name} in its template, or take it out of `required`"
                yield Finding("field-undrawn", Severity.WARNING, game.id, place, message, hint)


def _tells_apart(one: ComponentSet, name: str, drawn: frozenset[str], game: Game) -> bool:
    """Tell whether pieces differ in a field, and nothing that is drawn of each holds its value."""
    differ = len({repr(piece.fields.get(name)) for piece in one.components}) > 1
    if not differ or any(f"derived.{key}" in one.places for key in drawn):
        return False
    for piece in one.components:
        shown = {"name": piece.name, "text": text_of(piece, game), **piece.fields}
        words = " ".join(_words([shown.get(key) for key in drawn])).casefold()
        if any(word.casefold() not in words for word in _words(piece.fields.get(name))):
            return True
    return False


def _words(thing: object) -> Iterator[str]:
    if isinstance(thing, Mapping):
        yield from (str(key) for key in thing)
        thing = [*thing.values()]
    elif isinstance(thing, Formula):
        thing = re.findall(r"\w+", thing.text)
    elif is_dataclass(thing):
        parts = ((one.name, getattr(thing, one.name)) for one in fields(thing))
        thing = [
            part
            for key, part in parts
            if key in NAMING or not (isinstance(part, str) or key.startswith("place"))
        ]
    if isinstance(thing, list | tuple):
        for part in thing:
            yield from _words(part)
    elif thing is not None:
        yield from str(thing).split(".")
