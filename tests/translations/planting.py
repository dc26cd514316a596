"""Defects for translations: each breaks one entry of a PO file in one way, and says what of it."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.translation import head_of, update_po
from validator.catalogue.translating.po import Message, PoFile, escape, read_po
from validator.catalogue.translating.wanted import Wanted
from validator.catalogue.words.grammar import grammar_of
from validator.findings import Finding

_ACCENTS = str.maketrans("aeiounAEIOU", "àéîöûñÀÉÎÖÛ")
_BRACES = re.compile(r"(\{[^{}]*\})")


@dataclass(frozen=True, slots=True)
class Planted:
    """A file with a defect: the codes that tell it, and the lines that may be named."""

    operator: str
    text: str
    codes: frozenset[str]
    lines: frozenset[int]
    elsewhere: bool = False

    def is_found(self, findings: Sequence[Finding], file: str) -> bool:
        """Tell whether a finding names the defect at its line."""
        return any(
            one.code in self.codes
            and (self.elsewhere or (one.place.file == file and one.place.line in self.lines))
            for one in findings
        )


def pseudo(wanted: Wanted) -> str:
    """An English text as if it were another language: with accents, and a third longer."""
    if wanted.noun:
        return "m"
    parts = _BRACES.split(wanted.english)
    said = "".join(part if part.startswith("{") else part.translate(_ACCENTS) for part in parts)
    words = said.split(" ")
    longest = max(range(len(words)), key=lambda at: words[at].isalpha() * len(words[at]))
    words[longest] += "ö" * (len(said) // 3) if words[longest].isalpha() else ""
    return " ".join(words)


def pseudo_po(wanted: Sequence[Wanted], language: str) -> str:
    """A whole PO file in which every text is said."""
    head = head_of("Game", language, grammar_of(language).plural_forms)
    said = {one.key: pseudo(one) for one in wanted}
    po = read_po(update_po(PoFile("new.po"), wanted, head).text, "new.po")
    lines = [head]
    for message in po.messages:
        entry = message.raw.rpartition("\nmsgstr")[0]
        lines.append(f'{entry}\nmsgstr "{escape(said[message.key])}"')
    return "\n\n".join(lines) + "\n"


def lines_of(text: str) -> list[str]:
    return text.split("\n")


Said = Callable[[str], str | None]
"""Makes a wrong translation of a right one; None where it cannot."""


def _without(pattern: str) -> Said:
    def make(said: str) -> str | None:
        match = re.search(pattern, said)
        return said[: match.start()] + said[match.end() :] if match else None

    return make


def _put(pattern: str, repl: str) -> Said:
    def make(said: str) -> str | None:
        made, count = re.subn(pattern, repl, said, count=1)
        return made if count and made != said else None

    return make


PLACEHOLDER, NUMBER = "translation-placeholder", "translation-number"
SAID: Mapping[str, tuple[str, Said]] = {
    "icon-lost": (PLACEHOLDER, _without(r"\{[a-z-]+\}")),
    "icon-twice": (PLACEHOLDER, _put(r"(\{[a-z-]+\})", r"\1\1")),
    "icon-translated": (PLACEHOLDER, _put(r"\{([a-z-]+)\}", r"{\1e}")),
    "icon-invented": (PLACEHOLDER, lambda said: f"{said} {{muenze}}"),
    "brace-lost": (PLACEHOLDER, _without(r"\}")),
    "attribute": (PLACEHOLDER, lambda said: said + "{0.__class__}"),
    "number-changed": (NUMBER, _put(r"(?<![\w{-])\d+", "77")),
    "number-lost": (NUMBER, _without(r"(?<![\w{-])\d+")),
    "number-invented": (NUMBER, lambda said: f"88 {said}"),
    "empty": ("translation-missing", lambda said: ""),
    "space-in-front": ("translation-space", lambda said: f" {said}"),
    "space-behind": ("translation-space", lambda said: f"{said} "),
    "space-twice": ("translation-space", _put(" ", "  ")),
    "quote-alone": ("translation-quotes", lambda said: f"„{said}"),
    "stop-lost": ("translation-ending", _without(r"\.$")),
    "stop-added": ("translation-ending", lambda said: None if said[-1:] in ".!?:" else f"{said}."),
    "question-lost": ("translation-ending", _put(r"\?$", ".")),
    "bell": ("translation-control", lambda said: f"{said[:2]}\x07{said[2:]}"),
    "turned": ("translation-control", lambda said: f"\u202e{said}"),
    "isolated": ("translation-control", lambda said: f"{said[:1]}\u2067{said[1:]}"),
    "stars": ("translation-markup", lambda said: f"**{said}"),
    "paragraph": ("translation-markup", _put(" ", "\n\n")),
}
"""What is made of a translation, by the name of the defect: the code that tells it, and how."""

Lines = Callable[[list[str], Message], tuple[list[str], set[int]] | None]
"""Makes a wrong file of the lines of a right one; with the lines that may be named."""


def _at(message: Message, word: str, lines: list[str]) -> int:
    """The index of the line with that part of a message."""
    at = message.line - 1
    while not lines[at].startswith(word):
        at += 1
    return at


def _end(message: Message, lines: list[str]) -> int:
    """The index behind the last line of a message."""
    end = _at(message, "msgstr", lines) + 1
    while end < len(lines) and lines[end].startswith(('"', "msgstr")):
        end += 1
    return end


def _changed(word: str, old: str, new: str) -> Lines:
    def make(lines: list[str], message: Message) -> tuple[list[str], set[int]] | None:
        at = _at(message, word, lines)
        if not re.search(old, lines[at]):
            return None
        made = [*lines]
        made[at] = re.sub(old, new, made[at], count=1)
        return made, set(range(message.line, _end(message, lines) + 1))

    return make


def _fuzzy(lines: list[str], message: Message) -> tuple[list[str], set[int]]:
    at = message.line - 1
    return [*lines[:at], "#, fuzzy", *lines[at:]], set(range(at + 1, _end(message, lines) + 2))


def _twice(lines: list[str], message: Message) -> tuple[list[str], set[int]]:
    entry = lines[message.line - 1 : _end(message, lines)]
    return [*lines, *entry, ""], {len(lines) + 1}


def _gone(lines: list[str], message: Message) -> tuple[list[str], set[int]]:
    return [*lines[: message.line - 1], *lines[_end(message, lines) :]], set()


def _word_of(message: Message) -> str:
    return message.context.rpartition(" ")[2]


FILES: Mapping[str, tuple[frozenset[str], Lines]] = {
    "fuzzy": (frozenset({"translation-stale"}), _fuzzy),
    "source-changed": (
        frozenset({"translation-stale", "translation-unknown"}),
        _changed("msgid", r'(\w)"$', r'\1 or so"'),
    ),
    "key-misspelt": (frozenset({"translation-unknown"}), _changed("msgctxt", r'"(\w)\w', r'"\1')),
    "twice": (frozenset({"translation-twice"}), _twice),
    "gone": (frozenset({"translation-missing"}), _gone),
    "plural": (frozenset({"translation-plural"}), _changed("msgstr", "^msgstr", "msgstr[1]")),
    "quote-open": (frozenset({"translation-syntax"}), _changed("msgstr", '"$', "")),
    "quote-inside": (frozenset({"translation-syntax"}), _changed("msgstr", r'"(.)', r'"\1" ')),
    "keyword": (frozenset({"translation-syntax"}), _changed("msgstr", "^msgstr", "msgst")),
    "conflict": (frozenset({"translation-syntax"}), _changed("msgstr", "^", "<<<<<<< ")),
}
"""What is made of the lines of a file, by the name of the defect."""

NOUNS: Mapping[str, Said] = {
    "class-unknown": lambda said: "feminine",
    "form-unknown": lambda said: "m; loc.one = x",
}
HEADS: Mapping[str, tuple[str, str]] = {
    "head-language": ("Language: de", "Language: fr"),
    "head-charset": ("charset=UTF-8", "charset=ISO-8859-1"),
    "head-plural": ("plural=(n != 1)", "plural=(n > 1)"),
    "head-rule": ("plural=(n != 1)", "plural=(n !=)"),
    "head-count": ("nplurals=2", "nplurals=1"),
}
OPERATORS = (*SAID, *FILES, *NOUNS, *HEADS, "stem-printed")


def planted(right: str, file: str, count: int, seed: int) -> Iterator[Planted]:
    """So many defects of a right file, of all kinds in turn, at places drawn by a seed."""
    rng = random.Random(seed)
    po = read_po(right, file)
    lines = lines_of(right)
    made = 0
    while made < count:
        operator = OPERATORS[made % len(OPERATORS)]
        one = None
        while one is None:
            one = _plant(operator, lines, rng.choice(po.messages))
        yield one
        made += 1


def _plant(operator: str, lines: list[str], message: Message) -> Planted | None:
    if operator in HEADS:
        return _in_head(operator, lines)
    if operator in FILES:
        codes, change = FILES[operator]
        result = change(lines, message)
        if result is None:
            return None
        return Planted(operator, "\n".join(result[0]), codes, frozenset(result[1]), not result[1])
    is_noun = _word_of(message) == "noun"
    if is_noun != (operator in NOUNS) and not (is_noun and operator == "empty"):
        return None
    if operator == "stem-printed":
        code, said = "translation-form", f"{message.text}~" if "/" in message.context else None
    elif operator in NOUNS:
        code, said = "translation-form", NOUNS[operator](message.text)
    else:
        code, make = SAID[operator]
        said = make(message.text)
    if said is None:
        return None
    at = _at(message, "msgstr", lines)
    fresh = f'msgstr "{escape(said)}"'.replace("\x07", "\\a")
    text = "\n".join([*lines[:at], fresh, *lines[_end(message, lines) :]])
    return Planted(operator, text, frozenset({code}), frozenset({at + 1}))


def said_otherwise(right: str, po: PoFile, said: Mapping[tuple[str, str], str]) -> str:
    """A file in which some texts have other translations."""
    lines = lines_of(right)
    for message in reversed(po.messages):
        if message.key in said:
            at, end = _at(message, "msgstr", lines), _end(message, lines)
            lines[at:end] = [f'msgstr "{escape(said[message.key])}"']
    return "\n".join(lines)


def _in_head(operator: str, lines: list[str]) -> Planted:
    old, new = HEADS[operator]
    at = next(index for index, line in enumerate(lines) if old in line)
    text = "\n".join([*lines[:at], lines[at].replace(old, new), *lines[at + 1 :]])
    return Planted(operator, text, frozenset({"translation-header"}), frozenset({at + 1}))


def shown(one: Planted, right: str) -> str:
    """What a defect changed, for whoever reads that nothing found it."""
    before = lines_of(right)
    fresh = [line for line in lines_of(one.text) if line not in before]
    return json.dumps({"operator": one.operator, "lines": sorted(one.lines), "fresh": fresh[:2]})
