"""The cover of a kit: what is in it, how to print, cut, fold and glue it, how to set up.

Written so that somebody who has only the printed pages can build the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from generator.book.cover_content import (
    BROAD_MM,
    Cover,
    CoverTable,
    FileLine,
    PartsEntry,
    PlaceGroup,
    TableSpot,
    Thumb,
    Thumbnails,
    steps,
)
from generator.design.face import Face, FacePair
from generator.design.templates import Templates
from generator.printing.decks import Title
from generator.printing.documents import Stock, either, guide_for
from generator.printing.geometry import Paper
from generator.printing.imposition import Document, FaceSide, Flip
from generator.printing.options import Dice, PrintOptions
from generator.printing.papers import papers
from generator.printing.selection import WORDS, copies_needed, side_of
from validator.catalogue.model import Component, Form, Game, PartsLine, matches
from validator.catalogue.seats import Seat, instances, table_words
from validator.catalogue.setup_script import BOX, FaceVisibility, plain_zone
from validator.catalogue.words.language import Tongue, mark_sentence
from validator.findings import Finding, Severity
from validator.setup.deal import SetupResult, faces_of_zones, set_up

_STOCK: Mapping[Form, str] = {
    Form.CARD: mark_sentence("card, 200 to 300 g/m²; or plain paper in sleeves"),
    Form.CHIT: mark_sentence("card, 250 to 300 g/m²"),
    Form.MAT: mark_sentence("card, 200 g/m²"),
    Form.STANDEE: mark_sentence("card, 160 to 200 g/m²"),
    Form.BOARD: mark_sentence("paper, then glue on board"),
}
"""Advice on paper by kind of component (own experience of print-and-play builds)."""


LEAST_MM = (200.0, 270.0)
"""Smallest paper that a cover's tables and pictures are set for (own choice: below US Letter)."""


_LABELS = mark_sentence("label paper, one sheet without cuts")
_PLOTTER = mark_sentence("for a plotter or a print shop, instead of the tiles")


@dataclass(frozen=True, slots=True)
class KitCover:
    """A cover: its pages without faces, where faces go, those faces, and what is wrong."""

    drawn: bytes
    plan: Document
    faces: tuple[Face, ...]
    findings: tuple[Finding, ...]


def cover(
    game: Game,
    found: Sequence[Stock],
    plans: Sequence[Document],
    templates: Templates,
    options: PrintOptions,
    take_out: Sequence[str] = (),
) -> KitCover:
    """Set the cover of a kit; its words and thumbnails are faces to be drawn.

    ``take_out`` are pieces of an earlier print that this one makes void.
    """
    from generator.book.cover_pages import set_cover

    pictures = Thumbnails(max((stock.spare for stock in found), default=0.0))
    paper, tongue = cover_paper(options), game.tongue
    title = Title(game.name, game.revision, tongue)
    pairs = [pair for stock in found for pair in stock.pairs]
    content = Cover(
        game=game.name,
        line=" · ".join(_line(game)),
        summary=game.summary,
        foot=f"{paper.name} · {tongue.say('print at 100 %')} · {title}",
        entries=tuple(_entries(game, found, plans, pictures, options)),
        files=tuple(_files(plans, options, tongue)),
        steps=tuple(steps(found, plans, options, tongue)),
        instead=tuple((s.set.name, s.set.instead) for s in found if s.set.instead),
        guide=guide_for(game, options),
        aside=tongue.say(_SEATS) if any(table.bots for table in game.configurations) else "",
        table=lay_table(game, pairs, options, pictures),
        take_out=tuple(take_out),
        tongue=tongue,
    )
    drawn, plan, words, missing = set_cover(content, paper, templates)
    placed = {one.drawing.key for page in plan.pages for one in page.placed}
    faces = (*(face for key, face in pictures.faces.items() if key in placed), *words)
    plan = replace(plan, author=game.designer, told=WORDS)
    return KitCover(drawn, plan, faces, tuple(_unset(game, missing)))


