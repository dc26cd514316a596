"""Where the findings stand: the table of operators, and the figures it is judged by."""

from collections import Counter
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


class Figures(Counter):
    """Of some trials, how often the nearest finding stood where."""

    def __init__(self, done):
        super().__init__(where(one, outcome) for one, outcome in done)

    @property
    def caught(self):
        """Edits with a finding."""
        return self.total() - self[Where.SILENT]

    @property
    def caught_share(self):
        """Share of the edits with a finding."""
        return self.caught / max(self.total(), 1)

    @property
    def line_share(self):
        """Share of the caught edits whose finding stands at the changed line."""
        return self[Where.LINE] / max(self.caught, 1)


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
    if not min(distances):
        return Where.LINE
    return Where.NEAR if min(distances) <= NEAR else Where.FAR


def table(done):
    """The table of operators, line by line."""
    places = [place for place in Where if place is not Where.SILENT]
    heads = "".join(f"{head:>11}" for head in ("tried", "caught", *places))
    yield f"{'operator':24}{heads}  contradicts"

    def row(name, pairs):
        here = Figures(pairs)
        numbers = (here.total(), here.caught, *(here[place] for place in places))
        return f"{name:24}" + "".join(f"{number:11}" for number in numbers)

    for operator in dict.fromkeys(one.operator for one, _ in done):
        of_it = [pair for pair in done if pair[0].operator == operator]
        yield row(operator.name, of_it) + f"{'yes' if operator.contradicts else 'no':>13}"
    for contradicts, name in ((True, "all that contradict"), (False, "all others")):
        yield row(name, [pair for pair in done if pair[0].operator.contradicts is contradicts])
