"""Virtual tables: a table after set-up laid out in millimetres, and written for each program."""
