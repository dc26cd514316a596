"""Templates: look them up, fill them in, and lint what comes out.

A project's own ``templates/`` wins over the built-in ones, file by file. Nothing here raises
for bad input: what is wrong comes back as findings, at the record or at the template's line.
"""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

import jinja2
from lxml import etree

from generator.design.canvas import UID, Canvas, DrawingFault, column_of
from generator.design.face_cache import Recipes, unread_templates
from generator.design.face_layouts import BoxError, FaceLayout, accept_box
from generator.design.icons import (
    Icon,
    first_fault,
    in_sources,
    lines_with,
    load_icons,
    with_player_colours,
)
from generator.design.layout_files import Layouts
from generator.design.lookup import (
    SUFFIX,
    closure,
    digest_of,
    find_file,
    references,
    template_folders,
)
from generator.design.pen import DrawingContext
from generator.design.sandbox import (
    Environment,
    TemplateCache,
    finite,
    line_in,
    line_of_error,
    load_template,
    place_in,
    template_errors,
)
from generator.design.theme import Theme, TrimSize, project_sizes, project_theme
from generator.failures import FailedError
from generator.fingerprints import asks_for_system_fonts
from generator.svg.inside import (
    LEAST_DPI,
    LEAST_PT,
    TrimOutline,
    coarse_pictures,
    icons_outside,
    low_ink,
    small_texts,
    texts_outside,
)
from generator.svg.lint import Issue, lint
from generator.typeset.fonts import state as fonts_of_system
from validator.cache import Cache, shared_cache
from validator.catalogue.file_cache import FileCache
from validator.catalogue.folders import links_out
from validator.catalogue.words.grammar import Term
from validator.executor import Executor
from validator.findings import Finding, Place, Severity, did_you_mean, has_errors
from validator.plainfile import digest_of_plain
from validator.processes import Limits

DRAWING = ("text", "box", "icon", "picture", "spot")
"""What templates draw with: methods of a pen."""
LIMITS = Limits(seconds=10, megabytes=1000)
"""What filling in or drawing one face may take; the board of Henge takes 0.3 s and 30 MB."""
_PARSER = etree.XMLParser(resolve_entities=False)
_NUMBERS = itertools.count(1)
_OPEN: WeakValueDictionary[str, Templates] = WeakValueDictionary()
_READ_HERE: dict[str, Templates] = {}


