"""Virtual tables: a laid table written for each program."""
