"""What templates say in the language of a game, and how it is found in them."""
