"""Health check of the server and its database."""

from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring import __version__


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return state("the database does not answer", 503)
    return state("ok", 200)


def state(words: str, status: int) -> JsonResponse:
    return JsonResponse({"status": words, "version": __version__}, status=status)
