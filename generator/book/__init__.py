"""Bound pages: what cover, rulebook, almanac and errata are set with, the laid table, the cover of a kit."""
