"""What one chooses for a print, and pieces planned as pages of print files by it."""
