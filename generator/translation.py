"""PO files written and kept up to date with the texts of a project."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import polib

from validator.catalogue.translating.po import Message, PoFile
from validator.catalogue.translating.wanted import Wanted

WIDTH = 78
"""Letters of a line, as gettext's own tools wrap them."""


def notes_of(wanted: Wanted, places: Iterable[str]) -> list[str]:
    """The lines of comment that come from the project: what is to be known, where it stands."""
    more = f" At most {wanted.most} letters." if wanted.most else ""
    lines: list[str] = []
    for place in places:
        shown = f"\u2068{place}\u2069" if " " in place else place
        if lines and len(lines[-1]) + len(shown) + 4 <= WIDTH:
            lines[-1] += f" {shown}"
        else:
            lines.append(shown)
    about = f"{wanted.about}{more}".strip() if more else wanted.about
    return [
        *(f"#. {line}" for line in about.split("\n") if line),
        *(f"#: {line}" for line in lines),
    ]


def new_entry(entry: Wanted, notes: list[str], forms: int, like: Message | None = None) -> str:
    """A new entry; with the translation of what it was ``like``, to be looked at again.

    With a plural it has as many ``forms``.
    """
    lines = notes
    made = polib.POEntry(msgctxt=entry.context or None, msgid=entry.english)
    if entry.plural:
        made.msgid_plural = entry.plural
        made.msgstr_plural = dict.fromkeys(range(forms), like.text if like else "")
    if like is not None:
        made.msgstr = "" if entry.plural else like.text
        made.previous_msgctxt = like.context if like.context != entry.context else None
        made.previous_msgid = like.source.text
        made.previous_msgid_plural = like.plural
        made.flags = ["fuzzy"]
        lines = [*_comments_of_people(like), *lines]
    return "\n".join([*lines, made.__unicode__(WIDTH).strip("\n")])


def rewrite_entry(message: Message, notes: list[str]) -> str:
    """An entry with its comments from the project as they are now; else its very lines."""
    old = [line for line in message.comments if line.startswith(("#.", "#:"))]
    if old == notes and not message.obsolete:
        return message.raw
    others = [line for line in message.comments if line.startswith(("#,", "#|"))]
    return "\n".join([*_comments_of_people(message), *notes, *others, *_body(message)])


def obsolete(message: Message) -> str:
    """An entry that nothing wants now, with what people noted beside it."""
    if message.obsolete:
        return message.raw
    flags = [line for line in message.comments if line.startswith("#,")]
    return "\n".join(
        [*_comments_of_people(message), *flags, *(f"#~ {one}" for one in _body(message))]
    )


def _comments_of_people(message: Message) -> list[str]:
    return [line for line in message.comments if not line.startswith(("#.", "#:", "#,", "#|"))]


def _body(message: Message) -> Iterator[str]:
    """The lines of a message that are no comments."""
    for line in message.raw.split("\n"):
        bare = line.removeprefix("#~").strip() if line.startswith("#~") else line
        if bare and not bare.startswith(("#", "|")):
            yield bare


def head_of(project: str, language: str, plural_forms: str) -> str:
    """The head of a new file; it holds no date, so that the same project gives the same file."""
    fields = {
        "Project-Id-Version": project,
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        **({"Plural-Forms": plural_forms} if plural_forms else {}),
    }
    head = polib.POEntry(msgstr="".join(f"{key}: {value}\n" for key, value in fields.items()))
    return str(head.__unicode__(WIDTH).strip("\n"))


# A PO file brought up to date: what is wanted now, and nothing lost of what was said before.
#
# Entries keep their order, their comments and, as long as nothing about them changes, their very
# lines. A text that changed keeps its translation as *fuzzy*, with the text before beside it; what
# is no longer wanted stays as an obsolete entry and comes back with its text.


@dataclass(frozen=True, slots=True)
class Updated:
    """The text of a PO file as it should be, and how far it is: numbers of entries."""

    text: str
    wanted: int
    said: int
    fuzzy: int
    gone: int

    @property
    def summary(self) -> str:
        """How far it is: ``512 of 671 texts, 12 to look at again, 147 missing``."""
        words = [f"{self.said} of {self.wanted} texts"]
        words += [f"{self.fuzzy} to look at again"] * bool(self.fuzzy)
        missing = self.wanted - self.said - self.fuzzy
        words += [f"{missing} missing"] * bool(missing)
        words += [f"{self.gone} no longer used"] * bool(self.gone)
        return ", ".join(words)


def update_po(
    po: PoFile,
    wanted: Iterable[Wanted],
    head: str,
    own: Callable[[tuple[str, str]], bool] = lambda _: False,
    forms: int = 2,
) -> Updated:
    """Bring ``po`` up to date with what is ``wanted``; ``head`` is for a file that has none yet.

    ``own`` tells of a key whether a project may have it besides: a sentence of the product. A
    sentence with a number has as many ``forms``.
    """
    entries: dict[tuple[str, str], Wanted] = {}
    places: dict[tuple[str, str], list[str]] = {}
    for one in wanted:
        known = entries.setdefault(one.key, one)
        if one.plural and not known.plural:
            entries[one.key] = replace(known, plural=one.plural)
        places.setdefault(one.key, []).append(f"{one.place.file}:{one.place.line}")
    notes = {key: notes_of(one, dict.fromkeys(places[key])) for key, one in entries.items()}
    work = _PoUpdate(po, entries, notes, own, forms)
    past = work.past()
    blocks = [po.head.raw if po.head else head, *work.blocks(), *map(obsolete, past)]
    blocks += [po.tail] if po.tail else []
    return Updated("\n\n".join(blocks) + "\n", len(entries), work.said, work.fuzzy, len(past))


