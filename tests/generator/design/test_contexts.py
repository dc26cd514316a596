"""What templates are filled in with is made as workers ask for it, not for all faces at once."""

import gc
from dataclasses import replace

from generator.design.faces import faces_of
from generator.design.templates import LIMITS, load_templates
from validator.catalogue.load import load
from validator.executor import SerialExecutor

CARDS = 80


class Watching(SerialExecutor):
    """Counts the contexts in memory each time that a face is to be filled in."""

    most_contexts = 0

    def run(self, batches, most=None, meanwhile=None):
        for batch in batches:
            self.most_contexts = max(self.most_contexts, _contexts())
            yield from super().run([batch], most, meanwhile)


def _contexts():
    """The dictionaries that are what a template sees of a card."""
    keys = {"id", "copies", "provenance", "effects"}
    return sum(type(one) is dict and keys <= one.keys() for one in gc.get_objects())


def test_few_contexts_are_in_memory_at_a_time(tiny):
    cards = tiny / "components" / "fog" / "cards.yaml"
    head, _, _ = cards.read_text().partition("components:\n")
    many = [
        f"  - {{id: c{n}, name: C{n}, copies: 1, cost: 1, "
        "effects: [{do: gain, what: coin, amount: 1}]}\n"
        for n in range(CARDS)
    ]
    cards.write_text(f"{head}components:\n{''.join(many)}")
    game = load(tiny, ["fog"])[0].games["fog"]
    templates, _ = load_templates(tiny)
    pool = Watching(LIMITS)
    gc.freeze()  # what is there before is not looked at
    pairs, _ = faces_of(game, replace(templates, pool=pool))
    assert len(pairs) >= CARDS
    assert 0 < pool.most_contexts < CARDS / 2
