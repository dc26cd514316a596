"""What the source of a compiled script runs on: a match, its look ahead, its position in words."""