def cover_paper(options: PrintOptions) -> Paper:
    """The paper of the cover: that of the sheets, or A4 where these are too small to read it on."""
    sheet = options.sheet
    large = sheet.width_mm >= LEAST_MM[0] and sheet.height_mm >= LEAST_MM[1]
    return sheet if large else papers()["a4"]


def _unset(game: Game, missing: Sequence[str]) -> Iterator[Finding]:
    if missing:
        shown = " ".join(f"{one} (U+{ord(one):04X})" for one in missing)
        message = f"no font of the cover has a glyph for {shown}"
        hint = "name a font that has it as `title` and `body` in templates/theme.yaml"
        yield Finding("glyph-missing", Severity.WARNING, game.id, game.place, message, hint)


_SEATS = mark_sentence(
    "A seat is a place at the table: that of a player, or of a bot that the rules play for you."
)


def _line(game: Game) -> Iterator[str]:
    say = game.tongue.say
    yield say("Print-and-play kit")
    yield say("revision {revision}", revision=game.revision)
    yield from _players(game)
    if game.designer:
        yield say("by {designer}", designer=game.designer)


def _players(game: Game) -> list[str]:
    """How many people can play, if that is said: at the legal tables, or by the title."""
    low, high = game.title_players or (1, 0)
    counts = sorted({table.players for table in game.configurations}) or list(range(low, high + 1))
    if not counts:
        return []
    tongue, last = game.tongue, counts[-1]
    if len(counts) > 2 and counts == list(range(counts[0], last + 1)):
        return [tongue.say("{least} to {most} players", least=counts[0], most=last)]
    number = last if len(counts) == 1 else max(2, last)
    words = either(counts, tongue)
    return [tongue.count("{numbers} player", "{numbers} players", number, numbers=words)]


def _entries(
    game: Game,
    found: Sequence[Stock],
    plans: Sequence[Document],
    pictures: Thumbnails,
    options: PrintOptions,
) -> Iterator[PartsEntry]:
    """One entry for each line of the parts list that is printed; sets without a line follow."""
    totals = sorted({table.total for table in game.configurations})
    if options.players is not None or options.bots is not None:
        totals = []
    tables = {total: copies_needed(game, (total,)) for total in totals}
    where: dict[str, dict[str, None]] = {}
    for plan in plans:
        for page in plan.pages:
            for placed in page.placed:
                where.setdefault(placed.component, {})[plan.file] = None
    stocks = {stock.set.id: stock for stock in found}
    listed = {part.set_id for part in game.parts}
    lines: list[tuple[Stock, PartsLine | None]] = [
        (stocks[part.set_id], part) for part in game.parts if part.set_id in stocks
    ]
    lines += [(stock, None) for stock in found if stock.set.id not in listed]
    for stock, part in lines:
        components = {one.id: one for one in stock.set.components}
        chosen = [
            pair
            for pair in stock.pairs
            if part is None or matches(components[pair.component], part.where)
        ]
        count = sum(stock.copies.get(pair.component, 0) for pair in chosen)
        if count:
            files = list(dict.fromkeys(f for pair in chosen for f in where.get(pair.component, ())))
            note = " · ".join(_notes(game, chosen, files, tables))
            name = part.name if part else stock.set.name
            yield PartsEntry(str(count), name, note, _thumbs(stock, chosen, pictures))


def _notes(
    game: Game,
    pairs: Sequence[FacePair],
    files: Sequence[str],
    tables: Mapping[int, Mapping[str, int]],
) -> Iterator[str]:
    """Where pieces are printed, and how many of them are used at each table."""
    in_parts = len(files) > 1 and pairs[0].form is not Form.BOARD
    yield game.tongue.say("{file} and on", file=files[0]) if in_parts else files[0]
    counts = {
        total: sum(copies.get(pair.component, 0) for pair in pairs)
        for total, copies in tables.items()
    }
    if len(set(counts.values())) > 1:
        yield _spread({total: count for total, count in counts.items() if count}, game)