@dataclass(eq=False)
class Templates:
    """All templates, icons, fonts, colours and sizes of a project.

    ``pool`` are the workers that fill them in and draw; ``token`` is how these know them.
    """

    root: Path
    folders: Mapping[str, Path]
    theme: Theme
    sizes: Mapping[str, TrimSize]
    icons: Mapping[str, Icon]
    environment: Environment
    pen: DrawingContext
    layouts: Layouts
    recipes: Recipes | None = None
    ink: str = "normal"
    themed: dict[str, Templates] = field(default_factory=dict)
    pool: Executor = field(default_factory=lambda: Executor(limits=LIMITS))
    token: str = field(default_factory=lambda: f"{os.getpid()}-{next(_NUMBERS)}")

    def __post_init__(self) -> None:
        _OPEN[self.token] = self

    def __reduce__(self) -> tuple[Callable[..., Templates], tuple[str, Path, str, bool]]:
        """A worker that was forked has them already, another reads them anew."""
        return _reopen, (self.token, self.root, self.ink, self.pen.draft)

    @property
    def store(self) -> Cache | None:
        """Where drawn faces are kept, if anywhere."""
        return self.recipes.store if self.recipes else None

    def has(self, name: str) -> bool:
        """Tell whether there is a template of that name (without ``.svg.j2``)."""
        return find_file(self.folders, name + SUFFIX) is not None

    def closest(self, name: str) -> str:
        """A hint with the template whose name is most like ``name``; empty if none is."""
        known = [
            path.relative_to(folder).as_posix().removesuffix(SUFFIX)
            for folder in self.folders.values()
            for path in sorted(folder.rglob("*" + SUFFIX))
        ]
        return did_you_mean(name, known, "")

    def fields_read(self, name: str) -> frozenset[str] | None:
        """The fields of a component that make a difference to the drawing; None if any may."""
        found = [references(text) for _, text in closure(self.folders, [name])]
        named = self.pen.draft and any(one.draws_pictures for one in found)
        fields = [one.fields for one in found] + [frozenset({"name"} if named else ())]
        return None if None in fields else frozenset().union(*filter(None, fields))

    def fill(
        self, name: str, context: Mapping[str, Any], canvas: Canvas, terms: Mapping[str, Term]
    ) -> tuple[str, list[DrawingFault]]:
        """The SVG of template ``name``, and everything that is wrong with it.

        The SVG is empty where the template fails; with errors it shows what could be drawn.
        It draws into the boxes of the layout that ``context`` names, else of that of its own name.
        """
        theme = str(context.get("game", {}).get("theme") or "")
        return self.in_theme(theme)._fill(name, context, canvas, terms)

    def in_theme(self, name: str) -> Templates:
        """These templates in the theme of that name; as they are where it cannot be had."""
        if not name:
            return self
        if name not in self.themed:
            theme, findings = project_theme(self.folders, self.ink, name)
            self.themed[name] = self
            if theme is not None and not has_errors(findings):
                icons = with_player_colours(self.icons, theme.values["players"])
                parts = (self.root, self.folders, theme, icons, self.pen.draft)
                environment, pen = _drawing(*parts)
                self.themed[name] = replace(
                    self, theme=theme, environment=environment, pen=pen, themed={}
                )
        return self.themed[name]

    def theme_findings(self, name: str, place: Place) -> list[Finding]:
        """What is wrong with the theme that a game chooses at ``place``."""
        return project_theme(self.folders, self.ink, name, place)[1] if name else []

    def _fill(
        self, name: str, context: Mapping[str, Any], canvas: Canvas, terms: Mapping[str, Term]
    ) -> tuple[str, list[DrawingFault]]:
        game = context.get("game", {})
        piece = str(context.get("c", {}).get("name", ""))
        self.environment.steps = 0
        data = self.layouts.get(str(context.get("layout") or name))
        layout = FaceLayout(data, canvas.width, canvas.height, canvas.bleed)
        size = {"w": canvas.width, "h": canvas.height, "bleed": canvas.bleed}
        values = {**context, **size, "layout": layout}
        try:
            template = self.environment.get_template(name + SUFFIX)
            place = place_in(self.folders, (template.filename or "", 1)) or self.place(name)
            self.pen.begin(terms, piece, game, place)
            svg = canvas.wrap(finite(template.generate(values)))
        except template_errors() as error:
            return "", [self._failure(error, name)]
        faults = [*self.pen.faults]
        faults.extend(DrawingFault("layout-outside", *told) for told in layout.boxes_outside())
        faults.extend(self._lint(svg, name, canvas))
        if self.theme.values["ink"] == "low" and all(
            one.severity is not Severity.ERROR for one in faults
        ):
            svg = low_ink(svg, self.pen.icons_drawn)
        return svg, list(dict.fromkeys(faults))

    def place(self, name: str) -> Place:
        """The file of a template, as findings name it."""
        found = find_file(self.folders, name + SUFFIX)
        return Place(found[1] if found else f"templates/{name}{SUFFIX}")

    def _failure(self, error: Exception, name: str) -> DrawingFault:
        spot = line_of_error(error)
        place = place_in(self.folders, spot) or self.place(name)
        if spot is not None:
            place = replace(place, column=column_of(line_in(*spot), str(error)))
        if isinstance(error, BoxError):
            return DrawingFault(error.code, error.place or place, str(error), error.hint)
        if isinstance(error, jinja2.TemplateNotFound):
            message = f"there is no template {error.name}"
            meant = self.closest(str(error.name).removesuffix(SUFFIX))
            hint = meant or f"put it at templates/{error.name}"
            return DrawingFault("template-missing", place, message, hint)
        if isinstance(error, jinja2.TemplateSyntaxError):
            message, hint = f"template syntax: {error.message}", "check the braces and tags"
            return DrawingFault("template-syntax", place, message, hint)
        message = str(error) or type(error).__name__
        missing = re.fullmatch(r"'(dict|mappingproxy) object' has no attribute '(.+)'", message)
        hint = "check the template at this line"
        if missing and missing[1] == "mappingproxy":  # the theme is asked by what a record says
            message = f"the theme has no {missing[2]!r}"
            hint = "add it to templates/theme.yaml, a player's colour below `players`"
            return DrawingFault("template-failed", place, message, hint, value=missing[2])
        if missing:
            message = f"there is no value {missing[2]!r} here"
            hint = "check the spelling; own fields of a record are c.<field>"
        elif isinstance(error, jinja2.UndefinedError):
            hint = "own fields of a record are c.<field>, colours theme.colours.<role>"
        return DrawingFault("template-failed", place, message, hint)

    def _lint(self, svg: str, name: str, canvas: Canvas) -> Iterator[DrawingFault]:
        try:
            root = etree.fromstring(svg.encode(), _PARSER)
        except etree.XMLSyntaxError as error:
            yield self._not_xml(error, svg, name)
            return
        for issue in lint(root, ours=self.pen.written):
            yield self._issue(issue, name)
        place, warning = self.pen.place, Severity.WARNING
        for code, message, hint, value in self._misfits(root, canvas):
            level = Severity.ERROR if code.endswith("-outside") else warning
            yield DrawingFault(code, place, message, hint, level, value)

    def _misfits(self, root: etree._Element, canvas: Canvas) -> Iterator[tuple[str, str, str, str]]:
        """What a drawing has outside of its piece, too small or too coarse.

        Each has a code, a message, a hint, and the text or name that it is about.
        """
        edge = TrimOutline(canvas.width, canvas.height, canvas.shape, canvas.outline)
        if not any(fault.code == "text-overflow" for fault in self.pen.faults):
            # else that is said already, and what overflows may well stick out
            for text, over in texts_outside(root, edge):
                message = f"{text!r} reaches {over:.1f} mm over the trim edge"
                yield "text-outside", message, "move it, or give it a width to shrink to", text
            for icon, over in icons_outside(root, edge):
                message = f"the icon {icon!r} reaches {over:.1f} mm over the trim edge"
                hint = "move it, or write bleeds=true if it is to run off the edge"
                yield "icon-outside", message, hint, icon
        for text, size in small_texts(root):
            message = f"{text!r} is set in {size:.1f} pt, which is hard to read"
            yield "text-small", message, f"give it a size of {LEAST_PT:g} pt or more", text
        for picture, dpi, pixels in coarse_pictures(root):
            wide, high = pixels
            message = f"{picture!r} ({wide} x {high} pixels) is printed at {dpi:.0f} dpi"
            best = f"{round(wide * 300 / dpi)} x {round(high * 300 / dpi)} pixels"
            hint = f"{LEAST_DPI:g} are the least, 300 are best: {best}"
            yield "picture-coarse", message, hint, picture

    def _not_xml(self, error: etree.XMLSyntaxError, svg: str, name: str) -> DrawingFault:
        fault = first_fault(svg)
        if fault is None:
            line = svg.splitlines()[max(0, (error.lineno or 1) - 1)]
            token = re.sub(r"^<svg [^>]*>|</svg>$", "", line).strip()[:60]
            reason = re.sub(r", line \d+, column \d+", "", str(error.msg))
            message, hint = f"the drawing is not XML: {reason}", "mend the SVG at this line"
            return self._issue(Issue("svg-syntax", message, hint, 1, token), name)
        found = in_sources(fault, closure(self.folders, [name]))
        place = Place(*found) if found else self.place(name)
        message = f"the drawing is not XML: {fault.message}"
        return DrawingFault("svg-syntax", place, message, fault.hint)

    def _issue(self, issue: Issue, name: str) -> DrawingFault:
        return DrawingFault(issue.code, self.locate(issue.token, name), issue.message, issue.hint)

    def locate(self, token: str, name: str) -> Place:
        """Where ``token`` stands in template ``name`` or what it imports; else the template."""
        found = next(lines_with(token, closure(self.folders, [name])), None) if token else None
        return Place(*found) if found else self.place(name)


