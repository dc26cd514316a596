"""Fingerprints: hashes that change as soon as a project, or trilith itself, does."""
