"""Boards and mats: whole, or cut into tiles that ordinary paper takes."""
