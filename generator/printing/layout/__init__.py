"""Where pieces lie, in millimetres: papers, rectangles, shapes, sheets, marks; nothing is drawn."""
