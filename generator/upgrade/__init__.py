"""Older projects carried over to the data format of today, a few bytes at a time."""
