"""``trilith print``: the print kit of a game."""

from __future__ import annotations

from generator.outputs.kit_options import KitOptions
from generator.outputs.protocol import Output

OUTPUT = Output(
    "print",
    KitOptions,
    "generator.outputs.kits.printed:make",
    reports=(
        "generator.outputs.kits.kit_files",
        "generator.changes.ledger",
        "generator.printing.layout.asked",
        "generator.printing.layout.ownpapers",
    ),
    translates=True,
)
