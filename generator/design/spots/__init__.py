"""Spots: places of zones on faces, and spots of zones that there are not."""
