"""Zones, set-up, driving and measuring simulated games."""
