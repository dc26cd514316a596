"""Inks of a printing condition: profiles, separation, limits, PDF/X."""
