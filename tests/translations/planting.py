"""Defects for translations: each breaks one entry of a PO file in one way, and says what of it."""

import random
import re
from dataclasses import dataclass

from generator.translation import head_of, update_po
from validator.catalogue.translating.po import PoFile, escape, read_po
from validator.catalogue.words.grammar import grammar_of

_ACCENTS = str.maketrans("aeiounAEIOU", "àéîöûñÀÉÎÖÛ")
_BRACES = re.compile(r"(\{[^{}]*\})")


@dataclass(frozen=True, slots=True)
class Planted:
    """A file with a defect: the codes that tell it, and the lines that may be named, if any."""

    operator: str
    text: str
    codes: tuple[str, ...]
    lines: set[int]

    def is_found(self, findings, file):
        """Tell whether a finding names the defect at its line."""
        return any(
            one.code in self.codes
            and (not self.lines or (one.place.file == file and one.place.line in self.lines))
            for one in findings
        )

    def shown(self, right):
        """What the defect changed, for whoever reads that nothing found it."""
        before = right.split("\n")
        fresh = [line for line in self.text.split("\n") if line not in before]
        return f"{self.operator}, lines {sorted(self.lines)}: {fresh[:2]}"


def pseudo(wanted):
    """An English text as if it were another language: with accents, and a third longer."""
    if wanted.noun:
        return "m"
    parts = _BRACES.split(wanted.english)
    said = "".join(part if part.startswith("{") else part.translate(_ACCENTS) for part in parts)
    words = said.split(" ")
    longest = max(range(len(words)), key=lambda at: words[at].isalpha() * len(words[at]))
    words[longest] += "ö" * (len(said) // 3) if words[longest].isalpha() else ""
    return " ".join(words)


def pseudo_po(wanted, language):
    """A whole PO file in which every text is said."""
    head = head_of("Game", language, grammar_of(language).plural_forms)
    said = {one.key: pseudo(one) for one in wanted}
    lines = [head]
    for message in read_po(update_po(PoFile("new.po"), wanted, head).text, "new.po").messages:
        entry = message.raw.rpartition("\nmsgstr")[0]
        lines.append(f'{entry}\nmsgstr "{escape(said[message.key])}"')
    return "\n\n".join(lines) + "\n"


def _put(pattern, repl):
    """Makes a wrong translation of a right one; None where it cannot."""

    def make(said):
        made = re.sub(pattern, repl, said, count=1)
        return made if made != said else None

    return make


SAID = {
    "translation-placeholder": {
        "icon-lost": _put(r"\{[a-z-]+\}", ""),
        "icon-twice": _put(r"(\{[a-z-]+\})", r"\1\1"),
        "icon-translated": _put(r"\{([a-z-]+)\}", r"{\1e}"),
        "icon-invented": lambda said: f"{said} {{muenze}}",
        "brace-lost": _put(r"\}", ""),
        "attribute": lambda said: said + "{0.__class__}",
    },
    "translation-number": {
        "number-changed": _put(r"(?<![\w{-])\d+", "77"),
        "number-lost": _put(r"(?<![\w{-])\d+", ""),
        "number-invented": lambda said: f"88 {said}",
    },
    "translation-missing": {"empty": lambda said: ""},
    "translation-space": {
        "space-in-front": lambda said: f" {said}",
        "space-behind": lambda said: f"{said} ",
        "space-twice": _put(" ", "  "),
    },
    "translation-quotes": {"quote-alone": lambda said: f"„{said}"},
    "translation-ending": {
        "stop-lost": _put(r"\.$", ""),
        "stop-added": lambda said: None if said[-1:] in ".!?:" else f"{said}.",
        "question-lost": _put(r"\?$", "."),
    },
    "translation-control": {
        "bell": lambda said: f"{said[:2]}\x07{said[2:]}",
        "turned": lambda said: f"\u202e{said}",
        "isolated": lambda said: f"{said[:1]}\u2067{said[1:]}",
    },
    "translation-markup": {"stars": lambda said: f"**{said}", "paragraph": _put(" ", "\n\n")},
}
"""What is made of a translation, by the code that tells it and the name of the defect."""
TEXTS = {name: (code, make) for code, rows in SAID.items() for name, make in rows.items()}


def _at(message, word, lines):
    """The index of the line with that part of a message."""
    at = message.line - 1
    while not lines[at].startswith(word):
        at += 1
    return at


def _end(message, lines):
    """The index behind the last line of a message."""
    end = _at(message, "msgstr", lines) + 1
    while end < len(lines) and lines[end].startswith(('"', "msgstr")):
        end += 1
    return end


def _changed(word, old, new):
    """Makes a wrong file of the lines of a right one; with the lines that may be named."""

    def make(lines, message):
        at = _at(message, word, lines)
        if re.search(old, lines[at]):
            made = [*lines[:at], re.sub(old, new, lines[at], count=1), *lines[at + 1 :]]
            return made, set(range(message.line, _end(message, lines) + 1))
        return None

    return make


def _fuzzy(lines, message):
    at = message.line - 1
    return [*lines[:at], "#, fuzzy", *lines[at:]], set(range(at + 1, _end(message, lines) + 2))


def _twice(lines, message):
    entry = lines[message.line - 1 : _end(message, lines)]
    return [*lines, *entry, ""], {len(lines) + 1}


def _gone(lines, message):
    return [*lines[: message.line - 1], *lines[_end(message, lines) :]], set()


FILES = {
    "fuzzy": ("translation-stale", _fuzzy),
    "source-changed": (
        "translation-stale translation-unknown",
        _changed("msgid", r'(\w)"$', r'\1 or so"'),
    ),
    "key-misspelt": ("translation-unknown", _changed("msgctxt", r'"(\w)\w', r'"\1')),
    "twice": ("translation-twice", _twice),
    "gone": ("translation-missing", _gone),
    "plural": ("translation-plural", _changed("msgstr", "^msgstr", "msgstr[1]")),
    "quote-open": ("translation-syntax", _changed("msgstr", '"$', "")),
    "quote-inside": ("translation-syntax", _changed("msgstr", r'"(.)', r'"\1" ')),
    "keyword": ("translation-syntax", _changed("msgstr", "^msgstr", "msgst")),
    "conflict": ("translation-syntax", _changed("msgstr", "^", "<<<<<<< ")),
}
"""What is made of the lines of a file, by the name of the defect: the codes that tell it, and how.
"""
NOUNS = {"class-unknown": "feminine", "form-unknown": "m; loc.one = x"}
HEADS = {
    "head-language": ("Language: de", "Language: fr"),
    "head-charset": ("charset=UTF-8", "charset=ISO-8859-1"),
    "head-plural": ("plural=(n != 1)", "plural=(n > 1)"),
    "head-rule": ("plural=(n != 1)", "plural=(n !=)"),
    "head-count": ("nplurals=2", "nplurals=1"),
}
OPERATORS = (*TEXTS, *FILES, *NOUNS, *HEADS, "stem-printed")


def planted(right, file, count, seed):
    """So many defects of a right file, of all kinds in turn, at places drawn by a seed."""
    rng = random.Random(seed)
    po = read_po(right, file)
    lines = right.split("\n")
    for made in range(count):
        one = None
        while one is None:
            one = _plant(OPERATORS[made % len(OPERATORS)], lines, rng.choice(po.messages))
        yield one


def _plant(operator, lines, message):
    if operator in HEADS:
        old, new = HEADS[operator]
        at = next(index for index, line in enumerate(lines) if old in line)
        text = "\n".join([*lines[:at], lines[at].replace(old, new), *lines[at + 1 :]])
        return Planted(operator, text, ("translation-header",), {at + 1})
    if operator in FILES:
        codes, change = FILES[operator]
        made = change(lines, message)
        return made and Planted(operator, "\n".join(made[0]), tuple(codes.split()), made[1])
    is_noun = message.context.endswith(" noun") or message.context == "noun"
    if is_noun != (operator in NOUNS) and not (is_noun and operator == "empty"):
        return None
    code, said = "translation-form", NOUNS.get(operator)
    if operator == "stem-printed":
        said = f"{message.text}~" if "/" in message.context else None
    elif operator in TEXTS:
        code, make = TEXTS[operator]
        said = make(message.text)
    if said is None:
        return None
    at = _at(message, "msgstr", lines)
    text = "\n".join([*lines[:at], _msgstr(said), *lines[_end(message, lines) :]])
    return Planted(operator, text, (code,), {at + 1})


def _msgstr(said):
    return f'msgstr "{escape(said)}"'.replace("\x07", "\\a")


def said_otherwise(right, po, said):
    """A file in which some texts have other translations."""
    lines = right.split("\n")
    for message in reversed(po.messages):
        if message.key in said:
            lines[_at(message, "msgstr", lines) : _end(message, lines)] = [
                _msgstr(said[message.key])
            ]
    return "\n".join(lines)
