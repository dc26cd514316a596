"""How a command can fail, as types; the message of each is for people."""

from __future__ import annotations

from collections.abc import Sequence

from validator.findings import Finding


class WrongUseError(Exception):
    """Something was asked for that cannot be had; the message says what can."""


class FailedError(Exception):
    """What was asked for is sensible but did not come about; the message says why."""


class EndedError(SystemExit):
    """The end of a command that has said itself why it ends; ``code`` is the exit status."""

    told = True


class Interrupted(Exception):  # noqa: N818 - it is an ending
    """Somebody interrupted what can be gone on with; the message says how."""


class DataError(Exception):
    """Data that cannot be worked with: ``findings`` say where and why."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        super().__init__("; ".join(finding.message for finding in findings))
        self.findings = tuple(findings)
