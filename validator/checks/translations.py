"""What is wrong with the translations of a project, message by message and file by file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

from validator.catalogue.model import Catalogue
from validator.catalogue.translating.files import faults_of, languages_of, read_language, tidy_tag
from validator.catalogue.translating.plural_forms import (
    HEADER,
    forms_of,
    forms_of_language,
    is_described,
    parse_forms,
)
from validator.catalogue.translating.po import Message, PoFile
from validator.catalogue.translating.wanted import Wanted, texts_of_game
from validator.catalogue.words.grammar import Grammar, grammar_of
from validator.catalogue.words.language import is_for_templates, is_kept
from validator.checks.names import terms_as_nouns
from validator.findings import Finding, Severity, did_you_mean

BRACES = re.compile(r"\{[^{}]*\}|[{}]")
_MARKS = re.compile(r"\*+|\n[ \t]*\n\s*")
_NUMBER = re.compile(r"\d+")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]")
_SPACES = re.compile(r" {2,}|^[ \t\n]+|[ \t\n]+$")
_QUOTES = re.compile('["“”„«»‹›「」『』]')
_GREEK = ";\u037e"
"""The question mark of Greek, as a semicolon and as its own sign."""
_ENDS = {
    **dict.fromkeys(".。", "."),
    **dict.fromkeys("!！", "!"),
    **dict.fromkeys("?？" + _GREEK, "?"),
    **dict.fromkeys(":：", ":"),
}
_BEHIND = '"“”»«’) \n\t'
"""What may stand behind the sign that ends a text."""


@dataclass(frozen=True, slots=True)
class TranslationFault:
    """Something wrong with a translation: at a letter of it, of the form ``number``."""

    code: str
    severity: Severity
    at: int
    message: str
    hint: str
    number: int = 0


def placeholder_fault(at: int, message: str, hint: str, number: int = 0) -> TranslationFault:
    """A fault of a placeholder."""
    return TranslationFault("translation-placeholder", Severity.ERROR, at, message, hint, number)


def placeholders(english: str, said: str) -> Iterator[TranslationFault]:
    """Icons and placeholders that are lost, doubled, unknown or broken."""
    had = Counter(BRACES.findall(english))
    has = Counter(BRACES.findall(said))
    for match in BRACES.finditer(said):
        if match[0] not in had:
            told = f"the text has no `{match[0]}`"
            hint = f"it has {list_things(list(had))}" if had else "take it out"
            yield placeholder_fault(match.start(), told, hint)
    for sign, count in had.items():
        if has[sign] < count and len(sign) > 1:
            times = "" if count == 1 else f" {count} times"
            hint = f"the text has it{times}; put it where it belongs"
            yield placeholder_fault(0, f"`{sign}` is missing", hint)
        elif has[sign] > count:
            last = [match.start() for match in BRACES.finditer(said) if match[0] == sign][count]
            yield placeholder_fault(
                last, f"`{sign}` is there more often than in the text", "take it out"
            )


def _markup(english: str, said: str) -> Iterator[TranslationFault]:
    """Stars and empty lines that are not those of the text."""
    had, has = _marks(english), _marks(said)
    if had == has:
        return
    what, hint = "stars", "put the stars as the text has"
    if had["paragraph"] != has["paragraph"]:
        what, hint = "paragraphs", "part the paragraphs as the text does"
    first = _MARKS.search(said)
    told = f"it has other {what} than the text: {_shorten(english)}"
    at = first.start() if first else 0
    yield TranslationFault("translation-markup", Severity.WARNING, at, told, hint)


def _marks(text: str) -> Counter[str]:
    found = (match[0] for match in _MARKS.finditer(text.strip()))
    return Counter(mark if mark.startswith("*") else "paragraph" for mark in found)


def _numbers(english: str, said: str) -> Iterator[TranslationFault]:
    """Numbers that are not those of the text."""
    plain = BRACES.sub("", english), BRACES.sub(lambda match: " " * len(match[0]), said)
    had, has = (Counter(map(_value, _NUMBER.findall(text))) for text in plain)
    if had == has:
        return
    numbers = ((match, _value(match[0])) for match in _NUMBER.finditer(plain[1]))
    odd = next((match for match, value in numbers if has[value] > had[value]), None)
    told = f"{list_things(sorted((had - has).elements()))} is not in it"
    if odd is not None:
        told = f"its number {odd[0]} is not in the text"
    at, hint = odd.start() if odd else 0, f"the text: {_shorten(english)}"
    yield TranslationFault("translation-number", Severity.WARNING, at, told, hint)


def _value(digits: str) -> str:
    """A number whatever digits it is written in."""
    return str(int(digits)) if len(digits) < 1000 else digits


def _control(english: str, said: str) -> Iterator[TranslationFault]:
    """Signs that nobody sees and that do something."""
    for match in _CONTROL.finditer(said):
        if match[0] not in english:
            told = f"the sign U+{ord(match[0]):04X} cannot be seen and changes what is shown"
            yield TranslationFault(
                "translation-control", Severity.ERROR, match.start(), told, "take it out"
            )
            return


def _spaces(english: str, said: str) -> Iterator[TranslationFault]:
    """Spaces that the text does not have."""
    had = {match[0] for match in _SPACES.finditer(english)}
    for match in _SPACES.finditer(said):
        if match[0] not in had:
            where = "at its start" if not match.start() else "in a row"
            where = "at its end" if match.end() == len(said) else where
            hint = "leave it out"
            told = f"spaces {where} that the text does not have"
            yield TranslationFault("translation-space", Severity.WARNING, match.start(), told, hint)
            return


def _quotes(english: str, said: str) -> Iterator[TranslationFault]:
    """Quotation marks without their partner."""
    had, has = len(_QUOTES.findall(english)), [match.start() for match in _QUOTES.finditer(said)]
    if had != len(has):
        told = f"it has {len(has)} quotation marks, the text has {had}"
        hint = "a quotation has a mark at its beginning and one at its end"
        yield TranslationFault("translation-quotes", Severity.NOTE, next(iter(has), 0), told, hint)


def _ending(english: str, said: str) -> Iterator[TranslationFault]:
    """A sentence that does not end as the text does."""
    had, has = (_ENDS.get(text.rstrip(_BEHIND)[-1:], "") for text in (english, said))
    if had != has:
        at = max(len(said.rstrip()) - 1, 0)
        told = f"the text ends with {had!r}" if had else f"the text does not end with {has!r}"
        hint = f"the text: {_shorten(english)}"
        yield TranslationFault("translation-ending", Severity.NOTE, at, told, hint)


Look: TypeAlias = Callable[[str, str], Iterator[TranslationFault]]
LOOKS: Sequence[Look] = (_control, placeholders, _markup, _numbers, _spaces, _quotes, _ending)
"""Every look at a text and its translation."""
_MOST = 60


def _shorten(text: str) -> str:
    short = " ".join(text.split())
    return short if len(short) <= _MOST else short[:_MOST] + "..."


def list_things(items: Sequence[str]) -> str:
    """Things in a row, "none" without any."""
    return ", ".join(items) if items else "none"


_PLACEHOLDER = re.compile(r"\{(?P<name>[a-z_]+)(?::(?P<form>[^{}\s]*))?\}")


def faults_of_text(
    message: Message, wanted: Wanted, grammar: Grammar, *, inflected: bool
) -> Iterator[TranslationFault]:
    """What is wrong with the translation of a text of the project.

    ``inflected`` says that sentences inflect it, so that words of it may end with ``~``.
    """
    if wanted.noun:
        fault = grammar.fault_of(message.text)
        if fault:
            hint = f"one of {', '.join(grammar.classes)}; docs/translating.md tells more"
            yield TranslationFault("translation-form", Severity.ERROR, 0, fault, hint)
        return
    for look in LOOKS:
        yield from look(wanted.english, message.text)
    if wanted.most and len(message.text) > wanted.most:
        told = f"it has {len(message.text)} letters; {wanted.most} are the most"
        yield TranslationFault(
            "translation-length", Severity.ERROR, wanted.most, told, "say it shorter"
        )
    if "~" in message.text and "~" not in wanted.english and not inflected:
        told = "`~` is printed here: no sentence inflects this text"
        hint = "write the word with its ending"
        yield TranslationFault(
            "translation-form", Severity.ERROR, message.text.index("~"), told, hint
        )


def faults_of_phrase(message: Message, grammar: Grammar) -> Iterator[TranslationFault]:
    """What is wrong with a sentence of the product or of a template that a project says."""
    # a form may be as the singular, or as the plural
    english = (
        [message.source.text] if message.plural is None else [message.plural, message.source.text]
    )
    for number, part in message.said.items():
        yield from _names(message, part.text, number, grammar)
        for look in (one for one in LOOKS if one is not placeholders):
            told = min(([*look(one, part.text)] for one in english), key=len)
            yield from (replace(one, number=number) for one in told)


def _names(
    message: Message, said: str, number: int, grammar: Grammar
) -> Iterator[TranslationFault]:
    """Placeholders of a sentence that are lost, doubled, unknown or ask for no form."""
    english = message.source.text + (message.plural or "")
    known = {match["name"] for match in _PLACEHOLDER.finditer(english)}
    found: set[str] = set()
    for match in _PLACEHOLDER.finditer(said):
        name, form = match["name"], match["form"]
        if name not in known:
            hint = f"it has {list_things(sorted(f'{{{one}}}' for one in known))}"
            yield placeholder_fault(
                match.start(), f"`{match[0]}` is none of the sentence's own", hint, number
            )
        elif form and grammar.fault_of_form(form):
            told = f"`{match[0]}`: {grammar.fault_of_form(form)}"
            hint = "docs/translating.md tells the forms of a language"
            yield placeholder_fault(match.start(), told, hint, number)
        elif name in found:
            yield placeholder_fault(
                match.start(), f"`{match[0]}` is there twice", "take one out", number
            )
        found.add(name)
    left = known - found - ({"number"} if message.plural is not None else set())
    for name in sorted(left):
        yield placeholder_fault(0, f"`{{{name}}}` is missing", "put it where it belongs", number)
    bare = _PLACEHOLDER.sub("", said)
    for match in BRACES.finditer(bare):
        if match[0] not in english:
            hint = "write a name in braces, and nothing else"
            yield placeholder_fault(
                max(said.find(match[0]), 0), f"`{match[0]}` is no name", hint, number
            )


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
    def texts_by_key(self) -> Mapping[tuple[str, str], Wanted]:
        """What is asked for, by its key."""
        return {one.key: one for one in reversed(self.wanted)}

    @cached_property
    def contexts(self) -> Mapping[str, list[Wanted]]:
        """What is asked for, by its context."""
        found: dict[str, list[Wanted]] = {}
        for one in self.texts_by_key.values():
            found.setdefault(one.context, []).append(one)
        return found

    @cached_property
    def contexts_of_names(self) -> frozenset[str]:
        """The contexts, without their last word, of the names that sentences inflect."""
        return frozenset(one.context.rpartition(" ")[0] for one in self.wanted if one.noun)

    @cached_property
    def messages(self) -> tuple[Message, ...]:
        """The entries in force."""
        return tuple(one for one in self.po.messages if not one.obsolete)

    @cached_property
    def entries_without_text(self) -> tuple[Message, ...]:
        """The entries that nothing asks for."""
        return tuple(
            one
            for one in self.messages
            if one.key not in self.texts_by_key and not is_kept(one.key)
        )

    @property
    def is_begun(self) -> bool:
        """Tell whether less than half of it is done."""
        said = {one.key for one in self.messages if one.text}
        return 2 * len(said & self.texts_by_key.keys()) < len(self.texts_by_key)

    def at(self, code: str, severity: Severity, spot: tuple[int, int], *told: str) -> Finding:
        """A finding in the file."""
        return Finding(code, severity, self.game, self.po.place(spot), *told)


def check_whole(one: Translation) -> Iterator[Finding]:
    """Look through a whole file."""
    if one.is_begun:
        done = len(
            {message.key for message in one.messages if message.is_said} & one.texts_by_key.keys()
        )
        told = f"{done} of {len(one.texts_by_key)} texts are translated"
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
        if is_for_templates(message.key) or message.key in one.texts_by_key:
            seen.setdefault(message.key, message)
    for message in seen.values():
        if message.key in one.texts_by_key:
            yield from _entry(one, message)
        elif not is_kept(message.key):
            yield _entry_without_text(one, message)
    if not one.is_begun:
        yield from _absent(one, seen)


def _entry(one: Translation, message: Message) -> Iterator[Finding]:
    wanted = one.texts_by_key.get(message.key)
    count = 1 if message.plural is None else forms_of(one.po, one.language).count
    if wanted is None and not is_kept(message.key):
        if not is_for_templates(message.key):  # which only drawing knows
            yield _entry_without_text(one, message)
    elif tuple(message.said) != tuple(range(count)):
        told = f"the entry has {len(message.said)} forms, {count} are wanted"
        names = ", ".join(f"msgstr[{number}]" for number in range(count))
        hint = f"give {names}" if message.plural is not None else "give one `msgstr`"
        yield one.at("translation-plural", Severity.ERROR, (message.line, 1), told, hint)
    elif wanted is not None and (message.plural or "") != wanted.plural:
        now = (
            f"its plural now is {wanted.plural[:60]!r}" if wanted.plural else "it has no plural now"
        )
        hint = f"bring the file up to date: trilith translate {one.game}"
        told = f"the text has changed; {now}"
        yield one.at("translation-stale", Severity.WARNING, (message.line, 1), told, hint)
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


def _faults(
    one: Translation, message: Message, wanted: Wanted | None
) -> Iterable[TranslationFault]:
    if wanted is None or is_for_templates(wanted.key):
        return faults_of_phrase(message, one.grammar)
    inflected = message.context.rpartition(" ")[0] in one.contexts_of_names
    terms = message.context.startswith("game terms ")
    return faults_of_text(message, wanted, one.grammar, inflected=inflected or terms)


def _entry_without_text(one: Translation, message: Message) -> Finding:
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
    guessed = not there and message in one.entries_without_text[:GUESSED]
    hint = did_you_mean(message.context, known, general) if guessed else general
    return one.at("translation-unknown", Severity.WARNING, (message.line, 1), told, hint)


def _absent(one: Translation, seen: Mapping[tuple[str, str], Message]) -> Iterator[Finding]:
    """Texts for which the file has no entry, at the texts themselves."""
    stale = {message.context for message in seen.values() if message.key not in one.texts_by_key}
    for key, wanted in one.texts_by_key.items():
        if key not in seen and not (wanted.context in stale and wanted.named):
            told = f"{one.po.file} has no entry for {wanted.english[:60]!r}"
            hint = f"bring it up to date: trilith translate {one.game} --to {one.language}"
            yield Finding(
                "translation-missing", Severity.WARNING, one.game, wanted.place, told, hint
            )


def check_head(po: PoFile, game: str, language: str) -> Iterator[Finding]:
    """Look at the head of a file of translations into ``language``."""
    if po.head is None:
        message = "the file has no head"
        hint = (
            f'begin it with: msgid "" msgstr "Language: {language}\\n..."; see docs/translating.md'
        )
        yield _of(po, game, "", message, hint)
        return
    fields = po.fields
    said = fields.get("Language", "")
    if tidy_tag(said or language) != language:
        hint = f"write `Language: {language}`, or name the file {tidy_tag(said)}.po"
        yield _of(po, game, "Language", f"the head names the language {said!r}", hint)
    charset = re.search(r"charset=(\S+)", fields.get("Content-Type", ""))
    if charset and charset[1].lower() not in ("utf-8", "utf8"):
        hint = "write `Content-Type: text/plain; charset=UTF-8`"
        yield _of(po, game, "Content-Type", f"the head names the encoding {charset[1]}", hint)
    yield from _plurals(po, game, language)


def _plurals(po: PoFile, game: str, language: str) -> Iterator[Finding]:
    said = po.fields.get(HEADER)
    known = forms_of_language(language)
    hint = f"write `{HEADER}: {known}`" if known else "gettext's manual lists those of languages"
    if said is None:
        if not known and any(one.plural is not None and not one.obsolete for one in po.messages):
            message = f"the head has no `{HEADER}`, and the file has sentences with a number"
            yield _of(po, game, HEADER, message, hint)
        return
    forms = parse_forms(said)
    taken = forms.forms_by_rule() if forms else None
    if forms is None or taken is None:
        message = f"`{HEADER}: {said[:60]}` is no rule of plurals"
        yield _of(po, game, HEADER, message, hint)
    elif not forms.is_sound():
        message = f"the rule of plurals gives more than {forms.count} forms"
        yield _of(po, game, HEADER, message, hint)
    elif is_described(language) and taken != forms_of(po, language).forms_by_rule():
        message = "the rule of plurals is not that of the language"
        yield _of(po, game, HEADER, message, hint)


def _of(po: PoFile, game: str, name: str, message: str, hint: str) -> Finding:
    """A finding about a field of the head, at its line."""
    spot = po.head.spot(max(po.head.text.find(name), 0)) if po.head else (1, 1)
    return Finding("translation-header", Severity.WARNING, game, po.place(spot), message, hint)


def check_translations(catalogue: Catalogue, root: Path) -> Iterator[Finding]:
    """Look through every PO file of the games that were read, and of their boxes."""
    for name in catalogue.written:
        for language in languages_of(root, name):
            po = read_language(root, name, language)
            if name in catalogue.unread:  # nobody knows what it would ask for
                yield from faults_of(po, name)
                continue
            asked = nouns_asked(catalogue, name, language)
            wanted = texts_of_game(catalogue.written[name], name, asked)
            yield from check_po(Translation(name, language, po, wanted, grammar_of(language)))


def nouns_asked(catalogue: Catalogue, name: str, language: str) -> frozenset[str] | None:
    """The terms of a game that sentences inflect; None in a language without classes of nouns."""
    if not grammar_of(language).classes:
        return None
    game = catalogue.games.get(name)
    return terms_as_nouns(game) if game is not None else frozenset()


def check_po(one: Translation) -> Iterator[Finding]:
    """Look through a PO file; of one that cannot be read whole only why is told."""
    if one.po.faults:
        yield from faults_of(one.po, one.game)
        return
    yield from check_head(one.po, one.game, one.language)
    yield from check_whole(one)
