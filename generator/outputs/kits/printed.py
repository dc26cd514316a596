"""What ``trilith print`` does first: it tells of kits that are still what would be printed now."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from generator.changes.unchanged import Stamps, stamps_of
from generator.design.lookup import template_folders
from generator.options.choices import Ink
from generator.options.kit import KitOptions
from generator.options.protocol import Context, Made, stop_on_errors
from generator.outputs.kits.folder import OURS, kit_folder
from generator.printing.layout.ownpapers import own_papers
from generator.printing.sheets.options import PrintOptions
from validator.cache import project_cache

if TYPE_CHECKING:
    from generator.printing.printers.profiles import Printer


def make(context: Context, chosen: KitOptions) -> Iterator[Made]:
    """Print the games named, or all; what prints them is imported once there is something to do."""
    printer = _printer(chosen.printer) if chosen.printer else None
    root, out = context.root, context.folder(chosen.out)
    own, findings = own_papers(root)
    stop_on_errors(findings)
    options = chosen.print_options(printer, own)
    stamps = stamps_of(root, project_cache(root), template_folders(root).values())
    told = _told_before(stamps, chosen.games or (), out, options)
    if told and not (options.changed or options.chosen or chosen.marking or chosen.rulebook):
        yield Made(told=told)
        return
    from generator.outputs.drawn import opened

    ours = opened(context, chosen.games or (), Ink(options.ink), draft=chosen.draft)
    from generator.outputs.kits.afresh import printed  # while templates are compiled

    yield from printed(context, chosen, out, options, stamps, ours)


def _printer(name: str) -> Printer:
    from generator.printing.printers.profiles import known_printer, user_file

    return known_printer(user_file(os.environ), name)


def _told_before(stamps: Stamps, games: Sequence[str], out: Path, options: PrintOptions) -> str:
    """What was said of the kits, if all of them are still what would be printed now."""
    folders = [kit_folder(out, name, options) for name in games]
    told = [stamps.told(folder, repr(options), OURS) for folder in folders]
    if None in told:
        return ""
    return "\n".join(f"{text}\n  nothing has changed since" for text in told)
