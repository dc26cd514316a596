"""Translating a project: PO files written and kept up to date with its texts."""
