"""A rulebook written in Markdown: read, checked, filled in from the data, and set."""
