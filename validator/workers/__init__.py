"""Processes that do jobs one at a time, under limits from outside, and are replaced as they die."""
