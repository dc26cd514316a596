"""Set text: fonts, shaping, wrapping, fitting, in points and millimetres."""
