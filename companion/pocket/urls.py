"""URLs of the rooms that only a phone has; on the server each shows that nothing waits."""

from django.urls import URLPattern, path

from companion.pocket.rooms import conflict, waiting

urlpatterns: list[URLPattern] = [
    path("games/<slug:table_id>/waiting/", waiting.waiting, name="waiting"),
    path("games/<slug:table_id>/waiting/conflict/", conflict.conflict, name="conflict"),
    path("games/<slug:table_id>/waiting/<int:number>/", waiting.one, name="waiting_item"),
]
