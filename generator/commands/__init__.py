"""The commands of ``trilith``, one short function each; :mod:`generator.cli` lists them."""
