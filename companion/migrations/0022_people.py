"""People: groups, what statistics count, euchre nights."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("companion", "0021_pairing"),)

    operations = (
        migrations.CreateModel(
            name="Group",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
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
            name="GameFacts",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="facts",
                        serialize=False,
                        to="companion.game",
                    ),
                ),
                ("variant", models.CharField(max_length=32)),
                ("played_on", models.DateField()),
                ("over", models.BooleanField()),
                ("hands", models.PositiveIntegerField()),
                ("version", models.PositiveIntegerField()),
                (
                    "group",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="facts",
                        to="companion.group",
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="game",
            name="group",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="games",
                to="companion.group",
            ),
        ),
        migrations.CreateModel(
            name="GroupLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("role", models.CharField(max_length=16)),
                ("nonce", models.UUIDField()),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                ("code_hash", models.CharField(max_length=64, unique=True)),
                ("ends_at", models.DateTimeField(null=True)),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="links",
                        to="companion.group",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="GroupPhone",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("device", models.CharField(db_index=True, max_length=64)),
                ("former", models.CharField(blank=True, db_index=True, default="", max_length=64)),
                ("role", models.CharField(max_length=16)),
                ("joined_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("out", models.BooleanField(default=False)),
                ("program", models.BooleanField(db_default=False, default=False)),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="phones",
                        to="companion.group",
                    ),
                ),
                (
                    "link",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="phones",
                        to="companion.grouplink",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="GroupRules",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("variant", models.CharField(max_length=32)),
                ("options", models.TextField()),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rules",
                        to="companion.group",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Night",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
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
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="nights",
                        to="companion.group",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="NightRound",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("key", models.UUIDField(unique=True)),
                ("draw", models.TextField()),
                ("at", models.DateTimeField()),
                ("over_at", models.DateTimeField(null=True)),
                (
                    "night",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="started",
                        to="companion.night",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="NightTable",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("ghosts", models.CharField(blank=True, max_length=4)),
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="night_table",
                        to="companion.game",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tables",
                        to="companion.nightround",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="NightFix",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.UUIDField(unique=True)),
                ("side", models.PositiveSmallIntegerField()),
                ("points", models.IntegerField(null=True)),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("at", models.DateTimeField()),
                ("device", models.CharField(max_length=64)),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="fixes",
                        to="companion.nighttable",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Person",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("public_id", models.CharField(max_length=16, unique=True)),
                ("told", models.CharField(max_length=40)),
                ("compared", models.CharField(max_length=80)),
                ("shown", models.CharField(blank=True, max_length=40)),
                ("hidden", models.BooleanField(default=False)),
                ("forgotten", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="people",
                        to="companion.group",
                    ),
                ),
                (
                    "into",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="spellings",
                        to="companion.person",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="NightPlayer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("first", models.PositiveSmallIntegerField(default=1)),
                ("last", models.PositiveSmallIntegerField(null=True)),
                ("pair", models.PositiveSmallIntegerField(null=True)),
                ("phone", models.CharField(blank=True, db_index=True, max_length=64)),
                (
                    "night",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="players",
                        to="companion.night",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="nights",
                        to="companion.person",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PlayerFacts",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
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
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="players",
                        to="companion.gamefacts",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="games",
                        to="companion.person",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="HandFacts",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seq", models.PositiveIntegerField()),
                ("number", models.PositiveIntegerField()),
                ("role", models.CharField(max_length=8)),
                ("gain", models.BigIntegerField()),
                ("tricks", models.PositiveSmallIntegerField(null=True)),
                ("result", models.CharField(blank=True, max_length=8)),
                ("alone", models.BooleanField()),
                ("defended_alone", models.BooleanField()),
                ("bid", models.PositiveSmallIntegerField(null=True)),
                ("kings", models.PositiveSmallIntegerField()),
                ("showdown", models.CharField(blank=True, max_length=4)),
                ("drop_paid", models.BooleanField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="hand_facts",
                        to="companion.playerfacts",
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="gamefacts",
            index=models.Index(fields=["group", "played_on", "game"], name="facts_in_order"),
        ),
        migrations.AddIndex(
            model_name="gamefacts",
            index=models.Index(fields=["group", "variant", "played_on", "game"], name="facts_of_variant"),
        ),
        migrations.AddIndex(
            model_name="playerfacts",
            index=models.Index(fields=["person", "variant", "played_on", "game"], name="games_of_person"),
        ),
        migrations.AddIndex(
            model_name="playerfacts",
            index=models.Index(fields=["game", "person"], name="person_in_game"),
        ),
        migrations.AddConstraint(
            model_name="grouplink",
            constraint=models.UniqueConstraint(fields=("group", "role"), name="one_group_link_a_role"),
        ),
        migrations.AddConstraint(
            model_name="groupphone",
            constraint=models.UniqueConstraint(fields=("group", "device"), name="one_group_phone_a_device"),
        ),
        migrations.AddConstraint(
            model_name="grouprules",
            constraint=models.UniqueConstraint(fields=("group", "variant"), name="one_rules_a_game"),
        ),
        migrations.AddConstraint(
            model_name="nightround",
            constraint=models.UniqueConstraint(fields=("night", "number"), name="one_round_a_number"),
        ),
        migrations.AddConstraint(
            model_name="nighttable",
            constraint=models.UniqueConstraint(fields=("round", "number"), name="one_table_a_number"),
        ),
        migrations.AddConstraint(
            model_name="person",
            constraint=models.UniqueConstraint(fields=("group", "compared"), name="one_person_a_spelling"),
        ),
        migrations.AddConstraint(
            model_name="nightplayer",
            constraint=models.UniqueConstraint(fields=("night", "number"), name="one_number_a_night"),
        ),
        migrations.AddConstraint(
            model_name="nightplayer",
            constraint=models.UniqueConstraint(fields=("night", "person"), name="one_place_a_night"),
        ),
        migrations.AddConstraint(
            model_name="playerfacts",
            constraint=models.UniqueConstraint(fields=("game", "name"), name="one_part_a_player"),
        ),
        migrations.AddConstraint(
            model_name="handfacts",
            constraint=models.UniqueConstraint(fields=("player", "seq"), name="one_hand_a_player"),
        ),
        migrations.AlterField(
            model_name="webhook",
            name="game",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="webhooks",
                to="companion.game",
            ),
        ),
        migrations.AddField(
            model_name="webhook",
            name="night",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="webhooks",
                to="companion.night",
            ),
        ),
    )
