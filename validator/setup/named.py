"""What a set-up script names, as parts of sentences: pieces, zones, and who acts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from validator.catalogue.model import Configuration, Game
from validator.catalogue.script import BOX, Seats, Selection
from validator.catalogue.words.grammar import Grammar
from validator.catalogue.words.nominal import Nominal, Word
from validator.catalogue.words.tongue import Listed, Phrase, Tongue
from validator.setup import sentences as told
from validator.setup.seats import seats_of
from validator.setup.steps import acting

_SEAT_ZONE = re.compile(r"^seat(\d*)\.")


@dataclass(frozen=True, slots=True)
class Named:
    """Names what the script of a game names, for one table, in the language of the game."""

    game: Game
    configuration: Configuration

    @property
    def tongue(self) -> Tongue:
        """The language of the game."""
        return self.game.tongue

    @property
    def grammar(self) -> Grammar:
        """How that language says nouns."""
        return self.game.tongue.grammar

    def part(self, english: str, **parts: object) -> Phrase:
        """A part of the guide's sentences."""
        return self.tongue.part(english, told.CONTEXT, **parts)

    def called(self, selection: Selection, count: int | None, cards: bool = False) -> Nominal:
        """The pieces that are meant, by their own words, their set, or as pieces."""
        if selection.what:
            word = Word(selection.what, selection.what, selection.noun)
            return Nominal(self.grammar, word, count)
        if selection.set_id is None or selection.set_id not in self.game.sets:
            one, many = told.CARD if cards else told.PIECE
            return replace(self.tongue.noun(one, many, count), counted=False)
        named = self.game.sets[selection.set_id]
        values = [value for value in selection.where.values() if isinstance(value, str)]
        adjectives = [self.tongue.say(value, "adjective") for value in values]
        filters = tuple(Word(one, one) for one in adjectives)
        word = Word(named.singular, named.name, named.noun)
        return Nominal(self.grammar, word, count, filters=filters)

    def who(self, each: Seats | None) -> Nominal:
        """Who acts, as the subject of a sentence."""
        numbers = self._numbers(each)
        if (each and each.group) or len(numbers) < 2:
            return self.group(each)
        return self.tongue.noun(told.EACH_SEAT, numbers=self.tongue.listed(numbers))

    def group(self, each: Seats | None) -> Nominal:
        """Who acts, as those to whom something is dealt."""
        group = each.group if each else ""
        if group == "seat":
            everybody = told.EVERYBODY if self.configuration.bots else told.GROUPS["human"]
            return self.tongue.noun(everybody)
        if group:
            return self.tongue.noun(told.GROUPS[group])
        numbers = self._numbers(each)
        english = told.ONE_SEAT if len(numbers) == 1 else told.SOME_SEATS
        return self.tongue.noun(english, numbers=self.tongue.listed(numbers))

    def _numbers(self, each: Seats | None) -> list[int]:
        seats = seats_of(self.game, self.configuration)
        return [seat.number for seat in acting(each, seats) if seat]

    def zones(self, names: Sequence[str]) -> Listed:
        """Zones in a row."""
        return self.tongue.listed([self.zone(name) for name in names])

    def zone(self, name: str) -> Phrase:
        """A zone with whose it is: "the Stone deck", "their Hand"."""
        match = _SEAT_ZONE.match(name)
        if match is None:
            box = replace(self.tongue.noun(*told.BOX), count=1)
            zone = box if name == BOX else Nominal(self.grammar, self.label(name), 1)
            return self.part(told.THE_ZONE, zone=zone)
        zone = Nominal(self.grammar, self.label(name), 1)
        if not match[1]:
            return self.part(told.THEIR_ZONE, zone=zone)
        if int(match[1]) == 1:
            return self.part(told.START_ZONE, zone=zone)
        return self.part(told.SEAT_ZONE, number=match[1], zone=zone)

    def into(self, name: str) -> str | Phrase:
        """Where pieces go that are put into a zone, as the script says or as "in the Bank"."""
        label = self.game.setup.zones.get(_SEAT_ZONE.sub("seat.", name))
        if label is not None and label.phrase:
            return label.phrase
        return self.part(told.IN_ZONE, zone=self.zone(name))

    def label(self, name: str) -> Word:
        """The name of a zone; one of a pattern (``rondel.*``) with what stands for its star."""
        plain = _SEAT_ZONE.sub("seat.", name)
        zones = self.game.setup.zones
        if plain in zones:
            return Word(zones[plain].name, zones[plain].name, zones[plain].noun)
        for pattern, label in zones.items():
            if pattern.endswith("*") and plain.startswith(pattern[:-1]):
                words = f"{label.name} ({plain[len(pattern) - 1 :]})"
                return Word(words, words, label.noun)
        return Word(plain, plain)
