"""A player that searches: it plays on from games that could be the one it sits at."""
