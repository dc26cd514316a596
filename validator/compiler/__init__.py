"""Games played from data: a play script compiled to Python source for one table, and run."""
