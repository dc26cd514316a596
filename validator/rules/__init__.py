"""Rules as numbered facts: ids, the values that they state, and what carries them out."""
