"""Pieces of folded paper, and the figures that show how to fold and glue."""