def _spread(counts: Mapping[int, int], game: Game) -> str:
    """Say how many are used at each number of seats: "20 at 3 seats, 25 at 4 seats"."""
    tongue, bots = game.tongue, any(table.bots for table in game.configurations)
    last = max(counts)
    if len(set(counts.values())) == 1:
        numbers = either(tuple(counts), tongue)
        if bots:
            return tongue.count(
                "with {numbers} seat", "with {numbers} seats", last, numbers=numbers
            )
        return tongue.count(
            "with {numbers} player", "with {numbers} players", last, numbers=numbers
        )
    at = (tongue.say("{count} at {total}", count=n, total=total) for total, n in counts.items())
    spread = ", ".join(at)
    if bots:
        return tongue.count("{spread} seat", "{spread} seats", last, spread=spread)
    return tongue.count("{spread} player", "{spread} players", last, spread=spread)


def _thumbs(stock: Stock, pairs: Sequence[FacePair], pictures: Thumbnails) -> tuple[Thumb, ...]:
    """Up to two different fronts (five of small pieces), and a card's back behind them."""
    many = 2 if stock.set.form in (Form.CARD, Form.MAT, Form.BOARD) else 5
    fronts = list({pair.front.key: pair for pair in pairs}.values())
    step = max(1, len(fronts) // many)
    shown = fronts[::step][:many]
    thumbs = [pictures.front(pair) for pair in shown]
    if stock.set.form is Form.CARD and shown[0].back is not None:
        thumbs.append(pictures.back(shown[0]))
    return tuple(thumbs)


def _files(plans: Sequence[Document], options: PrintOptions, tongue: Tongue) -> Iterator[FileLine]:
    sides = {
        None: tongue.say("one", context="side"),
        Flip.LONG: tongue.say("both, flip on long edge"),
        Flip.SHORT: tongue.say("both, flip on short edge"),
    }
    for plan in plans:
        sheets = sum(1 for page in plan.pages if page.side is FaceSide.FRONT)
        what, stock = _about(plan, options, tongue)
        yield FileLine(plan.file, what, str(sheets), sides[plan.flip], tongue.say(stock))


def _about(plan: Document, options: PrintOptions, tongue: Tongue) -> tuple[str, str]:
    """What a file holds and what to print it on (in English), from its name."""
    what = plan.title.split(": ", 1)[-1]
    stickers = options.dice is Dice.STICKERS
    advice = {
        "cards": _STOCK[Form.CARD],
        "chits": _STOCK[Form.CHIT],
        "mats": _STOCK[Form.MAT],
        "dice": _LABELS if stickers else _STOCK[Form.STANDEE],
        "boxes": _STOCK[Form.CHIT],
        "standees": _STOCK[Form.STANDEE],
    }
    for begins, paper in advice.items():
        if plan.file.startswith(begins):
            names = [
                name for page in plan.pages if page.chapter for name in page.chapter.split(", ")
            ]
            return ", ".join(dict.fromkeys(names)), paper
    if plan.file.startswith("mat"):
        return what, _STOCK[Form.MAT]
    if plan.file.endswith("-tiled.pdf"):
        return what, _STOCK[Form.BOARD]
    trim = plan.pages[0].trim
    size = f"{trim.width:.0f} x {trim.height:.0f} mm"
    return tongue.say("{what}, in one piece of {size}", what=what, size=size), _PLOTTER


# --- the table when set-up is done, by running the set-up script --------------------------------

SEED = 1
"""The game whose luck is shown: the first one, as everywhere."""
_MOST = 3  # different pieces shown of one place


def lay_table(
    game: Game, pairs: Sequence[FacePair], options: PrintOptions, pictures: Thumbnails
) -> CoverTable | None:
    """The table that is printed for, or else the middle one of people alone.

    None where no table can be set up, or not all of it is printed.
    """
    tables = [
        table
        for table in game.configurations
        if options.players in (None, table.players) and options.bots in (None, table.bots)
    ]
    people = [table for table in tables if not table.bots] or tables
    people.sort(key=lambda table: (table.total, table.players))
    chosen = people[(len(people) - 1) // 2] if people else None
    if chosen is None or options.changed or not game.setup.steps:
        return None
    result = set_up(game, chosen, SEED)
    known = {pair.component: pair for pair in pairs}
    work = _Laying(game, result, known, instances(game), pictures)
    groups = [work.common_places(), *work.seats()]
    shown = tuple(group for group in groups if group.spots)
    if not any(spot.thumbs for group in shown for spot in group.spots):
        return None
    words = table_words(chosen.players, chosen.bots, game.tongue)
    return CoverTable(game.tongue.say("The table for {players}", players=words), shown)


@dataclass(frozen=True, slots=True)
class _Laying:
    game: Game
    result: SetupResult
    known: Mapping[str, FacePair]
    pieces: Mapping[str, Component]
    pictures: Thumbnails

    @property
    def _say(self) -> Callable[..., str]:
        return self.game.tongue.say

    def common_places(self) -> PlaceGroup:
        """The places of nobody; the spaces of a board are one place."""
        zones: dict[str, list[str]] = {}
        for zone, items in self.result.zones.items():
            if zone != BOX and self._seat(zone) is None:
                zones.setdefault(self._name(zone), []).extend(items)
        faces = faces_of_zones(self.result)
        hidden = {self._name(zone) for zone in faces if faces[zone] is FaceVisibility.DOWN}
        spots = [self._spot(name, items, name in hidden) for name, items in zones.items()]
        spots.sort(key=_rank)
        return PlaceGroup("", tuple(spots))

    def seats(self) -> Iterator[PlaceGroup]:
        """The places of the first seat of each kind; the others have the same."""
        for kind in ("human", "bot"):
            alike = [seat for seat in self.result.seats if seat.kind == kind]
            if not alike:
                continue
            first, zones = alike[0], dict[str, list[str]]()
            for zone, items in self.result.zones.items():
                if self._seat(zone) == first:
                    zones.setdefault(self._name(zone), []).extend(items)
            spots = [self._spot(name, items, False) for name, items in zones.items()]
            who = self._say("Each bot" if kind == "bot" else "Each player")
            if first.side and len(alike) > 1:
                who = self._say("{who} (here {side})", who=who, side=side_of(first, self.game))
            yield PlaceGroup(who, tuple(spots))

    def _spot(self, name: str, items: Sequence[str], hidden: bool) -> TableSpot:
        """A place with pictures: the backs of what is shuffled there, the fronts of the rest."""
        found = [
            self.known[c.id] for c in map(self.pieces.__getitem__, items) if c.id in self.known
        ]
        distinct = list({pair.front.key: pair for pair in reversed(found)}.values())
        thumbs: tuple[Thumb, ...]
        if hidden:
            thumbs = tuple({t.drawing.key: t for t in map(self.pictures.back, distinct)}.values())
        else:
            thumbs = tuple(map(self.pictures.front, distinct))
        big = any(pair.form in (Form.MAT, Form.BOARD) for pair in distinct)
        pile = len(items) > len(distinct) or (hidden and len(items) > 1)
        return TableSpot(
            name[:1].upper() + name[1:], self._words(items), thumbs[: 1 if big else _MOST], pile
        )

    def _words(self, items: Sequence[str]) -> str:
        """What lies in a place: "13 Stone cards, 1 Spring token"; the name of a lone piece."""
        if not items:
            return self._say("empty")
        counts = Counter(self.pieces[item].set_id for item in items)
        if len(items) == 1:
            return self.pieces[items[0]].name
        sets = [(self.game.sets[set_id], count) for set_id, count in counts.items()]
        return ", ".join(f"{n} {(one.singular if n == 1 else '') or one.name}" for one, n in sets)

    def _name(self, zone: str) -> str:
        return self.game.setup.zones[plain_zone(zone)].name

    def _seat(self, zone: str) -> Seat | None:
        return next((s for s in self.result.seats if zone.startswith(f"{s.name}.")), None)


def _rank(spot: TableSpot) -> int:
    """What is broad, most often the board, comes first, for all else goes around it; room last."""
    widest = max((thumb.drawing.width for thumb in spot.thumbs), default=-1.0)
    return 0 if widest >= BROAD_MM else 1 if widest >= 0 else 2
