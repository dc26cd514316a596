"""Pictures of faces: one file a face, sprite sheets, hands and spreads."""
