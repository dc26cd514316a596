"""A user's printers: profiles of what they shift, and the sheet that measures it."""
