"""Many games: shared out, summed up, compared, searched, and what they say of piles and cards."""
