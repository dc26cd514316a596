"""What changed since the last print or since a revision, and what is still as it was."""