def load_templates(
    root: Path,
    ink: str = "normal",
    store: Cache | None = None,
    *,
    draft: bool = False,
    kept: FileCache | None = None,
) -> tuple[Templates | None, list[Finding]]:
    """Load everything a project draws with; ``ink`` is one of :data:`generator.design.theme.INKS`.

    With a ``store``, faces drawn before are taken from it. In a ``draft`` missing pictures are
    warnings, else errors. With what an earlier loading ``kept`` only what changed is read. Returns
    None for the templates where the theme is unusable.
    """
    folders = template_folders(root)
    theme, findings = project_theme(folders, ink, kept=kept)
    sizes, problems = project_sizes(folders, kept)
    findings.extend([*problems, *links_out(root, "templates"), *unread_templates(root)])
    icons, problems = load_icons(
        {f"{shown}/icons": path / "icons" for shown, path in reversed(folders.items())},
        kept,
    )
    findings.extend(problems)
    if theme is None:
        return None, findings
    icons = with_player_colours(icons, theme.values["players"])
    environment, pen = _drawing(root, folders, theme, icons, draft)
    layouts = Layouts(folders, kept)
    findings.extend(layouts.findings())
    recipes = None
    if store is not None:
        state = digest_of(folders, kept.hashes.of if kept else digest_of_plain)
        if asks_for_system_fonts(folders.values()):
            state += fonts_of_system()
        recipes = Recipes(store, f"{ink} {state}", root)
    parts = (root, folders, theme, sizes, icons, environment, pen, layouts)
    return Templates(*parts, recipes, ink=ink), findings


def _drawing(
    root: Path,
    folders: Mapping[str, Path],
    theme: Theme,
    icons: Mapping[str, Icon],
    draft: bool,
) -> tuple[Environment, DrawingContext]:
    """What fills templates in with a theme, and what they draw and speak with."""
    loader = jinja2.FunctionLoader(partial(load_template, folders))
    environment = Environment(loader, TemplateCache(shared_cache()))
    pen = DrawingContext(root, folders, theme, icons, draft=draft)
    calls = {name: accept_box(getattr(pen, name), name) for name in DRAWING}
    environment.globals.update(calls, uid=UID, theme=theme.values)
    environment.globals.update(say=pen.say, count=pen.count)
    environment.trusted |= {*calls.values()}
    return environment, pen


def _reopen(token: str, root: Path, ink: str, draft: bool) -> Templates:
    """The templates of a token, in a worker: those it was forked with, or read by itself.

    Raises:
        FailedError: they cannot be read any more.
    """
    known = _OPEN.get(token)
    if known is not None:
        return known
    _READ_HERE.clear()
    loaded, findings = load_templates(root, ink, draft=draft)
    if loaded is None:
        raise FailedError("; ".join(finding.message for finding in findings))
    _OPEN[token] = _READ_HERE[token] = loaded
    return loaded
