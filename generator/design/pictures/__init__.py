"""Pictures of the project: found by path or convention, measured, called for, stood in for."""
