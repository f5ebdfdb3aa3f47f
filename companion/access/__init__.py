"""Device cookies, links, roles and limits: who may do what."""
