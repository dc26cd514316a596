"""Which faces were printed last: a ledger under version control, and what differs from it.

``trilith print GAME --mark-printed`` writes ``components/<game>/printed.json``,
``printed.de.json`` of its translation;
``trilith print GAME --changed`` prints only what differs from it since. Faces are compared by
the hash of their drawing at normal ink and 3 mm bleed. The revision printed on every face is
left out of that, as a new revision alone is no reason to print a card again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from generator.atomic import OutputError, put_in_place
from generator.changes.differences import values
from generator.design.faces import faces_of
from generator.design.templates import Templates
from generator.failures import DataError
from generator.printing.selection import copies_needed
from validator.catalogue.model import Game
from validator.catalogue.source import JsonError, read_json
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
    """How one component looks: its set, copies, the hash of its data and those of its faces.

    ``name`` is what people call it; ledgers that were written before names were noted have none.
    """

    deck: str
    copies: int
    data: str
    front: str
    back: str | None
    name: str = ""


FaceHashes = Mapping[str, Printed]
"""By component id, in file order."""


@dataclass(frozen=True, slots=True)
class Changes:
    """What must be printed, taken out, or is as it was; ids in file order.

    A printed piece is what it looks like: one whose id alone changed, or that now serves another
    component of the same look, is neither printed nor taken out. ``copies`` are the copies to
    print, and ``surplus`` the printed copies that are to be taken out, by id; nothing else is in
    them. ``more`` are unchanged components of which copies are to be printed. ``redrawn`` are
    components that look different though their data are the same. ``whole_decks`` are decks
    (of two or more) in which every component that was there before looks different, some of
    them with the same data: a template, icon or theme changed rather than cards.
    """

    copies: Mapping[str, int] = field(default_factory=dict)
    surplus: Mapping[str, int] = field(default_factory=dict)
    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    fewer: tuple[str, ...] = ()
    redrawn: tuple[str, ...] = ()
    whole_decks: tuple[str, ...] = ()

    @property
    def nothing(self) -> bool:
        """Tell whether there is nothing to print or to take out."""
        return not (self.copies or self.surplus)

    def among(self, wanted: Collection[str] | None) -> Changes:
        """What of it is about the components ``wanted``, by id; all of it if None."""
        if wanted is None:
            return self
        some: dict[str, Any] = {
            name: {key: count for key, count in getattr(self, name).items() if key in wanted}
            for name in ("copies", "surplus")
        }
        for name in ("added", "changed", "removed", "more", "fewer"):
            some[name] = tuple(key for key in getattr(self, name) if key in wanted)
        return replace(self, **some)


def faces_now(game: Game, templates: Templates) -> tuple[FaceHashes, tuple[Finding, ...]]:
    """How every component that ``game`` uses looks, without its revision; see the module's text."""
    copies = copies_needed(game)
    unmarked = replace(game, revision=_NO_REVISION)
    pairs, findings, *_ = faces_of(unmarked, templates, wanted=lambda c: c.id in copies)
    components = {component.id: component for component in game.components()}
    faces = {}
    for pair in pairs:
        component = components[pair.component]
        data = json.dumps(values(component, game.sets[pair.deck], game), ensure_ascii=False)
        faces[component.id] = Printed(
            pair.deck,
            copies[component.id],
            hashlib.sha256(data.encode()).hexdigest(),
            pair.front.key,
            None if pair.back is None else pair.back.key,
            component.name,
        )
    return faces, findings


def changes(before: FaceHashes, now: FaceHashes) -> Changes:
    """What is different between two states of a game."""
    kept = [key for key in now if key in before]
    differ = [key for key in kept if _look(before[key]) != _look(now[key])]
    redrawn = tuple(key for key in differ if before[key].data == now[key].data)
    copies, surplus = _lacks_and_surplus(before, now)
    return Changes(
        copies=copies,
        surplus=surplus,
        added=tuple(key for key in copies if key not in before),
        changed=tuple(key for key in differ if key in copies or key in surplus),
        removed=tuple(key for key in surplus if key not in now),
        more=tuple(key for key in kept if key in copies and key not in differ),
        fewer=tuple(key for key in kept if key in surplus and key not in differ),
        redrawn=redrawn,
        whole_decks=_whole_decks(now, kept, differ, redrawn),
    )


