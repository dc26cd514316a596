"""The commands of ``trilith``: those that write nothing, how an output becomes one, the list."""
