"""What can be told of a play script without playing it."""
