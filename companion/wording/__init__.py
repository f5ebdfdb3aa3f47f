"""Names and money as people read them."""
