"""The cards and chits of Henge that are drawn, given up and scored."""
