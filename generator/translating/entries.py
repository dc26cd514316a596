"""Entries of a PO file as text, as gettext writes them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import polib

from validator.catalogue.translating.po import Message

WIDTH = 78
"""Letters of a line, as gettext's own tools wrap them."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What is wanted: a text, its key, what a translator should know, where it stands."""

    context: str
    english: str
    about: str
    places: list[str]
    most: int = 0
    is_named: bool = True
    plural: str = ""

    @property
    def notes(self) -> list[str]:
        """The lines of comment that come from the project."""
        about = f"{self.about} At most {self.most} letters.".strip() if self.most else self.about
        told = [f"#. {line}" for line in about.split("\n") if line]
        return [*told, *(f"#: {line}" for line in _references(self.places))]


def _references(places: list[str]) -> Iterator[str]:
    line = ""
    for place in places:
        shown = f"\u2068{place}\u2069" if " " in place else place
        if line and len(line) + len(shown) + 4 > WIDTH:
            yield line
            line = ""
        line = f"{line} {shown}" if line else shown
    yield from [line] if line else []


def wrapped(entry: Entry, forms: int, like: Message | None = None) -> str:
    """A new entry; with the translation of what it was ``like``, to be looked at again.

    With a plural it has as many ``forms``.
    """
    lines = list(entry.notes)
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
        lines = [*_said_by_people(like), *lines]
    return "\n".join([*lines, made.__unicode__(WIDTH).strip("\n")])


def rewritten(message: Message, entry: Entry) -> str:
    """An entry with its comments from the project as they are now; else its very lines."""
    body = list(_body(message))
    old = [line for line in message.comments if line.startswith(("#.", "#:"))]
    if old == entry.notes and not message.obsolete:
        return message.raw
    others = [line for line in message.comments if line.startswith(("#,", "#|"))]
    return "\n".join([*_said_by_people(message), *entry.notes, *others, *body])


def obsolete(message: Message) -> str:
    """An entry that nothing wants now, with what people noted beside it."""
    if message.obsolete:
        return message.raw
    flags = [line for line in message.comments if line.startswith("#,")]
    return "\n".join([*_said_by_people(message), *flags, *(f"#~ {one}" for one in _body(message))])


def _said_by_people(message: Message) -> list[str]:
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
