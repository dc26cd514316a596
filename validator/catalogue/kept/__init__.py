"""What was read of a project before, for programs that read it again after every edit."""
