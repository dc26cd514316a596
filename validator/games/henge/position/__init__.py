"""What lies on the table of Henge between two turns, and what can be counted there."""
