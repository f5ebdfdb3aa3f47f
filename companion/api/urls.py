"""URLs of the API: the addresses of its operations, and the pages that describe it."""

from itertools import groupby

from django.urls import path

from companion.api import (  # noqa: F401 - their operations
    bank,
    disputes,
    entries,
    groups,
    links,
    nights,
    phones,
    progress,
    readings,
    recovery,
    reference,
    statistics,
    tables,
    variants,
    webhooks,
)
from companion.api.base import Api
from companion.api.operations import OPERATIONS

urlpatterns = [
    path("api/v1/docs/", reference.reference, name="api_docs"),
    path("api/v1/docs/api.md", reference.guide, name="api_guide"),
    path("api/v1/problems/<slug:name>/", reference.problem, name="api_problem"),
]
# Each address is a view: that of one or more operations, named after the first
for address, same in groupby(sorted(OPERATIONS, key=lambda one: one.path), key=lambda one: one.path):
    operations = list(same)
    attributes = {name: value for one in operations for name, value in one.view.items()}
    methods = {one.method: one.respond for one in operations}
    view: type[Api] = type("Operations", (Api,), {**attributes, **methods})
    urlpatterns.append(path(address, view.as_view(), name=f"api_{operations[0].name}"))
