"""The seven actions of Henge, one module each, in the order of the rulebook."""
