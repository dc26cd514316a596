"""Data of older formats carried over to the words of today, comments kept."""
