"""Games played from data: a play script made ready for a table, checked, and run."""
