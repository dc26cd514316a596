"""Words that follow from other words."""
