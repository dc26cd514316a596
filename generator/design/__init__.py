"""From the catalogue to linted SVG faces: theme, templates, icons, and what they may draw."""
