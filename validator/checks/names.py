"""Checks of names: ids, references, boards, chapters of the almanac, nouns and their inflection."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from difflib import SequenceMatcher
from typing import Any

from validator.catalogue.boards.geometry import build_geometry
from validator.catalogue.build import parse_effects
from validator.catalogue.effects import (
    Count,
    Discard,
    Effect,
    EffectFilter,
    Gain,
    Pay,
    Score,
    Special,
    filter_term,
    nouns,
)
from validator.catalogue.model import (
    OF_EVERY_COMPONENT,
    Chapter,
    Component,
    ComponentSet,
    Configuration,
    Game,
    PartsLine,
    Refusal,
    Tables,
    Use,
    components_where,
    place_in,
)
from validator.catalogue.script import Step, nodes
from validator.catalogue.setup_script import plain_zone
from validator.catalogue.source import walk
from validator.catalogue.words.effect_text import what_lacks
from validator.checks.pieces import (
    error,
    is_own,
    list_words,
    note,
    own_components,
    own_sets,
    repeats,
    unknown,
    warning,
)
from validator.findings import Finding, Place, closest, did_you_mean


def check_almanac(game: Game, tables: Tables) -> Iterator[Finding]:
    """Sets and fields that the almanac names are there, and each set is in one chapter."""
    del tables
    seen: dict[str, Chapter] = {}
    for chapter in game.almanac.chapters:
        for at, name in enumerate(chapter.sets):
            place = place_in(chapter, "sets", at)
            if name not in game.sets:
                yield unknown(game, "almanac-unknown", place, "component set", name, game.sets)
            elif name in seen:
                message = f"the set {name!r} is in an earlier chapter already ({seen[name].place})"
                yield error(game, "almanac-twice", place, message, "name it in one chapter only")
            else:
                seen[name] = chapter
        yield from _fields(game, chapter)
    yield from _labels(game)


def _fields(game: Game, chapter: Chapter) -> Iterator[Finding]:
    sets = [game.sets[name] for name in chapter.sets if name in game.sets]
    own = _field_names(component for one in sets for component in one.components)
    sortable = (*own, *OF_EVERY_COMPONENT)
    asked: list[tuple[tuple[str | int, ...], str, tuple[str, ...]]] = [
        *((("columns", at), name, own) for at, name in enumerate(chapter.columns or ())),
        *(
            (("order", at), name.removeprefix("-"), sortable)
            for at, name in enumerate(chapter.order)
        ),
    ]
    if chapter.group_by is not None:
        asked.append((("group_by",), chapter.group_by, sortable))
    for keys, name, known in asked:
        if sets and name not in known:
            place = place_in(chapter, *keys)
            yield unknown(game, "almanac-unknown", place, "field", name, known)


def _labels(game: Game) -> Iterator[Finding]:
    """Words for what nobody sees are mostly a slip in a name."""
    inside = [pair for component in game.components() for pair in walk(component.fields)]
    values = {str(value) for _, value in inside if not isinstance(value, Mapping | tuple)}
    nested = (keys[-1] for keys, _ in inside if len(keys) > 1 and isinstance(keys[-1], str))
    names = (*_field_names(game.components()), *dict.fromkeys(nested))
    for name in game.almanac.labels:
        if name not in names and name not in values:
            place = place_in(game, "almanac", "labels", name)
            message = f"no component has a field or a value {name!r}"
            hint = did_you_mean(name, [*names, *sorted(values)], "take it away, or mend the name")
            yield warning(game, "almanac-unknown", place, message, hint)


def _field_names(components: Iterable[Component]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for one in components for name in one.fields))


def check_ids(game: Game, tables: Tables) -> Iterator[Finding]:
    """Ids are unique, because zones, sheets and reports call pieces by them."""
    named: dict[str, list[tuple[str, Place]]] = {
        "component": [(one.id, one.place_of("id")) for one in game.components()],
        "pile": [(one.id, one.place) for one in game.piles],
        "ruling": [(one.id, one.place) for one in game.rulings],
    }
    for what, ids in named.items():
        for name, place, first in repeats(ids):
            message = f"the {what} id {name!r} is taken already ({first})"
            yield error(game, "id-duplicate", place, message, "give it another id")
    listed: list[Configuration | Refusal] = [*game.configurations, *game.refusals]
    seats = (((one.players, one.bots), one.place) for one in listed)
    for (players, bots), place, first in repeats(seats):
        message = f"{players} players and {bots} bots stand here twice"
        hint = f"the other entry is at {first}; keep one"
        yield error(game, "table-duplicate", place, message, hint)
    if not game.configurations and not game.is_box:
        hint = "add `configurations: [{players: 2}, ...]`, or `is_box: true` for a box of parts"
        yield warning(game, "table-missing", game.place, "the game lists no tables", hint)


def check_names(game: Game, tables: Tables) -> Iterator[Finding]:
    """Records of a set are told apart by their names, and their ids say what they hold."""
    for component_set in own_sets(game):
        called: dict[str, list[Component]] = {}
        for one in component_set.components:
            if "note" not in one.places:
                called.setdefault(one.name, []).append(one)
        for name, (first, *others) in called.items():
            if others:
                also = f"{others[0].id!r}" if len(others) == 1 else f"{len(others)} others"
                message = f"{first.id!r} and {also} of this set are called {name!r}"
                hint = "give each a name of its own, or write as `note` why they have the same"
                yield warning(game, "name-duplicate", others[0].place_of("name"), message, hint)
        yield from _ids(game, component_set)
    for component in own_components(game):
        for at, effect in enumerate(component.effects):
            if effect in component.effects[:at]:
                message = f"{component.id!r} has the same effect twice"
                hint = "take one out; what happens twice says so in its amount"
                place = component.place_of("effects", at)
                yield warning(game, "effect-duplicate", place, message, hint)


def _ids(game: Game, component_set: ComponentSet) -> Iterator[Finding]:
    """The last part of an id that is another record's value, at a place that ids tell.

    Ids tell a place if those of all records with the same first part have just its values.
    """
    families: dict[str, list[Component]] = {}
    for one in component_set.components:
        families.setdefault(one.id.rpartition("-")[0], []).append(one)
    for family in families.values():
        told: set[str] = set()
        held = [dict(_values({**one.fields, "effects": one.effects}, "")) for one in family]
        for path in [path for path in held[0] if all(path in one for one in held)]:
            values = [one[path] for one in held]
            if len({*values}) < len(values) or {*values} != {*map(_last_part, family)}:
                continue
            for one, value in zip(family, values, strict=True):
                if _last_part(one) != value and one.id not in told:
                    told.add(one.id)
                    name = next(part for part in reversed(path.split(".")) if not part.isdigit())
                    message = f"the id {one.id!r} says {_last_part(one)}, but its {name} is {value}"
                    hint = f"mend the id or `{name}`"
                    yield error(game, "id-value", one.place_of("id"), message, hint)


def _last_part(component: Component) -> str:
    """What an id says of its record: its last part."""
    return component.id.rpartition("-")[2]


def _values(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """Every word and number of a record's fields and effects, with the keys to it."""
    start = f"{path}." if path else ""
    if isinstance(value, EffectFilter):
        yield f"{start}{value.field}", str(value.value)
    elif isinstance(value, str | int):
        yield path, str(value)
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _values(inner, f"{start}{key}")
    elif isinstance(value, tuple):
        for at, inner in enumerate(value):
            yield from _values(inner, f"{start}{at}")
    elif is_dataclass(value):
        for field in fields(value):
            yield from _values(getattr(value, field.name), f"{start}{field.name}")


