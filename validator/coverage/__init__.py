"""Which numbered rules are carried out, which are tested, which are only mentioned."""
