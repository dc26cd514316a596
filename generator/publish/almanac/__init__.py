"""The almanac as a PDF: every component with its picture, its text and where it is used."""