def spaces_in(value: Any) -> Iterator[Mapping[str, Any]]:
    """Every mapping with effects, however deep it lies in a field."""
    return (one for _, one in walk(value) if isinstance(one, Mapping) and "effects" in one)


def effects_of_space(space: Mapping[str, Any]) -> tuple[Effect, ...] | None:
    """The effects of a space; None where they have another shape."""
    try:
        return parse_effects(space["effects"])
    except (KeyError, TypeError):
        return None


def nouns_of_cards(game: Game) -> dict[str, list[Place]]:
    """Each noun of the effects of cards, with the places that name it."""
    named: dict[str, list[Place]] = {}
    for component in own_components(game):
        for at, effect in enumerate(component.effects):
            for noun in dict.fromkeys(nouns(effect)):
                named.setdefault(noun, []).append(component.place_of("effects", at))
    return named


def _effects_of(game: Game) -> Iterator[Effect]:
    """The effects of cards, then those of spaces."""
    for component in own_components(game):
        yield from component.effects
    for component in own_components(game):
        for space in spaces_in(component.fields):
            yield from effects_of_space(space) or ()


def find_renames(game: Game) -> Mapping[str, tuple[str, int]]:
    """Nouns that are no term, each with the idle term that must have borne it, and how often.

    A term that nothing names has got another name if several places name one much like it, or if
    its own words and icon are more like the name that is used than like the one it has.
    """
    uses = Counter(noun for effect in _effects_of(game) for noun in dict.fromkeys(nouns(effect)))
    idle = [term for term in game.terms if term not in uses]
    found: dict[str, tuple[str, int]] = {}
    for noun, count in uses.items():
        term = closest(noun, idle) if noun not in game.terms else None
        if term is not None and (count > 1 or _suits(game, term, noun) > _suits(game, term, term)):
            found[noun] = (term, count)
    return found


