"""Games of earlier years of which only the result is known."""

from django.db import migrations, models
from django.db.models import CASCADE

ID = models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


class Migration(migrations.Migration):
    """Add these games and who played in them."""

    dependencies = (("companion", "0033_sign_up"),)

    operations = (
        migrations.CreateModel(
            name="PastGame",
            fields=[
                ("id", ID),
                ("played_on", models.DateField()),
                ("game", models.CharField(blank=True, max_length=40)),
                ("batch", models.UUIDField(db_index=True)),
                ("digest", models.CharField(max_length=64)),
                ("at", models.DateTimeField()),
                (
                    "group",
                    models.ForeignKey(on_delete=CASCADE, related_name="past_games", to="companion.group"),
                ),
            ],
            options={
                "constraints": (
                    models.UniqueConstraint(fields=("group", "digest"), name="one_past_game_a_line"),
                )
            },
        ),
        migrations.CreateModel(
            name="PastPlayer",
            fields=[
                ("id", ID),
                ("side", models.PositiveSmallIntegerField()),
                ("score", models.IntegerField(null=True)),
                (
                    "past",
                    models.ForeignKey(on_delete=CASCADE, related_name="players", to="companion.pastgame"),
                ),
                (
                    "person",
                    models.ForeignKey(on_delete=CASCADE, related_name="past_games", to="companion.person"),
                ),
            ],
        ),
    )
