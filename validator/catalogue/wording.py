"""Say an effect in plain rulebook English, with the icons of its nouns.

``{coin}`` in a text stands for the icon ``coin``. What a card says is written from what it
does, so the two can't drift apart; a hand-written text is measured by :func:`lacking`.
"""

from __future__ import annotations

from typing import assert_never

from validator.catalogue.effects import (
    Act,
    Advance,
    Allow,
    Condition,
    Count,
    Discard,
    Discount,
    Draw,
    Effect,
    Gain,
    Pay,
    Place,
    Reach,
    Score,
    Special,
    filter_term,
)
from validator.catalogue.model import Component, Game, Term
from validator.catalogue.words.plurals import default_plural

AFTER_NOUN = ("in ", "on ", "of ", "with ", "that ", "at ", "where ", "from ", "to ")
"""A filter whose words begin like this follows its noun ("stones in the Heel")."""

_SUBJECTS = {
    "each": "each player",
    "others": "each other player",
    "left": "the player on your left",
    "right": "the player on your right",
    "one-other": "another player of your choice",
}
_VERBS = {"gain": "gains", "pay": "pays", "draw": "draws", "discard": "discards"}


def text_of(component: Component, game: Game) -> str:
    """The printed text of a component: its own words, or those made from its effects."""
    if component.text is not None:
        return component.text
    return text_of_effects(component.effects, game)


def text_of_effects(effects: tuple[Effect, ...], game: Game) -> str:
    """All sentences of the effects, in order (empty if there are none)."""
    return " ".join(sentence(effect, game) for effect in effects if not _is_special(effect))


def sentence(effect: Effect, game: Game) -> str:
    """One effect as a whole sentence with a capital and a full stop."""
    words = phrase(effect, game)
    if isinstance(effect, Gain | Score) and effect.when is not None:
        words = f"if {condition(effect.when, game)}, {words}"
    elif _is_choice(effect):
        words = f"you may {words}"
    return f"{words[:1].upper()}{words[1:]}."


def phrase(effect: Effect, game: Game) -> str:
    """One effect as a phrase that begins with its verb, without its condition."""
    match effect:
        case Gain():
            gained = amount(effect.amount, effect.what, game)
            return f"{_verb('gain', effect.who)} {gained}{_per(effect.per, 1, game)}"
        case Pay():
            paid = amount(effect.amount, effect.what, game)
            return f"{_verb('pay', effect.who)} {paid}{_purpose(effect.to, game)}"
        case Draw():
            return f"{_verb('draw', effect.who)} {_drawn(effect, game)}"
        case Discard():
            what = f"all your {noun(effect.what, 2, game)}"
            if effect.amount is not None:
                what = amount(effect.amount, effect.what, game)
            return f"{_verb('discard', effect.who)} {what}{_purpose(effect.to, game)}"
        case Place():
            spot, price = _spot(effect.where, game), " for free" if effect.free else ""
            return f"place {amount(effect.amount, effect.what, game)} {spot}{price}"
        case Advance():
            return _advance(effect, game)
        case Score():
            most = "" if effect.most is None else f" (at most {effect.most})"
            points = amount(effect.amount, effect.what, game)
            return f"score {points}{_per(effect.per, effect.every, game)}{most}"
        case Act():
            return _act(effect, game)
        case Discount():
            return _discount(effect, game)
        case Reach():
            return _reach(effect, game)
        case Allow():
            return _allow(effect, game)
        case Special():
            return effect.rule.replace("-", " ").replace("_", " ")
        case _:
            assert_never(effect)


def amount(number: int, term_id: str, game: Game) -> str:
    """A number with its noun in the right form: ``1 {coin} coin``, ``3 {coin} coins``."""
    return f"{number} {noun(term_id, number, game)}"


def noun(term_id: str, number: int, game: Game) -> str:
    """The noun in singular or plural, its icon first; an unknown id is its own noun."""
    term = term_of(term_id, game)
    word = term.one if number == 1 else term.many
    return f"{{{term.icon}}} {word}" if term.icon else word


def term_of(term_id: str, game: Game) -> Term:
    """The term, or one that reads like its id (a check reports the missing term)."""
    plain = term_id.replace("-", " ")
    return game.terms.get(term_id) or Term(term_id, plain, default_plural(plain, game.language))


def count(counted: Count, number: int, game: Game) -> str:
    """What is counted, without the number: ``large installed stones in the Heel``."""
    if counted.distinct is None:
        return _things(counted, number, game)
    return f"different {noun(counted.distinct, number, game)} covered by {_owned(counted, game)}"


def _owned(counted: Count, game: Game) -> str:
    owner = "your" if counted.whose == "you" else "all"
    return f"{owner} {_things(counted, 2, game)}"


