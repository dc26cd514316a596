"""Every colour of a PDF mapped to another colour space, nothing rasterised."""
