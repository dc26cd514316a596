"""What a publication says: a game's components in chapters, in words and pictures."""
