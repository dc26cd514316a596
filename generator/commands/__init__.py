"""The commands of ``trilith``, one module each: its options, its help, its function."""
