"""Work in numbered trials shared out in chunks: over processes, a cluster or shards, resumable."""
