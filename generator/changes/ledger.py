"""Which faces were printed last: a ledger under version control, and what differs from it.

``trilith print GAME --mark-printed`` writes ``components/<game>/printed.json``,
``printed.de.json`` of its translation;
``trilith print GAME --changed`` prints only what differs from it since. Faces are compared by
the hash of their drawing at normal ink and 3 mm bleed. The revision printed on every face is
left out of that, as a new revision alone is no reason to print a card again.

Codes:

``ledger-unusable``
    The ledger of printed faces is damaged or of another game. It is as version control has it,
    or is written anew by printing everything with `--mark-printed`.

    Bad, by `trilith print fog --changed`::

        # components/fog/printed.json  <- here
        {"kind": "printed", "game": "frog"}

    Good, by `trilith print fog --mark-printed`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from generator.atomic import OutputError, put_in_place
from generator.changes.diff import values
from generator.design.faces import faces_of
from generator.design.templating import Templates
from generator.printing.kit.selection import copies_needed
from validator.catalogue.model import Game
from validator.catalogue.translating.files import in_tongue
from validator.findings import Finding, Place, Severity
from validator.plainfile import read_plain

NAME = "printed.json"
"""Name of the ledger, beside the game's YAML files."""
_KIND = "printed"
_NO_REVISION = "-"
_KEY_LENGTH = 64


@dataclass(frozen=True, slots=True)
class Printed:
    """How one component looks: its set, copies, the hash of its data and those of its faces."""

    deck: str
    copies: int
    data: str
    front: str
    back: str | None


Faces = Mapping[str, Printed]
"""By component id, in file order."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """What was printed last, of which revision of the game."""

    game: str
    revision: str
    faces: Faces


@dataclass(frozen=True, slots=True)
class Changes:
    """What must be printed, thrown away, or is as it was; ids in file order.

    ``more`` are unchanged components of which there are more copies now, with how many more.
    ``redrawn`` are those among ``changed`` whose data are the same. ``whole_decks`` are decks
    (of two or more) in which every component that was there before looks different, some of
    them with the same data: a template, icon or theme changed rather than cards.
    """

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    more: Mapping[str, int] | None = None
    redrawn: tuple[str, ...] = ()
    whole_decks: tuple[str, ...] = ()

    def copies(self, faces: Faces) -> dict[str, int]:
        """How many copies of each component to print, by id; nothing else is in it."""
        more = self.more or {}
        fresh = set(self.added) | set(self.changed)
        return {
            key: printed.copies if key in fresh else more[key]
            for key, printed in faces.items()
            if key in fresh or key in more
        }

    @property
    def nothing(self) -> bool:
        """Tell whether there is nothing to print or throw away."""
        return not (self.added or self.changed or self.removed or self.more)


def faces_now(game: Game, templates: Templates) -> tuple[Faces, tuple[Finding, ...]]:
    """How every component that ``game`` uses looks, without its revision; see the module's text."""
    copies = copies_needed(game)
    unmarked = replace(game, revision=_NO_REVISION)
    pairs, findings = faces_of(unmarked, templates, wanted=lambda c: c.id in copies)
    components = {component.id: component for component in game.components()}
    faces = {
        pair.component: Printed(
            pair.deck,
            copies[pair.component],
            _digest(values(components[pair.component], game.sets[pair.deck], game)),
            pair.front.key,
            None if pair.back is None else pair.back.key,
        )
        for pair in pairs
    }
    return faces, findings


def changes(before: Faces, now: Faces) -> Changes:
    """What is different between two states of a game."""
    kept = [key for key in now if key in before]
    changed = tuple(key for key in kept if _look(before[key]) != _look(now[key]))
    redrawn = tuple(key for key in changed if before[key].data == now[key].data)
    more = {
        key: now[key].copies - before[key].copies
        for key in kept
        if key not in changed and now[key].copies > before[key].copies
    }
    return Changes(
        added=tuple(key for key in now if key not in before),
        changed=changed,
        removed=tuple(key for key in before if key not in now),
        more=more,
        redrawn=redrawn,
        whole_decks=_whole_decks(now, kept, changed, redrawn),
    )


def warning(found: Changes, game: Game, faces: Faces) -> str | None:
    """A sentence to say before paper is used where whole decks changed; None if none did."""
    if not found.whole_decks:
        return None
    copies = found.copies(faces)
    names = []
    for deck in found.whole_decks:
        count = sum(number for key, number in copies.items() if faces[key].deck == deck)
        names.append(f"{game.sets[deck].name} ({count})")
    return (
        f"every face of {', '.join(names)} differs, which a change of a template, icon or "
        "theme does (or one of trilith itself); all of them would be printed again"
    )


