"""From YAML files to the typed, frozen catalogue."""
