"""The studio: a page on this machine that redraws what a designer changes."""
