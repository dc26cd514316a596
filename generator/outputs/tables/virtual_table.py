"""A table after set-up for a virtual table: every piece where the set-up puts it."""

from __future__ import annotations

from collections.abc import Iterator

from generator.failures import WrongUseError
from generator.options.protocol import Context, Made, stop_on_errors
from generator.options.virtual_table import Program, TableOptions
from generator.outputs.drawn import drawer_of, game_opened
from generator.outputs.tables.files import table_files
from validator.play.rulings import resolve_rulings
from validator.setup.deal import set_up
from validator.setup.pieces import find_configuration


def make(context: Context, options: TableOptions) -> Iterator[Made]:
    """Set the table up and write it for a program."""
    if options.images_at and options.to is not Program.TTS:
        raise WrongUseError("a .pcio file holds its pictures; --images-at is for --to tts")
    game, templates = game_opened(context, options.game, draft=options.draft)
    configuration = find_configuration(game, options.players, options.bots)
    rulings = resolve_rulings(game, options.rulings or ())
    result = set_up(game, configuration, options.seed, rulings)
    stop_on_errors(result.problems)
    written = table_files(
        result,
        templates,
        drawer_of(templates, context.watch),
        context.folder(options.out),
        options.to,
        options.images_at,
    )
    yield Made(written.files, written.findings, written.told, written.aside)
