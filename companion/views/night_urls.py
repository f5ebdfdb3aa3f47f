"""URLs of the rooms of a euchre night."""

from django.urls import URLPattern, path

from companion.views import night, night_people, night_results, night_tables, nights

# A table of a round of a night.
TABLE = "nights/<slug:night_id>/rounds/<int:round_number>/tables/<int:number>"

urlpatterns: list[URLPattern] = [
    path("groups/<slug:group_id>/nights/", nights.listed, name="nights"),
    path("groups/<slug:group_id>/nights/new/", nights.new, name="new_night"),
    path("nights/<slug:night_id>/", night.night, name="night"),
    path("nights/<slug:night_id>/rounds/", night.rounds, name="night_rounds"),
    path("nights/<slug:night_id>/early/", night.early, name="night_early"),
    path("nights/<slug:night_id>/end/", night.end, name="night_end"),
    path("nights/<slug:night_id>/plan/", night.plan, name="night_plan"),
    path("nights/<slug:night_id>/reopen/", night.reopen, name="night_reopen"),
    path("nights/<slug:night_id>/board/", night.board, name="night_board"),
    path("nights/<slug:night_id>/me/", night_people.me, name="night_me"),
    path("nights/<slug:night_id>/players/", night_people.players, name="night_players"),
    path("nights/<slug:night_id>/fixes/", night_tables.fixes, name="night_fixes"),
    path("nights/<slug:night_id>/rounds/<int:round_number>/", night_tables.seats, name="night_round"),
    path("nights/<slug:night_id>/rounds/<int:round_number>/codes/", night_tables.codes, name="night_codes"),
    path(f"{TABLE}/", night_tables.table, name="night_table"),
    path(f"{TABLE}/fix/", night_tables.fix, name="night_fix"),
    path(f"{TABLE}/open/", night_tables.opened, name="night_open"),
    path("nights/<slug:night_id>/results/", night_results.results, name="night_results"),
    path("nights/<slug:night_id>/results.txt", night_results.results_text, name="night_results_text"),
    path("nights/<slug:night_id>/results.csv", night_results.results_csv, name="night_results_csv"),
]
