"""Bound pages: what cover, rulebook, almanac and errata are set with, and the cover of a kit."""
