"""What ``trilith`` can do: one command after the other, in the order of its help."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Command:
    """A line of the registry: where the output or the function is, imported when it is needed.

    ``usage`` and ``summary`` are what help and the README's table of commands say of it.
    """

    where: str
    usage: str
    summary: str


COMMANDS: Mapping[str, Command] = {
    "check": Command(
        "generator.commands.check:check",
        "[GAME ...]",
        "finds mistakes, contradictions and text that does not fit, new ones first; "
        "`--simulate` also plays",
    ),
    "new": Command("generator.commands.new:new", "NAME", "starts a game of your own"),
    "list": Command(
        "generator.options.card_list:OUTPUT",
        "[GAME ...]",
        "lists every card with its text for a rulebook",
    ),
    "explain": Command(
        "generator.commands.explain:explain", "[CODE]", "tells what a finding means"
    ),
    "help": Command(
        "generator.commands.help:help_",
        "[TOPIC]",
        "shows the manual: what each file, key and verb means, with an example",
    ),
    "upgrade": Command(
        "generator.commands.upgrade:upgrade",
        "[GAME ...]",
        "carries an older project over to the data format of today, a line for each change",
    ),
    "rulings": Command(
        "generator.commands.rulings:rulings",
        "GAME",
        "lists what the rules leave open, and the options",
    ),
    "sheet": Command(
        "generator.commands.sheet:sheet",
        "out GAME",
        "sends records out into a spreadsheet; `in FILE` merges the edits, `pull GAME` fetches",
    ),
    "translate": Command(
        "generator.options.translation:OUTPUT",
        "GAME --to TAG",
        "writes the texts of a game into a PO file for translators, or brings it up to date",
    ),
    "setup": Command(
        "generator.commands.setup:setup",
        "GAME --players N",
        "sets the table up and shows every zone",
    ),
    "table": Command(
        "generator.options.virtual_table:OUTPUT",
        "GAME --players N --to NAME",
        "lays the table for Tabletop Simulator or playingcards.io",
    ),
    "print": Command(
        "generator.options.kit:OUTPUT",
        "[GAME ...]",
        "makes the print kit: cards, chits, mats, boards, figures, cover",
    ),
    "calibrate": Command(
        "generator.options.duplex_sheet:OUTPUT",
        "",
        "prints a test sheet and keeps a printer's duplex drift, for `print --printer`",
    ),
    "shop": Command(
        "generator.options.shop_order:OUTPUT",
        "GAME --to NAME",
        "makes a print shop's files, with a preflight report",
    ),
    "diff": Command(
        "generator.options.differences:OUTPUT",
        "GAME [GIT-REV]",
        "lists what changed, card by card and field by field",
    ),
    "pictures": Command(
        "generator.options.face_pictures:OUTPUT",
        "GAME",
        "makes pictures: faces, sprite sheets, hands and spreads of cards",
    ),
    "publish": Command(
        "generator.options.publication:OUTPUT",
        "GAME",
        "makes an almanac and a site of all components, the rulebook, and errata",
    ),
    "preview": Command(
        "generator.options.preview:OUTPUT", "GAME", "draws faces as pictures while you design"
    ),
    "studio": Command(
        "generator.studio.command:studio",
        "[GAME]",
        "opens a page that redraws what you change as you save it",
    ),
    "play": Command(
        "generator.options.play:OUTPUT",
        "GAME",
        "sits you at a table: you play one seat or several, policies the others",
    ),
    "simulate": Command(
        "generator.options.simulation:OUTPUT",
        "[GAME ...]",
        "plays many games: length, wins, scores, piles, supplies",
    ),
    "replay": Command("generator.options.replay:OUTPUT", "GAME", "tells one game turn by turn"),
    "piles": Command(
        "generator.options.piles:OUTPUT",
        "[GAME ...]",
        "tells of every pile whether it can run out, when, and what then",
    ),
    "report": Command(
        "generator.options.simulation_report:OUTPUT",
        "[GAME ...]",
        "writes a page a game with plots, which works offline",
    ),
    "compare": Command(
        "generator.options.comparison:OUTPUT",
        "GAME [GIT-REV]",
        "plays two versions of a game on the same luck: what shifted, and how sure that is",
    ),
    "merge": Command(
        "generator.commands.merge:merge",
        "FILE...",
        "puts together what `--shard` has played in parts, and tells it",
    ),
    "rules": Command(
        "generator.commands.rules:rules",
        "GAME",
        "lists every numbered rule: where it is carried out, tested, or only mentioned",
    ),
    "cache": Command(
        "generator.commands.cache:cache",
        "",
        "tells how much is kept of what was made before, and where; `--clear` removes it",
    ),
}
"""Each command by its name."""


def behind(command: str, commands: Mapping[str, Command] = COMMANDS) -> Any:
    """The output or the function that carries a command out."""
    module, _, name = commands[command].where.partition(":")
    return getattr(importlib.import_module(module), name)
