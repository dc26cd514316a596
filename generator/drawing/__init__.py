"""From SVG faces to vector PDF pages and pictures of them, and the store of both."""
