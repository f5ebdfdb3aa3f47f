"""The tables as 0.2 had them, in one step; a database of 0.2 has had the steps that this one replaces."""

from typing import Any

from django.db import migrations, models
from django.db.models.deletion import CASCADE, PROTECT, SET_NULL
from django.db.models.functions import Now

from companion.models import new_author

ID = ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))


def of(model: str, name: str, kind: Any = models.ForeignKey, on_delete: Any = CASCADE, **given: Any) -> Any:
    """A reference to a row of *model*, deleted with it; *name*: that of the way back."""
    return kind(on_delete=on_delete, related_name=name, to=f"companion.{model}", **given)


def one(model: str, name: str, **given: Any) -> Any:
    """A reference to the row of *model* that has one such row."""
    return of(model, name, models.OneToOneField, **given)


# What a database of 0.2 has had, in order.
UP_TO_0_2 = (
    *("0001_initial", "0002_bank", "0003_sharing", "0004_owners", "0005_no_starters", "0006_draft"),
    *("0007_api", "0008_owner", "0009_names", "0010_webhooks", "0011_tick_digest", "0012_no_tick_checksum"),
    *("0013_restore", "0014_hand_form", "0015_colors", "0016_programs", "0017_tokens", "0018_write_check"),
    *("0019_link_ends", "0020_recovery", "0021_pairing", "0022_people", "0023_hands_in_one_row"),
    *("0024_fixed_points_stay", "0025_group_recovery"),
)


