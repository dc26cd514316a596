"""Work outside this process: an executor with limits of time and memory, and work in background."""
