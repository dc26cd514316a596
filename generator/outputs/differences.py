"""What changed in a game since a git revision, card by card and field by field."""

from __future__ import annotations

from collections.abc import Iterator

from generator.changes import diff_report
from generator.changes.diff import GameDiff, diff_games
from generator.changes.diff_report import Words
from generator.changes.ledger import changes, faces_now
from generator.changes.revisions import earlier
from generator.facts import field_labels
from generator.options.differences import DiffFormat, DiffOptions
from generator.options.protocol import Context, Made, stop_on_errors
from generator.outputs.drawn import templates_of
from generator.typeset.plainwords import plain
from validator.catalogue.model import Game


def _told(diff: GameDiff, form: DiffFormat, game: Game) -> str:
    match form:
        case DiffFormat.TEXT:
            return diff_report.as_text(diff, game.tongue)
        case DiffFormat.MD:
            words = Words(lambda text: plain(text, game), game.tongue, field_labels(game))
            return diff_report.as_markdown(diff, words)
        case DiffFormat.JSON:
            return diff_report.as_json(diff)


def make(context: Context, options: DiffOptions) -> Iterator[Made]:
    """Compare the game with what it was at a revision."""
    now = context.game(options.game)
    with context.watch("comparing") as tell:
        tell(0, 2, "laying out the faces of today")
        faces, problems = faces_now(now, templates_of(context.root, draft=True))
        stop_on_errors(problems)
        tell(1, 2, f"laying out the faces of {options.revision}")
        before, findings = earlier(context.root, options.game, options.revision, now.translated)
    aside = "\n".join(f"at {before.commit}: {one.place}: {one.message}" for one in findings)
    found = changes(before.faces, faces)
    listed = diff_games(before.game, now, found.redrawn, before.commit)
    yield Made(told=_told(listed, options.form, now).rstrip("\n"), aside=aside)
