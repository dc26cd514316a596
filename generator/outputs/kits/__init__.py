"""The print kit of a game: where it lies, whether it is unchanged, and how it is made."""
