"""What each output can be asked, as typer takes it, and who makes it; nothing here does."""
