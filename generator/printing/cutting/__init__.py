"""Files for cutting machines, and the marks by which they find a sheet."""
