"""What a PO file has beside what the project asks for: missing, stale, unknown, twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from validator.catalogue.translating.phrases import is_for_templates, is_kept
from validator.catalogue.translating.plural_forms import forms_of
from validator.catalogue.translating.po import Message, PoFile
from validator.catalogue.translating.wanted import Wanted
from validator.catalogue.words.grammar import Grammar
from validator.findings import Finding, Severity
from validator.hints import did_you_mean
from validator.translations.entry import Fault, faults_of_phrase, faults_of_text

GUESSED = 20
"""Unknown keys for which a like one is looked for; a whole file of them is another game's."""


@dataclass(frozen=True)
class Translation:
    """A PO file of a game, and what the game asks of it."""

    game: str
    language: str
    po: PoFile
    wanted: Sequence[Wanted]
    grammar: Grammar

    @cached_property
    def asked(self) -> Mapping[tuple[str, str], Wanted]:
        """What is asked for, by its key."""
        return {one.key: one for one in reversed(self.wanted)}

    @cached_property
    def contexts(self) -> Mapping[str, list[Wanted]]:
        """What is asked for, by its context."""
        found: dict[str, list[Wanted]] = {}
        for one in self.asked.values():
            found.setdefault(one.context, []).append(one)
        return found

    @cached_property
    def inflected(self) -> frozenset[str]:
        """The contexts, without their last word, of the names that sentences inflect."""
        return frozenset(one.context.rpartition(" ")[0] for one in self.wanted if one.noun)

    @cached_property
    def messages(self) -> tuple[Message, ...]:
        """The entries in force."""
        return tuple(one for one in self.po.messages if not one.obsolete)

    @cached_property
    def unasked(self) -> tuple[Message, ...]:
        """The entries that nothing asks for."""
        return tuple(
            one for one in self.messages if one.key not in self.asked and not is_kept(one.key)
        )

    @property
    def is_begun(self) -> bool:
        """Tell whether less than half of it is done."""
        said = {one.key for one in self.messages if one.text}
        return 2 * len(said & self.asked.keys()) < len(self.asked)

    def at(self, code: str, severity: Severity, spot: tuple[int, int], *told: str) -> Finding:
        """A finding in the file."""
        return Finding(code, severity, self.game, self.po.place(spot), *told)


def check_whole(one: Translation) -> Iterator[Finding]:
    """Look through a whole file."""
    if one.is_begun:
        done = len({message.key for message in one.messages if message.is_said} & one.asked.keys())
        told = f"{done} of {len(one.asked)} texts are translated"
        hint = "go on, or ask `trilith translate` how far it is"
        yield one.at("translation-begun", Severity.NOTE, (1, 1), told, hint)
    seen: dict[tuple[str, str], Message] = {}
    for message in one.messages:
        if message.key in seen:
            told = f"the text is translated in line {seen[message.key].line} already"
            hint = "keep one of the two entries"
            yield one.at("translation-twice", Severity.ERROR, (message.line, 1), told, hint)
        else:
            seen[message.key] = message
            yield from _entry(one, message)
    if not one.is_begun:
        yield from _absent(one, seen)


def check_sentences(one: Translation) -> Iterator[Finding]:
    """Look through what a file says for templates; only that is ``wanted``."""
    seen: dict[tuple[str, str], Message] = {}
    for message in one.messages:
        if message.key in seen or not (is_for_templates(message.key) or message.key in one.asked):
            continue
        seen[message.key] = message
        if message.key in one.asked:
            yield from _entry(one, message)
        elif not is_kept(message.key):
            yield _unasked(one, message)
    if not one.is_begun:
        yield from _absent(one, seen)