class Migration(migrations.Migration):
    replaces = [("companion", name) for name in UP_TO_0_2]

    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Answered",
            fields=[
                ID,
                ("device", models.CharField(max_length=64)),
                ("key", models.CharField(max_length=64)),
                ("digest", models.CharField(max_length=64)),
                ("result", models.TextField()),
                ("at", models.DateTimeField(auto_now_add=True, db_index=True)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("device", "key"), name="one_answer_a_key")],
            },
        ),
        migrations.CreateModel(
            name="WriteCheck",
            fields=[
                ID,
                ("at", models.DateTimeField()),
                ("filling", models.TextField()),
            ],
        ),
        migrations.CreateModel(
            name="Pairing",
            fields=[
                ID,
                ("device", models.CharField(max_length=64, unique=True)),
                ("code_hash", models.CharField(max_length=64, unique=True)),
                ("ends_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
                ("used_by", models.CharField(blank=True, default="", max_length=64)),
            ],
        ),
        migrations.CreateModel(
            name="Group",
            fields=[
                ID,
                ("public_id", models.CharField(max_length=16, unique=True)),
                ("key", models.UUIDField(unique=True)),
                ("title", models.CharField(blank=True, max_length=60)),
                ("personal", models.BooleanField(default=False)),
                ("colors", models.TextField(blank=True)),
                ("revision", models.PositiveIntegerField(default=0)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("deleted_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Game",
            fields=[
                ID,
                ("public_id", models.CharField(max_length=16, unique=True)),
                ("key", models.UUIDField(unique=True)),
                ("header", models.TextField()),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("revision", models.PositiveIntegerField(default=0)),
                ("deleted_at", models.DateTimeField(null=True)),
                ("title", models.CharField(max_length=60, null=True)),
                ("group", of("group", "games", null=True, on_delete=SET_NULL)),
            ],
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                ID,
                ("seq", models.PositiveIntegerField()),
                ("key", models.UUIDField()),
                ("target", models.PositiveIntegerField(null=True)),
                ("body", models.TextField(blank=True)),
                ("at", models.DateTimeField()),
                ("device", models.CharField(max_length=64)),
                ("role", models.CharField(max_length=16)),
                ("game", of("game", "entries")),
                ("restores", models.BooleanField(db_default=False, default=False)),
            ],
            options={
                "ordering": ("seq",),
                "constraints": [
                    models.UniqueConstraint(fields=("game", "seq"), name="one_row_a_seq"),
                    models.UniqueConstraint(fields=("game", "key"), name="one_row_a_key"),
                ],
            },
        ),
        migrations.CreateModel(
            name="ChipSet",
            fields=[
                ID,
                ("version", models.PositiveIntegerField(default=1)),
                ("colors", models.TextField()),
                ("counted", models.TextField(blank=True)),
                ("game", one("game", "chip_set")),
            ],
        ),
        migrations.CreateModel(
            name="Tick",
            fields=[
                ID,
                ("seq", models.PositiveIntegerField()),
                ("item", models.PositiveIntegerField()),
                ("game", of("game", "ticks")),
                ("digest", models.CharField(max_length=16)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("game", "seq", "digest", "item"), name="one_tick_an_item")
                ],
            },
        ),
        migrations.CreateModel(
            name="Link",
            fields=[
                ID,
                ("role", models.CharField(max_length=16)),
                ("nonce", models.UUIDField()),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                ("code_hash", models.CharField(max_length=64, unique=True)),
                ("game", of("game", "links")),
                ("ends_at", models.DateTimeField(null=True)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("game", "role"), name="one_link_a_role")],
            },
        ),
        migrations.CreateModel(
            name="Phone",
            fields=[
                ID,
                ("device", models.CharField(db_index=True, max_length=64)),
                ("seat", models.CharField(blank=True, max_length=40)),
                ("here_until", models.DateTimeField(null=True)),
                ("out", models.BooleanField(default=False)),
                ("game", of("game", "phones")),
                ("joined_at", models.DateTimeField(db_default=Now())),
                ("program", models.BooleanField(db_default=False, default=False)),
                ("former", models.CharField(blank=True, db_index=True, default="", max_length=64)),
                ("author", models.CharField(default=new_author, max_length=64)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("game", "device"), name="one_phone_a_device")
                ],
            },
        ),
        migrations.CreateModel(
            name="Access",
            fields=[
                ID,
                ("role", models.CharField(max_length=16)),
                ("link", of("link", "accesses", null=True)),
                ("phone", of("phone", "accesses")),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("phone", "role"), name="one_access_a_role")],
            },
        ),
        migrations.CreateModel(
            name="Dispute",
            fields=[
                ID,
                ("key", models.UUIDField()),
                ("seq", models.PositiveIntegerField()),
                ("at", models.DateTimeField()),
                ("device", models.CharField(max_length=64)),
                ("role", models.CharField(max_length=16)),
                ("words", models.CharField(max_length=200)),
                ("end", models.CharField(blank=True, max_length=16)),
                ("ended_at", models.DateTimeField(null=True)),
                ("ended_by", models.CharField(blank=True, max_length=64)),
                ("ended_role", models.CharField(blank=True, max_length=16)),
                ("answer", models.CharField(blank=True, max_length=200)),
                ("game", of("game", "disputes")),
            ],
            options={
                "ordering": ("pk",),
                "constraints": [models.UniqueConstraint(fields=("game", "key"), name="one_dispute_a_key")],
            },
        ),
        migrations.CreateModel(
            name="HandInProgress",
            fields=[
                ID,
                ("rev", models.PositiveIntegerField()),
                ("begun", models.PositiveIntegerField()),
                ("players", models.TextField()),
                ("moves", models.TextField()),
                ("at", models.DateTimeField()),
                ("device", models.CharField(max_length=64)),
                ("role", models.CharField(max_length=16)),
                ("game", one("game", "progress")),
                ("form", models.TextField(blank=True, default="")),
            ],
        ),
        migrations.CreateModel(
            name="HandStarted",
            fields=[
                ID,
                ("version", models.PositiveIntegerField()),
                ("at", models.DateTimeField()),
                ("device", models.CharField(max_length=64)),
                ("game", one("game", "hand_started")),
            ],
        ),
        migrations.CreateModel(
            name="Recovery",
            fields=[
                ID,
                ("code_hash", models.CharField(max_length=64, unique=True)),
                ("made_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
                ("game", one("game", "recovery")),
            ],
        ),
        migrations.CreateModel(
            name="GameFacts",
            fields=[
                ("game", one("game", "facts", primary_key=True, serialize=False)),
                ("variant", models.CharField(max_length=32)),
                ("played_on", models.DateField()),
                ("over", models.BooleanField()),
                ("hands", models.PositiveIntegerField()),
                ("version", models.PositiveIntegerField()),
                ("group", of("group", "facts", null=True, on_delete=SET_NULL)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["group", "played_on", "game"], name="facts_in_order"),
                    models.Index(fields=["group", "variant", "played_on", "game"], name="facts_of_variant"),
                ],
            },
        ),
        migrations.CreateModel(
            name="GroupLink",
            fields=[
                ID,
                ("role", models.CharField(max_length=16)),
                ("nonce", models.UUIDField()),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                ("code_hash", models.CharField(max_length=64, unique=True)),
                ("ends_at", models.DateTimeField(null=True)),
                ("group", of("group", "links")),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("group", "role"), name="one_group_link_a_role")
                ],
            },
        ),
        migrations.CreateModel(
            name="GroupPhone",
            fields=[
                ID,
                ("device", models.CharField(db_index=True, max_length=64)),
                ("former", models.CharField(blank=True, db_index=True, default="", max_length=64)),
                ("role", models.CharField(max_length=16)),
                ("joined_at", models.DateTimeField(db_default=Now())),
                ("out", models.BooleanField(default=False)),
                ("program", models.BooleanField(db_default=False, default=False)),
                ("group", of("group", "phones")),
                ("link", of("grouplink", "phones", null=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("group", "device"), name="one_group_phone_a_device")
                ],
            },
        ),
        migrations.CreateModel(
            name="GroupRules",
            fields=[
                ID,
                ("variant", models.CharField(max_length=32)),
                ("options", models.TextField()),
                ("group", of("group", "rules")),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("group", "variant"), name="one_rules_a_game")
                ],
            },
        ),
        migrations.CreateModel(
            name="Night",
            fields=[
                ID,
                ("public_id", models.CharField(max_length=16, unique=True)),
                ("key", models.UUIDField(unique=True)),
                ("title", models.CharField(blank=True, max_length=60)),
                ("plan", models.CharField(max_length=16)),
                ("hands", models.PositiveSmallIntegerField()),
                ("rounds", models.PositiveSmallIntegerField()),
                ("sitting", models.CharField(max_length=16)),
                ("ties", models.TextField()),
                ("options", models.TextField()),
                ("seed", models.PositiveIntegerField()),
                ("revision", models.PositiveIntegerField(default=0)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("ended_at", models.DateTimeField(null=True)),
                ("group", of("group", "nights")),
            ],
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                ID,
                ("url", models.CharField(max_length=500)),
                ("nonce", models.UUIDField(unique=True)),
                ("tries", models.PositiveIntegerField(default=0)),
                ("due_at", models.DateTimeField(db_index=True)),
                ("stopped", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("delivered", models.PositiveIntegerField()),
                ("error", models.CharField(blank=True, max_length=200)),
                ("pace", models.CharField(db_default="new", default="new", max_length=8)),
                ("game", of("game", "webhooks", null=True)),
                ("night", of("night", "webhooks", null=True)),
            ],
        ),
        migrations.CreateModel(
            name="NightRound",
            fields=[
                ID,
                ("number", models.PositiveSmallIntegerField()),
                ("key", models.UUIDField(unique=True)),
                ("draw", models.TextField()),
                ("at", models.DateTimeField()),
                ("over_at", models.DateTimeField(null=True)),
                ("night", of("night", "started")),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("night", "number"), name="one_round_a_number")
                ],
            },
        ),
        migrations.CreateModel(
            name="NightTable",
            fields=[
                ID,
                ("number", models.PositiveSmallIntegerField()),
                ("ghosts", models.CharField(blank=True, max_length=4)),
                ("round", of("nightround", "tables")),
                ("game", one("game", "night_table", null=True, on_delete=SET_NULL)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("round", "number"), name="one_table_a_number")
                ],
            },
        ),
        migrations.CreateModel(
            name="NightFix",
            fields=[
                ID,
                ("key", models.UUIDField(unique=True)),
                ("side", models.PositiveSmallIntegerField()),
                ("points", models.IntegerField(null=True)),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("at", models.DateTimeField()),
                ("device", models.CharField(max_length=64)),
                ("table", of("nighttable", "fixes")),
            ],
        ),
        migrations.CreateModel(
            name="Person",
            fields=[
                ID,
                ("public_id", models.CharField(max_length=16, unique=True)),
                ("told", models.CharField(max_length=40)),
                ("compared", models.CharField(max_length=80)),
                ("shown", models.CharField(blank=True, max_length=40)),
                ("hidden", models.BooleanField(default=False)),
                ("forgotten", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("group", of("group", "people")),
                ("into", of("person", "spellings", null=True, on_delete=SET_NULL)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("group", "compared"), name="one_person_a_spelling")
                ],
            },
        ),
        migrations.CreateModel(
            name="NightPlayer",
            fields=[
                ID,
                ("number", models.PositiveSmallIntegerField()),
                ("first", models.PositiveSmallIntegerField(default=1)),
                ("last", models.PositiveSmallIntegerField(null=True)),
                ("pair", models.PositiveSmallIntegerField(null=True)),
                ("phone", models.CharField(blank=True, db_index=True, max_length=64)),
                ("night", of("night", "players")),
                ("person", of("person", "nights", on_delete=PROTECT)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("night", "number"), name="one_number_a_night"),
                    models.UniqueConstraint(fields=("night", "person"), name="one_place_a_night"),
                ],
            },
        ),
        migrations.CreateModel(
            name="PlayerFacts",
            fields=[
                ID,
                ("variant", models.CharField(max_length=32)),
                ("played_on", models.DateField()),
                ("name", models.CharField(max_length=40)),
                ("seat", models.PositiveSmallIntegerField()),
                ("side", models.PositiveSmallIntegerField()),
                ("won", models.BooleanField()),
                ("points", models.BigIntegerField()),
                ("hands", models.PositiveIntegerField(default=0)),
                ("makes", models.PositiveIntegerField(default=0)),
                ("made", models.PositiveIntegerField(default=0)),
                ("marches", models.PositiveIntegerField(default=0)),
                ("euchred", models.PositiveIntegerField(default=0)),
                ("alone", models.PositiveIntegerField(default=0)),
                ("alone_made", models.PositiveIntegerField(default=0)),
                ("alone_marches", models.PositiveIntegerField(default=0)),
                ("defends", models.PositiveIntegerField(default=0)),
                ("euchres", models.PositiveIntegerField(default=0)),
                ("defends_alone", models.PositiveIntegerField(default=0)),
                ("drops", models.PositiveIntegerField(default=0)),
                ("drops_paid", models.PositiveIntegerField(default=0)),
                ("kings", models.PositiveIntegerField(default=0)),
                ("showdowns", models.PositiveIntegerField(default=0)),
                ("showdowns_won", models.PositiveIntegerField(default=0)),
                ("bids", models.PositiveIntegerField(default=0)),
                ("bids_made", models.PositiveIntegerField(default=0)),
                ("most_kings", models.PositiveIntegerField(default=0)),
                ("best_hand", models.BigIntegerField(default=0)),
                ("behind", models.BigIntegerField(default=0)),
                ("mu", models.FloatField(null=True)),
                ("sigma", models.FloatField(null=True)),
                ("rated", models.PositiveIntegerField(default=0)),
                ("game", of("gamefacts", "players", db_index=False)),
                ("person", of("person", "games", null=True, on_delete=SET_NULL)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["person", "variant", "played_on", "game"], name="games_of_person"),
                    models.Index(fields=["game", "person"], name="person_in_game"),
                ],
                "constraints": [models.UniqueConstraint(fields=("game", "name"), name="one_part_a_player")],
            },
        ),
        migrations.CreateModel(
            name="HandFacts",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "game", "seq", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("game", of("gamefacts", "told", db_index=False)),
                ("seq", models.PositiveIntegerField()),
                ("number", models.PositiveIntegerField()),
                ("result", models.CharField(blank=True, max_length=8)),
                ("parts", models.TextField()),
            ],
        ),
        migrations.CreateModel(
            name="GroupRecovery",
            fields=[
                ID,
                ("code_hash", models.CharField(max_length=64, unique=True)),
                ("made_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
                ("group", one("group", "recovery")),
            ],
        ),
    ]