def _suits(game: Game, term: str, name: str) -> tuple[int, float]:
    """How well a name suits a term: how many of its words are known, how like it is to its words.

    Words are known from the term itself, and from the names of the others.
    """
    meant = game.terms[term]
    words = [_bare(word) for word in (meant.one, meant.many, meant.icon or "")]
    others = [_bare(other) for other in game.terms if other != term]
    known = {part for word in (*words, *others) for part in word.split()}
    likeness = max(SequenceMatcher(None, _bare(name), word).ratio() for word in words)
    return sum(part in known for part in _bare(name).split()), likeness


def _bare(word: str) -> str:
    return word.casefold().replace("-", " ").replace("_", " ")


def check_references(game: Game, tables: Tables) -> Iterator[Finding]:
    """Sets, zones, rulings, terms and colours that are named must be there."""
    yield from _check_set_names(game)
    rulings = [ruling.id for ruling in game.rulings]
    named: list[tuple[Place, str, str, Iterable[str]]] = []
    for pile in game.piles:
        for key, zone in (("zone", pile.zone), ("discard", pile.discard)):
            if zone and game.setup.steps and plain_zone(zone) not in game.setup.zones:
                place = place_in(pile, key)
                named.append((place, "zone of the set-up", zone, game.setup.zones))
        if pile.ruling and pile.ruling not in rulings:
            named.append((place_in(pile, "ruling"), "ruling", pile.ruling, rulings))
    for ruling in game.rulings:
        if ruling.default not in ruling.options:
            place = place_in(ruling, "default")
            named.append((place, "option", ruling.default, ruling.options))
    for one in named:
        yield unknown(game, "reference-unknown", *one)
    yield from _terms(game)
    most = max((configuration.total for configuration in game.configurations), default=0)
    if game.seat_colours and len(game.seat_colours) < most:
        place = game.places.get("seat_colours", game.place)
        message = f"{most} seats, but only {len(game.seat_colours)} seat colours"
        yield error(game, "reference-unknown", place, message, "add colours to `seat_colours`")


def _check_set_names(game: Game) -> Iterator[Finding]:
    entries: list[PartsLine | Use] = [*game.parts, *game.uses]
    for entry in entries:
        set_id, where = entry.set_id, entry.where
        if set_id not in game.sets:
            place = place_in(entry, "set")
            yield unknown(game, "reference-unknown", place, "component set", set_id, game.sets)
        elif next(components_where(game.sets[set_id].components, where), None) is None:
            tests = ", ".join(f"{name}: {value}" for name, value in where.items())
            message = f"no component of {set_id!r} passes the filter {{{tests}}}"
            place, hint = place_in(entry, "where"), "mend the field's name or value"
            yield error(game, "reference-empty", place, message, hint)


