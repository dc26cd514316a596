"""Code that is compiled once and kept as Python keeps its own: beside it, under its conditions."""
