"""The components for layout programs: a table for data merge, JSON with a schema, and Typst."""
