"""Bound pages: papers, styles, running heads, contents, and pictures that are put in later."""
