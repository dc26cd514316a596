"""What a set says of its own fields: their schema, and fields that follow from others."""
