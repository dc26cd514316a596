"""What views of the studio ask of a game: each module answers one question."""
