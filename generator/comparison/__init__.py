"""Two versions of a game compared by playing: which ones, and what is said of them."""
