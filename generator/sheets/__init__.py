"""The records of a game as sheets: written out, merged back into the YAML, fetched from a link."""
