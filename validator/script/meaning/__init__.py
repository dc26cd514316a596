"""What words, values and tests of a script mean, made ready to be read off a match."""
