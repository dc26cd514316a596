"""Ready-made outputs: each turns the catalogue into files."""
