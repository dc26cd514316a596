"""From RGB drawings to press-ready separations: colour, ink, and the PDF/X standards."""
