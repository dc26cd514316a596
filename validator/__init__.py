"""trilith's validator: component data, checks, simulated set-up and play."""
