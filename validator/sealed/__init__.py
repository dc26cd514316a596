"""Files that are believed only where this user wrote them: sealed entries, and the secret."""
