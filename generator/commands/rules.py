"""The command that lists every numbered rule of a game and where it lives."""

from __future__ import annotations

import json

import typer

from generator.failures import WrongUseError
from generator.outputs.choices import AsForm, Form, GameName
from generator.outputs.protocol import Context, stop_on_errors
from validator.command import ProjectDir
from validator.coverage import cover, project_texts
from validator.coverage_report import as_json, as_text, coverage_findings
from validator.report import as_text as findings_text
from validator.rulebook import read_rulebook


def rules(game: GameName, form: AsForm = Form.TEXT, project: ProjectDir = None) -> None:
    """List every numbered rule with where it lives: data, check, engine line, face, test.

    Rules that nothing carries out, and open ones that nothing settles, are findings below.
    """
    context = Context(project)
    found = context.game(game)
    rulebook, findings = read_rulebook(context.root, game)
    stop_on_errors(findings)
    if rulebook is None:
        raise WrongUseError(f"{game} has no components/{game}/rules.yaml with its numbered rules")
    coverage = cover(found, rulebook, project_texts(context.root, found))
    if form is Form.JSON:
        typer.echo(json.dumps(as_json(coverage), indent=2, ensure_ascii=False))
        return
    typer.echo(as_text(coverage).rstrip("\n"))
    more = coverage_findings(coverage, rulebook, found)
    if more:
        typer.echo("\n" + findings_text(more))
