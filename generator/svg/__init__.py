"""The part of SVG that is drawn right, its colours, and the lint that refuses the rest."""
