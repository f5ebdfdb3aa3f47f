"""URLs: the rooms in companion/views/urls.py, the API in companion/api/urls.py."""

from django.urls import URLPattern, URLResolver, path

from companion.api.urls import urlpatterns as api
from companion.server.metrics import METRICS
from companion.views import health
from companion.views.health import healthz, readyz
from companion.views.urls import urlpatterns as rooms

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
]
if METRICS:
    urlpatterns.append(path("metrics", health.metrics_page, name="metrics"))
urlpatterns += rooms
urlpatterns += api

handler400 = "companion.server.errors.bad_request"
handler403 = "companion.server.errors.forbidden"
handler404 = "companion.server.errors.not_found"
handler500 = "companion.server.errors.broken"