def _things(counted: Count, number: int, game: Game) -> str:
    words = [term_of(filter_term(item), game).one for item in counted.where]
    before = [word for word in words if not word.startswith(AFTER_NOUN)]
    after = [word for word in words if word.startswith(AFTER_NOUN)]
    return " ".join([*before, noun(counted.of, number, game), *after])


def condition(when: Condition, game: Game) -> str:
    """A condition as a clause: ``you have at least 4 carved stones``."""
    if when.most:
        return f"you have more {count(when.count, 2, game)} than every other player"
    last = when.at_most if when.at_most is not None else when.at_least
    if when.count.distinct is not None:
        kinds = noun(when.count.distinct, last or 0, game)
        return f"{_owned(when.count, game)} cover {_bounds(when)} different {kinds}"
    have = "you have" if when.count.whose == "you" else "there are"
    return f"{have} {_bounds(when)} {count(when.count, last or 0, game)}"


def _bounds(when: Condition) -> str:
    if when.at_least is not None and when.at_least == when.at_most:
        return f"exactly {when.at_least}"
    least = None if when.at_least is None else f"at least {when.at_least}"
    most = None if when.at_most is None else f"at most {when.at_most}"
    return " and ".join(bound for bound in (least, most) if bound)


def _is_special(effect: Effect) -> bool:
    return isinstance(effect, Special)


def _is_choice(effect: Effect) -> bool:
    """Tell whether the effect is an offer, so that its sentence begins with "You may"."""
    match effect:
        case Pay(to=to) | Discard(to=to):
            return bool(to)
        case Allow(verb=verb):
            return verb is not None
        case Act():
            return True
        case _:
            return False


def _verb(verb: str, who: str) -> str:
    return verb if who == "you" else f"{_SUBJECTS[who]} {_VERBS[verb]}"


def _per(counted: Count | None, every: int, game: Game) -> str:
    if counted is None:
        return ""
    number = "each" if every == 1 else f"every {every}"
    if counted.distinct is not None:
        return f" for {number} {count(counted, every, game)}"
    if counted.whose == "all":
        return f" for {number} {count(counted, every, game)} on the board"
    return f" for {number} of your {count(counted, 2, game)}"


def _purpose(effects: tuple[Effect, ...], game: Game) -> str:
    if not effects:
        return ""
    return " to " + " and ".join(phrase(effect, game) for effect in effects)


def _drawn(effect: Draw, game: Game) -> str:
    if effect.by is not None:
        return f"{noun(effect.what, 2, game)} according to your {noun(effect.by, 1, game)}"
    kept = "" if effect.keep is None else f" and keep {effect.keep}"
    return f"{amount(effect.amount, effect.what, game)}{kept}"


def _advance(effect: Advance, game: Game) -> str:
    tracks = {
        "the": f"your {noun(effect.track, 1, game)}",
        "any": f"one of your {noun(effect.track, 2, game)}",
        "all": f"all your {noun(effect.track, 2, game)}",
    }
    if effect.amount is None:
        return f"move to the end of {tracks[effect.which]}"
    return f"move {effect.amount} step{'' if effect.amount == 1 else 's'} on {tracks[effect.which]}"


def _act(effect: Act, game: Game) -> str:
    action = term_of(effect.action, game)
    icon = f"{{{action.icon}}} " if action.icon else ""
    first = "free" if effect.free else action.one
    article = "an" if first[:1].lower() in "aeiou" else "a"
    free = "free " if effect.free else ""
    area = "" if effect.area is None else f" {_spot(effect.area, game)}"
    limit = "" if effect.limit is None else f" (limit {effect.limit})"
    return f"take {article} {free}{icon}{action.one} sub-action{area}{limit}"


def _discount(effect: Discount, game: Game) -> str:
    several = effect.uses is not None and effect.uses > 1
    things = noun(effect.of, 2 if several else 1, game)
    quantity = "each" if effect.uses is None else "one" if not several else f"up to {effect.uses}"
    if effect.amount is None:
        return f"{quantity} {things} {'are' if several else 'is'} free"
    saved = amount(effect.amount, effect.what, game)
    return f"{quantity} {things} {'cost' if several else 'costs'} {saved} less"


def _reach(effect: Reach, game: Game) -> str:
    area = noun(effect.area, 1, game)
    if effect.uses is None:
        return f"any of your {noun(effect.what, 2, game)} may go to {area}"
    return f"{amount(effect.uses, effect.what, game)} may go to {area}"


def _allow(effect: Allow, game: Game) -> str:
    if effect.waive is None:
        what = effect.what or ""
        return f"{effect.verb} {effect.more} more {noun(what, effect.more, game)}"
    times = {None: "", 1: " once", 2: " twice"}.get(effect.uses, f" {effect.uses} times")
    return f"ignore {noun(effect.waive, 1, game)}{times}"


def _spot(term_id: str, game: Game) -> str:
    words = noun(term_id, 1, game)
    return words if term_of(term_id, game).one.startswith(AFTER_NOUN) else f"in {words}"
