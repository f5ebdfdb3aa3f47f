"""``django.core.exceptions`` on a phone."""


class PermissionDenied(Exception):
    """Raised where a role doesn't allow something."""


class SuspiciousOperation(Exception):
    """Raised for a request that no page sends."""


class TooManyFieldsSent(SuspiciousOperation):
    """Raised for a form with too many fields."""
