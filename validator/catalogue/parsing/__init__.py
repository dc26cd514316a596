"""YAML read bit by bit, so that a long file needs little more memory than what it says."""
