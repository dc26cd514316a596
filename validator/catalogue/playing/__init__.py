"""The play script of a game as data: its records, and how they are read."""
