"""Everything around a request: limits, middleware, ETags, addresses, errors, themes."""
