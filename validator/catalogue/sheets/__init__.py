"""Records that stand in a sheet (CSV, XLSX, ODS): read, typed by the set's schema, and placed."""
