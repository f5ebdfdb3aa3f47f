"""What a page shows, ready to draw."""
