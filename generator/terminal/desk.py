"""Where a person reads and types: lines of at most 80 columns, without colours."""

from __future__ import annotations

import contextlib
import importlib
import io
import sys
import textwrap
from collections.abc import Iterable

import typer
from rich.console import Console

from generator.terminal.menu import WIDTH
from generator.terminal.screen import BAR


class Desk:
    """The terminal, or pipes in its place: then what is read is printed too, as if typed."""

    def __init__(self) -> None:
        self.watched = sys.stdin.isatty() and sys.stdout.isatty()
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")
        with contextlib.suppress(ImportError):
            importlib.import_module("readline")  # gives input() its history and its keys

    def tell(self, lines: Iterable[str]) -> None:
        """Print lines, each folded where it is too long."""
        for line in lines:
            for part in folded(line):
                typer.echo(part)

    def ask(self, prompt: str) -> str:
        """What is typed behind ``prompt``; EOFError at the end of the input."""
        answer = input(prompt).strip()
        if not self.watched:
            typer.echo(answer)
        return answer

    def hand_over(self, name: str) -> None:
        """Hide what one player saw before the next looks."""
        if self.watched:
            Console().clear()
            typer.echo(_FORGET, nl=False)
        typer.echo(f"--- hand over to {name} ---")
        if self.watched:
            input("press Enter when the others look away ")


_FORGET = "\x1b[3J"
"""Clears what a terminal could be scrolled back to (an xterm's sequence, which others ignore)."""


def folded(line: str) -> list[str]:
    """A line in parts of at most 80 columns; the parts behind the first stand further in."""
    bar = BAR if line.startswith(BAR) else ""
    said = line.removeprefix(bar)
    margin = " " * (len(said) - len(said.lstrip()) + _INDENT)
    parts = textwrap.wrap(
        said,
        WIDTH - len(bar),
        subsequent_indent=margin,
        replace_whitespace=False,
        break_on_hyphens=False,
    )
    return [bar + part for part in parts] or [""]


_INDENT = 4
