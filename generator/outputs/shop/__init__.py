"""Files for a print shop: what it gets, in its order, with a preflight report."""
