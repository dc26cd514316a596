"""SVG as other programs write it, brought to the part of SVG that is drawn right."""
