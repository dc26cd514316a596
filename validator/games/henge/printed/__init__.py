"""What the printed parts of Henge say, read once a table into numbers."""
