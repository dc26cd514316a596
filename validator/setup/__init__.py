"""The set-up script of a game: made ready, rehearsed, dealt, shown and said in sentences."""
