"""Errata: what changed in a game since a revision, or over all of them, in words and pictures."""
