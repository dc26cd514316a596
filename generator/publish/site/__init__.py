"""The almanac as a site that works from the file system: a gallery, and a page a card."""
