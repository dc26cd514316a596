"""Planned pages as PDF: shapes drawn, faces put on them, layers, metadata."""
