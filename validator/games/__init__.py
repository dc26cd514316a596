"""Rules modules, for games that no play script says: a module or folder each."""
