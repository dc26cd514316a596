"""What programs that stay open need not make of templates again."""