def _terms(game: Game) -> Iterator[Finding]:
    renamed = find_renames(game)
    for noun, (term, count) in renamed.items():
        named = "1 names" if count == 1 else f"{count} name"
        message = f"no effect names the term {term!r}, and {named} {noun!r}"
        place = place_in(game, "terms", term)
        yield error(game, "reference-unknown", place, message, f"write {noun!r} here")
    for noun, places in nouns_of_cards(game).items():
        for place in places if noun not in (*game.terms, *renamed) else ():
            yield unknown(game, "reference-unknown", place, "term", noun, game.terms)


@dataclass(frozen=True, slots=True)
class _InflectedName:
    """A name that sentences inflect, what it tells of its forms, and where it stands."""

    words: str
    noun: str
    place: Place
    at: Place
    needed: bool = True


def check_inflected(game: Game, tables: Tables) -> Iterator[Finding]:
    """Every name that sentences inflect tells its class, where the language has classes."""
    del tables
    grammar = game.tongue.grammar
    for name in _names_with_forms(game):
        fault = grammar.fault_of(name.noun) if name.noun else ""
        if fault:
            hint = "trilith help game.terms tells what `noun` says"
            message = f"`noun: {name.noun}`: {fault}"
            yield warning(game, "noun-class-unknown", name.at, message, hint)
        elif name.needed and grammar.classes and not name.noun.partition(";")[0]:
            message = f"sentences inflect {name.words!r}, and it does not tell its class"
            hint = f"add `noun:` with one of {', '.join(grammar.classes)}"
            yield note(game, "noun-class-missing", name.place, message, hint)


def _names_with_forms(game: Game) -> Iterator[_InflectedName]:
    needed = terms_as_nouns(game)
    for term in game.terms.values():
        if term.noun or term.id in needed:
            place, at = place_in(game, "terms", term.id), place_in(game, "terms", term.id, "noun")
            yield _InflectedName(term.one, term.noun, place, at, term.id in needed)
    for one in game.sets.values():
        if is_own(game, one):
            yield _InflectedName(
                one.singular, one.noun, place_in(one, "singular"), place_in(one, "noun")
            )
    for label in game.setup.zones.values():
        yield _InflectedName(label.name, label.noun, label.place, label.place)
    for step in nodes(game.setup.steps):
        if isinstance(step, Step) and ("called" in step.values or "noun" in step.values):
            called, noun = step.values.get("called", ""), step.values.get("noun", "")
            yield _InflectedName(called, noun, place_in(step, "called"), place_in(step, "noun"))


def terms_as_nouns(game: Game) -> frozenset[str]:
    """The ids of terms that effects name as nouns; what only narrows a count is none."""
    return frozenset(
        noun
        for effect in _effects_of(game)
        for noun in nouns(effect)
        if noun not in _terms_beside_nouns(effect)
    )


def _terms_beside_nouns(effect: Effect) -> frozenset[str]:
    """The terms of an effect that stand beside its nouns."""
    inner = effect.to if isinstance(effect, Pay | Discard) else ()
    counts: list[Count] = []
    if isinstance(effect, Gain | Score):
        counts += [effect.per] if effect.per else []
        counts += [effect.when.count] if effect.when else []
    own = {filter_term(item) for count in counts for item in count.where}
    return frozenset(own.union(*map(_terms_beside_nouns, inner)))


SPECIAL_SHARE = 10
"""One face in so many may be special, and one of each set."""


