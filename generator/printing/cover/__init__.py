"""The cover of a kit: what is in it, how to print, cut, fold and set up."""
