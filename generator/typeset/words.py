"""Words of a language: where they break, its quotes, and marked-up text as plain words.

Quotation marks become curved as a text is set, so that data may be typed and searched with any
keyboard.

Spaces and hyphens are seen to by :mod:`generator.typeset.markup`. Between East Asian letters it is
the Unicode Line Breaking Algorithm (UAX #14) that decides, so that no line begins with a closing
mark or a small kana, and none ends with an opening one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from unicodedata import category, east_asian_width

from generator.typeset.fonts import Font
from generator.typeset.markup import ESCAPED, TextPiece, TextWord, runs_right_to_left
from validator.catalogue.model import Game
from validator.catalogue.words.grammar import Term, default_plural, every_form, grammar_of

_RIGHT_TO_LEFT = frozenset(
    ["ar", "ckb", "dv", "fa", "he", "ks", "ps", "sd", "syr", "ug", "ur", "yi"]
)
_LEADING = ("cs", "pl", "sk")
"""Languages in which a word of one letter may not end a line (recall)."""
_ENGLISH = "‘’“”"
_MARKS: Mapping[str, str] = {
    **dict.fromkeys(("de", "cs", "sk", "sl", "is"), "‚‘„“"),
    **dict.fromkeys(("bg", "hr", "ka", "lt"), "‘’„“"),
    **dict.fromkeys(("pl", "ro", "hu"), "‚’„”"),
    **dict.fromkeys(("sv", "fi"), "’’””"),
    **dict.fromkeys(("da", "nb", "nn", "no"), "‘’«»"),
    **dict.fromkeys(("es", "it", "pt", "el", "ru", "uk"), "‘’«»"),
    "da": "‘’“”",
    "pt-BR": _ENGLISH,
    "fr": "‘’«»",
}
"""Single and double quotation marks, opening and closing (CLDR, delimiters; recall)."""


def base(language: str) -> str:
    """The language without script and region: ``pt`` of ``pt-BR``."""
    return language.partition("-")[0].lower()


def direction_level(language: str) -> int:
    """1 for a language that is written from right to left, else 0."""
    return int(base(language) in _RIGHT_TO_LEFT)


def marks(language: str) -> tuple[str, str, str, str]:
    """Opening and closing single, opening and closing double quotation marks."""
    found = _MARKS.get(language) or _MARKS.get(base(language)) or _ENGLISH
    return found[0], found[1], found[2], found[3]


_STRAIGHT = re.compile(r"""\\.|\{[^{}\s]{1,60}\}|['"]""")
_OPENING = "([{‘“-–—/*"
"""After these, as after a space, a quotation mark opens."""
_APOSTROPHE = "’"


def typographic(text: str, font: Font | None = None, language: str = "") -> str:
    """``text`` with curved apostrophes and the quotation marks of its language, else of English.

    The language is that of the ``font`` if there is one. A mark that has a backslash before it
    stays straight, as do icon names, signs that ``font`` has no curved form of, and texts that run
    from right to left, whose quotes are others.
    """
    if ("'" not in text and '"' not in text) or runs_right_to_left(text):
        return text
    language = font.language if font is not None else language
    single, double = marks(language)[:2], marks(language)[2:]
    inner = "\N{NO-BREAK SPACE}" if base(language) == "fr" else ""

    def curve(match: re.Match[str]) -> str:
        sign, opens = match[0], _opens(text, match.start())
        if sign not in ("'", '"') or not (font is None or all(map(font.has, (*single, *double)))):
            return sign
        if sign == '"':
            return double[0] + inner if opens else inner + double[1]
        if opens:
            return single[0]
        within_word = text[match.start() - 1 : match.start()].isalnum()
        follows = text[match.end() : match.end() + 1].isalnum()
        return _APOSTROPHE if within_word and follows else single[1]

    return _STRAIGHT.sub(curve, text)


def _opens(text: str, at: int) -> bool:
    """Tell whether a mark opens: nothing, a space or a bracket is before it, a word after it."""
    before, after = text[:at].rstrip("*'\""), text[at + 1 : at + 2]
    if before and not before[-1].isspace() and before[-1] not in _OPENING:
        return False
    return not after.isspace() and not after.isdigit() if text[at] == "'" else True


SOFT = "\N{SOFT HYPHEN}"
_ZERO_WIDTH = "\N{ZERO WIDTH SPACE}"
_STAND_IN = "一"  # an icon is broken as an ideograph is
Positions = Callable[[str], Sequence[int]]
"""Where a word may be hyphenated: numbers of letters before the hyphen."""


def part_words(
    words: Sequence[TextWord], language: str = "", hyphens: Positions | None = None
) -> tuple[TextWord, ...]:
    """Words cut into those between which a line may end; ``hyphens`` cuts syllables too.

    A part before a soft hyphen is ``soft``: it gets a hyphen where a line ends with it.
    """
    if (
        hyphens is None
        and not language
        and all(piece.text.isascii() for word in words for piece in word.pieces)
    ):
        return tuple(words)
    if base(language) in _LEADING:
        words = [*words[:1], *(replace(b, tied=b.tied or _leads(a)) for a, b in pairwise(words))]
    return tuple(part for word in words for part in _parts(word, hyphens))


def _leads(word: TextWord) -> bool:
    """Tell whether a word is a single letter, which belongs to the word after it."""
    text = "".join(piece.icon or piece.text for piece in word.pieces)
    return len(text) == 1 and text.isalpha()


def _parts(word: TextWord, hyphens: Positions | None) -> Iterator[TextWord]:
    bare = "".join(piece.text for piece in word.pieces)
    if bare.isascii() and (hyphens is None or len(bare) < 2):
        yield word
        return
    text = "".join(_STAND_IN if piece.icon else piece.text for piece in word.pieces)
    cuts = dict.fromkeys(_soft(text, hyphens), True)
    if any(map(_is_east_asian, bare)):
        cuts |= dict.fromkeys(_between(text), False)
    edges = [0, *sorted(cuts), len(text)]
    for start, end in pairwise(edges):
        pieces = tuple(_slice(word.pieces, start, end))
        if pieces:
            part = TextWord(pieces, spaced=False, soft=cuts.get(end, False))
            yield replace(part, spaced=word.spaced, tied=word.tied) if start == 0 else part


def _slice(pieces: Sequence[TextPiece], start: int, end: int) -> Iterator[TextPiece]:
    """The pieces of a word from one letter to another, without soft hyphens."""
    at = 0
    for piece in pieces:
        length = 1 if piece.icon else len(piece.text)
        first, last = max(start - at, 0), min(end - at, length)
        if piece.icon and first < last:
            yield piece
        elif first < last:
            text = piece.text[first:last].replace(SOFT, "").replace(_ZERO_WIDTH, "")
            if text:
                yield replace(piece, text=text)
        at += length


def _soft(text: str, hyphens: Positions | None) -> Iterator[int]:
    """After which letters a line may end with a hyphen."""
    if SOFT in text:
        yield from (at + 1 for at, one in enumerate(text[:-1]) if one == SOFT and at)
    elif hyphens is not None:
        start = 0
        for end in range(len(text) + 1):
            if end == len(text) or not _is_letter(text[end]):
                yield from (start + cut for cut in hyphens(text[start:end]))
                start = end + 1


def _is_letter(one: str) -> bool:
    return category(one)[0] in "LM" and one != _STAND_IN


@lru_cache(maxsize=4096)
def _between(text: str) -> tuple[int, ...]:
    """After which letters a line may end, as UAX #14 has it."""
    from uniseg.linebreak import line_break_boundaries

    cuts = line_break_boundaries(text)
    return tuple(at for at in cuts if 0 < at < len(text) and not _is_counted(text, at))


def _is_east_asian(one: str) -> bool:
    return one == _ZERO_WIDTH or east_asian_width(one) in "WF"


def _is_counted(text: str, at: int) -> bool:
    """Tell whether a number stands before the letter or icon that it counts."""
    return text[:at].rstrip()[-1:].isdecimal() and text[at].isalpha()


_ICON = re.compile(r"(?<!\\)\{([a-z0-9-]+)\}\s*")
_MARKUP = re.compile(rf"\\([{ESCAPED}])|\*\*?")
_WORD = re.compile(r"[^\W_]+")
_NUMBER_BEFORE = re.compile(r"(\d+)\s+$")
_SMALL = frozenset(
    [
        *("a", "an", "and", "at", "by", "each", "for", "from", "in"),
        *("of", "on", "or", "that", "the", "to", "with", "your"),
    ]
)


def plain(text: str, game: Game) -> str:
    """A printed text without icons, its quotation marks as printed.

    An icon whose noun does not follow becomes that noun.
    The noun is that of the term named like the icon, else of the first term that has it, in the
    plural after another number than 1; an icon of no term becomes its own name, as a noun.
    """

    words = iter(word for _, word in icon_words(text, game.terms, game.language))

    def put(match: re.Match[str]) -> str:
        word = next(words)
        return word + " " if word and match.group(0)[-1].isspace() else word

    return _bare(typographic(_ICON.sub(put, text), language=game.language)).strip()


def with_nouns(text: str, terms: Mapping[str, Term], icons: Container[str]) -> str:
    """``text`` with the noun in place of each ``{term}`` that has no icon, in its right form."""
    if "{" not in text:
        return text

    def put(match: re.Match[str]) -> str:
        term = terms.get(match[1])
        if match[1] in icons or term is None or term.icon:
            return match[0]
        space = match[0][len(match[1]) + 2 :]
        many = _is_many(text[: match.start()])
        return _ICON.sub("", term.many if many else term.one) + space

    return _ICON.sub(put, text)


def icon_words(
    text: str, terms: Mapping[str, Term], language: str = ""
) -> Iterator[tuple[str, str]]:
    """Each icon of a text with the noun to be read for it, which is empty where it follows."""
    for match in _ICON.finditer(text):
        icon = match.group(1)
        known = [term for term in terms.values() if icon in (term.icon, term.id)]
        if _is_said(text[match.end() :], icon, [*known, *_inside(icon, terms)], language):
            yield icon, ""
        else:
            yield icon, _noun(icon, known, _is_many(text[: match.start()]), language)


def plain_name(name: str, game: Game) -> str:
    """A name in plain words: as :func:`plain`, but a star in it is a star."""
    return plain(name.replace("*", r"\*"), game)


def _bare(text: str) -> str:
    """A text without its stars, but with the signs that a backslash makes plain."""
    return _MARKUP.sub(lambda match: match[1] or "", text)


def _inside(icon: str, terms: Mapping[str, Term]) -> list[Term]:
    """Terms that show the icon amid their words ("in the {area-heel} Heel")."""
    return [term for term in terms.values() if f"{{{icon}}}" in term.one + term.many]


def _is_said(rest: str, icon: str, terms: Iterable[Term], language: str) -> bool:
    """Tell whether the words after an icon begin with a noun of its terms, or a word of one."""
    nouns = [_ICON.sub("", noun).lower() for term in terms for noun in _forms(term, language)]
    following = _ICON.sub("", _bare(rest)).lower()
    if following.startswith(tuple(nouns)):
        return True
    first = _WORD.match(following)
    known = {word for noun in (*nouns, icon) for word in _WORD.findall(noun)} - _SMALL
    return first is not None and first.group(0) in known


def _forms(term: Term, language: str) -> Iterable[str]:
    return every_form(term.one, term.many, term.noun, grammar_of(language))


def _is_many(before: str) -> bool:
    number = _NUMBER_BEFORE.search(_bare(before))
    return number is not None and int(number.group(1)) != 1


def _noun(icon: str, terms: list[Term], many: bool, language: str) -> str:
    term = next((term for term in terms if term.id == icon), terms[0] if terms else None)
    if term is None:
        own = icon.replace("-", " ")
        return default_plural(own, language) if many else own
    return _ICON.sub("", term.many if many else term.one)
