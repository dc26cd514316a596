"""What a kit costs in paper, cuts, folds and ink, and with what it would take less paper."""