def _lacks_and_surplus(
    before: FaceHashes, now: FaceHashes
) -> tuple[dict[str, int], dict[str, int]]:
    """How many copies lack, and how many are too many, by id, as the printed pieces look.

    A component first keeps its own pieces, then takes over what others of its look leave.
    """
    missing = {key: printed.copies for key, printed in now.items()}
    surplus = {key: printed.copies for key, printed in before.items()}
    owners: dict[tuple[str, str | None], list[str]] = {}
    for key, printed in before.items():
        owners.setdefault(_look(printed), []).append(key)

    for own in (True, False):
        for key, printed in now.items():
            for owner in owners.get(_look(printed), ()):
                if (owner == key) is own:
                    count = min(missing[key], surplus[owner])
                    missing[key] -= count
                    surplus[owner] -= count
    lacks = {key: count for key, count in missing.items() if count}
    return lacks, {key: count for key, count in surplus.items() if count}


def warning(found: Changes, game: Game, faces: FaceHashes) -> str | None:
    """A sentence to say before paper is used where whole decks changed; None if none did."""
    if not found.whole_decks:
        return None
    copies = found.copies
    names = []
    for deck in found.whole_decks:
        count = sum(number for key, number in copies.items() if faces[key].deck == deck)
        names.append(f"{game.sets[deck].name} ({count})")
    return (
        f"every face of {', '.join(names)} differs, which a change of a template, icon or "
        "theme does (or one of trilith itself); all of them would be printed again"
    )


def summary(found: Changes) -> str:
    """What is to be printed, in one line."""
    if found.nothing:
        return "nothing has changed since the last print"
    parts = (
        (found.added, "new"),
        (found.changed, "changed"),
        (found.removed, "removed"),
        (found.more, "with more copies"),
        (found.fewer, "with fewer copies"),
    )
    words = ", ".join(f"{len(keys)} {word}" for keys, word in parts if keys)
    pieces = sum(found.copies.values())
    return f"{words}; {pieces} piece{'' if pieces == 1 else 's'} to print"


def pieces_to_take_out(surplus: Mapping[str, int], before: FaceHashes) -> list[str]:
    """Printed copies that are too many, a component each: "2 Candle"."""
    return [f"{count} {before[key].name or key}" for key, count in surplus.items()]


def ledger_path(root: Path, game: str, language: str = "") -> Path:
    """Where the ledger of a game, or of its translation, lies in the project ``root``."""
    return root / "components" / game / in_tongue(NAME, language)


def read_ledger(root: Path, game: str, language: str = "") -> FaceHashes | None:
    """What was printed last of a game; None where nothing was marked as printed yet.

    Raises:
        DataError: the ledger that is there cannot be used.
    """
    path, line = ledger_path(root, game, language), 1
    try:
        data = read_json(read_plain(path, inside=root))
        problem = _problem(data, game)
    except FileNotFoundError:
        return None
    except JsonError as error:
        problem, line = str(error), error.line
    except OSError as error:
        problem = f"it cannot be read: {error.strerror or error}"
    if problem:
        place = Place(path.relative_to(root).as_posix(), line)
        hint = "restore it from version control, or remove it, print everything and mark that"
        message = f"the ledger of printed faces cannot be used: {problem}"
        raise DataError([Finding("ledger-unusable", Severity.ERROR, game, place, message, hint)])
    return {key: Printed(**value) for key, value in data["faces"].items()}


def mark_printed(root: Path, game: Game, faces: FaceHashes) -> Path:
    """Write the ledger: all of ``faces`` are printed now. Returns its path.

    Raises:
        OutputError: the file cannot be written.
    """
    path = ledger_path(root, game.id, game.translated)
    try:
        put_in_place(path, _ledger_text(game, faces).encode())
    except OSError as error:
        message = f"cannot mark as printed: {path}: {error.strerror or error}"
        raise OutputError(message) from error
    return path


def _ledger_text(game: Game, faces: FaceHashes) -> str:
    """The ledger as JSON with one component a line, so that versions compare well."""
    rows = [
        f"    {json.dumps(key)}: " + json.dumps(asdict(p), ensure_ascii=False)
        for key, p in faces.items()
    ]
    head = {"kind": _KIND, "game": game.id, "revision": game.revision}
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}," for key, value in head.items()]
    return "\n".join(["{", *lines, '  "faces": {', ",\n".join(rows), "  }", "}"]) + "\n"


def _look(printed: Printed) -> tuple[str, str | None]:
    return printed.front, printed.back


def _whole_decks(
    now: FaceHashes, kept: Sequence[str], changed: Sequence[str], redrawn: Sequence[str]
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
    """Tell whether an entry has what :class:`Printed` has, of the right kinds."""
    try:
        one = Printed(**value)
    except TypeError:
        return False
    keys = [one.data, one.front, *([] if one.back is None else [one.back])]
    return (
        all(isinstance(text, str) for text in (one.deck, one.name, *keys))
        and all(len(key) == _KEY_LENGTH for key in keys)
        and type(one.copies) is int
        and one.copies > 0
    )
