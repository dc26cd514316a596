"""A game's pieces for one table: which, how many, in which print file, and how they are set up."""
