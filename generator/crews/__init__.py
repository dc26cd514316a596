"""Who plays many games: what the command line says of it, and what a shard leaves."""
