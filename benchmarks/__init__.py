"""Figures about speed and size; `make bench` prints them. Compare ratios on one machine only."""
