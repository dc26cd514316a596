"""What leaves the workshop: almanac, site, files for layout programs, and how they are chosen."""