@dataclass
class _PoUpdate:
    """An update on its way: the old messages, the entries wanted, and what becomes of both."""

    po: PoFile
    entries: Mapping[tuple[str, str], Wanted]
    notes: Mapping[tuple[str, str], list[str]]
    own: Callable[[tuple[str, str]], bool]
    forms: int
    fuzzy: int = 0
    said: int = 0

    def blocks(self) -> Iterator[str]:
        """The entries in their order, new ones behind those that they follow in the project."""
        made = {key: self.block(key, entry) for key, entry in self.entries.items()}
        listed = [key for key in self.current if key in made or self.own(key)]
        for key in _place_keys(listed, list(self.entries)):
            yield made[key] if key in made else self.current[key].raw

    @cached_property
    def current(self) -> dict[tuple[str, str], Message]:
        """The messages in force, the first of each key."""
        found: dict[tuple[str, str], Message] = {}
        for message in self.po.messages:
            if not message.obsolete:
                found.setdefault(message.key, message)
        return found

    def block(self, key: tuple[str, str], entry: Wanted) -> str:
        """The lines of an entry that is wanted."""
        before = self.messages_by_key.get(key)
        if before is not None and self.still(before, entry):
            self.fuzzy += before.is_fuzzy and bool(before.text)
            self.said += not before.is_fuzzy and all(one.text for one in before.said.values())
            return rewrite_entry(before, self.notes[key])
        like = self.like(entry) if before is None else before
        if like is None or not like.text:
            return new_entry(entry, self.notes[key], self.forms)
        self.fuzzy += 1
        return new_entry(entry, self.notes[key], self.forms, like)

    def still(self, before: Message, entry: Wanted) -> bool:
        """Tell whether a message still has the plural and, if it is said, the forms of an entry."""
        if (before.plural or "") != entry.plural:
            return False
        return not entry.plural or len(before.said) == self.forms or _is_full(before)

    def like(self, entry: Wanted) -> Message | None:
        """The message whose text became this one: it stood at the same key, or said the same."""
        there = self.free.get(("context", entry.context), [])[:MOST_ALIKE]
        likeness = [_likeness(one.source.text, entry.english) for one in there]
        # the only one of an id surely is what became of it
        is_the_one = len(there) == 1 and entry.named and bool(entry.context)
        ordered = sorted(
            zip(there, likeness, strict=True), key=lambda one: (one[0].obsolete, -one[1])
        )
        near = [one for one, alike in ordered if is_the_one or alike >= ALIKE]
        return next(iter((*near, *self.free.get(("english", entry.english), []))), None)

    @cached_property
    def messages_by_key(self) -> Mapping[tuple[str, str], Message]:
        """The messages by their keys, obsolete ones where there is no other."""
        past = {message.key: message for message in reversed(self.po.messages)}
        return past | self.current

    @cached_property
    def free(self) -> Mapping[tuple[str, str], list[Message]]:
        """The translations that nothing wants now, by their contexts and by their English."""
        found: dict[tuple[str, str], list[Message]] = {}
        for one in self.po.messages:
            if one.text and one.key not in self.entries:
                found.setdefault(("context", one.context), []).append(one)
                found.setdefault(("english", one.source.text), []).append(one)
        return found

    def past(self) -> list[Message]:
        """The messages that are kept though nothing wants them, the first of each key."""
        found: dict[tuple[str, str], Message] = {}
        for message in self.po.messages:
            gone = message.obsolete or not self.own(message.key)
            if message.key not in self.entries and gone and _is_full(message):
                found.setdefault(message.key, message)
        return list(found.values())


def _is_full(message: Message) -> bool:
    return any(part.text for part in message.said.values())


ALIKE = 0.6
"""How alike two texts of the same kind are (of 1) if one came of the other; msgmerge's bound."""
MOST_ALIKE = 100
"""Earlier texts of one key that are compared with a new one."""
_MOST = 500
"""Letters that are compared."""


def _likeness(one: str, other: str) -> float:
    if one == other:
        return 1
    alike = difflib.SequenceMatcher(None, one[:_MOST], other[:_MOST], autojunk=False)
    return alike.ratio() if alike.quick_ratio() >= ALIKE else 0


def _place_keys(
    kept: Sequence[tuple[str, str]], wanted: Sequence[tuple[str, str]]
) -> list[tuple[str, str]]:
    """The kept keys in their order, each new one behind the one before it in ``wanted``."""
    after: dict[tuple[str, str] | None, list[tuple[str, str]]] = {None: []}
    after |= {key: [key] for key in kept}
    last: tuple[str, str] | None = None
    for key in wanted:
        if key in after:
            last = key
        else:
            after[last].append(key)
    return [key for keys in after.values() for key in keys]