def _entry(one: Translation, message: Message) -> Iterator[Finding]:
    wanted = one.asked.get(message.key)
    if wanted is None and not is_kept(message.key):
        if not is_for_templates(message.key):  # which only drawing knows
            yield _unasked(one, message)
    elif _forms(one, message):
        yield _plural(one, message)
    elif wanted is not None and (message.plural or "") != wanted.plural:
        yield _recounted(one, message, wanted)
    elif not any(part.text for part in message.said.values()):
        if not one.is_begun and wanted is not None:
            told = f"nothing is said for {message.source.text[:60]!r}"
            hint = "translate it; until then it is printed as it is"
            yield one.at("translation-missing", Severity.WARNING, message.spot(), told, hint)
    elif message.is_fuzzy:
        told = "the translation is marked as fuzzy, so it is not used"
        hint = "look whether it says what the text says, and take `fuzzy` away"
        yield one.at("translation-stale", Severity.WARNING, message.spot(), told, hint)
    elif not all(part.text for part in message.said.values()):
        number = next(n for n, part in message.said.items() if not part.text)
        told, hint = f"the form msgstr[{number}] is empty", "say every form"
        yield one.at("translation-missing", Severity.WARNING, message.spot(0, number), told, hint)
    else:
        for fault in _faults(one, message, wanted):
            spot = message.spot(fault.at, fault.number)
            yield one.at(fault.code, fault.severity, spot, fault.message, fault.hint)


def _faults(one: Translation, message: Message, wanted: Wanted | None) -> Iterable[Fault]:
    if wanted is None or is_for_templates(wanted.key):
        return faults_of_phrase(message, one.grammar)
    inflected = message.context.rpartition(" ")[0] in one.inflected
    terms = message.context.startswith("game terms ")
    return faults_of_text(message, wanted, one.grammar, inflected=inflected or terms)


def _unasked(one: Translation, message: Message) -> Finding:
    """An entry that nothing asks for: of a text that changed, or of none."""
    there = one.contexts.get(message.context, ()) if message.context else ()
    if there and (len(there) == 1 or all(other.named for other in there)):
        now = " or ".join(repr(other.english[:60]) for other in there[:2])
        told = f"the text has changed; now it is {now}"
        hint = f"bring the file up to date: trilith translate {one.game}"
        return one.at("translation-stale", Severity.WARNING, message.spot(), told, hint)
    if there:
        told = f"no text of `{message.context}` says {message.source.text[:60]!r}"
    else:
        told = f"there is no text `{message.context or message.source.text[:60]}`"
    known = [*one.contexts]
    general = f"trilith translate {one.game} puts it to the end of the file"
    guessed = not there and message in one.unasked[:GUESSED]
    hint = did_you_mean(message.context, known, general) if guessed else general
    return one.at("translation-unknown", Severity.WARNING, (message.line, 1), told, hint)


def _recounted(one: Translation, message: Message, wanted: Wanted) -> Finding:
    """An entry whose text has begun or ceased to have a plural, or has another one."""
    now = f"its plural now is {wanted.plural[:60]!r}" if wanted.plural else "it has no plural now"
    hint = f"bring the file up to date: trilith translate {one.game}"
    told = f"the text has changed; {now}"
    return one.at("translation-stale", Severity.WARNING, (message.line, 1), told, hint)


def _forms(one: Translation, message: Message) -> bool:
    """Tell whether a message has not the forms that it should have."""
    return tuple(message.said) != tuple(range(_count(one, message)))


def _count(one: Translation, message: Message) -> int:
    return 1 if message.plural is None else forms_of(one.po, one.language).count


def _plural(one: Translation, message: Message) -> Finding:
    count = _count(one, message)
    told = f"the entry has {len(message.said)} forms, {count} are wanted"
    names = ", ".join(f"msgstr[{number}]" for number in range(count))
    hint = f"give {names}" if message.plural is not None else "give one `msgstr`"
    return one.at("translation-plural", Severity.ERROR, (message.line, 1), told, hint)


def _absent(one: Translation, seen: Mapping[tuple[str, str], Message]) -> Iterator[Finding]:
    """Texts for which the file has no entry, at the texts themselves."""
    stale = {message.context for message in seen.values() if message.key not in one.asked}
    for key, wanted in one.asked.items():
        if key not in seen and not (wanted.context in stale and wanted.named):
            told = f"{one.po.file} has no entry for {wanted.english[:60]!r}"
            hint = f"bring it up to date: trilith translate {one.game} --to {one.language}"
            yield Finding(
                "translation-missing", Severity.WARNING, one.game, wanted.place, told, hint
            )
