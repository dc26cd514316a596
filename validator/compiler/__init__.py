"""Set-up and play from data, compiled to Python source for one table, and run."""
