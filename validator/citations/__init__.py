"""Ids of rules and findings: those that `rules.yaml` gives, and those that the data names."""
