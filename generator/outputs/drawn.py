"""What outputs that draw share: a project's templates, and a drawer that knows its store."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from generator.design.face import Face
from generator.design.templating import Templates, load_templates
from generator.drawing.draw import Drawer, FaceBook, draw, nothing
from generator.drawing.inks import inked_book
from generator.drawing.libcairo import require
from generator.failures import DataError
from generator.options import Context, Ink, stop_on_errors
from validator.cache import project_cache
from validator.catalogue.model import Game
from validator.findings import Finding
from validator.progress import Watch, counted, unwatched


def open_games(
    context: Context, games: Sequence[str], ink: Ink = Ink.NORMAL, *, draft: bool = False
) -> tuple[Mapping[str, Game], Templates]:
    """The games named, or all, and what they are drawn with.

    Raises:
        UsageError: there is no such game, or it is not translated into the language.
        DataError: the data or the templates have errors.
        MissingCairoError: what draws them is missing.
    """
    found = context.catalogue(games).games
    return found, templates_of(context.root, ink, draft=draft)


def open_game(
    context: Context, name: str, ink: Ink = Ink.NORMAL, *, draft: bool = False
) -> tuple[Game, Templates]:
    """One game, and what it is drawn with; raises as :func:`open_games` does."""
    games, templates = open_games(context, (name,), ink, draft=draft)
    return games[name], templates


def templates_of(root: Path, ink: Ink = Ink.NORMAL, *, draft: bool = False) -> Templates:
    """The templates of a project; a ``draft`` has placeholders for missing pictures.

    Raises:
        DataError: they have errors.
        MissingCairoError: what draws them is missing.
    """
    return _sound(*load_templates(root, ink.value, project_cache(root), draft=draft))


def _sound(templates: Templates | None, findings: Sequence[Finding]) -> Templates:
    """Templates without errors, where what draws them is there."""
    require()
    stop_on_errors(findings)
    if templates is None:
        raise DataError(findings)
    return templates


def drawer_of(templates: Templates, watch: Watch = unwatched) -> Drawer:
    """A drawer that draws nothing twice in the project of ``templates``, with their ink.

    ``watch`` shows how far it is.
    """
    ink = str(templates.theme.values["ink"])

    def draw_inked(faces: Sequence[Face], *, meanwhile: Callable[[], None] = nothing) -> FaceBook:
        with watch("drawing") as tell:
            told = counted(tell, len({face.key for face in faces}), "faces")
            store, pool = templates.store, templates.pool
            book = draw(faces, progress=told, store=store, pool=pool, meanwhile=meanwhile)
        return inked_book(book, ink)

    return draw_inked
