"""Claims that compare numbers of the rules with the data."""

from __future__ import annotations

from validator.checks.claims.base import Case, UnclearError, Verdict
from validator.checks.claims.operands import Reading, read


def compare(case: Case) -> Verdict:
    """Numbers of the rules against the data; refuted by the first table where a test fails."""
    wrong: list[tuple[str, str]] = []
    at: tuple[str | int, ...] = ()
    right: list[tuple[str, str]] = []
    for view in case.views():
        for index, test in enumerate(case.data["tests"]):
            left, other = read(test["left"], view), read(test["right"], view)
            holds = _holds(left.value, test["is"], other.value)
            start = f"{test['what']}: " if "what" in test else ""
            text = f"{start}{_compared(left, test['is'], other, holds)}"
            (right if holds else wrong).append((view.name, text))
            at = at if holds or at else ("tests", index, "right")
    return Verdict(bool(wrong), _by_test(wrong or right), at)


def _compared(left: Reading, sign: str, right: Reading, holds: bool) -> str:
    if sign == "=" and holds:
        return f"{left.text} = {right}"
    return f"{left} {sign if holds else _NOT[sign]} {right}"


_NOT = {"=": "is not", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}


def _holds(left: object, sign: str, right: object) -> bool:
    if sign == "=":
        return left == right
    if not isinstance(left, int) or not isinstance(right, int):
        message = f"{left!r} and {right!r} cannot be compared by {sign}"
        raise UnclearError(message, 'compare numbers, or words by "="')
    return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[sign]


def _by_test(cases: list[tuple[str, str]]) -> str:
    return "; ".join(dict.fromkeys(text for _, text in cases))
