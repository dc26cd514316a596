"""A project in other languages: what is translated, where it lies, and sources said so."""
