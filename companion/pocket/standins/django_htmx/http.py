"""``django_htmx.http`` on a phone."""

from django.http.response import HttpResponseRedirectBase


class HttpResponseClientRedirect(HttpResponseRedirectBase):
    """A redirect that htmx follows as a whole page."""

    status_code = 200

    def __init__(self, redirect_to: str) -> None:
        super().__init__(redirect_to)
        self.headers["HX-Redirect"] = self.headers.pop("Location")
