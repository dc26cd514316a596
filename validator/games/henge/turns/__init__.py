"""The turns of Henge: a person's, step by step, and a Hengebot's."""
