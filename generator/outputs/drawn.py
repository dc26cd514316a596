"""What outputs that draw share: a project's templates, and a drawer that knows its store."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from generator.design.face import Face
from generator.design.templating import Templates, load_templates
from generator.drawing.draw import Drawer, FaceBook, draw
from generator.drawing.inks import inked_book
from generator.drawing.libcairo import require
from generator.failures import DataError
from generator.options.choices import Ink
from generator.options.protocol import stop_on_errors
from generator.store import project_store
from validator.progress import Watch, counted, unwatched


def templates_of(root: Path, ink: Ink = Ink.NORMAL, *, draft: bool = False) -> Templates:
    """The templates of a project; a ``draft`` has placeholders for missing pictures.

    Raises:
        DataError: they have errors.
        MissingCairoError: what draws them is missing.
    """
    require()
    templates, findings = load_templates(root, ink.value, project_store(root), draft=draft)
    stop_on_errors(findings)
    if templates is None:
        raise DataError(findings)
    return templates


def drawer_of(templates: Templates, watch: Watch = unwatched) -> Drawer:
    """A drawer that draws nothing twice in the project of ``templates``, with their ink.

    ``watch`` shows how far it is.
    """
    ink = str(templates.theme.values["ink"])

    def drawn(faces: Sequence[Face]) -> FaceBook:
        with watch("drawing") as tell:
            told = counted(tell, len({face.key for face in faces}), "faces")
            book = draw(faces, progress=told, store=templates.store, pool=templates.pool)
        return inked_book(book, ink)

    return drawn
