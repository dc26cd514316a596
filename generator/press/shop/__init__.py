"""What print shops ask: their profiles, bound files, and preflight of both."""
