"""URLs of the API."""

from django.urls import URLPattern, URLResolver, path

from companion.api import (
    bank,
    entries,
    exports,
    links,
    people,
    phones,
    progress,
    readings,
    recovery,
    reference,
    tables,
    variants,
    webhooks,
)

TABLE = "api/v1/tables/<slug:table_id>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/v1/docs/", reference.reference, name="api_docs"),
    path("api/v1/problems/<slug:name>/", reference.problem, name="api_problem"),
    path("api/v1/schema/", reference.Schema.as_view(), name="api_schema"),
    path("api/v1/schema/record/", variants.RecordSchema.as_view(), name="api_record_schema"),
    path("api/v1/variants/", variants.Variants.as_view(), name="api_variants"),
    path("api/v1/variants/<slug:variant>/", variants.OneVariant.as_view(), name="api_variant"),
    path("api/v1/score/", variants.Score.as_view(), name="api_score"),
    path("api/v1/join/", links.Join.as_view(), name="api_join"),
    path("api/v1/tables/", tables.Tables.as_view(), name="api_tables"),
    path("api/v1/deleted-tables/", tables.Deleted.as_view(), name="api_deleted_tables"),
    path(TABLE + "restore/", tables.RestoredTable.as_view(), name="api_restore_table"),
    path(TABLE, tables.OneTable.as_view(), name="api_table"),
    path(TABLE + "title/", tables.Title.as_view(), name="api_title"),
    path(TABLE + "record/", readings.TheRecord.as_view(), name="api_record"),
    path(TABLE + "standing/", readings.TheStanding.as_view(), name="api_standing"),
    path(TABLE + "entries/", entries.Entries.as_view(), name="api_entries"),
    path(TABLE + "entries/<int:number>/", entries.OneEntry.as_view(), name="api_entry"),
    path(TABLE + "entries/<int:number>/restore/", entries.Restored.as_view(), name="api_restore"),
    path(TABLE + "sheet.csv", exports.Sheet.as_view(), name="api_sheet"),
    path(TABLE + "recap.txt", exports.Recap.as_view(), name="api_recap"),
    path(TABLE + "journal.hledger", exports.Hledger.as_view(), name="api_hledger"),
    path(TABLE + "journal.beancount", exports.Beancount.as_view(), name="api_beancount"),
    path(TABLE + "journal.csv", exports.JournalCsv.as_view(), name="api_journal_csv"),
    path(TABLE + "bgstats.json", exports.BgStats.as_view(), name="api_bgstats"),
    path(TABLE + "draft/", progress.TheProgress.as_view(), name="api_draft"),
    path(TABLE + "seats/", people.Seats.as_view(), name="api_seats"),
    path(TABLE + "seat/", people.OwnSeat.as_view(), name="api_seat"),
    path(TABLE + "phones/", phones.Phones.as_view(), name="api_phones"),
    path(TABLE + "phones/<int:phone_id>/", phones.OnePhone.as_view(), name="api_phone"),
    path(
        TABLE + "phones/<int:phone_id>/roles/<slug:role>/", phones.PhoneRole.as_view(), name="api_phone_role"
    ),
    path(TABLE + "disputes/", people.Disputes.as_view(), name="api_disputes"),
    path(TABLE + "disputes/<int:dispute_id>/", people.OneDispute.as_view(), name="api_dispute"),
    path(
        TABLE + "disputes/<int:dispute_id>/answer/",
        people.DisputeAnswers.as_view(),
        name="api_dispute_answer",
    ),
    path(TABLE + "chips/", bank.Chips.as_view(), name="api_chips"),
    path(TABLE + "chips/count/", bank.Count.as_view(), name="api_chip_count"),
    path(TABLE + "payouts/", bank.Payouts.as_view(), name="api_payouts"),
    path(TABLE + "payouts/<int:number>/", bank.OnePayout.as_view(), name="api_payout"),
    path(TABLE + "settlement/", bank.Closing.as_view(), name="api_settlement"),
    path("api/v1/recover/", recovery.Recovered.as_view(), name="api_recover"),
    path(TABLE + "recovery/", recovery.Recovery.as_view(), name="api_recovery"),
    path(TABLE + "everyone-out/", links.EveryoneOut.as_view(), name="api_everyone_out"),
    path(TABLE + "links/", links.Links.as_view(), name="api_links"),
    path(TABLE + "webhooks/", webhooks.Webhooks.as_view(), name="api_webhooks"),
    path(TABLE + "webhooks/<slug:hook_id>/", webhooks.OneWebhook.as_view(), name="api_webhook"),
]