def summary(found: Changes, faces: Faces) -> str:
    """What is to be printed, in one line."""
    if found.nothing:
        return "nothing has changed since the last print"
    parts = [(found.added, "new"), (found.changed, "changed"), (found.removed, "removed")]
    words = [f"{len(keys)} {word}" for keys, word in parts if keys]
    if found.more:
        words.append(f"{len(found.more)} with more copies")
    return f"{', '.join(words)}; {sum(found.copies(faces).values())} pieces to print"


def ledger_path(root: Path, game: str, language: str = "") -> Path:
    """Where the ledger of a game, or of its translation, lies in the project ``root``."""
    return root / "components" / game / in_tongue(NAME, language)


def read_ledger(
    root: Path, game: str, language: str = ""
) -> tuple[Ledger | None, tuple[Finding, ...]]:
    """The ledger of a game; None and no finding where nothing was marked as printed yet."""
    path = ledger_path(root, game, language)
    try:
        data = json.loads(read_plain(path, inside=root).decode("utf-8"))
    except FileNotFoundError:
        return None, ()
    except json.JSONDecodeError as error:
        return None, (_unusable(root, path, game, f"it is not JSON: {error.msg}", error.lineno),)
    except (OSError, UnicodeDecodeError) as error:
        return None, (_unusable(root, path, game, f"it cannot be read: {error}"),)
    problem = _problem(data, game)
    if problem:
        return None, (_unusable(root, path, game, problem),)
    faces = {key: Printed(**value) for key, value in data["faces"].items()}
    return Ledger(game, data["revision"], faces), ()


def mark_printed(root: Path, game: Game, faces: Faces) -> Path:
    """Write the ledger: all of ``faces`` are printed now. Returns its path.

    Raises:
        OutputError: the file cannot be written.
    """
    path = ledger_path(root, game.id, game.translated)
    try:
        put_in_place(path, ledger_text(Ledger(game.id, game.revision, faces)).encode())
    except OSError as error:
        message = f"cannot mark as printed: {path}: {error.strerror or error}"
        raise OutputError(message) from error
    return path


def ledger_text(ledger: Ledger) -> str:
    """The ledger as JSON with one component a line, so that versions compare well."""
    rows = [
        f"    {json.dumps(key)}: " + json.dumps(asdict(p), ensure_ascii=False)
        for key, p in ledger.faces.items()
    ]
    head = {"kind": _KIND, "game": ledger.game, "revision": ledger.revision}
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}," for key, value in head.items()]
    return "\n".join(["{", *lines, '  "faces": {', ",\n".join(rows), "  }", "}"]) + "\n"


def _look(printed: Printed) -> tuple[str, str | None]:
    return printed.front, printed.back


def _digest(data: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(data, ensure_ascii=False).encode()).hexdigest()


def _whole_decks(
    now: Faces, kept: Sequence[str], changed: Sequence[str], redrawn: Sequence[str]
) -> tuple[str, ...]:
    different = set(changed)
    suspects = {now[key].deck for key in redrawn}
    decks: dict[str, list[bool]] = {}
    for key in kept:
        decks.setdefault(now[key].deck, []).append(key in different)
    whole = (deck for deck, flags in decks.items() if len(flags) > 1 and all(flags))
    return tuple(deck for deck in whole if deck in suspects)


def _problem(data: Any, game: str) -> str:
    """What is wrong with the shape of a ledger; empty if nothing is."""
    if not isinstance(data, dict) or data.get("kind") != _KIND:
        return "it is no ledger of printed faces"
    if data.get("game") != game:
        return f"it is the ledger of {data.get('game')!r}"
    faces = data.get("faces")
    if not isinstance(data.get("revision"), str) or not isinstance(faces, dict):
        return "its revision or faces are missing"
    wrong = [key for key, value in faces.items() if not _is_printed(value)]
    return f"the entry {wrong[0]!r} is damaged" if wrong else ""


def _is_printed(value: Any) -> bool:
    if not isinstance(value, dict) or set(value) != {field.name for field in fields(Printed)}:
        return False
    copies, back = value["copies"], value["back"]
    return (
        isinstance(value["deck"], str)
        and isinstance(copies, int)
        and not isinstance(copies, bool)
        and copies > 0
        and _is_key(value["data"])
        and _is_key(value["front"])
        and (back is None or _is_key(back))
    )


def _is_key(value: Any) -> bool:
    return isinstance(value, str) and len(value) == _KEY_LENGTH


def _unusable(root: Path, path: Path, game: str, problem: str, line: int = 1) -> Finding:
    place = Place(path.relative_to(root).as_posix(), line)
    hint = "restore it from version control, or print everything and mark it as printed anew"
    message = f"the ledger of printed faces cannot be used: {problem}"
    return Finding("ledger-unusable", Severity.ERROR, game, place, message, hint)
