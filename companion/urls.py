"""The addresses of Bower; the rooms' own are in companion/views/urls.py."""

from django.urls import URLPattern, URLResolver, path

from companion.views.health import healthz
from companion.views.urls import urlpatterns as rooms

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", healthz, name="healthz"),
]
# Rooms: add them in companion/views/urls.py. Other parts (the API): `urlpatterns += ...` below.
urlpatterns += rooms

handler400 = "companion.views.errors.bad_request"
handler403 = "companion.views.errors.forbidden"
handler404 = "companion.views.errors.not_found"
handler500 = "companion.views.errors.broken"
