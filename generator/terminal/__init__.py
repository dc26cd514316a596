"""A person at the terminal: what a seat is shown, what it may choose, and how a game is kept."""
