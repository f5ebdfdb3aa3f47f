"""Device cookies, links, roles and rate limits."""
