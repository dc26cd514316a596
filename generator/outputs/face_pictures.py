"""Pictures of a game: every face, sprite sheets, a hand or a spread of cards."""

from __future__ import annotations

from collections.abc import Iterator

from generator.options.face_pictures import Kind, PictureOptions
from generator.options.protocol import Context, Made
from generator.outputs.drawn import drawer_of, game_opened
from generator.outputs.pictures.files import (
    Scene,
    SceneKind,
    Shot,
    Subject,
    face_files,
    scene_file,
    sprite_files,
)
from generator.outputs.pictures.scenes import Look
from generator.printing.kit.only import only_of


def make(context: Context, options: PictureOptions) -> Iterator[Made]:
    """Write what ``--as`` asks for."""
    game, templates = game_opened(context, options.game, options.ink, draft=options.draft)
    wanted = only_of(options.only or (), [game]).takes
    subject = Subject(game, templates, wanted, drawer_of(templates, context.watch))
    out = context.folder(options.out)
    shot = Shot(options.dpi, f".{options.form.value}")
    if options.kind is Kind.FACES:
        files, findings = face_files(subject, out, shot, bleed=options.bleed)
    elif options.kind is Kind.SPRITES:
        files, findings = sprite_files(subject, out, shot)
    else:
        kind = SceneKind(options.kind.value)
        scene = Scene(options.cards or (), kind, options.side, Look(ground=options.ground))
        files, findings = scene_file(subject, out, scene, shot, force=options.out is None)
    many = f"{len(files)} files in {files[0].parent}" if len(files) > 1 else ""
    told = many or (str(files[0]) if files else None)
    yield Made(files, findings, told)