def check_words(game: Game, tables: Tables) -> Iterator[Finding]:
    """A hand-written `text` must say every number and noun of the card's effects."""
    for component in own_components(game):
        if component.text is not None:
            for at, effect in enumerate(component.effects):
                if gaps := what_lacks(component.text, (effect,), game):
                    said = list_words(map(repr, gaps))
                    message = f"the text of {component.id!r} does not say {said}"
                    hint = f"mend the effect, or the text at {component.place_of('text')}"
                    place = component.place_of("effects", at)
                    yield error(game, "text-lacks", place, message, hint)
        elif any(isinstance(effect, Special) for effect in component.effects):
            message = f"{component.id!r} has a special effect and no text"
            place = component.place_of("effects")
            yield error(game, "text-missing", place, message, "write what it does as `text`")


def check_special(game: Game, tables: Tables) -> Iterator[Finding]:
    """Few cards should need a rule of their own."""
    for component_set in own_sets(game):
        odd = [
            one
            for one in component_set.components
            if any(isinstance(effect, Special) for effect in one.effects)
        ]
        faces = len(component_set.components)
        if len(odd) > max(1, faces / SPECIAL_SHARE):
            message = f"{len(odd)} of {faces} faces of {component_set.name} are special"
            hint = f"say these with other effects: {', '.join(one.id for one in odd)}"
            yield warning(game, "special-share", component_set.place, message, hint)


REFERENCE = "let `fields` check them: `effects: {$ref: effects.json#/$defs/effects}`"


def check_spaces(game: Game, tables: Tables) -> Iterator[Finding]:
    """A space with `effects` of its own must say them in its `label`, in nouns that exist."""
    found: dict[Finding, None] = {}
    known = {*game.terms, *find_renames(game)}
    for component in own_components(game):
        for key, value in component.fields.items():
            for space in spaces_in(value):
                found.update(dict.fromkeys(_faults(game, component, key, space, known)))
    yield from found


def _faults(
    game: Game, component: Component, key: str, space: Mapping[str, Any], known: Container[str]
) -> Iterator[Finding]:
    place = component.place_of(key)
    effects = effects_of_space(space)
    if effects is None:
        message = f"the effects of a space of {key!r} cannot be read"
        yield error(game, "space-unknown", place, message, REFERENCE)
        return
    for noun in dict.fromkeys(noun for effect in effects for noun in nouns(effect)):
        if noun not in known:
            hint = did_you_mean(noun, game.terms, "add it to `terms` of game.yaml")
            message = f"a space of {key!r} names {noun!r}, which is not a term"
            yield error(game, "space-unknown", place, message, hint)
    label = space.get("label")
    if isinstance(label, str) and (gaps := what_lacks(label, effects, game)):
        message = f"the label {label!r} in {key!r} does not say {list_words(map(repr, gaps))}"
        hint = "say every number and noun of its effects, a noun by its {icon}"
        yield error(game, "space-lacks", place, message, hint)


def check_boards(game: Game, _tables: Tables = ()) -> Iterator[Finding]:
    """What is wrong with the boards of a game, and the zones that name none of them."""
    for board in game.boards.values():
        yield from build_geometry(board, game)[1]
        for mark in board.marks:
            if mark not in game.sets:
                place = board.places.get("marks", board.place)
                message = f"the board {board.id!r} has marks of the unknown set {mark!r}"
                hint = did_you_mean(mark, game.sets, f"sets: {', '.join(game.sets)}")
                yield error(game, "board-component", place, message, hint)
    for name, label in game.setup.zones.items():
        if not label.board or name.endswith("*"):
            continue
        meant = game.boards.get(label.board)
        if meant is None:
            message = f"the zone {name!r} is the unknown board {label.board!r}"
            known = ", ".join(game.boards) or "none yet; make one in a file with `kind: board`"
            hint = did_you_mean(label.board, game.boards, f"boards: {known}")
            yield error(game, "board-unknown", label.place, message, hint)
        elif meant.each_seat is not name.startswith("seat."):
            message = f"the zone {name!r} is the board {label.board!r}, which every seat has"
            hint = f"call it `seat.{name}`, or take `each: seats` from the board"
            if not meant.each_seat:
                message = f"{name!r} is a zone of every seat, and {label.board!r} one board for all"
                hint = "add `each: seats` to the board"
            yield error(game, "board-unknown", label.place, message, hint)
