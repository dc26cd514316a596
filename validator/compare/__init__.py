"""Two versions of a game played on the same luck: what shifted, how much, and how sure that is."""
