"""Run ``trilith`` inside a test."""

from typer.testing import CliRunner

from generator.cli import application, commands_of


def run(*words, status=0, typed=()):
    """Run a command, with lines as its input: it ends with ``status``, if that is known, and never
    with a traceback.
    """
    line = [str(word) for word in words]
    lines = "".join(f"{one}\n" for one in typed)
    result = CliRunner().invoke(application(commands_of(line)), line, input=lines)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert status in (None, result.exit_code), result.output
    return result
