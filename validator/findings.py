"""What a check has to say and where, what a person cannot have, and which name was meant."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

_ID = re.compile(r"[a-z0-9][a-z0-9_-]*")
"""What the schemas allow as the id of a game."""


ALIKE = 0.7
"""From which share of letters in the same order on a name is likely meant by another one.

At difflib's own 0.6, "where" means "when" and "price" means "space". The same letters in another
order are meant too.
"""


def closest(name: str, known: Iterable[str]) -> str | None:
    """The name among ``known`` that is most like ``name``, or None if none is like it.

    Capitals, spaces, hyphens and underlines make no difference.
    """
    return next(iter(_candidates(name, known)), None)


def _candidates(name: str, known: Iterable[str]) -> list[str]:
    """Names that are like ``name``, the likest first: at most two, one if no letter differs."""
    alike: dict[str, str] = {}
    for one in known:
        alike.setdefault(_bare(one), one)
    if _bare(name) in alike:
        return [alike[_bare(name)]]
    turned = [one for one in alike if sorted(one) == sorted(_bare(name))]
    found = difflib.get_close_matches(_bare(name), list(alike), n=2, cutoff=ALIKE) or turned[:2]
    return [alike[one] for one in found]


class Mend(str):
    """A hint with the one word that was meant: where ``old`` stands, ``new`` is to be written."""

    old: str
    new: str

    def within(self, hint: str) -> Mend:
        """Another hint with the same words."""
        made = Mend(hint)
        made.old, made.new = self.old, self.new
        return made


def did_you_mean(name: str, known: Iterable[str], otherwise: str) -> str:
    """A hint that asks for the closest of ``known``, or says ``otherwise`` where none is close.

    It is a :class:`Mend` where no other is as like as to be meant.
    """
    close = _candidates(name, known)
    if not close:
        return otherwise
    hint = Mend(f"did you mean {close[0]!r}?")
    hint.old, hint.new = name, close[0]
    return str(hint) if close[1:] else hint


def as_id(name: str) -> str:
    """The id and folder of what is called ``name``: ``Harbour Night`` gives ``harbour_night``.

    Accents are dropped (``Été`` gives ``ete``); empty where nothing of the name can be used. An id
    stays as it is.
    """
    if _ID.fullmatch(name):
        return name
    bare = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    return re.sub(r"[^a-z0-9]+", "_", bare.lower()).strip("_")


def _bare(name: str) -> str:
    return re.sub(r"[\s_-]+", "_", name.casefold())


class UsageError(ValueError):
    """An unknown policy, ruling, table or pile: ``hint`` lists the right ones."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(f"{message}; {hint}")
        self.message = message
        self.hint = hint


class UnreadableError(UsageError):
    """The rules module misses something of the data that it counts on."""


class GameFaultError(RuntimeError):
    """A rules module failed in the middle of a game; the message says which game it was."""


class Severity(StrEnum):
    """How bad a finding is; only ``error`` makes ``trilith check`` exit with 1."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A spot in a file: path relative to the project (posix), line and column from 1.

    In a workbook ``sheet`` is the name of the sheet, ``line`` its row and ``column`` its column.
    """

    file: str
    line: int = 1
    column: int = 1
    sheet: str = ""

    def __str__(self) -> str:
        spot = f"!{self.sheet}!{self.cell}" if self.sheet else f":{self.line}:{self.column}"
        return printable(f"{self.file}{spot}").replace("\n", "\\n")

    @property
    def cell(self) -> str:
        """The address of the cell in a workbook: ``D17``."""
        letters, left = "", self.column
        while left > 0:
            left, letter = divmod(left - 1, 26)
            letters = chr(ord("A") + letter) + letters
        return f"{letters}{self.line}"


def printable(text: str) -> str:
    """A text without signs that a terminal would obey, such as the names of odd files have."""
    return text.translate(_OBEYED)


_OBEYED = {code: f"\\x{code:02x}" for code in (*range(32), *range(127, 160)) if code not in (9, 10)}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong or worth knowing.

    ``code`` is stable: a check's own code (``reference-unknown``), or the id of the
    rules finding (``X-HEN-06``) where the data that triggers the check names it.
    ``message`` names the thing; ``hint`` says how to mend it (may be empty). ``settled`` is what
    leaves nothing to mend: the ruling that answers the question, or the claim that holds.
    """

    code: str
    severity: Severity
    game: str
    place: Place
    message: str
    hint: str = ""
    settled: str = ""


def sort_key(finding: Finding) -> tuple[str, Place, str, str]:
    """Order findings by game, place, code and message, so that output is stable."""
    return (finding.game, finding.place, finding.code, finding.message)


def has_errors(findings: Iterable[Finding]) -> bool:
    """Tell whether any finding is an error."""
    return any(finding.severity is Severity.ERROR for finding in findings)
