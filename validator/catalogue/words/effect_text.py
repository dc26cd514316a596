"""An effect said as a rulebook does, and what a hand-written text lacks of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from validator.catalogue.effects import (
    Act,
    Advance,
    Allow,
    Count,
    Discard,
    Discount,
    Draw,
    Effect,
    EffectCondition,
    Gain,
    Pay,
    Place,
    Reach,
    Score,
    Special,
    filter_term,
    nouns,
    numbers,
)
from validator.catalogue.model import Component, Game
from validator.catalogue.words import phrases
from validator.catalogue.words.grammar import (
    Grammar,
    Nominal,
    Term,
    close_sentence,
    default_plural,
    every_form,
)
from validator.catalogue.words.language import PhrasePart
from validator.catalogue.words.phrases import Clause, Mood

# ``{coin}`` in a text stands for the icon ``coin``. What a card says is written from what it does,
# so the two can't drift apart; a hand-written text is measured by :func:`what_lacks`.


Said: TypeAlias = "tuple[Clause, Mapping[str, object]]"
"""A clause with the parts that fill it."""


def text_of(component: Component, game: Game) -> str:
    """The printed text of a component: its own words, or those made from its effects."""
    if component.text is not None:
        return component.text
    return text_of_effects(component.effects, game)


def text_of_effects(effects: tuple[Effect, ...], game: Game) -> str:
    """All sentences of the effects, in order (empty if there are none)."""
    return " ".join(sentence(effect, game) for effect in effects if not isinstance(effect, Special))


def sentence(effect: Effect, game: Game) -> str:
    """One effect as a whole sentence with a capital and a full stop."""
    words = _Wording(game).sentence(effect)
    words = close_sentence(words) if game.tongue.language else words
    return words[:1].upper() + words[1:]


def term_of(term_id: str, game: Game) -> Term:
    """The term, or one that reads like its id (a check reports the missing term)."""
    plain = term_id.replace("-", " ")
    return game.terms.get(term_id) or Term(term_id, plain, default_plural(plain, game.language))


@dataclass(frozen=True, slots=True)
class _Wording:
    game: Game

    def sentence(self, effect: Effect) -> str:
        clause = self.clause(effect)
        if isinstance(effect, Gain | Score) and effect.when is not None:
            condition = self.condition(effect.when)
            then = self.say_clause(clause, Mood.THEN, effect)
            return self.whole(phrases.CONDITIONAL, condition=condition, clause=then)
        if isinstance(effect, Pay | Discard) and effect.to:
            return self.price(effect)
        if isinstance(effect, Act) or (isinstance(effect, Allow) and effect.waive is None):
            return self.whole(phrases.OFFER, clause=self.say_clause(clause, Mood.MAY))
        return self.whole(phrases.STATEMENT, clause=self.say_clause(clause, Mood.COMMAND, effect))

    def whole(self, english: str, **parts: object) -> str:
        return self.game.tongue.say(english, "sentence", **parts)

    def say_clause(self, said: Said | str, mood: Mood, effect: Effect | None = None) -> str:
        """A clause in a mood; of whom it speaks stands in the effect."""
        if isinstance(said, str):
            return said
        clause, parts = said
        who = getattr(effect, "who", "you")
        if who == "you":
            return self.game.tongue.say(clause.you, mood.value, **parts)
        player = self.game.tongue.noun(phrases.PLAYERS[who])
        return self.game.tongue.say(clause.player, mood.value, player=player, **parts)

    def price(self, effect: Pay | Discard) -> str:
        """A price that may be paid to get effects: in one sentence, if all of them are aims."""
        is_you = effect.who == "you"
        mood = Mood.MAY if is_you else Mood.COMMAND
        if all(map(_is_aim, effect.to)):
            clause = self.say_clause(self.clause(effect), mood, effect)
            return self.whole(phrases.OFFER if is_you else phrases.STATEMENT, clause=clause)
        told = " ".join(sentence(inner, self.game) for inner in effect.to)
        if isinstance(effect, Pay):
            price: Said = phrases.PAY_FOR, {"paid": self.amount(effect.amount, effect.what)}
        elif effect.amount is None:
            price = phrases.DISCARD_ALL_FOR, {"cards": self.noun(effect.what)}
        else:
            price = phrases.DISCARD_FOR, {"cards": self.amount(effect.amount, effect.what)}
        clause = self.say_clause(price, mood, effect)
        frame = phrases.OFFER_FOR if is_you else phrases.PRICE_FOR
        return self.whole(frame, clause=clause, sentences=told)

    def clause(self, effect: Effect) -> Said | str:
        """One effect as a clause, without its condition; a special one in its own words."""
        match effect:
            case Gain():
                return self.gain(effect)
            case Pay():
                return self.pay(effect)
            case Draw():
                return self.draw(effect)
            case Discard():
                return self.discard(effect)
            case Place():
                return self.place(effect)
            case Advance():
                return self.advance(effect)
            case Score():
                return self.score(effect)
            case Act():
                return self.act(effect)
            case Discount():
                return self.discount(effect)
            case Reach():
                return self.reach(effect)
            case Allow():
                return self.allow(effect)
            case Special():
                return effect.rule.replace("-", " ").replace("_", " ")
            case _:
                assert_never(effect)

    def gain(self, effect: Gain) -> Said:
        gained = self.amount(effect.amount, effect.what)
        if effect.per is None:
            return phrases.GAIN, {"gained": gained}
        return phrases.GAIN_PER, {"gained": gained, "per": self.per(effect.per, 1)}

    def pay(self, effect: Pay) -> Said:
        paid = self.amount(effect.amount, effect.what)
        if not effect.to:
            return phrases.PAY, {"paid": paid}
        return phrases.PAY_TO, {"paid": paid, "aims": self.aims(effect.to)}

    def draw(self, effect: Draw) -> Said:
        if effect.by is not None:
            level = self.noun(effect.by, 1)
            return phrases.DRAW_BY, {"cards": self.noun(effect.what), "level": level}
        cards = self.amount(effect.amount, effect.what)
        if effect.keep is None:
            return phrases.DRAW, {"cards": cards}
        return phrases.DRAW_KEEP, {"cards": cards, "kept": effect.keep}

    def discard(self, effect: Discard) -> Said:
        every = effect.amount is None
        cards = self.noun(effect.what)
        if effect.amount is not None:
            cards = self.amount(effect.amount, effect.what)
        if not effect.to:
            return phrases.DISCARD_ALL if every else phrases.DISCARD, {"cards": cards}
        clause = phrases.DISCARD_ALL_TO if every else phrases.DISCARD_TO
        return clause, {"cards": cards, "aims": self.aims(effect.to)}

    def aims(self, effects: Sequence[Effect]) -> str:
        """The effects that a price is paid for, each as an aim."""
        told = [
            self.say_clause(self.clause(effect), Mood.TO) for effect in effects if _is_aim(effect)
        ]
        row = told[0] if told else ""
        for aim in told[1:]:
            row = self.game.tongue.say(phrases.AIMS, "aims", first=row, next=aim)
        return row

    def place(self, effect: Place) -> Said:
        pieces = self.amount(effect.amount, effect.what)
        spot = self.spot(effect.where, phrases.SPOT)
        clause = phrases.PLACE_FREE if effect.free else phrases.PLACE
        return clause, {"pieces": pieces, "spot": spot}

    def advance(self, effect: Advance) -> Said:
        zones = self.game.setup.zones
        is_of_table = effect.track in zones and f"seat.{effect.track}" not in zones
        which = "shared" if effect.which == "the" and is_of_table else effect.which
        track = self.noun(effect.track, 1 if which in ("the", "shared") else None)
        if effect.amount is None:
            return phrases.ADVANCE_END[which], {"track": track}
        steps = self.game.tongue.noun(*phrases.STEP, count=effect.amount)
        return phrases.ADVANCE[which], {"steps": steps, "track": track}

    def score(self, effect: Score) -> Said:
        points = self.amount(effect.amount, effect.what)
        if effect.per is None:
            clause = phrases.SCORE if effect.most is None else phrases.SCORE_MOST
            return clause, {"points": points, "most": effect.most}
        clause = phrases.SCORE_PER if effect.most is None else phrases.SCORE_PER_MOST
        per = self.per(effect.per, effect.every)
        return clause, {"points": points, "per": per, "most": effect.most}

    def act(self, effect: Act) -> Said:
        clause = phrases.ACTS[effect.free, effect.area is not None, effect.limit is not None]
        spot = "" if effect.area is None else self.spot(effect.area, phrases.AREA)
        return clause, {"action": self.noun(effect.action, 1), "spot": spot, "limit": effect.limit}

    def discount(self, effect: Discount) -> Said:
        free = effect.amount is None
        if effect.uses is not None and effect.uses > 1:
            clause = phrases.FREE_SOME if free else phrases.DISCOUNT_SOME
            things = self.amount(effect.uses, effect.of)
        else:
            each = phrases.FREE_EACH if free else phrases.DISCOUNT_EACH
            one = phrases.FREE_ONE if free else phrases.DISCOUNT_ONE
            clause = each if effect.uses is None else one
            things = self.noun(effect.of, 1)
        saved = "" if effect.amount is None else self.amount(effect.amount, effect.what)
        return clause, {"things": things, "saved": saved}

    def reach(self, effect: Reach) -> Said:
        area = self.noun(effect.area, 1)
        if effect.uses is None:
            return phrases.REACH_ALL, {"things": self.noun(effect.what), "area": area}
        return phrases.REACH, {"things": self.amount(effect.uses, effect.what), "area": area}

    def allow(self, effect: Allow) -> Said:
        if effect.waive is None:
            verb = self.game.tongue.say(effect.verb or "", "verb")
            things = self.noun(effect.what or "", effect.more)
            return phrases.ALLOW, {"verb": verb, "more": effect.more, "things": things}
        rule = self.noun(effect.waive, 1)
        clause = {
            None: phrases.IGNORE,
            1: phrases.IGNORE_ONCE,
            2: phrases.IGNORE_TWICE,
        }.get(effect.uses, phrases.IGNORE_TIMES)
        return clause, {"rule": rule, "number": effect.uses}

    def noun(self, term_id: str, count: int | None = None) -> Nominal:
        """The noun as a count asks for it (None: its plural), its icon before it."""
        return Nominal(self.game.tongue.grammar, term_of(term_id, self.game), count)

    def amount(self, number: int, term_id: str) -> Nominal:
        """A number with its noun: ``1 {coin} coin``, ``3 {coin} coins``."""
        term = term_of(term_id, self.game)
        return Nominal(self.game.tongue.grammar, term, number, counted=True)

    def things(self, counted: Count, count: int | None, told: bool = False) -> Nominal:
        """What is counted, with its filters: ``large installed stones in the Heel``."""
        grammar, term = self.game.tongue.grammar, term_of(counted.of, self.game)
        filters = tuple(term_of(filter_term(item), self.game) for item in counted.where)
        return Nominal(grammar, term, count, counted=told, filters=filters)

    def per(self, counted: Count, every: int) -> PhrasePart:
        if counted.distinct is not None:
            yours = phrases.PER_EACH_KIND if every == 1 else phrases.PER_EVERY_KIND
            everybody = phrases.PER_EACH_KIND_ALL if every == 1 else phrases.PER_EVERY_KIND_ALL
            return self.game.tongue.part(
                yours if counted.whose == "you" else everybody,
                "per",
                every=every,
                kinds=self.noun(counted.distinct, every),
                things=self.things(counted, None),
            )
        if counted.whose == "all":
            english = phrases.PER_EACH_ALL if every == 1 else phrases.PER_EVERY_ALL
            things = self.things(counted, every, told=every != 1)
        else:
            english = phrases.PER_EACH if every == 1 else phrases.PER_EVERY
            things = self.things(counted, None)
        return self.game.tongue.part(english, "per", things=things, every=every)

    def condition(self, when: EffectCondition) -> PhrasePart:
        """A condition as a clause: ``you have at least 4 carved stones``."""
        part = self.game.tongue.part
        yours, kinds = when.count.whose == "you", when.count.distinct
        things = self.things(when.count, None)
        if when.most and kinds is None:
            return part(phrases.MOST, "if", things=things)
        if when.most:
            english = phrases.MOST_KINDS if yours else phrases.MOST_KINDS_ALL
            many = self.noun(kinds or "", None)
            return part(english, "if", kinds=many, things=things)
        bounds, least, last = _bounds(when)
        if kinds is None:
            english = (phrases.HAVE if yours else phrases.ARE)[bounds]
            things = self.things(when.count, last, told=True)
            return part(english, "if", things=things, least=least)
        english = (phrases.COVER if yours else phrases.COVER_ALL)[bounds]
        parts = {"least": least, "number": last, "kinds": self.noun(kinds, last)}
        return part(english, "if", things=things, **parts)

    def spot(self, term_id: str, context: str) -> str | Nominal:
        """Where something is placed or done: "in the Heel" is said as it stands."""
        area = self.noun(term_id, 1)
        if self.game.tongue.grammar.is_behind(term_of(term_id, self.game).one):
            return area
        return self.game.tongue.say(phrases.IN, context, area=area)


def _is_aim(effect: Effect) -> bool:
    """Tell whether "to ..." can say an effect: one of your own that depends on nothing."""
    if isinstance(effect, Discount | Reach | Special):
        return False
    depends = isinstance(effect, Gain | Score) and effect.when is not None
    aims = effect.to if isinstance(effect, Pay | Discard) else ()
    return getattr(effect, "who", "you") == "you" and not depends and all(map(_is_aim, aims))


def _bounds(when: EffectCondition) -> tuple[str, int, int]:
    """How a count is bounded, from where, and the number that stands before the noun."""
    least, most = when.at_least, when.at_most
    if least is not None and most is not None:
        return "exactly" if least == most else "both", least, most
    number = (most if least is None else least) or 0
    return "most" if least is None else "least", number, number


def what_lacks(text: str, effects: tuple[Effect, ...], game: Game) -> tuple[str, ...]:
    """Numbers and nouns of the effects that ``text`` doesn't contain, in reading order.

    A number may be a numeral or a word up to ten; a noun may be any of its forms or its
    ``{icon}``; nobody knows the words of a noun that is no term. Nothing is asked of ``special``
    effects.
    """
    grammar = game.tongue.grammar
    missing = []
    for effect in effects:
        known = [term_id for term_id in nouns(effect) if term_id in game.terms]
        missing += [str(one) for one in numbers(effect) if not _has_number(text, one, grammar)]
        missing += [term_id for term_id in known if not _has_noun(text, term_id, game)]
    return tuple(dict.fromkeys(missing))


def _has_number(text: str, number: int, grammar: Grammar) -> bool:
    words = [*grammar.numerals[number : number + 1]]
    if number != 1 or not words:
        words.append(rf"(?<!\d){number}(?!\d)")
    return any(re.search(word, text, re.IGNORECASE) for word in words)


def _has_noun(text: str, term_id: str, game: Game) -> bool:
    term, grammar = term_of(term_id, game), game.tongue.grammar
    forms = every_form(term.one, term.many, term.noun, grammar)
    icon = {f"{{{term.icon}}}"} if term.icon else set()
    return any(form.lower() in text.lower() for form in forms | icon)
