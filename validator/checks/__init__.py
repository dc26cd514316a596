"""Checks: one a file, pure functions from catalogue to findings."""
