"""trilith's generator: from the catalogue to faces, sheets and other outputs."""
