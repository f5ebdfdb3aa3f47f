"""`/metrics` for Prometheus."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from companion.server import metrics

TEXT_FORMAT = "text/plain; version=0.0.4; charset=utf-8"


@require_safe
@never_cache
def page(request: HttpRequest) -> HttpResponse:
    """The metrics, for whoever has METRICS_TOKEN."""
    given = request.headers.get("Authorization", "")
    if not constant_time_compare(given, f"Bearer {settings.METRICS_TOKEN}"):
        return HttpResponse("METRICS_TOKEN, please.\n", status=401, headers={"WWW-Authenticate": "Bearer"})
    return HttpResponse(metrics.as_text(), content_type=TEXT_FORMAT)
