"""What a card is worth: games played again on the same luck, with its effects switched off."""
