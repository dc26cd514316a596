"""Bound pages: what books and errata are set with, the laid table, and the cover of a kit."""
