"""Boards as data: what is written of them, and the spaces, ways, areas and lines it comes to."""
