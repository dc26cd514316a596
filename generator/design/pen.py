"""What templates draw with: text, icons, pictures and shapes.

Each returns ready SVG markup and notes what is wrong; nothing is dropped silently.
Lengths are millimetres, letter sizes points.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

import jinja2
from markupsafe import Markup, escape

from generator.design.canvas import UID, DrawingFault, draw_text
from generator.design.face import ZONE, spot_markup
from generator.design.icons import Icon, transform_of
from generator.design.lookup import MissingPictureError, PictureError
from generator.design.pictures import (
    CODE,
    FITS,
    HINT,
    DrawingCallError,
    PictureCall,
    ProjectDrawing,
    find_drawing,
    find_picture,
    is_drawing,
    placeholder,
)
from generator.design.sandbox import line_of_caller, place_in
from generator.design.speech import tongue_to_speak
from generator.design.theme import Theme
from generator.svg.inside import NAME
from generator.svg.lint import OURS, rgb
from generator.typeset.fonts import MM_PER_PT, Font, in_language
from generator.typeset.markup import mistakes
from generator.typeset.measured import misread_turned
from generator.typeset.text import (
    Fitted,
    PlacedIcon,
    PlacedLine,
    TextBox,
    fonts_from,
    styles_lacking,
)
from generator.typeset.words import icon_words, with_nouns
from validator.catalogue.words.grammar import Term
from validator.catalogue.words.language import ENGLISH, Tongue
from validator.catalogue.yaml_faults import MOST_CHARACTERS
from validator.findings import Mend, Place, Severity, closest, did_you_mean

ANCHORS = ("start", "middle", "end")
ALIGNS = ("start", "end", "left", "center", "right")
VALIGNS = ("top", "middle", "bottom")


@dataclass(frozen=True, slots=True)
class TextCall:
    """What a template says to ``text``: one line with its baseline at ``y`` mm.

    Only ``{icon}`` marks are read. ``width`` (mm) shrinks it down to ``min`` pt. ``track``
    spaces letters (em). ``on``, the colour behind it, was looked at once, and older templates have
    it. What goes wrong is reported where the record holds the text, else at ``field``, else in the
    template.
    ``underline`` draws a bar below it: always (true), never, or where it is ``turned``: a number
    that is read as another one upside down.
    """

    x: float
    y: float
    s: Any
    font: str = "body"
    size: float = 8
    fill: str | None = None
    anchor: str = "start"
    _: KW_ONLY
    width: float | None = None
    min: float | None = None
    track: float = 0
    on: str | None = None
    field: str = ""
    underline: bool | str = False


@dataclass(frozen=True, slots=True)
class BoxCall:
    """What a template says to ``box``: text with markup, wrapped in a box of ``w`` x ``h`` mm.

    It shrinks from ``size`` to at least ``min`` pt. ``icon`` is the side of inline icons in em.
    ``on`` and ``field`` are as for ``text``.
    """

    x: float
    y: float
    w: float
    h: float
    s: Any
    font: str = "body"
    size: float = 8.5
    min: float = 6.5
    leading: float = 1.2
    align: str = "start"
    valign: str = "top"
    fill: str | None = None
    field: str = ""
    _: KW_ONLY
    on: str | None = None
    icon: float | None = None

    def shape(self, icon_em: float) -> TextBox:
        """The box as it is typeset; ``icon_em`` is the side of icons if none is asked for."""
        least = self.size if self.min > self.size else self.min
        return TextBox(
            self.x + 0.0,  # of two zeros the one without a sign
            self.y + 0.0,
            self.w,
            self.h,
            self.size,
            least,
            leading=self.leading,
            align=self.align,
            valign=self.valign,
            icon=icon_em if self.icon is None else self.icon,
        )


CallT = TypeVar("CallT", TextCall, BoxCall, PictureCall)


def call_function(
    call: type[CallT], name: str, words: Sequence[Any], named: Mapping[str, Any]
) -> CallT:
    """What a template says to a drawing function; a TypeError names the function itself."""
    try:
        return call(*words, **named)
    except TypeError as error:
        raise TypeError(str(error).replace(f"{call.__name__}.__init__", f"Pen.{name}")) from error


def text_of(value: Any) -> str:
    """What a template gives as a text.

    Raises:
        CallError: it is neither a text nor a number.
    """
    if type(value) is str:
        return value
    if value is None:
        return ""
    if isinstance(value, jinja2.Undefined):
        str(value)  # raises, naming what is undefined
    if isinstance(value, Markup):
        return value.unescape()
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise DrawingCallError(f"{value!r} is not a text or a number")
    return f"{value:g}" if isinstance(value, float) else str(value)


def finite(**numbers: Any) -> None:
    """Go on only with numbers; widths, heights and sizes have to be more than 0.

    Raises:
        CallError: one is not, by its name.
    """
    for name, value in numbers.items():
        good = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not good or not math.isfinite(value):
            raise DrawingCallError(f"{name}={value!r} is not a number")
        if name in ("w", "h", "size", "min", "leading") and value <= 0:
            raise DrawingCallError(f"{name}={value!r} must be more than 0")


def one_of(name: str, value: str, allowed: tuple[str, ...]) -> None:
    """Go on only with one of the words that are allowed.

    Raises:
        CallError: it is another.
    """
    if value not in allowed:
        raise DrawingCallError(f"{name}={value!r} is not one of {', '.join(allowed)}")


LONGEST = MOST_CHARACTERS
"""Most characters of one text, whether a record holds it or a template puts it together."""
_NOWHERE = Place("")
_QUOTED = 60  # characters of a text that a message repeats


@dataclass
class DrawingContext:
    """Draws for one face at a time; ``faults`` collects what went wrong since it began.

    ``written`` are the start and the text of each text and picture that it wrote since then: what
    a drawing has beside these was not written here, however much it looks so. ``icons_drawn`` are
    the icons that take a colour: the transform of each, and the colour. ``icon_count`` counts all.
    ``piece`` is the name of what is drawn, ``place`` its template, which is looked for in
    ``folders``; ``language`` is that of the game, if it says it, and ``fonts`` are those of the
    theme by role, for that language. In a ``draft`` a missing picture is a warning.
    """

    root: Path
    folders: Mapping[str, Path]
    theme: Theme
    icons: Mapping[str, Icon]
    faults: list[DrawingFault] = field(default_factory=list)
    written: set[str] = field(default_factory=set)
    icons_drawn: dict[str, str] = field(default_factory=dict)
    icon_count: int = 0
    piece: str = ""
    place: Place = _NOWHERE
    language: str = ""
    tongue: Tongue = ENGLISH
    draft: bool = False
    terms: Mapping[str, Term] = field(default_factory=dict)
    fonts: Mapping[str, Font] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.begin()

    def text(self, *words: Any, **named: Any) -> Markup:
        """One line of text, as :class:`TextCall` has it."""
        call = call_function(TextCall, "text", words, named)
        text = self._text(call)
        finite(x=call.x, y=call.y, size=call.size, track=call.track)
        one_of("anchor", call.anchor, ANCHORS)
        line = PlacedLine(
            call.x + 0.0,  # of two zeros the one without a sign
            call.y + 0.0,
            call.size,
            anchor=call.anchor,
            tracking=call.track,
            limit=call.width,
            least=call.min,
            icon=self.theme.icon_em,
        )
        font, fill = self.font(call.font), self._fill(call.fill)
        fitted, runs = draw_text(self._spell_out(text), font, line, fill, self.root)
        markup = self._finish(fitted, runs, text, call)
        underlined = call.underline and bool(text.strip())
        if not isinstance(call.underline, bool):
            one_of("underline", call.underline, ("turned",))
            underlined = misread_turned(text.strip())
        return markup + self._bar(fitted, call) if underlined else markup

    def box(self, *words: Any, **named: Any) -> Markup:
        """Text wrapped in a box, as :class:`BoxCall` has it."""
        call = call_function(BoxCall, "box", words, named)
        text = self._text(call)
        finite(x=call.x, y=call.y, w=call.w, h=call.h)
        finite(size=call.size, min=call.min, leading=call.leading)
        one_of("align", call.align, ALIGNS)
        one_of("valign", call.valign, VALIGNS)
        self.font(call.font)
        for style in styles_lacking(text, self.fonts, call.font):
            message = f"there is no {style} font for the text {_quote(text)}"
            hint = f"add `{style}: ...` to the fonts of templates/theme.yaml"
            self.note("font-missing", message, hint, text, call.field)
        fonts, fill = fonts_from(self.fonts, call.font), self._fill(call.fill)
        box = call.shape(self.theme.icon_em)
        fitted, runs = draw_text(self._spell_out(text), fonts, box, fill, self.root)
        return self._finish(fitted, runs, text, call)

    def icon(
        self,
        name: Any,
        x: float,
        y: float,
        size: float,
        fill: str | None = None,
        *,
        bleeds: bool = False,
    ) -> Markup:
        """An icon in a square of ``size`` mm whose top left is at ``x``, ``y`` mm.

        One that ``bleeds`` may be cut off by the edge of the piece.
        """
        finite(x=x, y=y, size=size)
        drawn = self._icon(str(name), x, y, size, self._fill(fill), "")
        mark = "" if bleeds or not drawn else self._mark(PlacedIcon(x, y, str(name), size), "")
        return Markup(mark + drawn)

    def picture(self, *words: Any, **named: Any) -> Markup:
        """A picture of the project in a box, as :class:`PictureCall` has it."""
        call = call_function(PictureCall, "picture", words, named)
        finite(x=call.x, y=call.y, w=call.w, h=call.h)
        one_of("fit", call.fit, FITS)
        call.point()
        try:
            if is_drawing(str(call.path)):
                return self._drawing(call, find_drawing(self.root, str(call.path)))
            found = find_picture(self.root, str(call.path))
        except MissingPictureError as error:
            return self._placeholder(call, error)
        except PictureError as error:
            self.note("picture-unusable", str(error), error.hint, value=str(call.path))
            return Markup("")
        drawn = call.markup(found)
        self.written.add(f"{drawn[:-2]}>")
        return drawn

    def _drawing(self, call: PictureCall, found: ProjectDrawing) -> Markup:
        self.icon_count += 1
        mark, drawn = call.drawing(found, f"{UID}icon{self.icon_count}-")
        self.written.add(f"{mark[:-2]}>")
        return mark + drawn

    def _placeholder(self, call: PictureCall, error: MissingPictureError) -> Markup:
        severity = Severity.WARNING if self.draft else Severity.ERROR
        hint = error.hint if error.hint.startswith("did you") else HINT
        self.note(CODE, str(error), hint, value=str(call.path), severity=severity)
        drawn, runs = placeholder(call, self.piece, self.font("body"), self.root)
        self.written.update(run.removesuffix("</text>") for run in runs)
        return Markup(drawn)

    def spot(self, zone: Any, x: float, y: float, w: float = 0, h: float = 0) -> Markup:
        """A place for pieces of a zone, its middle at ``x``, ``y`` mm; nothing is drawn.

        A place that only the game uses has no zone: ``""``.
        """
        finite(x=x, y=y)
        finite(**{name: room for name, room in (("w", w), ("h", h)) if room != 0})
        name = text_of(zone)
        if name and not ZONE.fullmatch(name):
            raise DrawingCallError(f"zone={name!r} is not the name of a zone")
        drawn = spot_markup(name, x, y, w, h)
        self.written.add(f"{drawn[:-2]}>")
        return Markup(drawn)

    def begin(
        self,
        terms: Mapping[str, Term] = MappingProxyType({}),
        piece: str = "",
        game: Mapping[str, Any] = MappingProxyType({}),
        place: Place = _NOWHERE,
    ) -> None:
        """Begin another face of a game, as templates see it; forget all about the last one."""
        self.piece, self.place = piece, place
        self.language, self.tongue = str(game.get("language", "")), tongue_to_speak(game)
        self.faults.clear()
        self.written.clear()
        self.icons_drawn.clear()
        self.icon_count = 0
        self.terms = terms
        self.fonts = self.theme.fonts
        if self.language:
            self.fonts = {role: in_language(one, self.language) for role, one in self.fonts.items()}

    def note(
        self,
        code: str,
        message: str,
        hint: str,
        value: str = "",
        field: str = "",
        severity: Severity = Severity.ERROR,
    ) -> None:
        """Keep what is wrong, at the line of the template that is being drawn."""
        place = place_in(self.folders, line_of_caller()) or self.place
        self.faults.append(DrawingFault(code, place, message, hint, severity, value, field))

    def say(self, english: str, /, context: str = "", **parts: object) -> str:
        """The sentence in the language of the game, else in English."""
        return self.tongue.say(english, context=context, **parts)

    def count(self, one: str, many: str, number: int, /, context: str = "", **parts: object) -> str:
        """The sentence for a number, which is its ``{number}``; ``one`` is for 1 in English.

        Raises:
            TypeError: what is counted is no whole number.
        """
        if not isinstance(number, int):
            raise TypeError(f"count(...) takes a whole number, not {number!r}")
        return self.tongue.count(one, many, number, context=context, **parts)

    def font(self, role: str) -> Font:
        """The font of a role.

        Raises:
            CallError: theme.yaml has no such role.
        """
        if role not in self.fonts:
            raise DrawingCallError(f"theme.yaml has no font {role!r}{_close(role, self.fonts)}")
        return self.fonts[role]

    def _text(self, call: TextCall | BoxCall) -> str:
        """The text to be set; one that is too long for any face is told and left out."""
        text = text_of(call.s)
        if len(text) <= LONGEST:
            return text
        message = f"a text of {len(text):,} characters is not set; {LONGEST:,} are the most"
        hint = f"shorten it, or part it between several pieces: {_quote(text)}"
        self.note("text-overflow", message, hint, text, call.field)
        return ""

    def _spell_out(self, text: str) -> str:
        return with_nouns(text, self.terms, self.icons)

    def _fill(self, fill: str | None) -> str:
        colour = self.theme.ink if fill is None else str(fill)
        if rgb(colour) is None:
            raise DrawingCallError(f"fill={colour!r} is not a plain colour such as #2a241e")
        return colour

    def _finish(
        self, fitted: Fitted, runs: Sequence[str], text: str, call: TextCall | BoxCall
    ) -> Markup:
        colour, field = self._fill(call.fill), call.field
        for mistake in mistakes(text, is_line=isinstance(call, TextCall)):
            self.note("text-markup", mistake.message, mistake.hint, text, field)
        if fitted.problem:
            hint = f"shorten the text, or give it more room: {_quote(text)}"
            self.note("text-overflow", fitted.problem, hint, text, field)
        for font, missing in fitted.letters_without_glyph():
            shown = " ".join(f"{c} (U+{ord(c):04X})" for c in missing)
            message = f"the font {font.key} has no glyph for {shown}"
            hint = "write it another way, or name a font that has it under `fallback` of the theme"
            self.note("glyph-missing", message, hint, text, field)
        self.written.update(run.removesuffix("</text>") for run in runs)
        parts = list(runs)
        said = self._icon_words(text) if fitted.icons else {}
        for icon in fitted.icons:
            markup = self._icon(icon.name, icon.x, icon.y, icon.size, colour, text, field)
            word = next(said.get(icon.name, iter(())), "")
            parts += [self._mark(icon, word) if markup else "", markup]
        return Markup("".join(parts))

    def _icon_words(self, text: str) -> Mapping[str, Iterator[str]]:
        """The words that stand for the icons of a text, in order, by the icon's name."""
        words: dict[str, list[str]] = {}
        for name, word in icon_words(text, self.terms, self.language):
            words.setdefault(name, []).append(word)
        return {name: iter(those) for name, those in words.items()}

    def _mark(self, icon: PlacedIcon, word: str) -> str:
        """What tells where an icon stands, and the ``word`` to be read for it, if any."""
        mark = (
            f'<text {OURS}="icon" {NAME}="{escape(icon.name)}" x="{icon.x:.4f}" '
            f'y="{icon.y:.4f}" font-size="{icon.size:.5f}">{escape(word)}'
        )
        self.written.add(mark)
        return f"{mark}</text>"

    def _bar(self, fitted: Fitted, call: TextCall) -> Markup:
        """A bar below a text, as wide as it is; its sizes are parts of the letters'."""
        left = min(run.x for run in fitted.runs)
        right = max(run.x + run.width for run in fitted.runs)
        em = fitted.size * MM_PER_PT
        return Markup('<path d="M{:.4f} {:.4f}H{:.4f}" stroke="{}" stroke-width="{:.4f}"/>').format(
            left, call.y + 0.14 * em, right, self._fill(call.fill), min(1.0, 0.075 * em)
        )

    def _icon(
        self, name: str, x: float, y: float, size: float, fill: str, text: str, field: str = ""
    ) -> str:
        found = self.icons.get(name)
        if found is not None:
            self.icon_count += 1
            if not found.coloured:
                self.icons_drawn[transform_of(x, y, size)] = fill
            uid = f"{UID}icon{self.icon_count}-"
            return found.markup(x, y, size, fill, uid) if found.body else ""
        close = did_you_mean(name, self.icons, "")
        message = f"there is no icon {name!r}" + (f"; {close}" if close else "")
        hint = f"name a file of templates/icons/ without its `.svg`, or add {name}.svg there"
        hint = close.within(hint) if isinstance(close, Mend) else hint
        self.note("icon-unknown", message, hint, text or name, field)
        return ""


def _close(name: str, known: Mapping[str, Any]) -> str:
    close = closest(name, known)
    return f"; did you mean {close!r}?" if close else ""


def _quote(text: str) -> str:
    flat = " ".join(text.split())
    return f"“{flat[:_QUOTED]}…”" if len(flat) > _QUOTED else f"“{flat}”"
