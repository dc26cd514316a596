"""From SVG faces to vector PDF pages and pictures of them."""
