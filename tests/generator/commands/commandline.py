"""Run ``trilith`` inside a test."""

from __future__ import annotations

from typer.testing import CliRunner, Result

from generator.cli import application


def run(*words: object, status: int = 0) -> Result:
    """Run a command; it must end with ``status``, and never with a traceback."""
    result = CliRunner().invoke(application(), [str(word) for word in words])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == status, result.output
    return result
