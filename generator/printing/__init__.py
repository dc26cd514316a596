"""From drawn faces to print-ready files: millimetres, sheets, marks, boards, covers."""
