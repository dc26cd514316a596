"""A game being played: the rules' protocol, the driver, who decides, and its records."""
