"""Face layouts: where the boxes of a face lie and how their texts are set, as data."""
