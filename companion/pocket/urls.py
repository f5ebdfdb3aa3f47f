"""URLs of the rooms that only a phone has, or has in its own way.

On the server those of ``urlpatterns`` show that nothing waits; those of ``without_server`` are left out where
there is one.
"""

from django.urls import URLPattern, path

from companion.pocket.rooms import alone, figures, waiting

urlpatterns: list[URLPattern] = [
    path("games/<slug:table_id>/waiting/", waiting.waiting, name="waiting"),
    path("games/<slug:table_id>/waiting/conflict/", waiting.conflict, name="conflict"),
    path("games/<slug:table_id>/waiting/<int:number>/", waiting.one, name="waiting_item"),
]

without_server: list[URLPattern] = [
    path("copy/", alone.copy, name="copy"),
    path("statistics/", figures.statistics, name="own_stats"),
    path("statistics/<slug:person>/", figures.person, name="own_person"),
    path("samples/", alone.samples, name="samples"),
    path("games/<slug:table_id>/deletion/", alone.delete, name="deletion"),
    path("games/imports/", alone.import_game, name="import_game"),
]
