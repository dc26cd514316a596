"""Playtests: sheets that go to the table with a kit, and the notes that come back."""
