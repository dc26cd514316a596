"""One small change of a script of set-up or play, and whether anything tells it from the sound one.

A change is noticed by a finding that the sound script does not have, or by a game that goes
another way: at every table, under each option of each ruling, by random and by greedy players.
"""

import ast
import re
import tempfile
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import chain, count, zip_longest
from pathlib import Path

import shippedgames
from matches import Watching, play_game
from mutants.operators import change_formula

from generator.installed import STARTERS
from generator.starter import write_starter
from validator.catalogue import load as loading
from validator.catalogue.formulas import Formula, FormulaError, read_value
from validator.catalogue.load import load
from validator.catalogue.script import (
    End,
    Meaning,
    Option,
    ScoreItem,
    Script,
    Step,
    Tie,
    Want,
    formulas,
)
from validator.catalogue.script import nodes as gather
from validator.catalogue.setup_script import Setup
from validator.compiler.checks import check_scripts
from validator.data_checks import find_in_data
from validator.findings import Place
from validator.play.modules import find_module
from validator.play.rulings import resolve_rulings

DECISIONS = {"random": 6000, "greedy": 1500, "drain": 1500}
"""How many decisions the games have at least, at each table under each option of a ruling."""
FEW = ("crazy_eights", "go_fish", "ice")
"""Games that are played with few cards as well.

Then cards run out, a book is dealt and an eight played last more often than once in a thousand.
"""
TESTS = ("when", "where", "until", "if", "skip", "must", "always", "prefer", "fit")
"""Keys of formulas that are tests."""
ITEMS = Step | Option | End | ScoreItem | Tie | Want | Meaning
"""What is taken out of a list."""
OTHERS = {"true": "false", "false": "true", "best": "worst", "find": "find_last"}
"""Words of formulas and what stands in place of each."""


@dataclass(frozen=True, slots=True)
class ScriptMutant:
    """One change: where it stands in the script (``function``), the ``rules`` that it cites there.

    The rest is as in :class:`mutants.operators.Mutant`.
    """

    file: str
    line: int
    function: str
    before: str
    after: str
    rules: tuple[str, ...]
    game: str
    script: Setup | Script

    @property
    def name(self):
        """What the change is known by, whatever line it stands on."""
        return f"{self.file} {self.function}: {self.before} => {self.after}"

    def plant(self, _):
        """Let this process read the changed script in place of the one that is written."""
        reader = "read_setup" if isinstance(self.script, Setup) else "read_script"
        read = getattr(loading, reader)

        def read_changed(source, game=""):
            return (self.script, []) if game == self.game else read(source, game)

        setattr(loading, reader, read_changed)
        for kept in (shippedgames.catalogue, shippedgames.game_of, shippedgames.small_games):
            kept.cache_clear()


def script_mutants(game, folder=""):
    """Every change of a game's set-up and play script, in their order.

    ``folder`` is where they lie, if not as read.
    """
    for script in filter(None, (game.setup, game.play)):
        file = script.place.file
        if folder:
            file = f"{folder}/{Path(file).name}"
        for trail, place, before, after, rules, new in changes(script):
            where = ".".join(trail)
            yield ScriptMutant(file, place.line, where, before, after, rules, game.id, new)


def rule_mutants(game):
    """The changes of what is played: not of menus, whose copies are, nor of what players want.

    A change of a name cites the rules of whatever uses the name.
    """
    script, cited = game.play, {}
    parts = gather(replace(script, names={}, wants=(), bounds=()))
    worths = [one.values["worth"] for one in parts if "worth" in getattr(one, "values", ())]

    def note(thing, rules):
        trees = [one.tree for one in formulas(thing) if one not in worths]
        words = {one.id for tree in trees for one in ast.walk(tree) if isinstance(one, ast.Name)}
        for name in words & script.names.keys():
            if name not in cited or not rules <= cited[name]:
                cited[name] = cited.get(name, set()) | rules
                note(script.names[name], rules)

    for part in parts:
        is_cited = isinstance(part, Step | Option)
        note(part, set(part.values.get("rules", ())) if is_cited else set())
    valued = "|".join(map(re.escape, script.names.keys() - cited))
    players = re.compile(rf"menus|(wants|bounds)\d|.*\.worth$|names\.({valued})\.")
    for one in script_mutants(game):
        if not players.match(one.function):
            _, name, *_ = (*one.function.split("."), "")
            yield replace(one, rules=one.rules or tuple(cited.get(name, ())))


def changes(thing, trail=(), rules=()):
    """Every change of a part of a script: where, before and after, rules, the part with it."""
    if isinstance(thing, Step | Option):
        rules = tuple(thing.values.get("rules", ())) or rules
    match thing:
        case Formula(place=place, text=text):
            for new in formula_changes(text, TESTS.__contains__(trail[-1].rstrip("0123456789"))):
                try:
                    yield trail, place, text, new, rules, read_value(new, place)
                except FormulaError:
                    continue
        case tuple():
            for at, part in enumerate(thing):
                inside = (*trail[:-1], f"{trail[-1]}{at + 1}")
                if isinstance(part, ITEMS):
                    given = getattr(part, "values", {})
                    cited = tuple(given.get("rules", ())) or rules
                    less = thing[:at] + thing[at + 1 :]
                    yield inside, part.place, head(part), "nothing", cited, less
                for *told, new in changes(part, inside, rules):
                    yield *told, (*thing[:at], new, *thing[at + 1 :])
        case Mapping():
            for key, part in thing.items():
                for *told, new in changes(part, (*trail, str(key)), rules):
                    yield *told, {**thing, key: new}
        case _ if is_dataclass(thing) and not isinstance(thing, Place):
            for one in fields(thing):
                inside = trail if one.name == "values" else (*trail, one.name)
                for *told, new in changes(getattr(thing, one.name), inside, rules):
                    yield *told, replace(thing, **{one.name: new})


