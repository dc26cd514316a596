"""``trilith publish``: a game is read while what its pages are drawn with is made ready."""

from __future__ import annotations

from collections.abc import Iterator

from generator.options.protocol import Context, Made
from generator.options.publication import PublishOptions
from generator.outputs.drawn import game_opened


def make(context: Context, options: PublishOptions) -> Iterator[Made]:
    """Fill a folder for each publication."""
    game, templates = game_opened(context, options.game, draft=options.draft)
    from generator.publish.publications import published  # while templates are compiled

    yield from published(context, options, game, templates)
