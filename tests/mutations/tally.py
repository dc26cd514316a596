"""Where the findings stand: the table of operators, and the figures it is judged by."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

NEAR = 3
"""Lines within which a finding is still near."""


class Where(StrEnum):
    """Where the nearest finding stands."""

    LINE = "the line"
    NEAR = "near"
    FAR = "farther"
    OTHER = "other file"
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class Figures:
    """How many edits were tried, and where the nearest finding of each stood."""

    tried: int
    where: Mapping[Where, int]

    @property
    def caught(self):
        """Edits with a finding."""
        return self.tried - self.where[Where.SILENT]

    @property
    def caught_share(self):
        """Share of the edits with a finding."""
        return self.caught / max(self.tried, 1)

    @property
    def line_share(self):
        """Share of the caught edits whose finding stands at the changed line."""
        return self.where[Where.LINE] / max(self.caught, 1)


def where(one, outcome):
    """Where the finding stands that is nearest to the edit."""
    lines = one.edit.changed(one.document.text)
    distances = [
        min(abs(line - changed) for changed in lines)
        for _, file, line in outcome.found
        if file == one.edit.file
    ]
    if not distances:
        return Where.OTHER if outcome.found else Where.SILENT
    nearest = min(distances)
    if not nearest:
        return Where.LINE
    return Where.NEAR if nearest <= NEAR else Where.FAR


def figures(done):
    """The figures of some trials."""
    found = [where(one, outcome) for one, outcome in done]
    return Figures(len(found), {place: found.count(place) for place in Where})


def table(done):
    """The table of operators, line by line."""
    heads = ("tried", "caught", *(place.value for place in Where if place is not Where.SILENT))
    yield f"{'operator':24}" + "".join(f"{head:>11}" for head in heads) + "  contradicts"
    operators = dict.fromkeys(one.operator for one, _ in done)
    for operator in operators:
        here = figures((one, outcome) for one, outcome in done if one.operator == operator)
        yield _row(operator.name, here) + f"{'yes' if operator.contradicts else 'no':>13}"
    for contradicts, name in ((True, "all that contradict"), (False, "all others")):
        here = figures(pair for pair in done if pair[0].operator.contradicts is contradicts)
        yield _row(name, here)


def _row(name, here):
    places = [here.where[place] for place in Where if place is not Where.SILENT]
    return f"{name:24}" + "".join(f"{number:11}" for number in (here.tried, here.caught, *places))