def head(part):
    """A few words by which a part of a script is known."""
    words = [getattr(part, name, "") for name in ("verb", "id", "says", "kind", "after")]
    what = [one.text for one in formulas(getattr(part, "values", {}).get("what"))]
    return " ".join(filter(None, [*words, *what]))


def formula_changes(text, is_test):
    """What a formula may become: by changes of its parts, and of its own words."""
    found = list(change_formula(text))
    tree = ast.parse(text, mode="eval")
    for node in ast.walk(tree):
        name, old, new = _own_change(node)
        if name:
            setattr(node, name, new)
            found.append(ast.unparse(tree))
            setattr(node, name, old)
    if is_test:
        found += [
            "true",
            "false",
            *([] if isinstance(tree.body, ast.Compare) else [f"not ({text})"]),
        ]
    same = (text.lower(), ast.unparse(tree).lower())
    return [one for one in dict.fromkeys(found) if one.lower() not in same]


def _own_change(node):
    """The field of a node that changes, as it is, and as it becomes."""
    match node:
        case ast.Constant(value=int(number)):
            return "value", number, number - 1
        case ast.Compare(ops=[ast.Eq()]):
            return "ops", node.ops, [ast.GtE()]
        case ast.Name(id=word) if word in OTHERS:
            return "id", word, OTHERS[word]
    return "", None, None


class Story(Watching):
    """Keeps each decision of a game: who, what about, the options in words, which was taken."""

    def __init__(self):
        self.told = []

    def step(self, match, seat, what, options, index):
        self.told.append((seat, what, [one.say() for one in options], index))


@dataclass(slots=True)
class Judge:
    """What the sound script of the game below ``root`` says and plays; called, it compares."""

    root: Path
    game: str
    findings: Counter
    stories: list

    @classmethod
    def of(cls, root, game):
        """The judge of a game as it stands."""
        found, findings = checked(root, game)
        return cls(root, game, findings, list(stories(found)))

    def __call__(self):
        """0 where all is as ever, else 1, as pytest has it."""
        game, findings = checked(self.root, self.game)
        if findings - self.findings:
            return 1
        pairs = zip_longest(self.stories, stories(game))
        return int(any(sound != other for sound, other in pairs))


def checked(root, game):
    """A game and how often its check tells what."""
    catalogue, findings = load(root, [game])
    found = chain(findings, check_scripts(catalogue), *find_in_data(catalogue, root))
    return catalogue.games[game], Counter((one.code, one.message) for one in found)


def stories(game):
    """A hash of each of the games that are compared, one after the other."""
    few = with_few(game)
    if game.id in FEW and few != game:
        yield from stories(few)
    by_ruling = [f"{one.id}={option}" for one in game.rulings for option in one.options]
    for ruling in by_ruling or [""]:
        rulings = resolve_rulings(game, [ruling] if ruling else [])
        for configuration in game.configurations:
            table = find_module(game).prepare(game, configuration, rulings)
            drains = [f"drain:{pile.id}" for pile in table.frame.piles]
            for policy in ("random", "greedy", *drains):
                told = 0
                for index in count():
                    story, decisions = tell(table, policy, index)
                    told += decisions
                    yield story
                    if told >= DECISIONS[policy.partition(":")[0]]:
                        break


def with_few(game):
    """A game at its smallest table with one copy of each of its cards, of ranks from 4 to 8."""
    sets = {
        name: replace(
            one,
            components=tuple(
                replace(card, copies=1)
                for card in one.components
                if card.fields.get("rank", 4) in range(4, 9)
            ),
        )
        for name, one in game.sets.items()
    }
    return replace(game, sets=sets, configurations=game.configurations[:1])


def tell(table, policy, index):
    """A hash of a game's decisions, its end and where every piece lies then; how many decisions."""
    story = Story()
    game = play_game(table, policy, index, referee=False, observers=[story])
    ended = game.outcome, game.turns, game.tally.drawn, game.match.census()
    return hash(repr((story.told, ended))), len(story.told) + 1


def starter_mutants(name):
    """Every change of the set-up and of what is played of a starter, not of what players want."""
    folder = (STARTERS / name).relative_to(STARTERS.parents[1]).as_posix()
    game = load(project_of(name), [name])[0].games[name]
    played = {one.function for one in rule_mutants(game)}
    return [one for one in script_mutants(game, folder) if one.function in played]


_WRITTEN = {}


def project_of(name):
    """A project with a starter, written once."""
    if name not in _WRITTEN:
        _WRITTEN[name] = Path(tempfile.mkdtemp())
        write_starter(_WRITTEN[name], name, name)
    return _WRITTEN[name]
