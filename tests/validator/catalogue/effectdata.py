"""Effects for tests, in the words that stand in cells of sheets."""

from validator.catalogue.build import parse_effect
from validator.catalogue.sheets.effect_words import read_effects


def effect(words):
    [raw] = read_effects(words)
    return parse_effect(raw)
