"""The command that lists every numbered rule of a game and where it lives."""

from __future__ import annotations

import typer

from generator.failures import WrongUseError
from generator.options.choices import AsForm, Form, GameName
from generator.options.protocol import Context, stop_on_errors
from validator.command import ProjectDir


def rules(game: GameName, form: AsForm = Form.TEXT, project: ProjectDir = None) -> None:
    """List every numbered rule: where it is carried out, tested, or only mentioned.

    It is carried out by data, a check or an engine, at a line that does something, and covered if
    a test cites it too; rulings and variants follow apart. Rules that nothing carries out or
    tests, and open ones that nothing settles, are findings below.
    """
    import json

    from validator.coverage.cover import cover
    from validator.coverage.files import project_texts
    from validator.coverage.proofs import read_proofs
    from validator.coverage.report import as_json, as_text, coverage_findings
    from validator.report import as_text as findings_text
    from validator.rulebook import read_rulebook

    context = Context(project)
    found = context.game(game)
    rulebook, findings = read_rulebook(context.root, game)
    stop_on_errors(findings)
    if rulebook is None:
        raise WrongUseError(f"{game} has no components/{game}/rules.yaml with its numbered rules")
    texts = project_texts(context.root, found)
    coverage = cover(found, rulebook, texts)
    proofs = read_proofs(context.root, game, {text.name: text.text for text in texts})
    if form is Form.JSON:
        typer.echo(json.dumps(as_json(coverage, found, proofs), indent=2, ensure_ascii=False))
        return
    typer.echo(as_text(coverage, found, proofs).rstrip("\n"))
    more = coverage_findings(coverage, rulebook, found)
    if more:
        typer.echo("\n" + findings_text(more))
