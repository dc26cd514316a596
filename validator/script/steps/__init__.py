"""The steps of a script, made into steps of a program."""
