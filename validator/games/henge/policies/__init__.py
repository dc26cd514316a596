"""Who decides at a table of Henge: a sensible player, and one that empties a pile."""
